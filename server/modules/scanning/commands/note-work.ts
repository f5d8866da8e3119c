import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { statement } from '../../../core/db/statement.ts';
import { rowRights } from '../../access/index.ts';
import { noteWork as insertWork } from '../../billing/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { files } from '../../settings/files/table.ts';
import { Refusal } from '../../stock/index.ts';
import { need, type ScanContext } from '../context.ts';

const findTask = statement(
  { no: tasks.no, merchantId: tasks.merchantId },
  ({ taskId }: { taskId: string }) => sql`select no, merchant_id from tasks where id = ${taskId}::uuid and deleted_at is null`,
);
const findMerchant = statement(
  { id: merchants.id },
  ({ merchantId }: { merchantId: string }) => sql`select id from merchants where id = ${merchantId}::uuid and deleted_at is null`,
);
const findPhoto = statement(
  { id: files.id },
  ({ photo, userId }: { photo: string; userId: string }) =>
    sql`select id from files where id = ${photo}::uuid and created_by = ${userId}::uuid and deleted_at is null`,
);

/** For whom the work is: the merchant of the order, or the merchant that was chosen. */
async function merchantOf(c: ScanContext, { taskId, merchantId }: ScanCommandOf<'noteWork'>): Promise<string> {
  if (taskId === null) {
    if (merchantId === null) throw new Refusal('wrongMerchant');
    return (await need('wrongMerchant', findMerchant.first(c.tx, { merchantId }))).id;
  }
  const task = await need('unknownTask', findTask.first(c.tx, { taskId }));
  if (merchantId !== null && merchantId !== task.merchantId) throw new Refusal('wrongMerchant', { no: task.no });
  return task.merchantId;
}

/** Work by hand, noted under the scan's id. It is charged once somebody approved it. */
export async function noteWork(c: ScanContext, act: ScanCommandOf<'noteWork'>): Promise<void> {
  const merchantId = await merchantOf(c, act);
  c.about = { taskId: act.taskId, merchantId };
  // The rights of whoever did the work: a device may send it later, in the name of somebody else.
  const { privileges } = await need('noRight', rowRights(c.tx, 'users', c.userId));
  if (!allows(privileges, 'workEntries.create')) throw new Refusal('noRight');
  if (act.photo !== null) await need('noRight', findPhoto.first(c.tx, { photo: act.photo, userId: c.userId }));
  const { categoryId, minutes, taskId, photo } = act;
  const { id, at } = c.event;
  const isNoted = await insertWork(c.tx, { id, at, merchantId, categoryId, userId: c.userId, minutes, taskId, photo });
  if (!isNoted) throw new Refusal('unknownWork');
  c.effects.push({ kind: 'work', id });
}

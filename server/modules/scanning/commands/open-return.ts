import { sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { makeRetour, makeUnknownRetour, openRetourOf } from '../../orders/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { Refusal } from '../../stock/index.ts';
import { need, type ScanContext } from '../context.ts';

const findOrder = statement(
  { id: tasks.id },
  ({
    merchantId,
    code,
  }: {
    merchantId: string | null;
    code: string;
  }) => sql`select t.id from tasks t where t.kind = 'outbound' and t.deleted_at is null and t.merchant_id = ${merchantId}::uuid and t.shipped > 0
      and (t.no = ${code} or t.ref_order_id = ${code} or t.id in (select p.task_id from parcels p where p.tracking_no = ${code} or p.no = ${code})) order by t.id limit 1`,
);
const findMerchant = statement(
  { id: merchants.id },
  ({ id }: { id: string }) => sql`select id from merchants where id = ${id}::uuid and deleted_at is null`,
);
const lockParent = statement(
  { no: tasks.no, merchantId: tasks.merchantId, out: cell.integer },
  ({
    id,
  }: {
    id: string;
  }) => sql`select no, merchant_id, (select coalesce(sum(l.shipped - l.returned), 0)::int from task_lines l where l.task_id = t.id) as out
        from tasks t where t.id = ${id}::uuid and t.kind = 'outbound' and t.deleted_at is null for no key update of t`,
);

/** Looks up the order of a code on the server, because the station may have been offline. Finds only shipped orders of this merchant. */
async function orderOf(c: ScanContext, { parentId, merchantId, code }: ScanCommandOf<'openReturn'>): Promise<string | null> {
  if (parentId !== null) return parentId;
  return (await findOrder.first(c.tx, { merchantId, code }))?.id ?? null;
}

const markArrived = command(
  ({ at, taskId }: { at: string; taskId: string }) => sql`update tasks set arrived_at = ${at} where id = ${taskId}::uuid`,
);

/**
 * Opens a return that was not announced (domain 3.5). For a known order it expects the pieces that were shipped and are not back yet. For
 * an unknown order it is a problem case that the office settles. The return counts as arrived at the dock.
 */
export async function openReturn(c: ScanContext, act: ScanCommandOf<'openReturn'>): Promise<void> {
  const parentId = await orderOf(c, act);
  const given = { by: c.userId, remark: '', id: act.taskId, trackingNo: act.code };
  c.touched.add(act.taskId);
  if (parentId === null) {
    if (act.merchantId === null) throw new Refusal('unknownTask');
    await need('unknownTask', findMerchant.first(c.tx, { id: act.merchantId }));
    await makeUnknownRetour(c.tx, act.merchantId, given);
    c.about = { taskId: act.taskId, merchantId: act.merchantId };
  } else {
    const parent = await need('unknownTask', lockParent.first(c.tx, { id: parentId }));
    const { no, merchantId } = parent;
    c.about = { taskId: parentId, merchantId };
    const open = await openRetourOf(c.tx, parentId);
    if (open) throw new Refusal('returnOpen', { no: open.no, at: open.at, ...(open.by === null ? {} : { who: open.by }) });
    if (parent.out <= 0) throw new Refusal('nothingToReturn', { no });
    await makeRetour(c.tx, parentId, given);
    c.about = { taskId: act.taskId, merchantId };
    c.touched.add(parentId);
  }
  await markArrived(c.tx, { at: c.event.at, taskId: act.taskId });
  c.effects.push({ kind: 'opened', id: act.taskId });
}

import { sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { makeRetour, makeUnknownRetour, openRetourOf } from '../../tasks/retour.ts';
import { all, need, type ScanContext } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** The order a code names, once more: the station may have been without a network. Of this merchant's only, and only one that left. */
async function orderOf(c: ScanContext, { parentId, merchantId, code }: ActOf<'openReturn'>): Promise<string | null> {
  if (parentId !== null) return parentId;
  const [found] = await all(
    c,
    sql`select t.id from tasks t where t.kind = 'outbound' and t.deleted_at is null and t.merchant_id = ${merchantId}::uuid and t.shipped > 0
      and (t.no = ${code} or t.ref_order_id = ${code} or t.id in (select p.task_id from parcels p where p.tracking_no = ${code} or p.no = ${code})) order by t.id limit 1`,
  );
  return (found?.['id'] as string | undefined) ?? null;
}

/**
 * A return that nobody announced (domain 3.5). Of a known order it expects what left with it and is not back. Of an unknown one it is a problem case
 * that the office settles. It has arrived: it lies at the dock.
 */
export async function openReturn(c: ScanContext, act: ActOf<'openReturn'>): Promise<void> {
  const parentId = await orderOf(c, act);
  const given = { by: c.userId, remark: '', id: act.taskId, trackingNo: act.code };
  c.touched.add(act.taskId);
  if (parentId === null) {
    if (act.merchantId === null) throw new Refusal('unknownTask');
    await need(c, 'unknownTask', sql`select 1 from merchants where id = ${act.merchantId}::uuid and deleted_at is null`);
    await makeUnknownRetour(c.tx, act.merchantId, given);
    c.about = { taskId: act.taskId, merchantId: act.merchantId };
  } else {
    const parent = await need(
      c,
      'unknownTask',
      sql`select no, merchant_id, (select coalesce(sum(l.shipped - l.returned), 0)::int from task_lines l where l.task_id = t.id) as out
        from tasks t where t.id = ${parentId}::uuid and t.kind = 'outbound' and t.deleted_at is null for no key update of t`,
    );
    const [no, merchantId] = [parent['no'] as string, parent['merchant_id'] as string];
    c.about = { taskId: parentId, merchantId };
    const open = await openRetourOf(c.tx, parentId);
    if (open) throw new Refusal('returnOpen', { no: open.no, at: open.at, ...(open.by === null ? {} : { who: open.by }) });
    if ((parent['out'] as number) <= 0) throw new Refusal('nothingToReturn', { no });
    await makeRetour(c.tx, parentId, given);
    c.about = { taskId: act.taskId, merchantId };
    c.touched.add(parentId);
  }
  await c.tx.execute(sql`update tasks set arrived_at = ${c.event.at} where id = ${act.taskId}::uuid`);
  c.effects.push({ kind: 'opened', id: act.taskId });
}

import { sql } from 'drizzle-orm';
import type { ActOf } from '#contract/scan/acts';
import { all, need, type Row, type ScanContext } from '../context.ts';
import { Refusal } from '../refusal.ts';

async function openCount(c: ScanContext, countId: string, compartmentId: string): Promise<Row> {
  const count = await need(
    c,
    'unknownTask',
    sql`select id, no, state, round, compartment_ids from counts where id = ${countId}::uuid and deleted_at is null for no key update`,
  );
  if (!['open', 'counting'].includes(count['state'] as string)) throw new Refusal('countClosed', { no: count['no'] as string });
  if (!(count['compartment_ids'] as string[]).includes(compartmentId)) throw new Refusal('unknownPlace', { no: count['no'] as string });
  const [done] = await all(
    c,
    sql`select 1 from count_places where count_id = ${countId}::uuid and round = ${count['round'] as number} and compartment_id = ${compartmentId}::uuid`,
  );
  if (done) throw new Refusal('countClosed', { no: count['no'] as string });
  if (count['state'] === 'open') await c.tx.execute(sql`update counts set state = 'counting' where id = ${countId}::uuid`);
  return count;
}

/** Pieces seen at a place; scanning the next piece counts on. */
export async function count(c: ScanContext, act: ActOf<'count'>): Promise<void> {
  const head = await openCount(c, act.countId, act.compartmentId);
  const [owner] = await all(
    c,
    sql`select merchant_id from stock_balances where item_id = ${act.itemId}::uuid and compartment_id = ${act.compartmentId}::uuid order by on_hand desc limit 1`,
  );
  const item = await need(c, 'unknownItem', sql`select merchant_id, sku from items where id = ${act.itemId}::uuid and deleted_at is null`);
  const merchantId = (owner?.['merchant_id'] ?? item['merchant_id']) as string | null;
  if (merchantId === null) throw new Refusal('wrongMerchant', { sku: item['sku'] as string });
  const [line] = await all(
    c,
    sql`insert into count_lines as l (count_id, round, compartment_id, merchant_id, item_id, lot, expiry, serial, condition, counted)
      values (${act.countId}::uuid, ${head['round'] as number}, ${act.compartmentId}::uuid, ${merchantId}::uuid, ${act.itemId}::uuid, ${act.lot}, ${act.expiry}::date, ${act.serial}, ${act.condition}, ${act.qty})
      on conflict on constraint count_lines_key do update set counted = l.counted + excluded.counted returning id, counted`,
  );
  if (act.serial !== '' && (line?.['counted'] as number) > 1) throw new Refusal('serialUsed', { serial: act.serial });
  c.effects.push({ kind: 'count', id: line?.['id'] as string, add: act.qty });
}

/** The place was counted through: what the books say is written beside it now, and what was not seen counts as 0. */
export async function countDone(c: ScanContext, act: ActOf<'countDone'>): Promise<void> {
  const head = await openCount(c, act.countId, act.compartmentId);
  const round = head['round'] as number;
  await c.tx.execute(sql`insert into count_lines as l (count_id, round, compartment_id, merchant_id, item_id, lot, expiry, serial, condition, counted, expected, booked_at)
    select ${act.countId}::uuid, ${round}, compartment_id, merchant_id, item_id, lot, expiry, serial, condition, 0, sum(on_hand)::int, now() from stock_balances
    where compartment_id = ${act.compartmentId}::uuid and on_hand > 0 group by compartment_id, merchant_id, item_id, lot, expiry, serial, condition
    on conflict on constraint count_lines_key do update set expected = excluded.expected, booked_at = now()`);
  await c.tx.execute(
    sql`update count_lines set expected = coalesce(expected, 0), booked_at = now() where count_id = ${act.countId}::uuid and round = ${round} and compartment_id = ${act.compartmentId}::uuid`,
  );
  await c.tx.execute(
    sql`insert into count_places (count_id, round, compartment_id, user_id) values (${act.countId}::uuid, ${round}, ${act.compartmentId}::uuid, ${c.userId}::uuid)`,
  );
  await c.tx.execute(sql`update counts set state = case when (select count(*) from count_places where count_id = ${act.countId}::uuid and round = ${round}) >= cardinality(compartment_ids) then 'review' else 'counting' end,
      variance = v.off, differing = v.differing
    from (select coalesce(sum(counted - expected), 0)::int as off, coalesce(sum(abs(counted - expected)), 0)::int as differing from count_lines where count_id = ${act.countId}::uuid and round = ${round}) v where id = ${act.countId}::uuid`);
}

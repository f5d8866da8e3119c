import { sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { command, type Row, statement } from '../../../core/db/statement.ts';
import { counts } from '../../stock/counts/table.ts';
import { Refusal } from '../../stock/index.ts';
import { stockBalances } from '../../stock/stock-balances/table.ts';
import { countLines, countPlaces } from '../../stock/tables.ts';
import { need, openItem, type ScanContext } from '../context.ts';

const lockCount = statement(
  { no: counts.no, state: counts.state, round: counts.round, compartmentIds: counts.compartmentIds },
  ({ countId }: { countId: string }) =>
    sql`select no, state, round, compartment_ids from counts where id = ${countId}::uuid and deleted_at is null for no key update`,
);
type CountRow = Row<typeof lockCount>;
const findDone = statement(
  { at: countPlaces.at },
  ({ countId, round, compartmentId }: { countId: string; round: number; compartmentId: string }) =>
    sql`select at from count_places where count_id = ${countId}::uuid and round = ${round} and compartment_id = ${compartmentId}::uuid`,
);
const findOwner = statement(
  { merchantId: stockBalances.merchantId },
  ({ itemId, compartmentId }: { itemId: string; compartmentId: string }) =>
    sql`select merchant_id from stock_balances where item_id = ${itemId}::uuid and compartment_id = ${compartmentId}::uuid order by on_hand desc limit 1`,
);
const countOn = statement(
  { id: countLines.id, counted: countLines.counted },
  (
    of: ScanCommandOf<'count'> & { round: number; merchantId: string },
  ) => sql`insert into count_lines as l (count_id, round, compartment_id, merchant_id, item_id, lot, expiry, serial, condition, counted)
      values (${of.countId}::uuid, ${of.round}, ${of.compartmentId}::uuid, ${of.merchantId}::uuid, ${of.itemId}::uuid, ${of.lot}, ${of.expiry}::date, ${of.serial}, ${of.condition}, ${of.qty})
      on conflict on constraint count_lines_key do update set counted = l.counted + excluded.counted returning id, counted`,
);

const startCount = command(({ countId }: { countId: string }) => sql`update counts set state = 'counting' where id = ${countId}::uuid`);

type Place = { countId: string; round: number; compartmentId: string };
const insertExpected = command(
  ({
    countId,
    round,
    compartmentId,
  }: Place) => sql`insert into count_lines as l (count_id, round, compartment_id, merchant_id, item_id, lot, expiry, serial, condition, counted, expected, booked_at)
    select ${countId}::uuid, ${round}, compartment_id, merchant_id, item_id, lot, expiry, serial, condition, 0, sum(on_hand)::int, now() from stock_balances
    where compartment_id = ${compartmentId}::uuid and on_hand > 0 group by compartment_id, merchant_id, item_id, lot, expiry, serial, condition
    on conflict on constraint count_lines_key do update set expected = excluded.expected, booked_at = now()`,
);
const bookLines = command(
  ({ countId, round, compartmentId }: Place) => sql`update count_lines set expected = coalesce(expected, 0), booked_at = now()
    where count_id = ${countId}::uuid and round = ${round} and compartment_id = ${compartmentId}::uuid`,
);
const insertPlace = command(
  ({ countId, round, compartmentId, userId }: Place & { userId: string | null }) =>
    sql`insert into count_places (count_id, round, compartment_id, user_id) values (${countId}::uuid, ${round}, ${compartmentId}::uuid, ${userId}::uuid)`,
);
const refreshCount = command(
  ({
    countId,
    round,
  }: Place) => sql`update counts set state = case when (select count(*) from count_places where count_id = ${countId}::uuid and round = ${round}) >= cardinality(compartment_ids) then 'review' else 'counting' end,
      variance = v.off, differing = v.differing
    from (select coalesce(sum(counted - expected), 0)::int as off, coalesce(sum(abs(counted - expected)), 0)::int as differing from count_lines
      where count_id = ${countId}::uuid and round = ${round}) v where id = ${countId}::uuid`,
);

async function openCount(c: ScanContext, countId: string, compartmentId: string): Promise<CountRow> {
  const count = await need('unknownTask', lockCount.first(c.tx, { countId }));
  if (!['open', 'counting'].includes(count.state)) throw new Refusal('countClosed', { no: count.no });
  if (!count.compartmentIds.includes(compartmentId)) throw new Refusal('unknownPlace', { no: count.no });
  const done = await findDone.first(c.tx, { countId, round: count.round, compartmentId });
  if (done) throw new Refusal('countClosed', { no: count.no });
  if (count.state === 'open') await startCount(c.tx, { countId });
  return count;
}

/** Pieces counted in a compartment. Each further scan adds to the count. */
export async function count(c: ScanContext, act: ScanCommandOf<'count'>): Promise<void> {
  const head = await openCount(c, act.countId, act.compartmentId);
  const owner = await findOwner.first(c.tx, act);
  const item = await openItem(c, act.itemId);
  const merchantId = owner?.merchantId ?? item.merchantId;
  if (merchantId === null) throw new Refusal('wrongMerchant', { sku: item.sku });
  const line = await countOn.one(c.tx, { ...act, round: head.round, merchantId });
  if (act.serial !== '' && line.counted > 1) throw new Refusal('serialUsed', { serial: act.serial });
  c.effects.push({ kind: 'count', id: line.id, add: act.qty });
}

/** Counting of the compartment is finished. The expected quantity is recorded now, and goods that were not scanned count as 0. */
export async function countDone(c: ScanContext, act: ScanCommandOf<'countDone'>): Promise<void> {
  const head = await openCount(c, act.countId, act.compartmentId);
  const place = { countId: act.countId, round: head.round, compartmentId: act.compartmentId };
  await insertExpected(c.tx, place);
  await bookLines(c.tx, place);
  await insertPlace(c.tx, { ...place, userId: c.userId });
  await refreshCount(c.tx, place);
}

import { sql } from 'drizzle-orm';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { countFact } from '../../../core/http/facts.ts';
import { bookedSince } from '../../stock/index.ts';

/** Days over which the pieces shipped are counted. */
const LEFT_DAYS = 30;

const countStock = statement(
  {
    onHand: cell.integer,
    reserved: cell.integer,
    free: cell.integer,
    places: cell.integer,
    incoming: cell.integer,
    orders: cell.integer,
    left: cell.integer,
  },
  ({
    itemId,
  }: {
    itemId: string;
  }) => sql`select s.on_hand as "onHand", s.reserved, s.free, s.places, w.incoming, w.orders, v.gone as left from
      (select coalesce(sum(b.on_hand), 0)::int as on_hand, coalesce(sum(b.reserved), 0)::int as reserved,
          coalesce(sum(b.free) filter (where kontor_promisable(b.condition, c.kind, c.blocked_reason)), 0)::int as free,
          count(distinct b.compartment_id) filter (where b.on_hand > 0)::int as places
        from stock_balances b join compartments c on c.id = b.compartment_id where b.item_id = ${itemId}::uuid and b.deleted_at is null) s
    cross join
      (select coalesce(sum(greatest(l.ordered - l.cancelled - l.received, 0)) filter (where k.kind = 'inbound' and k.status in ('receiptPending', 'receiving', 'inTransit')), 0)::int as incoming,
          count(distinct k.id) filter (where k.kind = 'outbound' and k.actual_ship_at is null and k.cancel_reason = '' and l.shipped < l.ordered - l.cancelled)::int as orders
        from task_lines l join tasks k on k.id = l.task_id where l.item_id = ${itemId}::uuid and k.deleted_at is null) w
    cross join
      (select coalesce(sum(m.qty), 0)::int as gone from stock_moves m where m.item_id = ${itemId}::uuid and m.from_place = 'stock' and m.to_place = 'customer'
        and ${bookedSince(sql`m.id`, LEFT_DAYS)}) v`,
);

/** On hand, promised to orders, free, on its way, shipped lately. */
export async function itemFacts(tx: Db, row: { id: string; minStock: number | null }): Promise<Fact[]> {
  const { onHand, reserved, free, places, incoming, orders, left } = await countStock.one(tx, { itemId: row.id });
  const minStock = row.minStock ?? 0;
  return [
    countFact('items', 'onHand', onHand, { note: { text: 'items.facts.places', values: { count: places } } }),
    countFact('items', 'reserved', reserved, { note: { text: 'items.facts.orders', values: { count: orders } } }),
    countFact(
      'items',
      'free',
      free,
      free < minStock ? { meaning: 'wait', note: { text: 'items.facts.belowMin', values: { min: minStock } } } : {},
    ),
    countFact('items', 'incoming', incoming),
    countFact('items', 'left', left, { note: { text: 'items.facts.leftDays', values: { days: LEFT_DAYS } } }),
  ];
}

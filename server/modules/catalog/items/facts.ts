import { sql } from 'drizzle-orm';
import type { Fact } from '#contract/core/related';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { countFact } from '../../../core/http/facts.ts';

const countStock = statement(
  {
    onHand: cell.integer,
    reserved: cell.integer,
    places: cell.integer,
    incoming: cell.integer,
    orders: cell.integer,
  },
  ({ itemId }: { itemId: string }) => sql`select s.on_hand as "onHand", s.reserved, s.places, w.incoming, w.orders from
      (select coalesce(sum(on_hand), 0)::int as on_hand, coalesce(sum(reserved), 0)::int as reserved, count(distinct compartment_id) filter (where on_hand > 0)::int as places
        from stock_balances where item_id = ${itemId}::uuid and deleted_at is null) s
    cross join
      (select coalesce(sum(greatest(l.ordered - l.cancelled - l.received, 0)) filter (where k.kind = 'inbound' and k.status in ('receiptPending', 'receiving', 'inTransit')), 0)::int as incoming,
          count(distinct k.id) filter (where k.kind = 'outbound' and k.actual_ship_at is null and k.cancel_reason = '' and l.shipped < l.ordered - l.cancelled)::int as orders
        from task_lines l join tasks k on k.id = l.task_id where l.item_id = ${itemId}::uuid and k.deleted_at is null) w`,
);

/** On hand, promised to orders, free, on its way, and the orders that want the item. */
export async function itemFacts(tx: Db, row: { id: string; minStock: number | null }): Promise<Fact[]> {
  const { onHand, reserved, places, incoming, orders } = await countStock.one(tx, { itemId: row.id });
  const free = onHand - reserved;
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
  ];
}

import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../core/db/columns.ts';

/** The columns of the view. Not in a `table.ts`, because there is no table to migrate. */
export const itemStocks = pgTable('item_stocks', {
  ...baseColumns,
  itemId: uuid().notNull(),
  merchantId: uuid(),
  sku: text().notNull(),
  name: text().notNull(),
  image: text(),
  category: text().notNull(),
  available: integer().notNull(),
  reserved: integer().notNull(),
  incoming: integer().notNull(),
  unavailable: integer().notNull(),
  onHand: integer().notNull(),
  minStock: integer(),
});

const PROMISABLE = 'kontor_promisable(b.condition, c.kind, c.blocked_reason)';
const ofItem = (sum: string): string => `coalesce((select sum(${sum}) from stock_balances b join compartments c on c.id = b.compartment_id
  where b.item_id = i.id and b.on_hand > 0 and b.deleted_at is null), 0)::int`;

/**
 * Sums are subqueries, so that the database computes them for the rows of a page only, and not at all to count rows. Incoming pieces are
 * added up once over the announced deliveries, which are few, instead of over all order lines of an item.
 */
export const ITEM_STOCKS_SQL = `select i.id, i.version, i.sort_at, i.created_at, i.created_by, i.updated_at, i.updated_by, i.deleted_at, i.search,
  i.id as item_id, i.merchant_id, i.sku, i.name, i.image, i.category, i.min_stock,
  ${ofItem(`(b.on_hand - b.reserved) * ${PROMISABLE}::int`)} as available,
  ${ofItem('b.reserved')} as reserved,
  ${ofItem(`(b.on_hand - b.reserved) * (not ${PROMISABLE})::int`)} as unavailable,
  ${ofItem('b.on_hand')} as on_hand,
  coalesce(w.pieces, 0)::int as incoming
from items i left join (
  select l.item_id, sum(greatest(l.ordered - l.cancelled - l.received, 0)) as pieces from tasks k join task_lines l on l.task_id = k.id
  where k.kind = 'inbound' and k.status in ('receiptPending', 'inTransit', 'receiving') and k.deleted_at is null group by l.item_id
) w on w.item_id = i.id
where i.kind <> 'logical'`;

import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { invalid } from '../../core/http/errors.ts';
import { channelOrders } from './channel-orders/table.ts';

/** A person says which item a SKU of a shop is. It becomes an alias, so it is asked once. */

type Mapped = { sku: string; itemId: string; merchantId: string };

const findItem = statement(
  { found: cell.boolean },
  ({ itemId, merchantId }: { itemId: string; merchantId: string }) =>
    sql`select exists (select from items where id = ${itemId}::uuid and deleted_at is null and (merchant_id = ${merchantId}::uuid or merchant_id is null)) as found`,
);
const insertAlias = command(
  ({ sku, itemId, merchantId }: Mapped) => sql`insert into item_aliases (code, kind, item_id, merchant_id)
    values (${sku}, 'merchantSku', ${itemId}::uuid, ${merchantId}::uuid) on conflict do nothing`,
);
/** The lines of all held orders of the merchant with this SKU. */
const mapLines = statement(
  { orderId: channelOrders.id },
  ({ sku, itemId, merchantId }: Mapped) => sql`update channel_lines l set item_id = ${itemId}::uuid from channel_orders o
    where o.id = l.order_id and o.merchant_id = ${merchantId}::uuid and o.state = 'held' and l.sku = ${sku} returning o.id as order_id`,
);

/**
 * @returns held orders that have the SKU, each once. Take them again.
 * @throws DomainError InvalidInput if the item is none of this merchant, or `mustWait` and no order has the SKU
 */
export async function mapSku(tx: Db, mapped: Mapped, { mustWait }: { mustWait: boolean }): Promise<string[]> {
  const { itemId, merchantId } = mapped;
  if (!(await findItem.one(tx, { itemId, merchantId })).found) throw invalid([{ path: 'itemId', rule: 'reference' }]);
  const lines = await mapLines(tx, mapped);
  if (mustWait && lines.length === 0) throw invalid([{ path: 'sku', rule: 'reference' }]);
  await insertAlias(tx, mapped);
  return [...new Set(lines.map(({ orderId }) => orderId))];
}

import { sql } from 'drizzle-orm';
import { CURRENCIES } from '#contract/core/fields';
import { VAT_CATEGORIES } from '#contract/money/vat';
import type { LastOrdered } from '#contract/trade/purchase-orders';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { purchaseOrders } from './purchase-orders/table.ts';

type Asked = { supplierId: string; itemId: string };

const findLast = statement(
  {
    no: purchaseOrders.no,
    orderedAt: { required: purchaseOrders.orderedAt },
    currency: cell.oneOf(CURRENCIES),
    unitPrice: cell.bigint,
    unit: cell.text,
    vatCategory: cell.oneOf(VAT_CATEGORIES),
    vatRate: cell.integer,
    supplierCode: cell.text,
  },
  ({
    supplierId,
    itemId,
  }: Asked) => sql`select o.no, o.ordered_at as "orderedAt", o.currency, (l->>'unitPrice')::bigint as "unitPrice", coalesce(l->>'unit', '') as unit,
      l->>'vatCategory' as "vatCategory", (l->>'vatRate')::int as "vatRate", coalesce(l->>'supplierCode', '') as "supplierCode"
    from items i join purchase_orders o on o.supplier_id = ${supplierId}::uuid and o.ordered_at is not null and o.cancelled_at is null and o.deleted_at is null
        and (o.merchant_id = i.merchant_id or i.merchant_id is null)
      cross join jsonb_array_elements(o.lines) l
    where i.id = ${itemId}::uuid and l->>'sku' = i.sku order by o.ordered_at desc limit 1`,
);
const findCode = statement(
  { code: orNull(cell.text) },
  ({ itemId }: { itemId: string }) =>
    sql`select min(code) as code from item_aliases where item_id = ${itemId}::uuid and kind = 'supplierCode' and deleted_at is null having count(*) = 1`,
);

/**
 * The number of an item at a supplier, and how it was ordered there last. Its number is that of the last order; if it was never ordered, the
 * alias of this kind, as long as the item has only one.
 */
export async function lastOrdered(db: Db, asked: Asked): Promise<LastOrdered> {
  const found = await findLast.first(db, asked);
  const alias = found?.supplierCode ? null : await findCode.first(db, asked);
  if (!found) return { supplierCode: alias?.code ?? '', last: null };
  const { supplierCode, ...last } = found;
  return { supplierCode: supplierCode || (alias?.code ?? ''), last };
}

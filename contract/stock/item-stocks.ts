import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { FileId, Ref } from '../core/fields.ts';

/**
 * Stock by item: one row for each item that can be in stock, added up from the balances of all its places. Rows are a view of the database
 * and have the id of the item. `onHand` = `available` + `reserved` + `unavailable`.
 */
export const itemStocks = defineArea({
  name: 'itemStocks',
  fields: {
    itemId: Ref('items'),
    /** Null: shared by all merchants. A merchant then sees the own stock only. */
    merchantId: Ref('merchants').nullable(),
    sku: z.string(),
    name: z.string(),
    image: FileId.nullable(),
    category: z.string(),
    /** Pieces that can be reserved for an order now: in good condition, in a place that may be picked from. */
    available: z.int(),
    reserved: z.int(),
    /** Pieces of announced deliveries that have not been received. */
    incoming: z.int(),
    /** Pieces that are not reserved and cannot be picked: not put away, in a locked place, or not in good condition. */
    unavailable: z.int(),
    onHand: z.int(),
    minStock: z.int().nullable(),
  },
  search: ['sku', 'name'],
  title: ['sku', 'name'],
  merchant: 'merchantId',
  sharedWhenNull: true,
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
});

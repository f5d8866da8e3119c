import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Ref } from '../core/fields.ts';
import { Condition } from '../scanning/commands.ts';

/**
 * Stock: one row for each merchant, item, place, lot, expiry date, serial number, condition and unit. Only `kontor_move`
 * (server/modules/stock/move-functions.sql) changes it, in the transaction of the move. `onHand` = sum of moves, 0 ≤ `reserved` ≤
 * `onHand`.
 */
export const stockBalances = defineArea({
  name: 'stockBalances',
  fields: {
    merchantId: Ref('merchants'),
    itemId: Ref('items'),
    /** Copies for search, updated by triggers. */
    sku: z.string(),
    itemName: z.string(),
    compartmentId: Ref('compartments'),
    place: z.string(),
    lot: z.string(),
    expiry: CalendarDate.nullable(),
    serial: z.string(),
    condition: Condition,
    unitId: Ref('mergedUnits').nullable(),
    onHand: z.int(),
    reserved: z.int(),
    /** Quantity that can still be reserved. */
    free: z.int(),
  },
  search: ['sku', 'itemName', 'place', 'lot', 'serial'],
  title: ['sku', 'place'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

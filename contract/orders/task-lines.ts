import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Minor, Ref } from '../core/fields.ts';
import { RETURN_REASONS } from './returns.ts';

const count = z.int().min(0).max(10_000_000);

/**
 * Pieces of one item on a task. The counters are caches of the stock ledger and the reservations; `npm run check:invariants` compares
 * them.
 */
export const taskLines = defineArea({
  name: 'taskLines',
  fields: {
    taskId: Ref('tasks'),
    merchantId: Ref('merchants'),
    itemId: Ref('items'),
    sku: z.string(),
    name: z.string(),
    /** The item name used by the shop, if it differs. */
    source: Line(300),
    ordered: count,
    cancelled: count,
    reserved: count,
    short: count,
    picked: count,
    packed: count,
    shipped: count,
    returned: count,
    received: count,
    damaged: count,
    putAway: count,
    disposed: count,
    /** Sales price of one piece in the smallest unit of the order's currency, for customs documents. */
    price: Minor.nullable(),
    /** From 1. */
    position: count,
    /** Of a line of a return: the line of the order that it takes back, and why. */
    orderLineId: Ref('taskLines').nullable(),
    returnReason: z.enum(RETURN_REASONS).nullable(),
  },
  search: ['sku', 'name'],
  title: ['sku'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

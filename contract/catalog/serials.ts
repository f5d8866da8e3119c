import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Ref } from '../core/fields.ts';

export const SERIAL_STATES = ['inStock', 'packed', 'shipped', 'returned', 'scrapped', 'gone'] as const;

/** Pieces with a known serial number and their current state. Maintained by the stock ledger. */
export const serials = defineArea({
  name: 'serials',
  fields: {
    merchantId: Ref('merchants'),
    itemId: Ref('items'),
    serial: z.string(),
    state: z.enum(SERIAL_STATES),
    /** The order it was shipped with. */
    taskId: Ref('tasks').nullable(),
    shippedAt: Instant.nullable(),
    /** The wrong number that this one replaced, the number that replaced this one, and the reason (`GET /v0/p11yorders/swapSN`). */
    replacesId: Ref('serials').nullable(),
    replacedById: Ref('serials').nullable(),
    swapReason: z.string(),
  },
  search: ['serial'],
  title: ['serial'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

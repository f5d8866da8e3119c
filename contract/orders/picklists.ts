import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

/** order: one order; batch: several at once, sorted at the pack table; single: one-piece orders; zone: one zone of the hall; 2C: parcels to consumers. */
export const PICKLIST_KINDS = ['order', 'batch', 'single', 'zone', 'toConsumer'] as const;
export const PICKLIST_STATES = ['open', 'printed', 'picking', 'done', 'cancelled'] as const;

/** A walk through the hall: lines in the order of the way, each from one place for one order line. */
export const picklists = defineArea({
  name: 'picklists',
  fields: {
    no: Line(20),
    kind: z.enum(PICKLIST_KINDS),
    state: z.enum(PICKLIST_STATES),
    /** Set when all orders on it are of one merchant, who then sees it. */
    merchantId: Ref('merchants').nullable(),
    zone: z.string(),
    carrierId: Ref('carriers').nullable(),
    pickerId: Ref('users').nullable(),
    cartId: Ref('compartments').nullable(),
    orders: z.int(),
    lines: z.int(),
    pieces: z.int(),
    picked: z.int(),
    short: z.int(),
    printedAt: Instant.nullable(),
    startedAt: Instant.nullable(),
    doneAt: Instant.nullable(),
  },
  search: ['no', 'zone'],
  title: ['no'],
  named: true,
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** `POST /v0/picklists`: makes lists for tasks that are ready to pick; null tasks means all that wait. */
export const NewPicklists = z.strictObject({
  kind: z.enum(PICKLIST_KINDS).default('batch'),
  taskIds: z.array(z.uuid()).max(1000).nullable().default(null),
  carrierId: z.uuid().nullable().default(null),
  zone: z.string().max(20).default(''),
  /** Orders on one list at most. */
  size: z.int().min(1).max(200).default(20),
});

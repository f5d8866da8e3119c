import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

/**
 * `order`: one order; `batch`: several orders, sorted at the pack table; `single`: one-piece orders; `zone`: one zone of the hall;
 * `toConsumer`: parcels to consumers.
 */
export const PICKLIST_KINDS = ['order', 'batch', 'single', 'zone', 'toConsumer'] as const;
export const PICKLIST_STATES = ['open', 'printed', 'picking', 'done', 'cancelled'] as const;

/** One walk through the warehouse. Lines are in walking order; each takes pieces from one place for one order line. */
export const picklists = defineArea({
  name: 'picklists',
  fields: {
    no: Line(20),
    kind: z.enum(PICKLIST_KINDS),
    state: z.enum(PICKLIST_STATES),
    /** Set if all orders on the list belong to one merchant. That merchant can then see it. */
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

/** `POST /v0/picklists` creates picklists for tasks that are ready to pick. `taskIds: null` means all of these. */
export const NewPicklists = z.strictObject({
  kind: z.enum(PICKLIST_KINDS).default('batch'),
  taskIds: z.array(z.uuid()).max(1000).nullable().default(null),
  carrierId: z.uuid().nullable().default(null),
  zone: z.string().max(20).default(''),
  /** Maximum number of orders on one list. */
  size: z.int().min(1).max(200).default(20),
});

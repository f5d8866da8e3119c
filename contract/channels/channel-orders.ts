import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Id, Instant, Line, Ref } from '../core/fields.ts';

/**
 * States of an order of a channel. `new` is stored and not taken yet. `held` waits for a correction. `taken` became an order of the house,
 * whose progress decides about `cancelAsked`, `cancelled` and `done`. `ignored` was given up by a person.
 */
export const CHANNEL_ORDER_STATES = ['new', 'held', 'taken', 'cancelAsked', 'cancelled', 'done', 'ignored'] as const;
export type ChannelOrderState = (typeof CHANNEL_ORDER_STATES)[number];

/** Why an order is held. Each has a sentence in every language (`channelOrders.why.<reason>`) and a correction on its page. `cancelAsked` is decided in the shop. */
export const HELD_REASONS = ['unknownSku', 'duplicateSku', 'noCarrier', 'badAddress', 'refused', 'cancelAsked', 'otherCurrency'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/**
 * The order that collects what the customer of a divided order pays at the door. Without an id it is not taken yet, and the number is that of the
 * shop. Shown with the sentence of `collectedWithText`.
 */
export const CollectedWith = z.object({ id: Id.nullable(), no: z.string() });
export type CollectedWith = z.infer<typeof CollectedWith>;
export const collectedWithText = ({ id }: CollectedWith): string => `channelOrders.collectedWith.${id === null ? 'part' : 'order'}`;

const made = {
  channelId: Ref('channels'),
  merchantId: Ref('merchants'),
  /** The number by which the channel knows the order. It is stored once and never again. */
  externalId: Line(60),
  /** The number that the merchant's customer sees. */
  externalNo: Line(60),
  state: z.enum(CHANNEL_ORDER_STATES),
  reason: z.enum(HELD_REASONS).nullable(),
  /** What the reason is about: the SKUs, the faults of the address, the name of the carrier, the words of a person. */
  detail: Line(2000),
  taskId: Ref('tasks').nullable(),
  tries: z.int(),
  firstSeen: Instant,
  lastSeen: Instant,
  endedAt: Instant.nullable(),
};

/** What a channel ordered, as it came in, and what became of it. Rows are made by programs and shops only. */
export const channelOrders = defineArea({
  name: 'channelOrders',
  fields: made,
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['externalNo', 'externalId', 'detail'],
  title: ['externalNo'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

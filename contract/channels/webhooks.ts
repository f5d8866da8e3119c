import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';

/** What a merchant's program can be told of. `stock.changed` gathers the items of some seconds. */
export const WEBHOOK_EVENTS = [
  'order.taken',
  'order.held',
  'order.cancelled',
  'shipment.handedOver',
  'shipment.delivered',
  'shipment.failed',
  'stock.changed',
  'receipt.done',
  'return.received',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent when a person asks for it, to try a webhook out. */
export const TEST_EVENT = 'test.sent';

/** Computed: it sends, has no secret yet, was paused because nobody answered for days, or is switched off. */
export const WEBHOOK_STATES = ['active', 'waiting', 'paused', 'off'] as const;
/** Hours for which a replaced secret still signs beside the new one. */
export const OLD_SECRET_HOURS = 24;

const made = {
  state: z.enum(WEBHOOK_STATES),
  /** When the last event was taken by the other side, and since when none was. */
  lastSentAt: Instant.nullable(),
  failingSince: Instant.nullable(),
};

/** An address of a merchant's program to which events are sent, signed as the Standard Webhooks specification says. */
export const webhooks = defineArea({
  name: 'webhooks',
  fields: {
    merchantId: Ref('merchants'),
    name: Line(80, 1),
    url: z.url({ protocol: /^https?$/ }).max(500),
    events: z
      .array(z.enum(WEBHOOK_EVENTS))
      .min(1)
      .max(WEBHOOK_EVENTS.length)
      .default([...WEBHOOK_EVENTS]),
    active: z.boolean().default(true),
    ...made,
  },
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['name', 'url'],
  title: ['name'],
  merchant: 'merchantId',
});

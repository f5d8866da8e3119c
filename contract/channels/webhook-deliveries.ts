import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Instant, Line, Ref } from '../core/fields.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from './webhooks.ts';

export const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const;

const made = {
  webhookId: Ref('webhooks'),
  merchantId: Ref('merchants'),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  /** The number of the order, parcel or delivery that the event is about. */
  subject: Line(60),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** Of the last try: the status of HTTP, 0 without an answer, and what was answered. */
  lastStatus: z.int().nullable(),
  lastText: Line(500),
  dueAt: Instant,
  sentAt: Instant.nullable(),
};

/** An event for a webhook, and what came of sending it. */
export const webhookDeliveries = defineArea({
  name: 'webhookDeliveries',
  fields: made,
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['subject', 'lastText'],
  title: ['event', 'subject'],
  merchant: 'merchantId',
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
});

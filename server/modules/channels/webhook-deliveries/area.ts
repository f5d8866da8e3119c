import { webhookDeliveries as area, DELIVERY_STATES } from '#contract/channels/webhook-deliveries';
import { TEST_EVENT, WEBHOOK_EVENTS } from '#contract/channels/webhooks';
import type { Mask } from '#contract/core/mask';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { textIn } from '../../../core/http/texts.ts';
import { webhookDeliveries as table } from './table.ts';

const MEANING = { waiting: 'wait', sent: 'done', failed: 'stop' } as const;
const labelOf = (event: string): string => `webhooks.events.${event.replace('.', '-')}`;

const fields = defineFields(area, {
  webhookId: { kind: 'reference', area: 'webhooks', filter: true, width: 180 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 160 },
  event: {
    kind: 'choice',
    filter: true,
    width: 200,
    options: [...WEBHOOK_EVENTS, TEST_EVENT].map((value) => ({ value, label: labelOf(value) })),
  },
  subject: { kind: 'text', mono: true, filter: true, width: 150 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: DELIVERY_STATES.map((value) => ({ value, label: `webhookDeliveries.states.${value}`, meaning: MEANING[value] })),
  },
  tries: { kind: 'number', width: 90 },
  lastStatus: { kind: 'number', width: 110 },
  lastText: { kind: 'text', width: 260 },
  dueAt: {
    kind: 'instant',
    relative: true,
    past: 'webhookDeliveries.nextRun',
    when: { field: 'state', op: 'eq', value: 'waiting' },
    width: 150,
  },
  sentAt: { kind: 'instant', sort: true, width: 150 },
});

const mask = (key: string, side: 'house' | 'merchant'): Mask =>
  defineMask(area, {
    key,
    icon: 'inbox',
    fields,
    columns: [
      'event',
      'subject',
      'state',
      'webhookId',
      'lastStatus',
      'lastText',
      'tries',
      { field: 'merchantId', hidden: side === 'merchant' },
      'createdAt',
      'sentAt',
      { field: 'dueAt', hidden: true },
    ],
    filters: ['webhookId', 'state', 'event', 'subject', ...(side === 'house' ? (['merchantId'] as const) : []), 'createdAt'],
    actions: [
      {
        key: 'again',
        label: 'webhookDeliveries.actions.again',
        done: 'webhookDeliveries.done.again',
        on: 'row',
        call: { method: 'POST', path: '/v0/webhookDeliveries/:id/again' },
        privilege: 'webhooks.update',
        when: { field: 'state', op: 'in', value: ['sent', 'failed'] },
      },
    ],
    show: {
      delivery: ['event', 'subject', 'state', 'webhookId', 'merchantId'],
      answer: ['lastStatus', 'lastText', 'tries', 'dueAt', 'sentAt', 'createdAt'],
    },
  });

export const webhookDeliveries = defineServerArea({
  area,
  table,
  // Rows tell of other rows, which have a history of their own.
  computed: ['*'],
  // The stored title names the event as programs do.
  worded: ({ event, subject }, locale) => ({ rowTitle: [textIn(locale, labelOf(String(event))), subject].filter(Boolean).join(' · ') }),
  wordedFrom: ['event', 'subject'],
  scopes: { read: 'webhooks.manage' },
  masks: [mask('m4t.webhookDelivery.list', 'house'), mask('mEP.webhookDelivery.list', 'merchant')],
});

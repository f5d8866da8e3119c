import type { ActionSpec } from '#contract/core/mask';
import { incomingMails as area, INCOMING_MAIL_REASONS, INCOMING_MAIL_STATES } from '#contract/support/incoming-mails';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { incomingMailRoutes } from './routes.ts';
import { incomingMails as table } from './table.ts';

const MEANING = { held: 'work', taken: 'done', automatic: 'closed', dismissed: 'closed' } as const;

const fields = defineFields(area, {
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: INCOMING_MAIL_STATES.map((value) => ({ value, label: `incomingMails.states.${value}`, meaning: MEANING[value] })),
  },
  reason: {
    kind: 'choice',
    filter: true,
    width: 230,
    options: INCOMING_MAIL_REASONS.map((value) => ({ value, label: `incomingMails.reasons.${value}` })),
  },
  sender: { kind: 'email', sort: true, filter: true, width: 230 },
  senderName: { kind: 'text', width: 180 },
  subject: { kind: 'text', sort: true, filter: true, width: 300 },
  text: { kind: 'text', multiline: true, width: 320 },
  quote: { kind: 'text', multiline: true, width: 320 },
  attachments: { kind: 'number', width: 110 },
  refused: { kind: 'text', multiline: true, width: 200 },
  messageId: { kind: 'text', mono: true, width: 240 },
  ticketId: { kind: 'reference', area: 'tickets', filter: true, width: 200 },
  mailId: { kind: 'reference', area: 'outgoingMails', width: 160 },
  decidedAt: { kind: 'instant', width: 150 },
});

const OPEN = ['held', 'automatic', 'dismissed'];
const action = (key: 'open' | 'add' | 'dismiss', more: Partial<ActionSpec> = {}): ActionSpec => ({
  key,
  label: `incomingMails.actions.${key}`,
  done: `incomingMails.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/incomingMails/:id/${key}` },
  when: { field: 'state', op: 'in', value: OPEN },
  privilege: 'incomingMails.update',
  ...more,
});

export const incomingMails = defineServerArea({
  area,
  table,
  // The audit log would keep what strangers write for ever.
  secret: ['sender', 'senderName', 'subject', 'text', 'quote', 'refused', 'messageId'],
  routes: incomingMailRoutes,
  masks: [
    defineMask(area, {
      key: 'p11y.incomingMails.list',
      icon: 'mail',
      fields,
      facts: ['sender', 'state', 'reason', 'ticketId'],
      next: [
        { when: { field: 'state', op: 'eq', value: 'held' }, action: 'open', text: 'incomingMails.next.held' },
        { when: { field: 'state', op: 'eq', value: 'automatic' }, text: 'incomingMails.next.automatic', meaning: 'wait' },
      ],
      columns: [
        'subject',
        'state',
        'reason',
        'sender',
        'createdAt',
        'ticketId',
        'attachments',
        { field: 'senderName', hidden: true },
        { field: 'decidedAt', hidden: true },
      ],
      filters: ['state', 'reason', 'sender', 'subject', 'ticketId', 'createdAt'],
      views: [
        { key: 'held', label: 'incomingMails.states.held', filters: [{ field: 'state', op: 'eq', value: 'held' }] },
        { key: 'taken', label: 'incomingMails.states.taken', filters: [{ field: 'state', op: 'eq', value: 'taken' }] },
        { key: 'automatic', label: 'incomingMails.states.automatic', filters: [{ field: 'state', op: 'eq', value: 'automatic' }] },
      ],
      show: {
        mail: ['subject', 'state', 'reason', 'sender', 'senderName', 'createdAt', 'attachments', 'refused'],
        letter: ['text', 'quote'],
        way: ['ticketId', 'mailId', 'decidedAt', 'messageId'],
      },
      actions: [
        action('open', {
          ask: { merchantId: { kind: 'reference', area: 'merchants', label: 'incomingMails.ask.merchantId', required: true } },
        }),
        action('add', {
          ask: {
            ticketId: {
              kind: 'reference',
              area: 'tickets',
              label: 'incomingMails.ask.ticketId',
              help: 'incomingMails.help.ticketId',
              required: true,
            },
          },
        }),
        action('dismiss', { inMenu: true, when: { field: 'state', op: 'eq', value: 'held' } }),
      ],
    }),
  ],
});

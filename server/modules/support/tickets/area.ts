import type { ActionSpec } from '#contract/core/mask';
import { TICKET_STATES, TICKET_TOPICS } from '#contract/support/ticket';
import { tickets as area } from '#contract/support/tickets';
import { isStaff } from '../../../core/http/actor.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask, type FieldInput } from '../../../core/http/mask.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { PRIORITY_FIELD } from '../../orders/index.ts';
import { ticketRoutes } from './routes.ts';
import { tickets as table } from './table.ts';
import { updateTicketState } from './update-state.ts';

/** A ticket state has opposite meanings for house and merchant: one waits, the other has to act. */
const states = (words: 'states' | 'merchantStates', mine: 'waitsForUs' | 'waitsForMerchant'): FieldInput => ({
  kind: 'status',
  sort: true,
  filter: true,
  width: 180,
  options: TICKET_STATES.map((value) => ({
    value,
    label: `tickets.${words}.${value}`,
    meaning: value === 'closed' ? 'closed' : value === mine ? 'work' : 'wait',
  })),
});
const of = (state: FieldInput) =>
  defineFields(area, {
    no: { kind: 'text', sort: true, filter: true, width: 110 },
    state,
    merchantId: { kind: 'reference', area: 'merchants', filter: true, createOnly: true, width: 170 },
    topic: {
      kind: 'choice',
      filter: true,
      sort: true,
      width: 130,
      options: TICKET_TOPICS.map((value) => ({ value, label: `tickets.topics.${value}` })),
    },
    subject: { kind: 'text', sort: true, filter: true, width: 280 },
    text: { kind: 'text', multiline: true, createOnly: true, width: 320 },
    taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
    priority: PRIORITY_FIELD,
    dueAt: { kind: 'instant', sort: true, filter: true, help: 'tickets.help.dueAt', width: 150 },
    messages: { kind: 'number', sort: true, width: 100 },
    lastMessageAt: { kind: 'instant', relative: true, sort: true, filter: true, width: 150 },
    stateSince: { kind: 'instant', relative: true, sort: true, width: 150 },
    closedAt: { kind: 'instant', sort: true, filter: true, width: 150 },
    picture: { kind: 'image', visibility: 'image', width: 64 },
    diagnostics: { kind: 'text', multiline: true, mono: true, createOnly: true, when: { field: 'diagnostics', op: 'filled' }, width: 320 },
  });
const fields = of(states('states', 'waitsForUs'));

const turn = (key: 'close' | 'reopen'): ActionSpec => ({
  key,
  label: `tickets.actions.${key}`,
  done: `tickets.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/tickets/:id/${key}` },
  privilege: 'tickets.update',
  when: { field: 'state', op: key === 'close' ? 'ne' : 'eq', value: 'closed' },
});
const rest = {
  icon: 'mail',
  filters: ['no', 'state', 'topic', 'subject', 'merchantId', 'priority', 'dueAt', 'taskId', 'createdAt', 'closedAt'],
  show: {
    ticket: ['no', 'state', 'stateSince', 'topic', 'subject', 'text', 'priority'],
    about: ['merchantId', 'taskId', 'dueAt', 'messages', 'lastMessageAt', 'closedAt', 'createdAt'],
    report: ['picture', 'diagnostics'],
  },
  form: { layout: 'page', sections: { ticket: ['merchantId', 'topic', 'subject', 'text', 'taskId', 'priority'] } },
} as const;
const actions = [turn('close'), turn('reopen')];

export const tickets = defineServerArea({
  area,
  table,
  routes: ticketRoutes,
  computed: ['state', 'stateSince', 'dueAt', 'messages', 'lastMessageAt'],
  number: { field: 'no', prefix: 'TK-' },
  check: ({ values, current }) =>
    (['merchantId', 'text'] as const)
      .filter((path) => current && path in values && values[path] !== current[path])
      .map((path) => ({ path, rule: 'fixed' })),
  beforeSave: ({ actor, values, current }) => (current ? values : { ...values, openedBy: isStaff(actor) ? 'house' : 'merchant' }),
  afterSave: async ({ tx, row }) => {
    await becomeHouse(tx);
    await updateTicketState(tx, row['id']);
  },
  masks: [
    defineMask(area, {
      ...rest,
      actions,
      key: 'p11y.tickets.list',
      facts: ['merchantId', 'taskId', 'priority', 'dueAt', 'lastMessageAt'],
      next: [
        { when: { field: 'state', op: 'eq', value: 'waitsForUs' }, text: 'tickets.next.answer' },
        { when: { field: 'state', op: 'eq', value: 'waitsForMerchant' }, action: 'close', text: 'tickets.next.wait', meaning: 'wait' },
      ],
      fields,
      columns: [
        'no',
        'state',
        'subject',
        'topic',
        'merchantId',
        'priority',
        'dueAt',
        'lastMessageAt',
        { field: 'messages', hidden: true },
        { field: 'taskId', hidden: true },
        { field: 'stateSince', hidden: true },
        { field: 'closedAt', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      open: [{ field: 'state', op: 'in', value: ['waitsForUs', 'waitsForMerchant'] }],
      views: [
        { key: 'toAnswer', label: 'tickets.views.toAnswer', filters: [{ field: 'state', op: 'eq', value: 'waitsForUs' }] },
        { key: 'waiting', label: 'tickets.views.waiting', filters: [{ field: 'state', op: 'eq', value: 'waitsForMerchant' }] },
        { key: 'closed', label: 'tickets.views.closed', filters: [{ field: 'state', op: 'eq', value: 'closed' }] },
      ],
    }),
    defineMask(area, {
      ...rest,
      actions,
      key: 'm4t.tickets.list',
      facts: ['taskId', 'priority', 'lastMessageAt'],
      next: [
        { when: { field: 'state', op: 'eq', value: 'waitsForMerchant' }, text: 'tickets.next.answer' },
        { when: { field: 'state', op: 'eq', value: 'waitsForUs' }, text: 'tickets.next.house', meaning: 'wait' },
      ],
      fields: of(states('merchantStates', 'waitsForMerchant')),
      columns: [
        'no',
        'state',
        'subject',
        'topic',
        'taskId',
        'lastMessageAt',
        { field: 'messages', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      open: [{ field: 'state', op: 'in', value: ['waitsForUs', 'waitsForMerchant'] }],
    }),
  ],
});

import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { ActionSpec } from '#contract/core/mask';
import { ME, NOW } from '#contract/core/query';
import { SATISFACTIONS, TICKET_STATES, TICKET_TOPICS } from '#contract/support/ticket';
import { tickets as area } from '#contract/support/tickets';
import { isStaff } from '../../../core/http/actor.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask, type FieldInput } from '../../../core/http/mask.ts';
import { becomeHouse, runAsHouse } from '../../../core/http/write.ts';
import { PRIORITY_FIELD } from '../../orders/index.ts';
import { mailAnswer } from './answer-mails.ts';
import { teamOfTopic } from './owner.ts';
import { ticketRoutes } from './routes.ts';
import { tickets as table } from './table.ts';
import { updateTicketState } from './update-state.ts';

const OPEN = { field: 'state', op: 'in' as const, value: ['waitsForUs', 'waitsForMerchant'] };

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
    // A merchant asks for the own house, which the server fills in.
    merchantId: { kind: 'reference', area: 'merchants', audience: 'house', filter: true, createOnly: true, width: 170 },
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
    dueAt: { kind: 'instant', sort: true, filter: true, help: 'tickets.help.dueAt', deadline: 2, width: 170 },
    solveDueAt: {
      kind: 'instant',
      sort: true,
      filter: true,
      audience: 'house',
      help: 'tickets.help.solveDueAt',
      deadline: 4,
      width: 190,
    },
    messages: { kind: 'number', sort: true, width: 100 },
    lastMessageAt: { kind: 'instant', relative: true, sort: true, filter: true, width: 150 },
    stateSince: { kind: 'instant', relative: true, sort: true, width: 150 },
    closedAt: { kind: 'instant', sort: true, filter: true, width: 150 },
    picture: { kind: 'image', visibility: 'image', createOnly: true, width: 64 },
    assigneeId: { kind: 'reference', area: 'users', avatar: true, filter: true, audience: 'house', width: 170 },
    satisfaction: {
      kind: 'choice',
      sort: true,
      filter: true,
      width: 120,
      options: SATISFACTIONS.map((value) => ({ value, label: `tickets.satisfaction.${value}` })),
    },
    satisfactionRemark: { kind: 'text', multiline: true, width: 240 },
    ratedAt: { kind: 'instant', sort: true, width: 150 },
    mergedIntoId: { kind: 'reference', area: 'tickets', filter: true, width: 150 },
    teamId: { kind: 'reference', area: 'ticketTeams', filter: true, audience: 'house', width: 150 },
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
  when: {
    and: [
      { field: 'state', op: key === 'close' ? 'ne' : 'eq', value: 'closed' },
      { field: 'mergedIntoId', op: 'empty' },
    ],
  },
});
const rest = {
  icon: 'mail',
  filters: [
    'no',
    'state',
    'satisfaction',
    'assigneeId',
    'teamId',
    'topic',
    'subject',
    'merchantId',
    'priority',
    'dueAt',
    'solveDueAt',
    'taskId',
    'createdAt',
    'closedAt',
  ],
  show: {
    ticket: ['no', 'state', 'stateSince', 'topic', 'subject', 'text', 'priority'],
    about: [
      'mergedIntoId',
      'assigneeId',
      'teamId',
      'merchantId',
      'taskId',
      'dueAt',
      'solveDueAt',
      'messages',
      'lastMessageAt',
      'closedAt',
      'createdAt',
    ],
    rating: ['satisfaction', 'satisfactionRemark', 'ratedAt'],
    report: ['picture', 'diagnostics'],
  },
  form: { layout: 'page', sections: { ticket: ['merchantId', 'topic', 'subject', 'text', 'picture', 'taskId', 'priority'] } },
} as const;
const open = { field: 'state', op: 'ne', value: 'closed' } as const;
const own = (key: string, more: Partial<ActionSpec> = {}): ActionSpec => ({
  key,
  label: `tickets.actions.${key}`,
  done: `tickets.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/tickets/:id/${key}` },
  privilege: 'tickets.assign',
  when: open,
  ...more,
});
const ownerActions = [
  own('take', { when: { and: [open, { field: 'assigneeId', op: 'empty' }] } }),
  own('assign', {
    inMenu: true,
    ask: {
      userId: {
        kind: 'reference',
        area: 'users',
        label: 'tickets.ask.userId',
        required: true,
        // Parameters of a list call: people of the house who may sign in.
        where: { 'type.gt': String(STAFF_TYPE_ABOVE), 'disabledAt.null': 'true' },
      },
    },
  }),
  own('team', {
    inMenu: true,
    ask: { teamId: { kind: 'reference', area: 'ticketTeams', label: 'tickets.ask.teamId', required: true } },
  }),
  own('merge', {
    inMenu: true,
    privilege: 'tickets.merge',
    when: { and: [open, { field: 'mergedIntoId', op: 'empty' }] },
    ask: {
      intoId: {
        kind: 'reference',
        area: 'tickets',
        label: 'tickets.ask.intoId',
        help: 'tickets.help.intoId',
        required: true,
        // Parameters of a list call: open tickets of the same merchant.
        where: { merchantId: '$merchantId', 'state.ne': 'closed', 'mergedIntoId.null': 'true' },
      },
    },
  }),
  own('unmerge', { inMenu: true, privilege: 'tickets.merge', when: { field: 'mergedIntoId', op: 'filled' } }),
  own('release', { inMenu: true, when: { and: [open, { field: 'assigneeId', op: 'filled' }] } }),
];
const actions = [turn('close'), turn('reopen')];

export const tickets = defineServerArea({
  area,
  table,
  routes: ticketRoutes,
  fileUses: { table: 'ticket_files', row: 'ticket_id', file: 'file', internal: 'internal' },
  related: [{ area: 'outgoingMails', by: 'ticketId', columns: ['no', 'status', 'mailTo', 'sentAt'], folded: true }],
  computed: ['state', 'stateSince', 'dueAt', 'solveDueAt', 'messages', 'lastMessageAt'],
  number: { field: 'no', prefix: 'TK-' },
  check: ({ values, current }) =>
    (['merchantId', 'text'] as const)
      .filter((path) => current && path in values && values[path] !== current[path])
      .map((path) => ({ path, rule: 'fixed' })),
  houseFields: ['assigneeId', 'teamId', 'solveDueAt'],
  beforeSave: async ({ tx, actor, values, current }) => {
    if (current) return values;
    // Teams are rows of the house.
    const teamId = await runAsHouse(tx, () => teamOfTopic(tx, String(values.topic)));
    return { ...values, teamId, openedBy: isStaff(actor) ? 'house' : 'merchant' };
  },
  afterSave: async ({ tx, row, current }) => {
    await becomeHouse(tx);
    await updateTicketState(tx, row.id);
    if (!current && row.openedBy === 'house') await mailAnswer(tx, { ticketId: row.id, entryId: row.id, text: row.text });
  },
  masks: [
    defineMask(area, {
      ...rest,
      actions: [...ownerActions, ...actions],
      key: 'p11y.tickets.list',
      facts: ['merchantId', 'priority', 'assigneeId', 'dueAt', 'solveDueAt'],
      next: [
        { when: { field: 'state', op: 'eq', value: 'waitsForUs' }, text: 'tickets.next.answer' },
        { when: { field: 'state', op: 'eq', value: 'waitsForMerchant' }, text: 'tickets.next.wait', meaning: 'wait' },
      ],
      fields,
      columns: [
        'no',
        'state',
        { field: 'subject', main: true },
        'topic',
        { field: 'merchantId', aside: true },
        'priority',
        'assigneeId',
        'dueAt',
        'lastMessageAt',
        { field: 'solveDueAt', hidden: true },
        { field: 'teamId', hidden: true },
        { field: 'messages', hidden: true },
        { field: 'taskId', hidden: true },
        { field: 'stateSince', hidden: true },
        { field: 'closedAt', hidden: true },
        { field: 'satisfaction', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      open: [OPEN],
      views: [
        { key: 'mine', label: 'tickets.views.mine', filters: [OPEN, { field: 'assigneeId', op: 'eq', value: ME }] },
        { key: 'myTeams', label: 'tickets.views.myTeams', filters: [OPEN, { field: 'teamId', op: 'eq', value: ME }] },
        { key: 'nobodys', label: 'tickets.views.nobodys', filters: [OPEN, { field: 'assigneeId', op: 'null', value: 'true' }] },
        { key: 'toAnswer', label: 'tickets.views.toAnswer', filters: [{ field: 'state', op: 'eq', value: 'waitsForUs' }] },
        { key: 'overdue', label: 'tickets.views.overdue', filters: [{ field: 'dueAt', op: 'lt', value: NOW }] },
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
        { field: 'subject', main: true },
        'topic',
        'taskId',
        'lastMessageAt',
        { field: 'messages', hidden: true },
        { field: 'createdAt', hidden: true },
      ],
      open: [OPEN],
    }),
  ],
});

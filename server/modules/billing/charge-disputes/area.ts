import { chargeDisputes as area } from '#contract/billing/charge-disputes';
import { DISPUTE_STATUSES } from '#contract/billing/charge-states';
import type { ActionSpec, FieldSpec } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { BILLED } from '#contract/money/circles';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { chargeDisputeRoutes } from './routes.ts';
import { chargeDisputes as table } from './table.ts';

const MEANING = { open: 'wait', accepted: 'done', part: 'done', rejected: 'closed', withdrawn: 'closed' } as const;
const money = { kind: 'money', currencyField: 'currency', width: 120 } as const;
const fields = defineFields(area, {
  no: { kind: 'text', mono: true, sort: true, filter: true, width: 110 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180, audience: 'house' },
  subject: { kind: 'text', filter: true, width: 220 },
  reason: { kind: 'text', multiline: true, width: 260 },
  chargeId: { kind: 'reference', area: 'charges', filter: true, width: 140 },
  invoiceId: { kind: 'reference', area: 'invoices', filter: true, width: 160 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions(BILLED) },
  amount: { ...money, sort: true },
  gross: { ...money, help: 'chargeDisputes.help.gross' },
  status: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: DISPUTE_STATUSES.map((value) => ({ value, label: `chargeDisputes.statuses.${value}`, meaning: MEANING[value] })),
  },
  openedOn: { kind: 'date', sort: true, filter: true, width: 120 },
  answer: { kind: 'text', multiline: true, width: 260 },
  accepted: { ...money, blankZero: true },
  creditId: { kind: 'reference', area: 'invoices', filter: true, width: 160 },
  decidedAt: { kind: 'instant', sort: true, width: 160 },
  decidedBy: { kind: 'reference', area: 'users', filter: true, width: 160, audience: 'house' },
});

const open: Condition = { field: 'status', op: 'eq', value: 'open' };
const answer: FieldSpec = { kind: 'text', label: 'chargeDisputes.fields.answer', required: true, multiline: true, maxLength: 1000 };
const amount: FieldSpec = { kind: 'decimal', label: 'chargeDisputes.ask.amount', scale: 2, min: 1, help: 'chargeDisputes.help.part' };
const step = (key: string, privilege: string, more: Partial<ActionSpec>): ActionSpec => ({
  key,
  label: `chargeDisputes.actions.${key}`,
  done: `chargeDisputes.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/chargeDisputes/:id/${key}` },
  privilege: `chargeDisputes.${privilege}`,
  when: open,
  ...more,
});
const shown = {
  main: ['no', 'status', 'subject', 'reason', 'amount', 'gross', 'openedOn'],
  about: ['chargeId', 'invoiceId'],
  decision: ['answer', 'accepted', 'creditId', 'decidedAt'],
} as const;
const views = [{ key: 'open', label: 'chargeDisputes.views.open', filters: [{ field: 'status', op: 'eq' as const, value: 'open' }] }];

export const chargeDisputes = defineServerArea({
  area,
  table,
  routes: chargeDisputeRoutes,
  // The facts that the answer is about.
  related: [
    { area: 'charges', by: 'lineId', from: 'lineId', columns: ['happenedOn', 'qty', 'exact', 'taskId', 'parcelId'], sort: '-happenedOn' },
  ],
  houseFields: ['decidedBy'],
  masks: [
    defineMask(area, {
      key: 'accounting.dispute.list',
      icon: 'flag',
      fields,
      views,
      lead: 'reason',
      facts: ['merchantId', 'amount', 'openedOn', 'invoiceId'],
      columns: [
        'no',
        'status',
        'merchantId',
        'subject',
        { field: 'reason', wraps: true },
        'amount',
        'invoiceId',
        'openedOn',
        { field: 'accepted', hidden: true },
        { field: 'decidedBy', hidden: true },
      ],
      filters: ['no', 'status', 'merchantId', 'subject', 'invoiceId', 'openedOn', 'currency'],
      sort: '-openedOn',
      show: { ...shown, main: ['merchantId', ...shown.main], decision: [...shown.decision, 'decidedBy'] },
      next: [{ when: open, text: 'chargeDisputes.next.open', meaning: 'wait', action: 'accept' }],
      actions: [step('accept', 'decide', { ask: { answer, amount } }), step('reject', 'decide', { ask: { answer } })],
    }),
    defineMask(area, {
      key: 'mEP.dispute.list',
      icon: 'flag',
      title: 'menu.myDisputes',
      fields,
      views,
      lead: 'reason',
      facts: ['amount', 'openedOn', 'invoiceId'],
      // The words of both sides need the room of what stands on the record's page.
      columns: [
        'no',
        'status',
        'subject',
        { field: 'reason', main: true, wraps: true },
        { field: 'answer', main: true, wraps: true },
        'amount',
        'accepted',
        'creditId',
        { field: 'invoiceId', hidden: true },
        { field: 'openedOn', hidden: true },
      ],
      card: ['subject', 'reason', 'answer'],
      filters: ['no', 'status', 'subject', 'invoiceId', 'openedOn'],
      sort: '-openedOn',
      show: shown,
      next: [{ when: open, text: 'chargeDisputes.next.waiting', meaning: 'wait' }],
      actions: [step('withdraw', 'open', {})],
    }),
  ],
});

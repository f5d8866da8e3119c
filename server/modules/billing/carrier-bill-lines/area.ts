import { carrierBillLines as area } from '#contract/billing/carrier-bill-lines';
import { CHARGE_CAUSES, CHARGEABLE, COST_KINDS, LINE_RESULTS, LINE_STATES } from '#contract/billing/carrier-costs';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { carrierBillLineRoutes } from './routes.ts';
import { carrierBillLines as table } from './table.ts';

const STATE_MEANING = { none: 'done', open: 'wait', accepted: 'done', disputed: 'work', charged: 'done', takenBack: 'closed' } as const;
const RESULT_MEANING = {
  ok: 'done',
  credit: 'done',
  costDiffers: 'wait',
  weightDiffers: 'wait',
  zoneDiffers: 'wait',
  surcharge: 'wait',
  costUnknown: 'wait',
  billedTwice: 'stop',
  notOurs: 'stop',
  labelVoid: 'stop',
} as const;
const money = { kind: 'money', currencyField: 'currency', sort: true, width: 120 } as const;
const options = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `carrierBillLines.${group}.${value}` }));

const fields = defineFields(area, {
  carrierBillId: { kind: 'reference', area: 'carrierBills', filter: true, width: 150 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 140 },
  line: { kind: 'number', sort: true, width: 80 },
  trackingNo: { kind: 'text', mono: true, sort: true, filter: true, width: 190 },
  parcelId: { kind: 'reference', area: 'parcels', filter: true, width: 150 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  billedOn: { kind: 'date', sort: true, filter: true, width: 120 },
  service: { kind: 'text', filter: true, width: 130 },
  weight: { kind: 'weight', width: 110 },
  labelWeight: { kind: 'weight', help: 'carrierBillLines.help.labelWeight', width: 120 },
  zone: { kind: 'text', width: 90 },
  labelZone: { kind: 'text', width: 110 },
  kind: { kind: 'choice', filter: true, width: 150, options: options('kinds', COST_KINDS) },
  heading: { kind: 'text', filter: true, width: 170 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  amount: { ...money, total: true },
  expected: { ...money, help: 'carrierBillLines.help.expected' },
  difference: { ...money, filter: true, total: true },
  result: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 160,
    options: LINE_RESULTS.map((value) => ({ value, label: `carrierBillLines.results.${value}`, meaning: RESULT_MEANING[value] })),
  },
  cause: { kind: 'choice', filter: true, width: 150, options: options('causes', CHARGE_CAUSES) },
  earlierId: { kind: 'reference', area: 'carrierBills', filter: true, width: 150 },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: LINE_STATES.map((value) => ({ value, label: `carrierBillLines.states.${value}`, meaning: STATE_MEANING[value] })),
  },
  disputeId: { kind: 'reference', area: 'carrierDisputes', filter: true, width: 150 },
  decidedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  decidedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
});

const open = { field: 'state', op: 'eq', value: 'open' } as const;
const costsMore = { field: 'difference', op: 'gt', value: 0 } as const;
const privilege = 'carrierBillLines.decide';
const decide = (decision: string) => ({ method: 'POST', path: '/v0/carrierBillLines/decide', body: { decision } }) as const;
const act = (key: 'accept' | 'dispute' | 'charge', when: NonNullable<Parameters<typeof defineMask>[1]['actions']>[number]['when']) => ({
  key,
  label: `carrierBillLines.actions.${key}`,
  done: `carrierBillLines.done.${key}`,
  on: 'bulk' as const,
  call: decide(key),
  privilege,
  when,
});
const view = (key: string, ...results: readonly string[]) => ({
  key,
  label: `carrierBillLines.views.${key}`,
  filters: [
    { field: 'result', op: 'in' as const, value: [...results] },
    { field: 'state', op: 'in' as const, value: ['open'] },
  ],
});

export const carrierBillLines = defineServerArea({
  area,
  table,
  // Compared, decided and taken back by commands only.
  check: () => {
    throw new DomainError('StateRefused', 'carrierBills.refusals.frozen');
  },
  computed: ['*'],
  routes: carrierBillLineRoutes,
  masks: [
    defineMask(area, {
      key: 'accounting.carrierLine.list',
      icon: 'table',
      fields,
      facts: ['trackingNo', 'result', 'amount', 'difference', 'state'],
      columns: [
        'trackingNo',
        'result',
        'difference',
        'amount',
        'expected',
        'kind',
        'heading',
        'merchantId',
        'state',
        'carrierBillId',
        'weight',
        'labelWeight',
        { field: 'billedOn', hidden: true },
        { field: 'carrierId', hidden: true },
        { field: 'parcelId', hidden: true },
        { field: 'service', hidden: true },
        { field: 'zone', hidden: true },
        { field: 'labelZone', hidden: true },
        { field: 'earlierId', hidden: true },
        { field: 'disputeId', hidden: true },
        { field: 'line', hidden: true },
        { field: 'currency', hidden: true },
      ],
      filters: [
        'trackingNo',
        'carrierBillId',
        'carrierId',
        'merchantId',
        'result',
        'state',
        'kind',
        'heading',
        'difference',
        'billedOn',
        'parcelId',
        'service',
        'cause',
        'disputeId',
        'earlierId',
        'currency',
        'decidedAt',
        'decidedBy',
      ],
      sort: '-difference',
      open: [{ field: 'state', op: 'in', value: ['open'] }],
      views: [
        view('cost', 'costDiffers', 'costUnknown'),
        view('weight', 'weightDiffers'),
        view('zone', 'zoneDiffers'),
        view('surcharge', 'surcharge'),
        view('faults', 'billedTwice', 'notOurs', 'labelVoid'),
        {
          key: 'decided',
          label: 'carrierBillLines.views.decided',
          filters: [{ field: 'state', op: 'in', value: ['accepted', 'disputed', 'charged'] }],
        },
      ],
      show: {
        main: ['trackingNo', 'result', 'kind', 'heading', 'amount', 'expected', 'difference', 'currency', 'cause', 'earlierId'],
        label: ['parcelId', 'merchantId', 'weight', 'labelWeight', 'zone', 'labelZone', 'service', 'billedOn'],
        decision: ['state', 'disputeId', 'decidedAt', 'decidedBy', 'carrierBillId', 'carrierId', 'line'],
      },
      actions: [
        act('accept', open),
        act('dispute', { and: [open, costsMore] }),
        act('charge', { and: [open, costsMore, { field: 'result', op: 'in', value: [...CHARGEABLE] }] }),
        {
          key: 'undo',
          label: 'carrierBillLines.actions.undo',
          done: 'carrierBillLines.done.undo',
          on: 'bulk',
          call: { method: 'POST', path: '/v0/carrierBillLines/undo' },
          privilege,
          when: { field: 'state', op: 'in', value: ['accepted', 'disputed', 'charged'] },
        },
      ],
    }),
  ],
});

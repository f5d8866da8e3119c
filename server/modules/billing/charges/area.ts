import { CHARGE_CAUSES } from '#contract/billing/carrier-costs';
import { CHARGE_SOURCES, CHARGE_STATES } from '#contract/billing/charge-states';
import { charges as area } from '#contract/billing/charges';
import type { ActionSpec, FieldSpec } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { BILLED } from '#contract/money/circles';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { titledBy } from '../../../core/http/titled-by.ts';
import { currencyOptions } from '../../money/index.ts';
import { chargeRoutes } from './routes.ts';
import { charges as table } from './table.ts';

const MEANING = { noPrice: 'stop', open: 'work', onHold: 'wait', inRun: 'wait', billed: 'done', void: 'closed' } as const;
const house = { audience: 'house' } as const;

const fields = defineFields(area, {
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 180 },
  categoryId: { kind: 'reference', area: 'quotationCategories', filter: true, width: 200 },
  happenedOn: { kind: 'date', sort: true, filter: true, width: 120 },
  qty: { kind: 'decimal', scale: QTY_SCALE, sort: true, filter: true, width: 110 },
  unitPrice: { kind: 'decimal', scale: PRICE_SCALE, currencyField: 'currency', help: 'charges.help.unitPrice', width: 120 },
  exact: { kind: 'decimal', scale: QTY_SCALE + PRICE_SCALE, currencyField: 'currency', sort: true, help: 'charges.help.exact', width: 130 },
  topUp: { kind: 'money', currencyField: 'currency', blankZero: true, help: 'charges.help.topUp', width: 130 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: CHARGE_STATES.map((value) => ({ value, label: `charges.states.${value}`, meaning: MEANING[value] })),
  },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  parcelId: { kind: 'reference', area: 'parcels', filter: true, width: 150 },
  storehouseId: { kind: 'reference', area: 'storehouses', filter: true, width: 160 },
  sourceKind: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: CHARGE_SOURCES.map((value) => ({ value, label: `charges.sources.${value}` })),
  },
  cost: { kind: 'money', currencyField: 'costCurrency', width: 110, ...house },
  loss: { kind: 'money', currencyField: 'currency', filter: true, help: 'charges.help.loss', width: 120, ...house },
  costCurrency: { kind: 'choice', width: 90, options: currencyOptions(), ...house },
  tariffId: { kind: 'reference', area: 'tariffs', filter: true, width: 180, ...house },
  pricedAt: { kind: 'instant', width: 160 },
  runId: { kind: 'reference', area: 'billingRuns', filter: true, width: 140, ...house },
  invoiceId: { kind: 'reference', area: 'invoices', filter: true, width: 160 },
  reversed: { kind: 'boolean', filter: true, width: 120 },
  cause: {
    kind: 'choice',
    filter: true,
    width: 150,
    options: CHARGE_CAUSES.map((value) => ({ value, label: `carrierBillLines.causes.${value}` })),
  },
  reason: { kind: 'text', width: 220 },
  holdReason: { kind: 'text', width: 220 },
  file: { kind: 'file', visibility: 'intern', width: 140 },
});
const is = (...states: string[]) => [{ field: 'state', op: 'in' as const, value: states }];
const views = [
  { key: 'noPrice', label: 'charges.views.noPrice', filters: is('noPrice') },
  { key: 'open', label: 'charges.views.open', filters: is('open', 'onHold') },
  { key: 'billed', label: 'charges.views.billed', filters: is('inRun', 'billed') },
];
const when = (...states: string[]): Condition => ({ field: 'state', op: 'in', value: states });
const BILLED_OPTIONS = BILLED.map((value) => ({ value, label: { en: value, cn: value, de: value } }));
const reason: FieldSpec = { kind: 'text', label: 'charges.ask.reason', required: true, multiline: true, maxLength: 500 };
const amount: FieldSpec = { kind: 'decimal', label: 'charges.ask.amount', scale: 2, min: 1, help: 'charges.help.amount' };
const step = (key: string, privilege: string, states: string[], ask?: Record<string, FieldSpec>): ActionSpec => ({
  key,
  label: `charges.actions.${key}`,
  done: `charges.done.${key}`,
  on: 'row',
  call: { method: 'POST', path: `/v0/charges/:id/${key}` },
  privilege,
  when: when(...states),
  ...(ask ? { ask } : {}),
});
const dispute = step('dispute', 'chargeDisputes.open', ['open', 'inRun', 'billed'], { reason, amount });
const ENTER: ActionSpec = {
  key: 'enter',
  label: 'charges.actions.enter',
  done: 'charges.done.enter',
  icon: 'plus',
  on: 'list',
  call: { method: 'POST', path: '/v0/charges/enter' },
  privilege: 'charges.enter',
  ask: {
    merchantId: { kind: 'reference', area: 'merchants', label: 'charges.fields.merchantId', required: true },
    categoryId: {
      kind: 'reference',
      area: 'quotationCategories',
      where: { active: 'true' },
      label: 'charges.fields.categoryId',
      required: true,
    },
    happenedOn: { kind: 'date', label: 'charges.fields.happenedOn', default: 'today', required: true },
    qty: { kind: 'decimal', scale: QTY_SCALE, label: 'charges.fields.qty', required: true },
    unitPrice: { kind: 'decimal', scale: PRICE_SCALE, label: 'charges.fields.unitPrice', help: 'charges.help.enterPrice' },
    currency: { kind: 'choice', label: 'charges.fields.currency', help: 'charges.help.enterCurrency', options: BILLED_OPTIONS },
    taskId: { kind: 'reference', area: 'tasks', where: { merchantId: '$merchantId' }, label: 'charges.fields.taskId' },
    reason: { ...reason, help: 'charges.help.enterReason' },
    file: { kind: 'file', label: 'charges.fields.file', visibility: 'intern' },
  },
};
const TAKE_BACK: ActionSpec = {
  ...step('takeBack', 'charges.enter', []),
  inMenu: true,
  confirmText: 'charges.confirm.takeBack',
  when: {
    and: [
      { field: 'sourceKind', op: 'eq', value: 'manual' },
      { field: 'reversed', op: 'eq', value: 'false' },
      when('noPrice', 'open', 'onHold', 'inRun', 'billed'),
    ],
  },
};
const what = ['happenedOn', 'categoryId', 'qty', 'unitPrice', 'exact', 'topUp', 'currency', 'state'] as const;
const proof = ['taskId', 'parcelId', 'storehouseId', 'sourceKind', 'cause', 'reason', 'file', 'holdReason'] as const;

export const charges = defineServerArea({
  area,
  table,
  ...titledBy('categoryId'),
  routes: chargeRoutes,
  related: [{ area: 'chargeDisputes', by: 'chargeId', columns: ['no', 'status', 'reason', 'amount', 'answer', 'accepted'] }],
  // Only the collector, the pricing, runs and a call of its own for charges by hand write charges.
  check: () => {
    throw new DomainError('StateRefused', 'charges.refusals.frozen');
  },
  computed: ['*'],
  houseFields: ['facts', 'cost', 'costCurrency', 'loss', 'tariffId', 'runId', 'ruleId', 'markupId', 'parts'],
  masks: [
    defineMask(area, {
      key: 'accounting.charge.list',
      icon: 'calculator',
      fields,
      facts: ['categoryId', 'happenedOn', 'qty', 'unitPrice', 'exact', 'state'],
      columns: [
        'happenedOn',
        'merchantId',
        'categoryId',
        'exact',
        'qty',
        'unitPrice',
        'state',
        'taskId',
        { field: 'currency', hidden: true },
        { field: 'topUp', hidden: true },
        { field: 'parcelId', hidden: true },
        { field: 'storehouseId', hidden: true },
        { field: 'sourceKind', hidden: true },
        { field: 'cause', hidden: true },
        { field: 'reason', hidden: true },
        { field: 'file', hidden: true },
        { field: 'holdReason', hidden: true },
        { field: 'cost', hidden: true },
        { field: 'loss', hidden: true },
        { field: 'tariffId', hidden: true },
        { field: 'runId', hidden: true },
        { field: 'invoiceId', hidden: true },
        { field: 'reversed', hidden: true },
      ],
      filters: [
        'happenedOn',
        'merchantId',
        'categoryId',
        'state',
        'currency',
        'taskId',
        'parcelId',
        'sourceKind',
        'cause',
        'tariffId',
        'runId',
        'invoiceId',
        'reversed',
        'loss',
      ],
      sort: '-happenedOn',
      views,
      show: { main: what, price: ['tariffId', 'pricedAt', 'cost', 'loss', 'runId', 'invoiceId'], proof },
      actions: [
        ENTER,
        {
          key: 'collect',
          label: 'charges.actions.collect',
          done: 'charges.done.collect',
          on: 'list',
          call: { method: 'POST', path: '/v0/charges/collect' },
          privilege: 'charges.collect',
        },
        step('hold', 'charges.hold', ['open', 'inRun'], { reason }),
        step('release', 'charges.hold', ['onHold']),
        dispute,
        TAKE_BACK,
      ],
    }),
    defineMask(area, {
      key: 'mEP.charge.list',
      icon: 'calculator',
      fields,
      facts: ['happenedOn', 'qty', 'unitPrice', 'exact', 'state'],
      columns: [
        'happenedOn',
        'categoryId',
        'exact',
        { field: 'currency', hidden: true },
        'qty',
        'unitPrice',
        'state',
        'taskId',
        { field: 'parcelId', hidden: true },
        { field: 'cause', hidden: true },
        { field: 'reason', hidden: true },
        { field: 'file', hidden: true },
        { field: 'holdReason', hidden: true },
      ],
      filters: ['happenedOn', 'categoryId', 'state', 'taskId', 'parcelId', 'invoiceId', 'cause'],
      sort: '-happenedOn',
      show: { main: what, proof: ['taskId', 'parcelId', 'sourceKind', 'cause', 'reason', 'file', 'holdReason', 'invoiceId'] },
      actions: [dispute],
    }),
  ],
});

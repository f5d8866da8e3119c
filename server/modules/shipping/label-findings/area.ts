import type { ActionSpec, Mask } from '#contract/core/mask';
import type { Condition } from '#contract/core/mask-condition';
import { labelFindings as area, FINDING_KINDS, FINDING_STATES, type FindingKind } from '#contract/shipping/label-findings';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { labelFault } from '../label-fault.ts';
import { labelFindingRoutes } from './routes.ts';
import { labelFindings as table } from './table.ts';

const KIND_MEANING = { notHandedOver: 'wait', maybeBought: 'wait', voidedLocally: 'wait', twoNumbers: 'stop', notBought: 'stop' } as const;
const STATE_MEANING = { open: 'wait', voiding: 'work', accepted: 'done', disputed: 'work', settled: 'closed' } as const;
const money = { kind: 'money', currencyField: 'currency', sort: true, width: 120 } as const;

const fields = defineFields(area, {
  trackingNo: { kind: 'barcode', sort: true, filter: true, width: 190 },
  kind: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 190,
    options: FINDING_KINDS.map((value) => ({ value, label: `labelFindings.kinds.${value}`, meaning: KIND_MEANING[value] })),
  },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 140,
    options: FINDING_STATES.map((value) => ({ value, label: `labelFindings.states.${value}`, meaning: STATE_MEANING[value] })),
  },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 140 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 170 },
  parcelId: { kind: 'reference', area: 'parcels', filter: true, width: 150 },
  otherNo: { kind: 'barcode', filter: true, width: 190, help: 'labelFindings.help.otherNo' },
  since: { kind: 'instant', sort: true, filter: true, width: 160, help: 'labelFindings.help.since' },
  cost: { ...money, total: true },
  billed: { ...money, total: true, help: 'labelFindings.help.billed' },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  carrierBillId: { kind: 'reference', area: 'carrierBills', filter: true, width: 150 },
  canVoid: { kind: 'boolean', filter: true, width: 120 },
  message: { kind: 'text', width: 220 },
  reason: { kind: 'text', filter: true, width: 220 },
  decidedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  decidedBy: { kind: 'reference', area: 'users', filter: true, width: 160 },
});

const open: Condition = { field: 'state', op: 'eq', value: 'open' };
const isBill: Condition = { field: 'kind', op: 'eq', value: 'notBought' };
/** An action of a record, and of selected rows. */
const act = (path: string, privilege: string, when: Condition, more: Partial<ActionSpec> = {}, key = path): ActionSpec[] =>
  (['row', 'bulk'] as const).map((on) => ({
    key: on === 'row' ? key : `${key}.selected`,
    label: `labelFindings.actions.${path}`,
    done: `labelFindings.done.${path}`,
    on,
    call: { method: 'POST', path: on === 'row' ? `/v0/labelFindings/:id/${path}` : `/v0/labelFindings/${path}` },
    privilege,
    when,
    ...more,
  }));
const voidable: Condition = { and: [open, { field: 'canVoid', op: 'eq', value: true }] };
const billed: Condition = { and: [open, { field: 'billed', op: 'gt', value: 0 }] };
const isKind = (kind: FindingKind): Condition => ({ and: [open, { field: 'kind', op: 'eq', value: kind }] });
const next: Mask['next'] = [
  { when: voidable, action: 'void', text: 'labelFindings.next.void', meaning: 'wait' },
  { when: billed, action: 'dispute', text: 'labelFindings.next.dispute', meaning: 'stop' },
  { when: isKind('maybeBought'), text: 'labelFindings.next.maybeBought', meaning: 'wait' },
  { when: isKind('voidedLocally'), text: 'labelFindings.next.voidedLocally', meaning: 'wait' },
];
const ask: ActionSpec['ask'] = {
  reason: { kind: 'text', label: 'labelFindings.fields.reason', required: true, multiline: true, maxLength: 500 },
};
const view = (key: string, kind: string) => ({
  key,
  label: `labelFindings.views.${key}`,
  filters: [
    { field: 'kind', op: 'in' as const, value: [kind] },
    { field: 'state', op: 'in' as const, value: ['open', 'voiding'] },
  ],
});

export const labelFindings = defineServerArea({
  area,
  table,
  computed: ['toldAt'],
  worded: ({ message }, locale) => (typeof message === 'string' ? { message: labelFault(message, locale) } : {}),
  routes: labelFindingRoutes,
  masks: [
    defineMask(area, {
      key: 'p11y.labelFinding.list',
      title: 'labelFindings.title',
      icon: 'search',
      fields,
      next,
      facts: ['cost', 'billed', 'since', 'carrierId', 'state'],
      columns: [
        'trackingNo',
        'kind',
        'since',
        'carrierId',
        'parcelId',
        'cost',
        'billed',
        'state',
        'merchantId',
        'carrierBillId',
        'otherNo',
        { field: 'message', hidden: true },
        { field: 'reason', hidden: true },
        { field: 'currency', hidden: true },
        { field: 'canVoid', hidden: true },
        { field: 'decidedAt', hidden: true },
        { field: 'decidedBy', hidden: true },
      ],
      filters: [
        'trackingNo',
        'kind',
        'state',
        'carrierId',
        'merchantId',
        'parcelId',
        'carrierBillId',
        'otherNo',
        'since',
        'currency',
        'canVoid',
        'reason',
        'decidedAt',
        'decidedBy',
      ],
      sort: 'since',
      open: [{ field: 'state', op: 'in', value: ['open', 'voiding'] }],
      views: [
        view('notHandedOver', 'notHandedOver'),
        view('maybeBought', 'maybeBought'),
        view('voidedLocally', 'voidedLocally'),
        view('twoNumbers', 'twoNumbers'),
        view('notBought', 'notBought'),
        {
          key: 'decided',
          label: 'labelFindings.views.decided',
          filters: [{ field: 'state', op: 'in', value: ['accepted', 'disputed', 'settled'] }],
        },
      ],
      show: {
        main: ['trackingNo', 'kind', 'otherNo', 'since', 'carrierId', 'parcelId', 'merchantId', 'message'],
        cost: ['cost', 'billed', 'carrierBillId'],
        decision: ['state', 'reason', 'decidedAt', 'decidedBy'],
      },
      actions: [
        ...act('void', 'parcels.update', voidable, { danger: true, confirm: 'cancel', confirmText: 'labelFindings.confirm.void' }),
        ...act('dispute', 'carrierBillLines.decide', billed),
        ...act('accept', 'labelFindings.accept', { and: [open, { not: isBill }] }, { ask }),
        ...act('accept', 'carrierBillLines.decide', { and: [open, isBill] }, { ask }, 'acceptBill'),
        ...act('reopen', 'labelFindings.accept', { and: [{ field: 'state', op: 'eq', value: 'accepted' }, { not: isBill }] }),
      ],
    }),
  ],
});

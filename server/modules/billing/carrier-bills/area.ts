import { carrierBills as area, CARRIER_BILL_STATES } from '#contract/billing/carrier-bills';
import { defineServerArea } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { currencyOptions } from '../../money/index.ts';
import { carrierBillRoutes } from './routes.ts';
import { carrierBills as table } from './table.ts';

const MEANING = { compared: 'done', takenBack: 'closed' } as const;
const count = { kind: 'number', sort: true, width: 110 } as const;
const money = { kind: 'money', currencyField: 'currency', sort: true, width: 130 } as const;
const stands = { field: 'state', op: 'eq', value: 'compared' } as const;

const fields = defineFields(area, {
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 160 },
  profileId: { kind: 'reference', area: 'carrierBillProfiles', filter: true, width: 160 },
  billNo: { kind: 'text', sort: true, filter: true, width: 160 },
  billId: { kind: 'reference', area: 'bills', filter: true, width: 150 },
  currency: { kind: 'choice', filter: true, width: 90, options: currencyOptions() },
  state: {
    kind: 'status',
    filter: true,
    width: 130,
    options: CARRIER_BILL_STATES.map((value) => ({ value, label: `carrierBills.states.${value}`, meaning: MEANING[value] })),
  },
  fromOn: { kind: 'date', sort: true, filter: true, width: 120 },
  toOn: { kind: 'date', sort: true, filter: true, width: 120 },
  parcels: count,
  costs: count,
  matched: count,
  differing: count,
  undecided: { ...count, filter: true },
  total: money,
  difference: { ...money, help: 'carrierBills.help.difference' },
  fileName: { kind: 'text', filter: true, width: 220 },
  checksum: { kind: 'text', mono: true, width: 220 },
  takenBackAt: { kind: 'instant', width: 160 },
  takenBackBy: { kind: 'reference', area: 'users', width: 160 },
});

export const carrierBills = defineServerArea({
  area,
  table,
  computed: ['costs', 'matched', 'differing', 'undecided', 'difference'],
  // Lists are read from files; see store-list.ts.
  check: () => {
    throw new DomainError('StateRefused', 'carrierBills.refusals.frozen');
  },
  routes: carrierBillRoutes,
  related: [
    { area: 'carrierDisputes', by: 'carrierBillId', columns: ['no', 'state', 'lines', 'amount', 'credited'], side: true },
    {
      area: 'carrierBillLines',
      by: 'carrierBillId',
      columns: ['trackingNo', 'kind', 'result', 'amount', 'expected', 'difference', 'state'],
      limit: 10,
      where: [{ field: 'state', op: 'in', value: ['open'] }],
    },
  ],
  masks: [
    defineMask(area, {
      key: 'accounting.carrierBill.list',
      icon: 'truck',
      fields,
      facts: ['carrierId', 'toOn', 'total', 'difference', 'state'],
      columns: [
        'billNo',
        'carrierId',
        'toOn',
        'total',
        'costs',
        'matched',
        'differing',
        'undecided',
        'difference',
        'state',
        { field: 'billId', hidden: true },
        { field: 'fromOn', hidden: true },
        { field: 'parcels', hidden: true },
        { field: 'fileName', hidden: true },
        { field: 'profileId', hidden: true },
      ],
      filters: ['billNo', 'carrierId', 'fromOn', 'toOn', 'state', 'undecided', 'billId', 'profileId', 'currency', 'fileName'],
      sort: '-createdAt',
      views: [
        { key: 'undecided', label: 'carrierBills.views.undecided', filters: [{ field: 'undecided', op: 'gt', value: '0' }] },
        { key: 'takenBack', label: 'carrierBills.views.takenBack', filters: [{ field: 'state', op: 'in', value: ['takenBack'] }] },
      ],
      show: {
        main: ['billNo', 'carrierId', 'billId', 'fromOn', 'toOn', 'profileId', 'state', 'takenBackAt', 'takenBackBy'],
        money: ['total', 'difference', 'currency', 'parcels', 'costs', 'matched', 'differing', 'undecided'],
        file: ['fileName', 'checksum', 'createdAt'],
      },
      actions: [
        {
          key: 'compare',
          label: 'carrierBills.actions.compare',
          done: 'carrierBills.done.compare',
          on: 'row',
          call: { method: 'POST', path: '/v0/carrierBills/:id/compare' },
          privilege: 'carrierBills.upload',
          inMenu: true,
          when: stands,
        },
        {
          key: 'takeBack',
          label: 'carrierBills.actions.takeBack',
          done: 'carrierBills.done.takeBack',
          confirmText: 'carrierBills.confirm.takeBack',
          on: 'row',
          call: { method: 'POST', path: '/v0/carrierBills/:id/takeBack' },
          privilege: 'carrierBills.upload',
          inMenu: true,
          danger: true,
          when: stands,
        },
      ],
    }),
  ],
});

import type { ActionSpec, FieldSpec, Mask } from '#contract/core/mask';
import { PARCEL_STATES, type ParcelState } from '#contract/orders/statuses';
import { TASK_TEXTS } from '#contract/orders/texts';
import { parcels as area, LABEL_STATES, PARCEL_KINDS } from '#contract/shipping/parcels';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { printAction } from '../../printing/index.ts';
import { labelFault } from '../label-fault.ts';
import { parcelRoutes } from './routes.ts';
import { parcels as table } from './table.ts';

const MEANING = {
  open: 'work',
  closed: 'work',
  labelled: 'work',
  swapped: 'work',
  loaded: 'work',
  handedOver: 'done',
  inTransit: 'done',
  outForDelivery: 'done',
  readyForPickup: 'wait',
  delivered: 'done',
  failed: 'stop',
  returning: 'back',
  returned: 'back',
  void: 'closed',
} as const satisfies Record<ParcelState, string>;
const IN_THE_HOUSE: ParcelState[] = ['open', 'closed', 'labelled', 'swapped', 'loaded'];
const WITH_A_LABEL: string[] = ['bought', 'foreign', 'failed', 'requested', 'unclear'];

const fields = defineFields(area, {
  no: { kind: 'barcode', sort: true, filter: true, width: 110 },
  taskId: { kind: 'reference', area: 'tasks', filter: true, width: 150 },
  taskNo: { kind: 'text', sort: true, filter: true, width: 110 },
  merchantId: { kind: 'reference', area: 'merchants', filter: true, width: 150 },
  seq: { kind: 'number', width: 70 },
  kind: {
    kind: 'choice',
    filter: true,
    width: 100,
    options: PARCEL_KINDS.map((value) => ({ value, label: `parcels.kinds.${value}` })),
  },
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 150,
    options: PARCEL_STATES.map((value) => ({ value, label: TASK_TEXTS.parcelState(value), meaning: MEANING[value] })),
  },
  unitId: { kind: 'reference', area: 'mergedUnits', width: 140 },
  pieces: { kind: 'number', total: true, width: 80 },
  weight: { kind: 'weight', sort: true, filter: true, total: true, width: 110 },
  length: { kind: 'size', width: 90 },
  width: { kind: 'size', width: 90 },
  height: { kind: 'size', width: 90 },
  packagingId: { kind: 'reference', area: 'items', filter: true, width: 150 },
  carrierId: { kind: 'reference', area: 'carriers', filter: true, width: 120 },
  service: { kind: 'text', filter: true, width: 120 },
  codAmount: { kind: 'money', currencyField: 'currency', filter: true, width: 130 },
  insuredAmount: { kind: 'money', currencyField: 'currency', width: 130 },
  currency: { kind: 'text', width: 80 },
  trackingNo: { kind: 'barcode', filter: true, width: 180 },
  retourNo: { kind: 'barcode', filter: true, width: 160 },
  labelState: {
    kind: 'choice',
    filter: true,
    width: 130,
    options: LABEL_STATES.map((value) => ({ value, label: `parcels.labelStates.${value}` })),
  },
  labelFile: { kind: 'file', visibility: 'intern', width: 150 },
  customsFile: { kind: 'file', visibility: 'intern', help: 'parcels.help.customsFile', width: 150 },
  labelError: { kind: 'text', width: 220 },
  shipmentId: { kind: 'text', mono: true, width: 160 },
  loadingListId: { kind: 'reference', area: 'loadingLists', filter: true, width: 140 },
  stationId: { kind: 'reference', area: 'stations', filter: true, width: 150 },
  packedBy: { kind: 'reference', area: 'users', filter: true, width: 150 },
  closedAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  handedOverAt: { kind: 'instant', sort: true, filter: true, width: 160 },
  deliveredAt: { kind: 'instant', sort: true, filter: true, width: 160 },
});

const size = (name: string): FieldSpec => ({ kind: 'size', label: `parcels.fields.${name}` });
/** A parcel that a customer sends back is shown with its return. */
const packedHere = { field: 'kind', op: 'in' as const, value: ['parcel', 'pallet'] };
const inTheHouse = { field: 'state', op: 'in' as const, value: [...IN_THE_HOUSE] };
/** Nobody knows whether the label was booked: a person says so. */
const isUnclear = { and: [inTheHouse, { field: 'labelState', op: 'eq' as const, value: 'unclear' }] };
const actions: ActionSpec[] = [
  ...printAction('transportLabel', { field: 'trackingNo', op: 'filled' }),
  ...printAction('returnLabel', { field: 'retourNo', op: 'filled' }),
  {
    key: 'measure',
    label: 'parcels.actions.measure',
    done: 'parcels.done.measure',
    on: 'row',
    call: { method: 'PUT', path: '/v0/parcels/:id/measure' },
    privilege: 'parcels.update',
    when: { and: [inTheHouse, { not: { field: 'labelState', op: 'in', value: ['bought', 'unclear'] } }] },
    ask: {
      weight: { kind: 'weight', label: 'parcels.fields.weight', required: true },
      length: size('length'),
      width: size('width'),
      height: size('height'),
    },
  },
  {
    key: 'label',
    label: 'parcels.actions.label',
    done: 'parcels.done.label',
    on: 'row',
    call: { method: 'POST', path: '/v0/parcels/:id/label' },
    privilege: 'parcels.update',
    when: {
      and: [
        inTheHouse,
        { field: 'weight', op: 'filled' },
        { not: { field: 'labelState', op: 'in', value: ['foreign', 'requested', 'unclear'] } },
      ],
    },
  },
  {
    key: 'labelBooked',
    label: 'parcels.actions.labelBooked',
    done: 'parcels.done.labelBooked',
    on: 'row',
    call: { method: 'POST', path: '/v0/parcels/:id/labelBooked' },
    privilege: 'parcels.update',
    when: isUnclear,
    ask: {
      trackingNo: { kind: 'text', label: 'parcels.fields.trackingNo', required: true, mono: true, maxLength: 60 },
      shipmentId: { kind: 'text', label: 'parcels.fields.shipmentId', mono: true, maxLength: 100 },
      file: { kind: 'file', label: 'parcels.fields.labelFile', visibility: 'intern' },
    },
  },
  {
    key: 'labelNotBooked',
    label: 'parcels.actions.labelNotBooked',
    done: 'parcels.done.labelNotBooked',
    on: 'row',
    call: { method: 'POST', path: '/v0/parcels/:id/labelNotBooked' },
    privilege: 'parcels.update',
    when: isUnclear,
  },
  {
    key: 'void',
    label: 'parcels.actions.void',
    done: 'parcels.done.void',
    on: 'row',
    call: { method: 'POST', path: '/v0/parcels/:id/void' },
    privilege: 'parcels.update',
    danger: true,
    confirm: 'cancel',
    confirmText: 'parcels.confirm.void',
    when: { and: [inTheHouse, { field: 'labelState', op: 'in', value: WITH_A_LABEL }] },
  },
];

const next: Mask['next'] = [{ when: isUnclear, action: 'labelBooked', text: 'parcels.next.unclear', meaning: 'stop' }];
const show = {
  parcel: ['no', 'taskId', 'merchantId', 'seq', 'kind', 'state', 'pieces', 'unitId', 'packedBy', 'stationId', 'closedAt'],
  measures: ['weight', 'length', 'width', 'height', 'packagingId'],
  label: [
    'carrierId',
    'service',
    'codAmount',
    'insuredAmount',
    'labelState',
    'labelError',
    'trackingNo',
    'retourNo',
    'labelFile',
    'customsFile',
    'shipmentId',
  ],
  way: ['loadingListId', 'handedOverAt', 'deliveredAt'],
} as const;
const filters = [
  'no',
  'taskNo',
  'taskId',
  'merchantId',
  'state',
  'labelState',
  'carrierId',
  'trackingNo',
  'retourNo',
  'kind',
  'loadingListId',
  'packedBy',
  'codAmount',
  'closedAt',
  'handedOverAt',
] as const;

export const parcels = defineServerArea({
  area,
  table,
  related: [{ area: 'stockMoves', by: 'parcelId', columns: ['at', 'reason', 'sku', 'qty', 'fromPlace', 'toPlace'] }],
  computed: ['pieces', 'labelTries', 'labelDueAt'],
  worded: ({ labelError }, locale) => (typeof labelError === 'string' ? { labelError: labelFault(labelError, locale) } : {}),
  routes: parcelRoutes,
  masks: [
    defineMask(area, {
      key: 'p11y.packlist.list',
      facts: ['taskId', 'carrierId', 'weight', 'trackingNo', 'labelState'],
      next,
      title: 'menu.packlist',
      icon: 'inbox',
      fields,
      show,
      fixed: [inTheHouse, packedHere],
      sort: 'closedAt',
      columns: [
        'no',
        'taskNo',
        'merchantId',
        'state',
        'pieces',
        'weight',
        'carrierId',
        'trackingNo',
        { field: 'labelError', hidden: true },
        { field: 'loadingListId', hidden: true },
        { field: 'packedBy', hidden: true },
        { field: 'stationId', hidden: true },
        { field: 'kind', hidden: true },
        { field: 'labelState', hidden: true },
        { field: 'closedAt', hidden: true },
      ],
      filters,
      actions,
    }),
    defineMask(area, {
      key: 'p11y.shippinglog.list',
      facts: ['taskId', 'carrierId', 'weight', 'trackingNo', 'labelState'],
      title: 'menu.shippingLog',
      icon: 'history',
      fields,
      show,
      fixed: [{ field: 'handedOverAt', op: 'null', value: 'false' }, packedHere],
      sort: '-handedOverAt',
      columns: [
        'handedOverAt',
        'no',
        'taskNo',
        'merchantId',
        'carrierId',
        'trackingNo',
        'state',
        'loadingListId',
        { field: 'pieces', hidden: true },
        { field: 'service', hidden: true },
        { field: 'deliveredAt', hidden: true },
        { field: 'packedBy', hidden: true },
        { field: 'weight', hidden: true },
        { field: 'codAmount', hidden: true },
      ],
      filters,
    }),
  ],
});

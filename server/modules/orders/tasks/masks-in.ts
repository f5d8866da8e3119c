import type { ActionSpec, Mask } from '#contract/core/mask';
import { TO_PUT_AWAY, TO_RECEIVE } from '#contract/orders/floor-work';
import type { TaskStatus } from '#contract/orders/statuses';
import { tasks as area } from '#contract/orders/tasks';
import { defineMask } from '../../../core/http/mask.ts';
import { askActions, printActions } from '../../printing/index.ts';
import { commandActions } from './actions.ts';
import { fields, record } from './fields.ts';
import { BLOCKED, inStatus, is, MERCHANT, NEW_ORDER, STOPS, view } from './masks-shared.ts';

const DELIVERIES = is('kind', 'inbound', 'retour');
const RETURN_STOPS: TaskStatus[] = ['hold', 'problematic', 'customerHandlingAwaits', 'manualHandlingAwaits', 'cancelRequested'];

/** Receiving is charged by what was counted, not by what was announced. */
const countUnits: ActionSpec = {
  key: 'receivedUnits',
  label: 'tasks.receivedUnits.action',
  done: 'tasks.receivedUnits.done',
  on: 'row',
  inMenu: true,
  call: { method: 'POST', path: '/v0/tasks/:id/receivedUnits' },
  privilege: 'tasks.receive',
  when: {
    and: [
      { field: 'kind', op: 'eq', value: 'inbound' },
      { field: 'received', op: 'gt', value: 0 },
    ],
  },
  ask: {
    pallets: { kind: 'number', label: 'tasks.fields.receivedPallets', min: 0, max: 10_000 },
    boxes: { kind: 'number', label: 'tasks.fields.receivedBoxes', min: 0, max: 10_000 },
    mixed: { kind: 'boolean', label: 'tasks.fields.receivedMixed' },
  },
};

const inCommands = [
  ...printActions('receivingSheet', 'returnSlip'),
  ...commandActions(
    ['closeReceipt', 'acceptDifference', ...STOPS, 'rollbackReceipt', 'markUnderWay', 'finish', 'reopen'],
    ['holdOn', 'finish'],
  ),
  ...askActions('receivingSheet'),
  countUnits,
];

const inFilters = [
  'no',
  'refOrderId',
  'merchantId',
  'status',
  'blocker',
  'priority',
  'kind',
  'pickupDate',
  'received',
  'trackingNo',
  'retourNo',
  'dangerGoods',
  'createdAt',
] as const;
const inColumns = [
  'no',
  'refOrderId',
  MERCHANT,
  'status',
  'pieces',
  'received',
  'putAway',
  'boxQty',
  'pickupDate',
  { field: 'kind', hidden: true },
  { field: 'priority', hidden: true },
  { field: 'trackingNo', hidden: true },
  { field: 'retourNo', hidden: true },
  { field: 'consignor', hidden: true },
  { field: 'statusSince', hidden: true },
  { field: 'createdAt', hidden: true },
  { field: 'palletQty', hidden: true },
] as const;
const into = { icon: 'import', fields, ...record, columns: inColumns, filters: inFilters, actions: inCommands };

/** Lists of inbound tasks and returns. Each opens with a filter on open work. */
export const inMasks: Mask[] = [
  defineMask(area, {
    ...into,
    key: 'r7g.orders.list',
    actions: [NEW_ORDER, ...inCommands],
    title: 'menu.inboundOrders',
    fixed: [is('kind', 'inbound')],
    open: [inStatus(...TO_RECEIVE, 'received', 'readyToInbound', 'partiallyInbounded', 'hold', 'problematic', 'customerHandlingAwaits')],
    views: [view('toReceive', inStatus(...TO_RECEIVE)), view('toPutAway', inStatus(...TO_PUT_AWAY)), view('blocked', BLOCKED)],
  }),
  defineMask(area, {
    ...into,
    key: 'r7g.receivingOrders.list',
    title: 'menu.receivingOrders',
    icon: 'inbox',
    fixed: [DELIVERIES, inStatus(...TO_RECEIVE)],
    sort: 'pickupDate',
    columns: [
      'no',
      MERCHANT,
      'kind',
      'status',
      'pieces',
      'boxQty',
      'pickupDate',
      'trackingNo',
      { field: 'consignor', hidden: true },
      { field: 'remark', hidden: true },
      { field: 'createdAt', hidden: true },
      { field: 'palletQty', hidden: true },
      { field: 'refOrderId', hidden: true },
    ],
  }),
  defineMask(area, {
    ...into,
    key: 'r7g.receiving.list',
    title: 'menu.receiving',
    icon: 'scan',
    fixed: [DELIVERIES, inStatus('receiving')],
    sort: 'statusSince',
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      'kind',
      'statusSince',
      'pieces',
      'received',
      'boxQty',
      'trackingNo',
      { field: 'palletQty', hidden: true },
    ],
  }),
  defineMask(area, {
    ...into,
    key: 'r7g.received.list',
    title: 'menu.received',
    icon: 'check-circle',
    fixed: [DELIVERIES, { field: 'received', op: 'gt', value: '0' }],
    open: [inStatus(...TO_PUT_AWAY)],
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      'kind',
      'status',
      'pieces',
      'received',
      'putAway',
      { field: 'boxQty', hidden: true },
      { field: 'palletQty', hidden: true },
      { field: 'createdAt', hidden: true },
      { field: 'statusSince', hidden: true },
    ],
  }),
  defineMask(area, {
    ...into,
    key: 'r7g.retour.list',
    title: 'menu.retours',
    icon: 'rollback',
    fixed: [is('kind', 'retour')],
    // What came back stays in the list until somebody has decided on it and finished the return.
    open: [inStatus(...TO_RECEIVE, ...RETURN_STOPS, ...TO_PUT_AWAY, 'inbounded')],
    views: [
      view('returnsOpen', inStatus(...TO_RECEIVE, ...RETURN_STOPS)),
      view('returnsReceived', inStatus(...TO_PUT_AWAY, 'inbounded')),
      view('returnsFinished', inStatus('finish', 'partiallyFinish')),
    ],
    columns: [
      'no',
      'parentId',
      MERCHANT,
      'status',
      'retourNo',
      'pieces',
      'received',
      'putAway',
      { field: 'consignor', hidden: true },
      { field: 'carrierId', hidden: true },
      { field: 'refOrderId', hidden: true },
      { field: 'createdAt', hidden: true },
      { field: 'trackingNo', hidden: true },
      { field: 'statusSince', hidden: true },
    ],
    filters: [...inFilters, 'carrierId'],
  }),
];

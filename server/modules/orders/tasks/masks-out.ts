import { END_OF_TODAY } from '#contract/core/day';
import type { Mask } from '#contract/core/mask';
import { ON_THE_FLOOR, TO_LOAD } from '#contract/orders/floor-work';
import type { TaskStatus } from '#contract/orders/statuses';
import { tasks as area } from '#contract/orders/tasks';
import { defineMask } from '../../../core/http/mask.ts';
import { askActions, printActions } from '../../printing/index.ts';
import { commandActions } from './actions.ts';
import { fields, record } from './fields.ts';
import { orderImport } from './import.ts';
import { BLOCKED, COMPARE_RATES, INVOICE, inStatus, is, MERCHANT, NEW_ORDER, STOPS, view } from './masks-shared.ts';

const OUT = is('kind', 'outbound', 'transportLabel');
const NOT_SHIPPED = { field: 'actualShipAt', op: 'null' as const, value: 'true' };
const STOPPED: TaskStatus[] = [
  'problematic',
  'pickingNeeded',
  'cancelRequested',
  'wrongAddress',
  'hold',
  'manualHandlingAwaits',
  'customerHandlingAwaits',
];
const UNDER_WAY: TaskStatus[] = ['shippedPartially', 'shipped', 'inTransit', 'inDelivery'];

/** Views of the lists of outbound orders. */
const outViews = [
  view('leavesToday', NOT_SHIPPED, { field: 'cutOffAt', op: 'lte', value: END_OF_TODAY }),
  view('blocked', NOT_SHIPPED, BLOCKED),
  view('onTheFloor', inStatus(...ON_THE_FLOOR.filter((status) => !TO_LOAD.includes(status)))),
  view('packed', inStatus(...TO_LOAD)),
  view('underWay', inStatus(...UNDER_WAY)),
];

const papers = printActions('packlist', 'deliveryNote', 'cmr', 'proofOfDelivery', 'returnSlip');
const outCommands = [
  ...papers,
  COMPARE_RATES,
  ...commandActions(
    [
      'shipOutPlease',
      'shipPart',
      'updateStatusByInventory',
      'correctAddress',
      'acceptShort',
      'forceGates',
      ...STOPS,
      'requestUnlinkInventory',
      'requestRetour',
      'finish',
      'reopen',
    ],
    ['shipOutPlease', 'updateStatusByInventory', 'holdOn', 'requestCancel', 'requestUnlinkInventory', 'resolve'],
  ),
  ...askActions('deliveryNote'),
];
const stopCommands = [
  ...papers,
  ...commandActions(
    ['resolve', 'acceptCancel', 'denyCancel', 'acceptShort', 'correctAddress', 'shipOutPlease', 'raise'],
    ['resolve', 'acceptCancel', 'shipOutPlease'],
  ),
];

const outFilters = [
  'no',
  'refOrderId',
  'merchantId',
  'status',
  'blocker',
  'priority',
  'carrierId',
  'kind',
  'labelSource',
  'requestedShipAt',
  'cutOffAt',
  'actualShipAt',
  'pieces',
  'trackingNo',
  'dangerGoods',
  'labelSwap',
  'source',
  'createdAt',
] as const;
const outColumns = [
  'no',
  'refOrderId',
  MERCHANT,
  { field: 'consignee', hidden: true, outside: 'shown' },
  'status',
  { field: 'priority', outside: 'hidden' },
  { field: 'pieces', outside: 'hidden' },
  'carrierId',
  { field: 'trackingNo', hidden: true, outside: 'shown' },
  { field: 'orderedAt', hidden: true, outside: 'shown' },
  { field: 'requestedShipAt', outside: 'hidden' },
  { field: 'parcelCount', hidden: true },
  { field: 'labelSource', hidden: true },
  { field: 'cutOffAt', hidden: true },
  { field: 'actualShipAt', hidden: true },
  { field: 'statusSince', hidden: true },
  { field: 'kind', hidden: true },
  { field: 'source', hidden: true },
  { field: 'createdAt', hidden: true },
] as const;
/** On a phone: who takes it, and when. */
const LEAVES = ['carrierId', 'cutOffAt'] as const;
const out = {
  icon: 'export',
  fields,
  ...record,
  cardEnd: LEAVES,
  columns: outColumns,
  filters: outFilters,
  actions: [...outCommands, INVOICE],
};
/** Lists per carrier: the day's parcels of one carrier, for all merchants. */
const ofCarrier = (code: string): Mask =>
  defineMask(area, {
    ...out,
    key: `p11y.orders${code}.list`,
    title: `menu.orders${code}`,
    icon: 'truck',
    fixed: [OUT, { field: 'carrierId.code', op: 'eq', value: code }],
    open: [NOT_SHIPPED],
    sort: 'cutOffAt',
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      'status',
      'consignee',
      'parcelCount',
      'cutOffAt',
      { field: 'trackingNo', hidden: true },
      { field: 'pieces', hidden: true },
      { field: 'actualShipAt', hidden: true },
      { field: 'createdAt', hidden: true },
      { field: 'service', hidden: true },
      { field: 'priority', hidden: true },
    ],
  });

/**
 * Lists of outbound tasks. Each opens with a filter on open work. `fixed` conditions define the list; `open` filters can be removed by the
 * user.
 */
export const outMasks: Mask[] = [
  defineMask(area, {
    ...out,
    key: 'p11y.orders.list',
    actions: [NEW_ORDER, ...outCommands, INVOICE],
    title: 'menu.outboundOrders',
    fixed: [OUT],
    open: [NOT_SHIPPED],
    views: outViews,
    import: orderImport,
  }),
  defineMask(area, {
    ...out,
    key: 'oms.ordersTransportLabelAwaits.list',
    title: 'menu.transportLabelAwaits',
    icon: 'tag',
    fixed: [inStatus('transportLabelAwaits')],
    sort: 'statusSince',
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      'statusSince',
      'consignee',
      'carrierId',
      'parcelCount',
      'requestedShipAt',
      { field: 'kind', hidden: true },
    ],
  }),
  defineMask(area, {
    key: 'p11y.ordersDeleted.list',
    title: 'menu.ordersDeleted',
    icon: 'delete',
    fields,
    show: record.show,
    deleted: true,
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      'kind',
      'status',
      { field: 'cancelReason', main: true, wraps: true },
      'consignee',
      'pieces',
      'carrierId',
      'updatedAt',
      { field: 'createdAt', hidden: true },
    ],
    card: ['refOrderId', 'merchantId', 'cancelReason'],
    filters: ['no', 'refOrderId', 'merchantId', 'kind', 'carrierId', 'source', 'createdAt', 'updatedAt'],
    sort: '-updatedAt',
  }),
  defineMask(area, {
    ...out,
    key: 'oms.outbound.list',
    title: 'menu.outbound',
    fixed: [OUT],
    open: [inStatus(...ON_THE_FLOOR)],
    sort: 'cutOffAt',
    columns: [
      'no',
      'priority',
      'status',
      MERCHANT,
      'pieces',
      'picked',
      'packed',
      'carrierId',
      'cutOffAt',
      { field: 'refOrderId', hidden: true },
      { field: 'parcelCount', hidden: true },
      { field: 'requestedShipAt', hidden: true },
      { field: 'statusSince', hidden: true },
    ],
  }),
  defineMask(area, {
    key: 'p11y.problematic.list',
    title: 'menu.problematic',
    icon: 'warning',
    fields,
    ...record,
    cardEnd: LEAVES,
    fixed: [inStatus(...STOPPED)],
    sort: 'statusSince',
    columns: [
      'no',
      'kind',
      'status',
      'statusSince',
      MERCHANT,
      'refOrderId',
      'pieces',
      { field: 'remark', hidden: true },
      { field: 'picked', hidden: true },
      { field: 'packed', hidden: true },
      { field: 'carrierId', hidden: true },
    ],
    filters: ['no', 'refOrderId', 'merchantId', 'kind', 'status', 'blocker', 'priority', 'carrierId', 'statusSince'],
    actions: stopCommands,
  }),
  defineMask(area, {
    ...out,
    key: 'p11y.shipped.list',
    title: 'menu.inTransit',
    icon: 'rocket',
    cardEnd: ['carrierId', 'actualShipAt'],
    fixed: [OUT, inStatus(...UNDER_WAY, 'delivered')],
    open: [inStatus(...UNDER_WAY)],
    sort: '-actualShipAt',
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      'status',
      'consignee',
      'carrierId',
      'parcelCount',
      'actualShipAt',
      { field: 'trackingNo', hidden: true },
      { field: 'shipped', hidden: true },
      { field: 'statusSince', hidden: true },
    ],
    actions: [...papers, ...commandActions(['requestRetour', 'raise', 'resolve', 'finish'], ['finish'])],
  }),
  ...['DHL', 'DPD', 'UPS'].map(ofCarrier),
  defineMask(area, {
    ...out,
    key: 'oms.addressCheck.list',
    title: 'menu.addressCheck',
    icon: 'environment',
    fixed: [OUT, inStatus('wrongAddress')],
    sort: 'statusSince',
    columns: [
      'no',
      'refOrderId',
      MERCHANT,
      { field: 'consignee', width: 340, main: true },
      'carrierId',
      'requestedShipAt',
      'statusSince',
      { field: 'priority', hidden: true },
      { field: 'remark', hidden: true },
    ],
    actions: commandActions(
      ['correctAddress', 'shipOutPlease', 'raise', 'resolve', 'holdOn', 'requestCancel'],
      ['shipOutPlease', 'resolve'],
    ),
  }),
];

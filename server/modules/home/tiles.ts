import type { Filter } from '#contract/core/query';
import type { Meaning } from '#contract/core/status';

/**
 * A tile of the home page: the number of rows of a screen with these filters, and a link to it. Shown to users who may open the screen and
 * have one of `roles`. Users with a role created by the house see all tiles they may open.
 */
export type Tile = {
  key: string;
  mask: string;
  /** Paths of the mask. The tile links to the first one that the user may open. */
  paths: readonly string[];
  /** Absent: the default filters of the list. Values that start with `$` are `Moments`. */
  filters?: readonly Filter[];
  /** Meaning (colour) of the tile if the number is above zero. */
  tone: Meaning;
  /** What is counted should have been done before now. */
  pastDue?: true;
  roles: readonly string[];
  /** The station where the work is done by scanning. */
  station?: string;
};

const DESK = ['admin', 'manager'];
const OFFICE = [...DESK, 'employee'];
const is = (field: string, ...value: string[]): Filter => ({ field, op: 'in', value });
const cmp = (field: string, op: 'lt' | 'lte' | 'gte' | 'gt', value: string): Filter => ({ field, op, value });
const none = (field: string): Filter => ({ field, op: 'null', value: 'true' });

const FLOOR = ['readyToPick', 'inPicklist', 'picklistPrinted', 'pickingNeeded', 'readyToPack', 'partiallyPacked', 'packingCompleted'];
const GATES = ['weightNeeded', 'dimensionNeeded', 'shipmentLabelAwaits', 'transportLabelAwaits', 'readyToSwap'];
const PACKED = ['packed', 'readyToShip'];
const TO_SHIP = is('status', ...FLOOR, ...GATES, ...PACKED);
const UNDER_WAY = ['shippedPartially', 'shipped', 'inTransit', 'inDelivery'];
const OPEN_SERVICE = is('status', 'inProcess', 'inTransit', 'customerHandlingAwaits', 'manualHandlingAwaits');
const OWED = cmp('open', 'gt', '0');

const ORDERS = { mask: 'p11y.orders.list', paths: ['/eEP/outbound-orders'] };
const OWN_ORDERS = { mask: 'p11y.orders.list', paths: ['/mEP/outbound-orders'], roles: ['merchant'] };
const HALL = { mask: 'oms.outbound.list', paths: ['/wEP/outbound'], roles: ['warehouse'] };
const INVOICES = { mask: 'sales.invoice.list', paths: ['/sales/invoices'] };
const PAYABLES = { mask: 'purchase.bill.list', paths: ['/finance/payables', '/purchases/bills'] };
const CARRIED = { mask: 'c5r.orders.list', paths: ['/carriergate/orders'], roles: ['carrier'] };
const OFFICE_TASKS = { mask: 'oa.task.list', paths: ['/oa/task'] };
const UNDONE = is('state', 'open', 'doing', 'waiting');

/** In display order. */
export const TILES: readonly Tile[] = [
  {
    key: 'tasksMine',
    ...OFFICE_TASKS,
    filters: [{ field: 'assigneeId', op: 'eq', value: '$me' }, UNDONE],
    tone: 'wait',
    roles: ['employee'],
  },
  { key: 'ordersLate', ...ORDERS, filters: [TO_SHIP, cmp('cutOffAt', 'lt', '$now')], tone: 'stop', pastDue: true, roles: OFFICE },
  {
    key: 'ordersStuck',
    mask: 'p11y.problematic.list',
    paths: ['/wEP/problematic'],
    tone: 'stop',
    pastDue: true,
    roles: [...OFFICE, 'warehouse'],
  },
  {
    key: 'leavingToday',
    ...ORDERS,
    filters: [TO_SHIP, cmp('cutOffAt', 'gte', '$now'), cmp('cutOffAt', 'lt', '$tomorrowAt')],
    tone: 'work',
    roles: OFFICE,
  },
  {
    key: 'goodsToday',
    mask: 'r7g.receivingOrders.list',
    paths: ['/eEP/receiving-orders'],
    filters: [is('status', 'receiptPending', 'inTransit', 'receiving'), cmp('pickupDate', 'lte', '$today')],
    tone: 'work',
    roles: OFFICE,
  },
  {
    key: 'ticketsForUs',
    mask: 'p11y.tickets.list',
    paths: ['/eEP/tickets'],
    filters: [is('state', 'waitsForUs')],
    tone: 'wait',
    roles: OFFICE,
  },
  {
    key: 'quotesOpen',
    mask: 't12n.orders.list',
    paths: ['/t12n/orders'],
    filters: [OPEN_SERVICE, none('orderId')],
    tone: 'wait',
    roles: OFFICE,
  },
  {
    key: 'quotationsDraft',
    mask: 'sale.quotation.list',
    paths: ['/sales/quotations'],
    filters: [is('status', 'draft')],
    tone: 'wait',
    roles: [...DESK, 'finance'],
  },
  {
    key: 'invoicesOverdue',
    ...INVOICES,
    filters: [OWED, { field: 'overdue', op: 'eq', value: 'true' }],
    tone: 'stop',
    pastDue: true,
    roles: [...DESK, 'finance'],
  },
  { key: 'tasksOpen', ...OFFICE_TASKS, filters: [UNDONE], tone: 'wait', roles: DESK },
  { key: 'outOfStock', ...ORDERS, filters: [is('status', 'outOfStock')], tone: 'stop', roles: ['employee'] },
  { key: 'addressesToCheck', mask: 'oms.addressCheck.list', paths: ['/eEP/address-check'], tone: 'wait', roles: ['employee'] },
  {
    key: 'labelsAwaited',
    mask: 'oms.ordersTransportLabelAwaits.list',
    paths: ['/eEP/transportlabel-awaits-orders'],
    tone: 'wait',
    roles: ['employee'],
  },
  { key: 'receivedNotAway', mask: 'r7g.received.list', paths: ['/eEP/received'], tone: 'work', roles: ['employee'] },

  { key: 'needYourAnswer', ...OWN_ORDERS, filters: [is('status', 'customerHandlingAwaits', 'wrongAddress')], tone: 'stop' },
  {
    key: 'ticketsForYou',
    mask: 'm4t.tickets.list',
    paths: ['/mEP/tickets'],
    filters: [is('state', 'waitsForMerchant')],
    tone: 'wait',
    roles: ['merchant'],
  },
  {
    key: 'offersFreight',
    mask: 't12n.orders.list',
    paths: ['/t12n/orders'],
    filters: [OPEN_SERVICE, none('orderId'), cmp('offers', 'gt', '0')],
    tone: 'wait',
    roles: ['merchant'],
  },
  {
    key: 'offersCollect',
    mask: '2bc.request.list',
    paths: ['/2bc/collectRequest'],
    filters: [OPEN_SERVICE, none('orderId'), cmp('offers', 'gt', '0')],
    tone: 'wait',
    roles: ['merchant'],
  },
  { key: 'yourOutOfStock', ...OWN_ORDERS, filters: [is('status', 'outOfStock')], tone: 'stop' },
  { key: 'inTheHouse', ...OWN_ORDERS, filters: [TO_SHIP], tone: 'work' },
  { key: 'onTheirWay', ...OWN_ORDERS, filters: [is('status', ...UNDER_WAY)], tone: 'done' },
  {
    key: 'announced',
    mask: 'r7g.orders.list',
    paths: ['/mEP/inbound-orders'],
    filters: [is('status', 'receiptPending', 'inTransit', 'receiving')],
    tone: 'work',
    roles: ['merchant'],
  },
  { key: 'yourInvoices', mask: 'mEP.invoice.list', paths: ['/mEP/invoices'], filters: [OWED], tone: 'wait', roles: ['merchant'] },

  {
    key: 'toReceive',
    mask: 'r7g.orders.list',
    paths: ['/wEP/inbound-orders'],
    filters: [is('status', 'receiptPending', 'inTransit', 'receiving')],
    tone: 'work',
    roles: ['warehouse'],
    station: '/wEP/receivingScan',
  },
  { key: 'toPutAway', mask: 'r7g.received.list', paths: ['/wEP/received'], tone: 'work', roles: ['warehouse'], station: '/wEP/putAway' },
  {
    key: 'toPick',
    ...HALL,
    filters: [is('status', 'readyToPick', 'inPicklist', 'picklistPrinted', 'pickingNeeded')],
    tone: 'work',
    station: '/wEP/pickingScan',
  },
  {
    key: 'toPack',
    ...HALL,
    filters: [is('status', 'readyToPack', 'partiallyPacked', 'packingCompleted', ...GATES)],
    tone: 'work',
    station: '/wEP/packScanOrder',
  },
  { key: 'toLoad', ...HALL, filters: [is('status', ...PACKED)], tone: 'work', station: '/wEP/shippingScan' },

  {
    key: 'offersAsked',
    mask: 'c5r.offers.list',
    paths: ['/carriergate/offers'],
    filters: [is('state', 'asked', 'askedAgain')],
    tone: 'wait',
    roles: ['carrier'],
  },
  { key: 'toLabel', ...CARRIED, filters: [is('status', 'transportLabelAwaits')], tone: 'wait' },
  {
    key: 'toFetch',
    mask: '2bc.collect.list',
    paths: ['/carriergate/collections'],
    filters: [is('status', 'inProcess'), none('underWayAt')],
    tone: 'work',
    roles: ['carrier'],
  },
  { key: 'proofsMissing', ...CARRIED, filters: [is('status', 'packed', ...UNDER_WAY), cmp('parcelCount', 'gt', '0')], tone: 'wait' },
  {
    key: 'billsInQuestion',
    mask: 'c5r.bills.list',
    paths: ['/carriergate/bills'],
    filters: [is('status', 'disputed')],
    tone: 'stop',
    roles: ['carrier'],
  },
  {
    key: 'billsUnpaid',
    mask: 'c5r.bills.list',
    paths: ['/carriergate/bills'],
    filters: [is('status', 'entered', 'approved', 'partPaid')],
    tone: 'work',
    roles: ['carrier'],
  },

  { key: 'invoiceDrafts', ...INVOICES, filters: [{ field: 'status', op: 'eq', value: 'draft' }], tone: 'wait', roles: ['finance'] },
  {
    key: 'paymentsOpen',
    mask: 'accounting.payment.list',
    paths: ['/accounting/payment'],
    filters: [is('status', 'open', 'partAllocated'), OWED],
    tone: 'wait',
    roles: ['finance'],
  },
  { key: 'billsToApprove', ...PAYABLES, filters: [is('status', 'entered')], tone: 'wait', roles: ['finance'] },
  { key: 'billsDisputed', ...PAYABLES, filters: [is('status', 'disputed')], tone: 'stop', roles: ['finance'] },
  { key: 'payablesSoon', ...PAYABLES, filters: [OWED, cmp('dueDate', 'lte', '$inAWeek')], tone: 'work', roles: ['finance'] },
];

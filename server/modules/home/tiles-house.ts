import { TO_LOAD, TO_PACK, TO_RECEIVE } from '#contract/orders/floor-work';
import { amounts, cmp, from, is, none, OPEN_SERVICE, OWED, PIECES, since, TICKET_ROWS, type Tile, TO_SHIP } from './tile.ts';

const DESK = ['admin', 'manager'];
const OFFICE = [...DESK, 'employee'];

const BY_CUT_OFF = { columns: ['no', 'merchantId', 'status', 'pieces', 'carrierId', 'cutOffAt'], sort: 'cutOffAt' };
const STOPPED_ORDERS = { columns: ['no', 'merchantId', 'status', 'refOrderId', 'pieces', 'statusSince'], sort: 'statusSince' };
const BILL_ROWS = { columns: ['no', 'supplierId', 'status', 'dueDate', 'open'], sort: 'dueDate' };

const ORDERS = { mask: 'p11y.orders.list', paths: ['/eEP/outbound-orders'] };
const HALL = { mask: 'oms.outbound.list', paths: ['/wEP/outbound'], roles: ['warehouse'] };
const INVOICES = { mask: 'sales.invoice.list', paths: ['/sales/invoices'] };
const PAYABLES = { mask: 'purchase.bill.list', paths: ['/finance/payables', '/purchases/bills'] };
const OFFICE_TASKS = { mask: 'oa.task.list', paths: ['/oa/task'] };
const UNDONE = is('state', 'open', 'doing', 'waiting');

/** Tiles of people of the house, in display order. */
export const HOUSE_TILES: readonly Tile[] = [
  {
    key: 'tasksMine',
    ...OFFICE_TASKS,
    filters: [{ field: 'assigneeId', op: 'eq', value: '$me' }, UNDONE],
    tone: 'wait',
    roles: ['employee'],
    detail: from('dueDate'),
  },
  {
    key: 'ordersLate',
    ...ORDERS,
    filters: [TO_SHIP, cmp('cutOffAt', 'lt', '$now')],
    tone: 'stop',
    pastDue: true,
    roles: OFFICE,
    detail: since('cutOffAt'),
    first: BY_CUT_OFF,
  },
  {
    key: 'ordersStuck',
    mask: 'p11y.problematic.list',
    paths: ['/wEP/problematic'],
    tone: 'stop',
    pastDue: true,
    roles: [...OFFICE, 'warehouse'],
    detail: PIECES,
    first: STOPPED_ORDERS,
  },
  {
    key: 'leavingToday',
    ...ORDERS,
    filters: [TO_SHIP, cmp('cutOffAt', 'gte', '$now'), cmp('cutOffAt', 'lt', '$tomorrowAt')],
    tone: 'work',
    roles: OFFICE,
    detail: PIECES,
    first: BY_CUT_OFF,
  },
  {
    key: 'goodsToday',
    mask: 'r7g.receivingOrders.list',
    paths: ['/eEP/receiving-orders'],
    filters: [is('status', ...TO_RECEIVE), cmp('pickupDate', 'lte', '$today')],
    tone: 'work',
    roles: OFFICE,
    detail: PIECES,
  },
  {
    key: 'ticketsForUs',
    mask: 'p11y.tickets.list',
    paths: ['/eEP/tickets'],
    filters: [is('state', 'waitsForUs')],
    tone: 'wait',
    roles: OFFICE,
    detail: since('lastMessageAt'),
    first: TICKET_ROWS,
  },
  {
    key: 'quotesOpen',
    mask: 't12n.orders.list',
    paths: ['/t12n/orders'],
    filters: [OPEN_SERVICE, none('orderId')],
    tone: 'wait',
    roles: OFFICE,
    detail: from('pickupDate'),
  },
  {
    key: 'quotationsDraft',
    mask: 'sale.quotation.list',
    paths: ['/sales/quotations'],
    filters: [is('status', 'draft')],
    tone: 'wait',
    roles: [...DESK, 'finance'],
    detail: amounts('gross'),
  },
  {
    key: 'invoicesOverdue',
    ...INVOICES,
    filters: [OWED, { field: 'overdue', op: 'eq', value: 'true' }],
    tone: 'stop',
    pastDue: true,
    roles: [...DESK, 'finance'],
    detail: amounts('open'),
    first: { columns: ['no', 'customerId', 'merchantId', 'dueDate', 'open'], sort: 'dueDate' },
  },
  { key: 'tasksOpen', ...OFFICE_TASKS, filters: [UNDONE], tone: 'wait', roles: DESK, detail: from('dueDate') },
  { key: 'outOfStock', ...ORDERS, filters: [is('status', 'outOfStock')], tone: 'stop', roles: ['employee'], detail: PIECES },
  {
    key: 'addressesToCheck',
    mask: 'oms.addressCheck.list',
    paths: ['/eEP/address-check'],
    tone: 'wait',
    roles: ['employee'],
    detail: since('statusSince'),
  },
  {
    key: 'labelsAwaited',
    mask: 'oms.ordersTransportLabelAwaits.list',
    paths: ['/eEP/transportlabel-awaits-orders'],
    tone: 'wait',
    roles: ['employee'],
    detail: since('statusSince'),
  },
  { key: 'receivedNotAway', mask: 'r7g.received.list', paths: ['/eEP/received'], tone: 'work', roles: ['employee'], detail: PIECES },

  {
    key: 'toReceive',
    mask: 'r7g.orders.list',
    paths: ['/wEP/inbound-orders'],
    filters: [is('status', ...TO_RECEIVE)],
    tone: 'work',
    roles: ['warehouse'],
    station: '/wEP/receivingScan',
    detail: PIECES,
  },
  {
    key: 'toPutAway',
    mask: 'r7g.received.list',
    paths: ['/wEP/received'],
    tone: 'work',
    roles: ['warehouse'],
    station: '/wEP/putAway',
    detail: PIECES,
  },
  {
    key: 'toPick',
    ...HALL,
    filters: [is('status', 'readyToPick', 'inPicklist', 'picklistPrinted', 'pickingNeeded')],
    tone: 'work',
    station: '/wEP/pickingScan',
    detail: PIECES,
    first: BY_CUT_OFF,
  },
  {
    key: 'toPack',
    ...HALL,
    filters: [is('status', ...TO_PACK)],
    tone: 'work',
    station: '/wEP/packScanOrder',
    detail: PIECES,
  },
  { key: 'toLoad', ...HALL, filters: [is('status', ...TO_LOAD)], tone: 'work', station: '/wEP/shippingScan', detail: PIECES },

  {
    key: 'invoiceDrafts',
    ...INVOICES,
    filters: [{ field: 'status', op: 'eq', value: 'draft' }],
    tone: 'wait',
    roles: ['finance'],
    detail: amounts('gross'),
  },
  {
    key: 'paymentsOpen',
    mask: 'accounting.payment.list',
    paths: ['/accounting/payment'],
    filters: [is('status', 'open', 'partAllocated'), OWED],
    tone: 'wait',
    roles: ['finance'],
    detail: amounts('open'),
  },
  {
    key: 'billsToApprove',
    ...PAYABLES,
    filters: [is('status', 'entered')],
    tone: 'wait',
    roles: ['finance'],
    detail: amounts('gross'),
    first: BILL_ROWS,
  },
  {
    key: 'billsDisputed',
    ...PAYABLES,
    filters: [is('status', 'disputed')],
    tone: 'stop',
    roles: ['finance'],
    detail: amounts('open'),
    first: BILL_ROWS,
  },
  {
    key: 'disputesOpen',
    mask: 'accounting.dispute.list',
    paths: ['/accounting/disputes'],
    filters: [is('status', 'open')],
    tone: 'stop',
    roles: ['finance'],
    detail: amounts('gross'),
  },
  {
    key: 'payablesSoon',
    ...PAYABLES,
    filters: [OWED, cmp('dueDate', 'lte', '$inAWeek')],
    tone: 'work',
    roles: ['finance'],
    detail: amounts('open'),
  },
];

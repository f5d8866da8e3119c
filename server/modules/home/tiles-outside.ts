import { amounts, cmp, from, is, none, OPEN_SERVICE, OWED, PIECES, since, TICKET_ROWS, type Tile, TO_SHIP } from './tile.ts';

const UNDER_WAY = ['shippedPartially', 'shipped', 'inTransit', 'inDelivery'];
const OWN_STOPPED = { columns: ['no', 'refOrderId', 'status'], sort: 'statusSince' };

const OWN_ORDERS = { mask: 'p11y.orders.list', paths: ['/mEP/outbound-orders'], roles: ['merchant'] };
const CARRIED = { mask: 'c5r.orders.list', paths: ['/carriergate/orders'], roles: ['carrier'] };

/** Tiles of merchants and carriers, in display order. */
export const OUTSIDE_TILES: readonly Tile[] = [
  {
    key: 'needYourAnswer',
    ...OWN_ORDERS,
    filters: [is('status', 'customerHandlingAwaits', 'wrongAddress')],
    tone: 'stop',
    detail: since('statusSince'),
    first: OWN_STOPPED,
  },
  {
    key: 'ticketsForYou',
    mask: 'm4t.tickets.list',
    paths: ['/mEP/tickets'],
    filters: [is('state', 'waitsForMerchant')],
    tone: 'wait',
    roles: ['merchant'],
    detail: since('lastMessageAt'),
    first: TICKET_ROWS,
  },
  {
    key: 'offersFreight',
    mask: 't12n.orders.list',
    paths: ['/t12n/orders'],
    filters: [OPEN_SERVICE, none('orderId'), cmp('offers', 'gt', '0')],
    tone: 'wait',
    roles: ['merchant'],
    detail: from('pickupDate'),
  },
  {
    key: 'offersCollect',
    mask: '2bc.request.list',
    paths: ['/2bc/collectRequest'],
    filters: [OPEN_SERVICE, none('orderId'), cmp('offers', 'gt', '0')],
    tone: 'wait',
    roles: ['merchant'],
    detail: from('pickupDate'),
  },
  { key: 'yourOutOfStock', ...OWN_ORDERS, filters: [is('status', 'outOfStock')], tone: 'stop', detail: PIECES, first: OWN_STOPPED },
  { key: 'inTheHouse', ...OWN_ORDERS, filters: [TO_SHIP], tone: 'work', detail: PIECES },
  { key: 'onTheirWay', ...OWN_ORDERS, filters: [is('status', ...UNDER_WAY)], tone: 'done', detail: PIECES },
  {
    key: 'announced',
    mask: 'r7g.orders.list',
    paths: ['/mEP/inbound-orders'],
    filters: [is('status', 'receiptPending', 'inTransit', 'receiving')],
    tone: 'work',
    roles: ['merchant'],
    detail: PIECES,
  },
  {
    key: 'yourInvoices',
    mask: 'mEP.invoice.list',
    paths: ['/mEP/invoices'],
    // What a customer pays for the merchant is not owed by it.
    filters: [OWED, none('customerId')],
    tone: 'wait',
    roles: ['merchant'],
    detail: amounts('open'),
    first: { columns: ['no', 'issueDate', 'open'], sort: 'dueDate' },
  },

  {
    key: 'offersAsked',
    mask: 'c5r.offers.list',
    paths: ['/carriergate/offers'],
    filters: [is('state', 'asked', 'askedAgain')],
    tone: 'wait',
    roles: ['carrier'],
    detail: from('wantedOn'),
    first: { columns: ['no', 'origin', 'destination'], sort: 'wantedOn' },
  },
  { key: 'toLabel', ...CARRIED, filters: [is('status', 'transportLabelAwaits')], tone: 'wait', detail: since('statusSince') },
  {
    key: 'toFetch',
    mask: '2bc.collect.list',
    paths: ['/carriergate/collections'],
    filters: [is('status', 'inProcess'), none('underWayAt')],
    tone: 'work',
    roles: ['carrier'],
    detail: from('pickupDate'),
  },
  {
    key: 'proofsMissing',
    ...CARRIED,
    filters: [is('status', 'packed', ...UNDER_WAY), cmp('parcelCount', 'gt', '0')],
    tone: 'wait',
    detail: since('statusSince'),
  },
  {
    key: 'billsInQuestion',
    mask: 'c5r.bills.list',
    paths: ['/carriergate/bills'],
    filters: [is('status', 'disputed')],
    tone: 'stop',
    roles: ['carrier'],
    detail: amounts('open'),
    first: { columns: ['no', 'theirNo', 'open'], sort: 'billDate' },
  },
  {
    key: 'billsUnpaid',
    mask: 'c5r.bills.list',
    paths: ['/carriergate/bills'],
    filters: [is('status', 'entered', 'approved', 'partPaid')],
    tone: 'work',
    roles: ['carrier'],
    detail: amounts('open'),
  },
];

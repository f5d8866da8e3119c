/** What is searched for in a shop (developer.shopware.com: search criteria). `includes` names the fields that are answered, by entity. */

/** Rows of one answer; the shop allows 500 (`shopware.api.max_limit`). */
export const MOST_ORDERS = 100;
export const MOST_PRODUCTS = 500;
/** States of a delivery that waits for another parcel. */
export const OPEN = ['open', 'shipped_partially'];

const TIMES = ['createdAt', 'updatedAt'];
const STATE = { stateMachineState: {} };
const TRANSACTIONS = { associations: { ...STATE, paymentMethod: {} } };
const HEAD = {
  associations: {
    ...STATE,
    transactions: TRANSACTIONS,
    deliveries: { associations: { ...STATE, positions: {}, shippingOrderAddress: {} } },
  },
  includes: {
    order: ['autoIncrement', 'amountTotal', 'stateMachineState', 'transactions', 'deliveries', ...TIMES],
    order_transaction: ['stateMachineState', 'paymentMethod', ...TIMES],
    payment_method: ['technicalName', 'name', 'translated'],
    order_delivery: ['id', 'stateMachineState', 'positions', 'shippingOrderAddress', ...TIMES],
    order_delivery_position: ['id'],
    order_address: TIMES,
    state_machine_state: ['technicalName'],
  },
};
const DETAIL = {
  associations: {
    ...STATE,
    positions: {},
    shippingMethod: {},
    shippingOrderAddress: { associations: { country: {} } },
    order: {
      associations: {
        ...STATE,
        orderCustomer: {},
        lineItems: { associations: { product: {} } },
        transactions: TRANSACTIONS,
        currency: {},
        deliveries: { associations: { positions: {} } },
      },
    },
  },
  includes: {
    ...HEAD.includes,
    order: [
      'orderNumber',
      'orderDateTime',
      'customerComment',
      'amountTotal',
      'stateMachineState',
      'orderCustomer',
      'lineItems',
      'transactions',
      'currency',
      'deliveries',
      ...TIMES,
    ],
    currency: ['isoCode'],
    order_customer: ['email'],
    order_delivery: [
      'id',
      'trackingCodes',
      'customFields',
      'stateMachineState',
      'positions',
      'shippingMethod',
      'shippingOrderAddress',
      'order',
      ...TIMES,
    ],
    order_delivery_position: ['id', 'orderLineItemId', 'quantity'],
    order_line_item: ['id', 'parentId', 'productId', 'quantity', 'unitPrice', 'label', 'good', 'states', 'payload', 'product'],
    product: ['productNumber'],
    shipping_method: ['technicalName', 'name', 'translated'],
    order_address: [
      'company',
      'department',
      'firstName',
      'lastName',
      'street',
      'zipcode',
      'city',
      'phoneNumber',
      'additionalAddressLine1',
      'additionalAddressLine2',
      'country',
      ...TIMES,
    ],
    country: ['iso'],
  },
};

/** UTC as the database of the shop stores it. The filter compares it as it is sent. */
const stored = (instant: string): string => new Date(instant).toISOString().replace('T', ' ').replace('Z', '');
const range = (field: string, parameters: Record<string, string | number>) => ({ type: 'range', field, parameters });
const after = (row: string | null) => (row === null ? [] : [range('autoIncrement', { gt: Number(row) })]);
const sort = [{ field: 'autoIncrement', order: 'ASC' }];

/** Rows whose times tell that a delivery changed: a payment that arrives leaves the time of its order as it was. */
const CHANGING = ['', 'deliveries.', 'deliveries.shippingOrderAddress.', 'transactions.'];
/**
 * Orders that changed in a window, in the sequence of their making. A page begins behind the last row of the one before, so an order that changes
 * again and leaves the window while it is read moves no other one.
 */
export const changedOrders = (since: string, until: string, page: string | null) => ({
  ...HEAD,
  limit: MOST_ORDERS,
  sort,
  filter: [
    {
      type: 'multi',
      operator: 'or',
      queries: CHANGING.flatMap((row) => TIMES.map((time) => range(`${row}${time}`, { gte: stored(since), lte: stored(until) }))),
    },
    ...after(page),
  ],
});
export const deliveriesOf = (ids: readonly string[]) => ({ ...DETAIL, ids, limit: ids.length });
/** The shop refuses a whole search that holds an id of another form. */
const ID = /^[0-9a-f]{32}$/;
export const isId = (text: string): boolean => ID.test(text);
const MOST_DIVIDED = 50;
/** Deliveries of orders, by the id or the number of the order. */
export const deliveriesIn = (orders: readonly string[]) => {
  const [ids, numbers] = [orders.filter(isId), orders.filter((text) => !isId(text))];
  const queries = [
    ...(ids.length > 0 ? [{ type: 'equalsAny', field: 'orderId', value: ids }] : []),
    ...(numbers.length > 0 ? [{ type: 'equalsAny', field: 'order.orderNumber', value: numbers }] : []),
  ];
  return { ...DETAIL, limit: MOST_DIVIDED, filter: [{ type: 'multi', operator: 'or', queries }] };
};
export const anyDelivery = { ...DETAIL, limit: 1 };

/** States of a payment for which an order waits, and the days after which the shop's owner does not expect it any more. */
const WAITING = ['open', 'in_progress', 'paid_partially', 'reminded', 'unconfirmed', 'failed'];
const WAITING_DAYS = 90;
const state = (row: string, value: string | readonly string[]) =>
  typeof value === 'string'
    ? { type: 'equals', field: `${row}stateMachineState.technicalName`, value }
    : { type: 'equalsAny', field: `${row}stateMachineState.technicalName`, value };
/** Orders that may be shipped when their payment has come. @param products only orders with one of these; all if null */
export const waitingOrders = (products: readonly string[] | null, page: string | null) => ({
  associations: { ...STATE, lineItems: {}, transactions: TRANSACTIONS, deliveries: { associations: { ...STATE, positions: {} } } },
  includes: {
    ...HEAD.includes,
    order: [...HEAD.includes.order, 'lineItems'],
    order_delivery: ['stateMachineState', 'positions'],
    order_delivery_position: ['id', 'orderLineItemId', 'quantity'],
    order_line_item: ['id', 'parentId', 'productId', 'quantity', 'good', 'states'],
  },
  limit: MOST_ORDERS,
  sort,
  filter: [
    { type: 'not', operator: 'and', queries: [state('', 'cancelled')] },
    state('deliveries.', 'open'),
    state('transactions.', WAITING),
    range('createdAt', { gte: stored(new Date(Date.now() - WAITING_DAYS * 86_400_000).toISOString()) }),
    ...(products === null ? [] : [{ type: 'equalsAny', field: 'lineItems.productId', value: products }]),
    ...after(page),
  ],
});

const product = ['id', 'autoIncrement', 'productNumber', 'ean', 'name', 'translated', 'stock', 'type', 'states'];
/** Products that can be bought: a product with variants is sold as one of these. */
export const productsOf = (page: string | null) => ({
  limit: MOST_PRODUCTS,
  sort,
  includes: { product },
  filter: [
    {
      type: 'multi',
      operator: 'or',
      queries: [
        { type: 'equals', field: 'childCount', value: 0 },
        { type: 'equals', field: 'childCount', value: null },
      ],
    },
    ...after(page),
  ],
});
export const productsBy = (ids: readonly string[]) => ({ ids, limit: ids.length, includes: { product } });

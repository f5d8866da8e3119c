import { fault, gid, nextId, none, page } from './shopify-ids.ts';
import { Places, type StockInput } from './shopify-places.ts';
import { Returns } from './shopify-returns.ts';

/** Fulfilment orders of the stand-in for Shopify, and what its calls do with them. */

export type Line = {
  id: string;
  lineItem: string;
  sku: string | null;
  total: number;
  remaining: number;
  requiresShipping: boolean;
  title: string;
  /** Of one piece, as the customer pays it. */
  price: string;
};
export type Fulfilment = { id: string; numbers: string[]; company: string; lines: { id: string; quantity: number }[] };
export type Order = {
  id: string;
  name: string;
  status: string;
  requestStatus: string;
  updatedAt: number;
  processedAt: number;
  location: string;
  delivery: string;
  note: string;
  destination: Record<string, string | null>;
  lines: Line[];
  fulfilments: Fulfilment[];
  cancelMessage: string;
  payment: Payment;
};
/** `order`: the order that this fulfilment is a part of, if it was divided. */
export type Payment = { gateways: string[]; status: string; outstanding: string; currency: string; order: string };
/** What an order of a test is made of. */
export type NewOrder = {
  name: string;
  lines: { sku: string | null; qty: number; requiresShipping?: boolean; title?: string; price?: string }[];
  destination?: Record<string, string | null>;
  delivery?: string;
  note?: string;
  requestStatus?: string;
  /** Where it is assigned to; our place as a fulfilment service by default. */
  location?: string;
  payment?: Partial<Payment>;
};
const PAID: Payment = { gateways: ['shopify_payments'], status: 'PAID', outstanding: '0.0', currency: 'EUR', order: '' };

const ERIKA = {
  firstName: 'Erika',
  lastName: 'Muster',
  company: null,
  address1: 'Lange Straße 5',
  address2: null,
  city: 'Berlin',
  zip: '10115',
  countryCode: 'DE',
  email: 'erika@example.org',
  phone: null,
};
export class Shop {
  readonly orders = new Map<string, Order>();
  readonly hooks: { topic: string; uri: string }[] = [];
  readonly places = new Places();
  readonly returns = new Returns((order) => this.shown(order));
  scopes: readonly string[];
  /** Milliseconds by which the clock of the shop differs from ours. */
  clock = 0;
  /** Every call is cut. */
  isDown = false;
  /** Calls are taken, and none is answered. */
  isSilent = false;
  readonly keys = new Set<string>();
  readonly host: string;

  constructor(host: string, scopes: readonly string[]) {
    this.host = host;
    this.scopes = scopes;
  }

  get stock() {
    return this.places.stock;
  }
  get service() {
    return this.places.service;
  }
  /** An order that a customer placed, whose fulfilment the shop asks us for. */
  place({ name, lines, destination = {}, delivery = '', note = '', requestStatus, location, payment }: NewOrder): Order {
    const order: Order = {
      id: gid('FulfillmentOrder', nextId()),
      name,
      status: 'OPEN',
      requestStatus: requestStatus ?? (location === undefined ? 'SUBMITTED' : 'UNSUBMITTED'),
      updatedAt: 0,
      processedAt: Date.now() + this.clock,
      location: location ?? this.service?.location ?? '',
      delivery,
      note,
      destination: { ...ERIKA, ...destination },
      lines: lines.map(({ sku, qty, requiresShipping = true, title, price = '19.95' }) => ({
        id: gid('FulfillmentOrderLineItem', nextId()),
        lineItem: gid('LineItem', nextId()),
        sku,
        total: qty,
        remaining: qty,
        requiresShipping,
        title: title ?? `Product ${sku}`,
        price,
      })),
      fulfilments: [],
      cancelMessage: '',
      payment: { ...PAID, ...payment },
    };
    this.orders.set(order.id, order);
    this.touch(order);
    return order;
  }
  touch(order: Order): void {
    order.updatedAt = Date.now() + this.clock;
  }
  change(order: Order, parts: Partial<Order>): void {
    Object.assign(order, parts);
    this.touch(order);
  }
  addItem(sku: string, qty: number, stock = this.stock): string {
    const id = gid('InventoryItem', nextId());
    stock.set(id, { sku, qty });
    return id;
  }

  private shown(order: Order): Record<string, unknown> {
    const lines = order.lines.map((line) => ({
      id: line.id,
      lineItem: {
        id: line.lineItem,
        discountedUnitPriceAfterAllDiscountsSet: { presentmentMoney: { amount: line.price, currencyCode: order.payment.currency } },
      },
      sku: line.sku,
      totalQuantity: line.total,
      remainingQuantity: line.remaining,
      requiresShipping: line.requiresShipping,
      productTitle: line.title,
      variantTitle: null,
    }));
    const fulfilments = order.fulfilments.map(({ id, numbers }) => ({
      id,
      status: 'SUCCESS',
      trackingInfo: numbers.map((number) => ({ number })),
    }));
    return {
      __typename: 'FulfillmentOrder',
      id: order.id,
      status: order.status,
      requestStatus: order.requestStatus,
      updatedAt: new Date(order.updatedAt).toISOString(),
      orderName: order.name,
      orderProcessedAt: new Date(order.processedAt).toISOString(),
      assignedLocation: { location: { id: order.location } },
      deliveryMethod: { presentedName: order.delivery || null },
      destination: order.destination,
      order: {
        id: order.payment.order || order.id.replace('FulfillmentOrder', 'Order'),
        note: order.note || null,
        shippingLine: null,
        paymentGatewayNames: order.payment.gateways,
        displayFinancialStatus: order.payment.status,
        totalOutstandingSet: { presentmentMoney: { amount: order.payment.outstanding, currencyCode: order.payment.currency } },
      },
      merchantRequests: { nodes: order.cancelMessage ? [{ message: order.cancelMessage }] : [] },
      lineItems: ({ first, after }: { first: number; after?: string }) => page(lines, first, after, (line) => line.id),
      fulfillments: ({ first, after }: { first: number; after?: string }) => page(fulfilments, first, after, ({ id }) => id),
    };
  }
  private answer(id: string, from: readonly string[], to: Partial<Order>) {
    const order = this.orders.get(id);
    if (!order) return { fulfillmentOrder: null, userErrors: fault('Fulfillment order does not exist.') };
    if (!from.includes(order.requestStatus))
      return { fulfillmentOrder: null, userErrors: fault(`Cannot be answered while it is ${order.requestStatus}.`) };
    this.change(order, to);
    return { fulfillmentOrder: this.shown(order), userErrors: none };
  }
  private fulfil({ fulfillment }: { fulfillment: FulfilmentInput }) {
    const [wanted] = fulfillment.lineItemsByFulfillmentOrder;
    const order = this.orders.get(wanted?.fulfillmentOrderId ?? '');
    const lines = wanted?.fulfillmentOrderLineItems ?? [];
    // At a location of the merchant nobody asks and accepts; it needs a permission of its own.
    const isOwn =
      this.places.own.some(({ id }) => id === order?.location) && this.scopes.includes('write_merchant_managed_fulfillment_orders');
    const ready = isOwn ? ['UNSUBMITTED'] : ['ACCEPTED', 'CANCELLATION_REJECTED'];
    const isOpen = order && ready.includes(order.requestStatus) && ['OPEN', 'IN_PROGRESS'].includes(order.status);
    const fits = lines.every(({ id, quantity }) => (order?.lines.find((line) => line.id === id)?.remaining ?? 0) >= quantity);
    if (!isOpen || !fits || lines.length === 0)
      return { fulfillment: null, userErrors: fault('Invalid fulfillment order line item quantity requested.') };
    for (const { id, quantity } of lines) {
      const line = order.lines.find((one) => one.id === id);
      if (line) line.remaining -= quantity;
    }
    const made = {
      id: gid('Fulfillment', nextId()),
      numbers: [...(fulfillment.trackingInfo?.numbers ?? [])],
      company: fulfillment.trackingInfo?.company ?? '',
      lines: lines.map(({ id, quantity }) => ({ id, quantity })),
    };
    order.fulfilments.push(made);
    const isDone = order.lines.every((line) => line.remaining === 0 || !line.requiresShipping);
    this.change(order, { status: isDone ? 'CLOSED' : 'IN_PROGRESS', ...(isDone && !isOwn ? { requestStatus: 'CLOSED' } : {}) });
    return { fulfillment: { id: made.id, status: 'SUCCESS', trackingInfo: [] }, userErrors: none };
  }
  /** Only what a fulfilment service has accepted and has in progress; it is the merchant's again after that. */
  private close(id: string, message: string) {
    const order = this.orders.get(id);
    const isOurs = this.service !== null && order?.location === this.service.location;
    if (!order || !isOurs || order.status !== 'IN_PROGRESS' || !['ACCEPTED', 'CANCELLATION_REJECTED'].includes(order.requestStatus))
      return { fulfillmentOrder: null, userErrors: fault('The fulfillment order is not in progress.') };
    this.change(order, { status: 'INCOMPLETE', requestStatus: 'CLOSED', cancelMessage: message });
    return { fulfillmentOrder: this.shown(order), userErrors: none };
  }
  /** Root of GraphQL: what each query and mutation answers. */
  get root(): Record<string, unknown> {
    const { places } = this;
    return {
      currentAppInstallation: { accessScopes: this.scopes.map((handle) => ({ handle })) },
      locations: { nodes: places.all() },
      location: ({ id }: { id: string }) => places.shown(id),
      webhookSubscriptions: { nodes: this.hooks.map((hook, n) => ({ id: gid('WebhookSubscription', n + 1), ...hook })) },
      fulfillmentServiceCreate: (given: { callbackUrl: string }) => places.makeService(given),
      webhookSubscriptionCreate: ({ topic, webhookSubscription: { uri } }: { topic: string; webhookSubscription: { uri: string } }) => {
        if (this.hooks.some((hook) => hook.topic === topic && hook.uri === uri))
          return { webhookSubscription: null, userErrors: fault('Address for this topic has already been taken') };
        this.hooks.push({ topic, uri });
        return { webhookSubscription: { id: gid('WebhookSubscription', this.hooks.length), topic, uri }, userErrors: none };
      },
      fulfillmentOrders: ({ first, after, query }: { first: number; after?: string; query: string }) => {
        const [, from = '', until = '', place = ''] =
          /^updated_at:>='([^']+)' AND updated_at:<='([^']+)' AND assigned_location_id:(\d+)$/.exec(query) ?? [];
        const found = [...this.orders.values()]
          .filter((one) => one.updatedAt >= Date.parse(from) && one.updatedAt <= Date.parse(until) && one.location.endsWith(`/${place}`))
          .sort((a, b) => a.updatedAt - b.updatedAt || a.id.localeCompare(b.id));
        const { nodes, pageInfo } = page(found, first, after, (one) => one.id);
        return { pageInfo, nodes: nodes.map((one) => this.shown(one)) };
      },
      ...this.returns.root,
      fulfillmentOrder: ({ id }: { id: string }) => this.found(id),
      nodes: ({ ids: wanted }: { ids: string[] }) => wanted.map((id) => this.found(id)),
      fulfillmentOrderAcceptFulfillmentRequest: ({ id }: { id: string }) =>
        this.answer(id, ['SUBMITTED'], { requestStatus: 'ACCEPTED', status: 'IN_PROGRESS' }),
      fulfillmentOrderAcceptCancellationRequest: ({ id }: { id: string }) =>
        this.answer(id, ['CANCELLATION_REQUESTED'], { requestStatus: 'CANCELLATION_ACCEPTED', status: 'CANCELLED' }),
      fulfillmentOrderRejectCancellationRequest: ({ id, message }: { id: string; message: string }) =>
        this.answer(id, ['CANCELLATION_REQUESTED'], { requestStatus: 'CANCELLATION_REJECTED', cancelMessage: message }),
      fulfillmentOrderClose: ({ id, message }: { id: string; message: string }) => this.close(id, message),
      fulfillmentCreate: (given: { fulfillment: FulfilmentInput }) => this.fulfil(given),
      fulfillmentTrackingInfoUpdate: ({ fulfillmentId, trackingInfoInput: { numbers, company } }: TrackingChange) => {
        const found = [...this.orders.values()].flatMap((one) => one.fulfilments).find(({ id }) => id === fulfillmentId);
        if (!found) return { fulfillment: null, userErrors: fault('Fulfillment does not exist.') };
        Object.assign(found, { numbers, company });
        return { fulfillment: { id: found.id, status: 'SUCCESS', trackingInfo: [] }, userErrors: none };
      },
      inventorySetQuantities: (given: { input: StockInput }) => places.setStock(given),
    };
  }
  private found(id: string): Record<string, unknown> | null {
    const order = this.orders.get(id);
    return order ? this.shown(order) : null;
  }
}

type FulfilmentInput = {
  trackingInfo?: { company?: string; numbers?: string[] };
  lineItemsByFulfillmentOrder: { fulfillmentOrderId: string; fulfillmentOrderLineItems?: { id: string; quantity: number }[] }[];
};
type TrackingChange = { fulfillmentId: string; trackingInfoInput: { numbers: string[]; company: string } };

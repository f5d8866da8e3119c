import type { z } from 'zod';
import type { EbayReturn } from './ebay-returns.ts';
import type { NewFulfilment } from './ebay-shapes.ts';

/** One seller on eBay: orders, parcels that were told, and stock. It is the truth that the house is compared with. */

type Payment = 'FAILED' | 'FULLY_REFUNDED' | 'PAID' | 'PARTIALLY_REFUNDED' | 'PENDING';
type Fulfilment = z.infer<typeof NewFulfilment>;
export type EbayOrder = {
  id: string;
  created: number;
  modified: number;
  payment: Payment;
  cancel: 'CANCELED' | 'IN_PROGRESS' | 'NONE_REQUESTED';
  buyer: string;
  note: string;
  service: string;
  type: 'DIGITAL' | 'PREPARE_FOR_PICKUP' | 'SHIP_TO';
  reference: string;
  /** The address vanishes with age. */
  address: { name: string; company: string; line1: string; city: string; zip: string; country: string } | null;
  lines: { id: string; legacy: string; sku: string; title: string; qty: number; price: number }[];
  fulfilments: Fulfilment[];
};
export type NewOrder = { lines: { sku: string; qty: number; title?: string; price?: number }[] } & Partial<Omit<EbayOrder, 'lines'>>;
export type EbayItem = {
  sku: string;
  title: string;
  qty: number;
  group: string | null;
  offers: { id: string; qty: number | null }[];
  revisions: number;
};

const ERIKA = { name: 'Erika Muster', company: '', line1: 'Lange Straße 5', city: 'Berlin', zip: '10115', country: 'DE' };
const money = (cents: number) => ({ value: (cents / 100).toFixed(2), currency: 'EUR' });

export class Seller {
  readonly name: string;
  readonly orders: EbayOrder[] = [];
  readonly returns: EbayReturn[] = [];
  readonly items = new Map<string, EbayItem>();
  /** Milliseconds by which eBay's clock differs. */
  clock = 0;
  #next = 10_000;

  constructor(name: string) {
    this.name = name;
  }
  now(): number {
    return Date.now() + this.clock;
  }
  /** An order that a buyer placed and paid. Its pieces are taken off the stock. */
  place({ lines, ...more }: NewOrder): EbayOrder {
    this.#next += 1;
    const now = this.now();
    const order: EbayOrder = {
      id: `12-${this.#next}-${String(this.#next).padStart(5, '0')}`,
      created: now,
      modified: now,
      payment: 'PAID',
      cancel: 'NONE_REQUESTED',
      buyer: 'erika-buys',
      note: '',
      service: '',
      type: 'SHIP_TO',
      reference: '',
      address: ERIKA,
      fulfilments: [],
      lines: lines.map(({ sku, qty, title = `Listing of ${sku}`, price = 1995 }, n) => ({
        id: `${this.#next}${String(n).padStart(4, '0')}`,
        legacy: `1${this.#next}${n}`,
        sku,
        title,
        qty,
        price,
      })),
      ...more,
    };
    this.orders.push(order);
    for (const { sku, qty } of lines) this.take(sku, qty);
    return order;
  }
  /** Takes pieces off an item and off its offers. */
  take(sku: string, qty: number): void {
    const item = this.items.get(sku);
    if (!item) return;
    item.qty -= qty;
    for (const offer of item.offers) if (offer.qty !== null) offer.qty -= qty;
  }
  change(order: EbayOrder, parts: Partial<EbayOrder>): void {
    Object.assign(order, parts);
    order.modified = this.now();
  }
  addItem(sku: string, qty: number, more: Partial<EbayItem> = {}): EbayItem {
    this.#next += 1;
    const item = { sku, title: `Listing of ${sku}`, qty, group: null, offers: [{ id: `${this.#next}`, qty }], revisions: 0, ...more };
    this.items.set(sku, item);
    return item;
  }
  fulfilled(order: EbayOrder, line: string): number {
    return order.fulfilments
      .flatMap(({ lineItems }) => lineItems)
      .filter(({ lineItemId }) => lineItemId === line)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }
  statusOf(order: EbayOrder): 'FULFILLED' | 'IN_PROGRESS' | 'NOT_STARTED' {
    if (order.lines.every(({ id, qty }) => this.fulfilled(order, id) >= qty)) return 'FULFILLED';
    return order.fulfilments.length > 0 ? 'IN_PROGRESS' : 'NOT_STARTED';
  }
  /** As eBay tells it. */
  orderBody(order: EbayOrder): object {
    const { address, reference } = order;
    return {
      orderId: order.id,
      creationDate: new Date(order.created).toISOString(),
      lastModifiedDate: new Date(order.modified).toISOString(),
      orderFulfillmentStatus: this.statusOf(order),
      orderPaymentStatus: order.payment,
      cancelStatus: { cancelState: order.cancel, cancelRequests: [] },
      buyer: { username: order.buyer },
      ...(order.note ? { buyerCheckoutNotes: order.note } : {}),
      pricingSummary: { total: money(order.lines.reduce((sum, { price, qty }) => sum + price * qty, 0)) },
      fulfillmentStartInstructions: [
        {
          fulfillmentInstructionsType: order.type,
          ...(address && order.type === 'SHIP_TO'
            ? {
                shippingStep: {
                  shippingServiceCode: order.service,
                  ...(reference ? { shipToReferenceId: reference } : {}),
                  shipTo: {
                    fullName: address.name,
                    ...(address.company ? { companyName: address.company } : {}),
                    contactAddress: {
                      addressLine1: address.line1,
                      city: address.city,
                      postalCode: address.zip,
                      countryCode: address.country,
                    },
                    email: 'masked-1@members.ebay.example',
                  },
                },
              }
            : {}),
        },
      ],
      lineItems: order.lines.map(({ id, legacy, sku, title, qty, price }) => ({
        lineItemId: id,
        legacyItemId: legacy,
        ...(sku ? { sku } : {}),
        title,
        quantity: qty,
        lineItemCost: money(price * qty),
        lineItemFulfillmentStatus: this.fulfilled(order, id) >= qty ? 'FULFILLED' : 'NOT_STARTED',
      })),
    };
  }
  itemBody({ sku, title, qty, group }: EbayItem): object {
    return {
      sku,
      ...(group === null ? {} : { inventoryItemGroupKeys: [group] }),
      product: { title },
      availability: { shipToLocationAvailability: { quantity: qty } },
    };
  }
}

import { randomUUID } from 'node:crypto';
import type { Row } from './shopware-search.ts';

/** Orders and products of the stand-in for Shopware, and what its calls do with them. */

type State = { id: string; stateMachineId: string; technicalName: string; name: string };
export type Delivery = Row & {
  id: string;
  stateMachineState: State;
  trackingCodes: string[];
  customFields: Row | null;
  positions: Row[];
  shippingOrderAddress: Row;
};
export type Order = Row & {
  id: string;
  orderNumber: string;
  stateMachineState: State;
  transactions: (Row & { stateMachineState: State })[];
  deliveries: Delivery[];
  lineItems: (Row & { id: string; quantity: number; product: Product | null })[];
};
type Product = Row & { id: string; productNumber: string; stock: number };
export type Hook = Row & { id: string; name: string; eventName: string; url: string; active: boolean };
export type NewLine = {
  sku?: string;
  qty: number;
  price?: number;
  label?: string;
  good?: boolean;
  type?: string;
  states?: string[];
  parts?: NewLine[];
};
export type NewOrder = {
  number: string;
  lines: NewLine[];
  /** Lines of each delivery by their place; all in one by default. */
  deliveries?: number[][];
  payments?: { method: string; state: string; technicalName?: string }[];
  address?: Row;
  shippingMethod?: string;
  comment?: string;
  total?: number;
};

const id = (): string => randomUUID().replaceAll('-', '');
const stateOf = (technicalName: string): State => ({ id: id(), stateMachineId: id(), technicalName, name: technicalName });
/** Where a transition of a delivery leads, and from which states (Migration1536233560BasicData and those after it). One to the same state is none. */
const TRANSITIONS: Record<string, { to: string; from: readonly string[] }> = {
  ship: { to: 'shipped', from: ['open', 'shipped_partially'] },
  ship_partially: { to: 'shipped_partially', from: ['open'] },
  cancel: { to: 'cancelled', from: ['open', 'shipped', 'shipped_partially'] },
  reopen: { to: 'open', from: ['cancelled', 'shipped', 'shipped_partially', 'returned', 'returned_partially'] },
};
const ERIKA = {
  company: null,
  department: null,
  firstName: 'Erika',
  lastName: 'Muster',
  street: 'Lange Straße 5',
  zipcode: '10115',
  city: 'Berlin',
  phoneNumber: null,
  additionalAddressLine1: null,
  additionalAddressLine2: null,
};

export class Shop {
  readonly orders = new Map<string, Order>();
  readonly products = new Map<string, Product>();
  /** Transitions that changed a state; each of them sends a mail to the customer. */
  readonly transitions: { delivery: string; to: string }[] = [];
  /** Notices that were ordered. */
  readonly hooks: Hook[] = [];
  /** Milliseconds by which the clock of the shop differs from ours. */
  clock = 0;
  /** Privileges that the role of the integration lacks. */
  lacking: string[] = [];
  private numbers = 0;

  private now(): string {
    return new Date(Date.now() + this.clock).toISOString().replace('Z', '+00:00');
  }
  private made(): Row {
    return { createdAt: this.now(), updatedAt: null };
  }
  touch(row: Row): void {
    row['updatedAt'] = this.now();
  }
  private next(): number {
    this.numbers += 1;
    return this.numbers;
  }

  addProduct(productNumber: string, stock: number, more: Row = {}): Product {
    const product: Product = {
      id: id(),
      autoIncrement: this.next(),
      productNumber,
      stock,
      childCount: 0,
      states: ['is-physical'],
      ...this.made(),
      ...more,
    };
    this.products.set(product.id, product);
    return product;
  }
  private lineItems(lines: readonly NewLine[], parentId: string | null): Order['lineItems'] {
    return lines.flatMap(
      ({ sku, qty, price = 19.9, label = `Product ${sku}`, good = true, type = 'product', states = ['is-physical'], parts = [] }) => {
        const product = [...this.products.values()].find(({ productNumber }) => productNumber === sku);
        const isProduct = type === 'product';
        const line = {
          ...this.made(),
          id: id(),
          parentId,
          quantity: qty,
          unitPrice: price,
          label,
          good,
          type,
          states,
          payload: sku === undefined ? null : { productNumber: sku },
          productId: isProduct ? (product?.id ?? id()) : null,
          product: product ?? null,
        };
        // The stock is taken off as soon as the order is placed (OrderStockSubscriber).
        if (product && isProduct) product.stock -= qty;
        return [line, ...this.lineItems(parts, line.id)];
      },
    );
  }
  /** An order as the checkout of the shop makes it. */
  place({ number, lines, deliveries, payments = [{ method: 'Credit card', state: 'paid' }], ...more }: NewOrder): Order {
    const lineItems = this.lineItems(lines, null);
    const tops = lineItems.filter(({ parentId }) => parentId === null);
    const address = { ...this.made(), ...ERIKA, country: { iso: 'DE' }, ...more.address };
    const { shippingMethod: method } = more;
    const order: Order = {
      ...this.made(),
      id: id(),
      autoIncrement: this.next(),
      orderNumber: number,
      orderDateTime: this.now(),
      customerComment: more.comment ?? null,
      amountTotal: more.total ?? 19.9,
      currency: { isoCode: 'EUR' },
      stateMachineState: stateOf('open'),
      orderCustomer: { email: 'erika@example.org' },
      transactions: payments.map((one) => ({
        ...this.made(),
        stateMachineState: stateOf(one.state),
        paymentMethod: {
          technicalName: one.technicalName ?? `payment_${one.method.toLowerCase()}`,
          name: one.method,
          translated: { name: one.method },
        },
      })),
      deliveries: [],
      lineItems,
    };
    order.deliveries = (deliveries ?? [tops.map((_, n) => n)]).map((places) => {
      const delivery: Delivery = {
        ...this.made(),
        id: id(),
        orderId: order.id,
        order,
        stateMachineState: stateOf('open'),
        trackingCodes: [],
        customFields: null,
        shippingMethod: method ? { technicalName: 'shipping_standard', name: method, translated: { name: method } } : null,
        shippingOrderAddress: address,
        // A cart that holds no goods but discounts has a delivery without positions.
        positions: places.flatMap((n) => {
          const line = tops[n];
          return line?.['good'] ? [{ ...this.made(), id: id(), orderLineItemId: line.id, quantity: line.quantity }] : [];
        }),
      };
      return delivery;
    });
    this.orders.set(order.id, order);
    return order;
  }

  /** A payment changes its own time and leaves that of the order as it was. */
  pay(order: Order, state = 'paid', n = 0): void {
    const transaction = order.transactions[n];
    if (!transaction) throw new Error('no payment');
    transaction.stateMachineState = stateOf(state);
    this.touch(transaction);
  }
  cancel(order: Order): void {
    order.stateMachineState = stateOf('cancelled');
    this.touch(order);
    for (const { product, quantity } of order.lineItems) if (product) product.stock += quantity;
  }
  /** @returns null if the state leads nowhere by this transition */
  transit(delivery: Delivery, transition: string): State | null {
    const { to = '', from = [] } = TRANSITIONS[transition] ?? {};
    const now = delivery.stateMachineState.technicalName;
    if (now === to) return delivery.stateMachineState;
    if (!from.includes(now)) return null;
    delivery.stateMachineState = stateOf(to);
    this.touch(delivery);
    this.transitions.push({ delivery: delivery.id, to });
    return delivery.stateMachineState;
  }
  get deliveries(): Delivery[] {
    return [...this.orders.values()].flatMap(({ deliveries }) => deliveries);
  }
}

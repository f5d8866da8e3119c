import { MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { type Collected, collected, NOTHING_COLLECTED } from '../collected.ts';
import { clip, consigneeOf, instantOf, type Person, skuOf } from '../fit.ts';
import { valueOf } from '../insured.ts';
import type { ShopOrder, Wanted } from '../platform.ts';
import type { Delivery, LineItem, Paid, Times } from './shapes.ts';

/** A delivery of Shopware as an order of ours. Nothing in it can keep the order from being stored: what is too long is cut. */

/** States of a delivery after which it is not ours any more. */
const ENDED = ['cancelled', 'shipped', 'returned', 'returned_partially'];
/** States of a payment with which goods are shipped. What was refunded in part was paid before. */
const PAID = ['paid', 'authorized', 'refunded_partially'];
const REFUNDED = ['refunded', 'chargeback'];
/** Begins the entries of a channel's mapping that name a way of paying and the state of the payment that is enough for it. */
const PAYMENT = 'payment:';
const DOWNLOAD = 'is-download';

/**
 * Whether goods may be shipped by the payments of an order. A customer who pays in another way leaves a cancelled or failed payment behind, so one
 * that is good is enough. Ways of paying after delivery stay `open`; the merchant names them in the channel's mapping: `{"payment:Invoice": "open"}`.
 */
export function payment({ amountTotal, transactions }: Paid, mapping: Readonly<Record<string, string>>): 'good' | 'refunded' | 'waits' {
  const isEnough = ({ stateMachineState: state, paymentMethod }: Paid['transactions'][number]): boolean =>
    PAID.includes(state) || paymentMethod.some((name) => mapping[`${PAYMENT}${name}`] === state);
  if (transactions.some(isEnough) || (amountTotal ?? 1) <= 0) return 'good';
  return transactions.some(({ stateMachineState: state }) => REFUNDED.includes(state)) ? 'refunded' : 'waits';
}

type Stated = { stateMachineState: string };
/** What the shop wants, by the states of the order, of its delivery and of its payments. */
export function wantedOf(order: Stated & Paid, { stateMachineState: state }: Stated, mapping: Readonly<Record<string, string>>): Wanted {
  if (order.stateMachineState === 'cancelled' || ENDED.includes(state)) return 'ended';
  // A part was shipped: by us, so nothing is new, or by somebody else, so it never was ours.
  if (state !== 'open') return 'none';
  return ({ good: 'ship', refunded: 'ended', waits: 'none' } as const)[payment(order, mapping)];
}

/** The last change among these rows that is not later than `until`. A payment or delivery that changes leaves the time of its order as it was. */
export function changedAt(rows: readonly (Times | null | undefined)[], until = Number.POSITIVE_INFINITY): string {
  const all = rows.flatMap((row) => [row?.createdAt, row?.updatedAt].flatMap((text) => (text ? [Date.parse(text)] : [])));
  return new Date(Math.max(0, ...all.filter((at) => at <= until))).toISOString();
}
/** Rows of an order whose changes are changes of this delivery. */
export const changingRows = (order: Times & Paid, delivery: Times & { shippingOrderAddress?: Times | null | undefined }) => [
  order,
  delivery,
  delivery.shippingOrderAddress,
  ...order.transactions,
];

type Wants = { item: LineItem; qty: number };
/**
 * The goods of a delivery. Its positions name line items; what has parts (a bundle) is shipped as its parts, unless these have positions of their own.
 * Discounts and downloads are no goods. The quantity of a part counts for the whole line.
 */
export function goodsOf({ positions }: Pick<Delivery, 'positions'>, lineItems: readonly LineItem[]): Wants[] {
  const own = new Set(positions.map(({ orderLineItemId }) => orderLineItemId));
  const expand = (item: LineItem, qty: number): Wants[] => {
    if (item.good === false || item.states.includes(DOWNLOAD) || qty < 1) return [];
    const parts = lineItems.filter(({ parentId, productId }) => parentId === item.id && productId);
    if (parts.length === 0) return [{ item, qty }];
    return parts
      .filter(({ id }) => !own.has(id))
      .flatMap((part) => expand(part, Math.round((part.quantity * qty) / Math.max(1, item.quantity))));
  };
  return positions.flatMap(({ orderLineItemId, quantity }) => {
    const item = lineItems.find(({ id }) => id === orderLineItemId);
    return item ? expand(item, quantity ?? item.quantity) : [];
  });
}

/** What the customer pays for the goods of a delivery. A bundle has the price, not its parts; a voucher is a line without goods and lowers nothing. */
function paidFor({ positions, order: { lineItems, currency } }: Delivery): Pick<ShopOrder, 'goods'> {
  const goods = positions.flatMap(({ orderLineItemId, quantity }) => {
    const item = lineItems.find(({ id, good }) => id === orderLineItemId && good !== false);
    if (!item) return [];
    return [item.unitPrice == null ? null : { amount: item.unitPrice * (quantity ?? item.quantity), currency: currency?.isoCode ?? '' }];
  });
  return valueOf(goods);
}

const personOf = ({ shippingOrderAddress: to, order }: Delivery): Person => ({
  firstName: to?.firstName,
  lastName: to?.lastName,
  company: to?.company,
  address1: to?.street,
  address2: [to?.department, to?.additionalAddressLine1, to?.additionalAddressLine2].filter(Boolean).join(', '),
  zip: to?.zipcode,
  city: to?.city,
  country: to?.country?.iso,
  phone: to?.phoneNumber,
  email: order.orderCustomer?.email,
});

/** Technical name of cash on delivery in every Shopware; the name that people read may be changed (Migration1697112043). */
const CASH_ON_DELIVERY = 'payment_cashpayment';
/**
 * What the customer pays at the door: all of an order that nothing else paid. Each delivery of a divided order names the whole of it; the first one
 * that the house takes collects it (../store-order.ts).
 */
function collectedFor({ amountTotal, currency, transactions }: Delivery['order']): Collected {
  const isPaid = transactions.some(({ stateMachineState: state }) => PAID.includes(state));
  const isCollected = transactions.some(
    ({ stateMachineState: state, paymentMethod }) => state === 'open' && paymentMethod.includes(CASH_ON_DELIVERY),
  );
  if (isPaid || !isCollected) return NOTHING_COLLECTED;
  return collected(amountTotal ?? 0, currency?.isoCode ?? '');
}

export function orderOf(read: Delivery, mapping: Readonly<Record<string, string>>): ShopOrder {
  const { id, order, shippingMethod } = read;
  const goods = goodsOf(read, order.lineItems);
  const { amounts, hold, message = '' } = collectedFor(order);
  return {
    externalId: id,
    externalNo: clip(order.orderNumber, 60) || id,
    changedAt: changedAt(changingRows(order, read)),
    wanted: wantedOf(order, read, mapping),
    message,
    ...(order.orderNumber === '' ? {} : { partOf: order.orderNumber }),
    ...(hold ? { hold } : {}),
    ...paidFor(read),
    order:
      goods.length === 0
        ? null
        : Shape.parse({
            orderedAt: instantOf(order.orderDateTime),
            consignee: consigneeOf(personOf(read)),
            carrier: clip(shippingMethod.find((name) => mapping[name] !== undefined) ?? shippingMethod[0], 100),
            remark: clip(order.customerComment, 2000),
            ...amounts,
            lines: goods.map(({ item: { id: line, label, product, payload }, qty }) => ({
              line,
              // The number of the product as it is now; of a product that was deleted, as it was sold.
              sku: skuOf(product?.productNumber || payload?.productNumber, label),
              qty,
              name: clip(label, 300),
            })),
          }),
  };
}

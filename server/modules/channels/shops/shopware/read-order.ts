import { type MerchantOrder, MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { Address } from '#contract/core/fields';
import type { ShopOrder, Wanted } from '../platform.ts';
import type { Delivery, LineItem, OpenOrder, Paid, Times } from './shapes.ts';

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

const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const clip = (text: string, most: number): string => text.replace(/\s+/g, ' ').replace(HIDDEN, '').trim().slice(0, most).trim();

function consigneeOf({ shippingOrderAddress: to, order }: Delivery): MerchantOrder['consignee'] {
  const firm = clip(to?.company ?? '', 100);
  const person = clip(`${to?.firstName ?? ''} ${to?.lastName ?? ''}`, 100);
  const additions = [to?.department, to?.additionalAddressLine1, to?.additionalAddressLine2];
  const wanted = {
    name1: firm || person,
    name2: firm ? person : '',
    streetName: clip(to?.street ?? '', 100),
    addition: clip(additions.filter(Boolean).join(', '), 100),
    zip: clip(to?.zipcode ?? '', 20),
    city: clip(to?.city ?? '', 100),
    country: clip(to?.country?.iso ?? '', 2).toUpperCase(),
    phone: clip(to?.phoneNumber ?? '', 40),
    email: clip(order.orderCustomer?.email ?? '', 254),
  };
  // A part that our fields do not take is left out, and the address is corrected by a person.
  const parts = Object.entries(wanted).map(([key, text]) => [
    key,
    Address.shape[key as keyof typeof wanted].safeParse(text).success ? text : '',
  ]);
  return Shape.shape.consignee.parse(Object.fromEntries(parts));
}

type Wants = { item: LineItem; qty: number };
/**
 * The goods of a delivery. Its positions name line items; what has parts (a bundle) is shipped as its parts, unless these have positions of their own.
 * Discounts and downloads are no goods. The quantity of a part counts for the whole line.
 */
export function goodsOf({ positions }: Pick<Delivery, 'positions'>, lineItems: OpenOrder['lineItems']): Wants[] {
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

/** The number of the product as it is now; of a product that was deleted, as it was sold. Something else gets its label, so that a person can map it. */
const skuOf = ({ product, payload, label }: LineItem): string =>
  clip(product?.productNumber || payload?.productNumber || '', 64) || clip(label, 64) || '–';

const instantOf = (text: string): string | null => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

export function orderOf(read: Delivery, mapping: Readonly<Record<string, string>>): ShopOrder {
  const { id, order, shippingMethod } = read;
  const goods = goodsOf(read, order.lineItems);
  return {
    externalId: id,
    externalNo: clip(order.orderNumber, 60) || id,
    changedAt: changedAt(changingRows(order, read)),
    wanted: wantedOf(order, read, mapping),
    message: '',
    order:
      goods.length === 0
        ? null
        : Shape.parse({
            orderedAt: instantOf(order.orderDateTime),
            consignee: consigneeOf(read),
            carrier: clip(shippingMethod[0] ?? '', 100),
            remark: clip(order.customerComment, 2000),
            lines: goods.map(({ item, qty }) => ({ line: item.id, sku: skuOf(item), qty, name: clip(item.label, 300) })),
          }),
  };
}

import { MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { minorOf } from '#contract/core/currency';
import { Currency } from '#contract/core/fields';
import { clip, consigneeOf, instantOf, skuOf } from '../fit.ts';
import { valueOf } from '../insured.ts';
import type { ShopOrder, Wanted } from '../platform.ts';
import type { EbayLine, EbayOrder } from './shapes.ts';

/** An order of eBay as an order of ours. */

/** A part of the money was given back, for example for a late parcel: the goods are paid all the same. */
const PAID = ['PAID', 'PARTIALLY_REFUNDED'];
const UNPAID_FOR_GOOD = ['FULLY_REFUNDED', 'FAILED'];
/** What the buyer gets without a parcel. */
const NO_PARCEL = ['DIGITAL', 'PREPARE_FOR_PICKUP'];
/** The most that a price of one piece may be, in the smallest unit. */
const MOST = 1_000_000_000;

export const asksToCancel = ({ cancelStatus }: Pick<EbayOrder, 'cancelStatus'>): boolean => cancelStatus === 'IN_PROGRESS';

export function wantedOf(order: Pick<EbayOrder, 'cancelStatus' | 'orderFulfillmentStatus' | 'orderPaymentStatus'>): Wanted {
  const { cancelStatus, orderFulfillmentStatus: shipped, orderPaymentStatus: payment } = order;
  if (cancelStatus === 'CANCELED' || UNPAID_FOR_GOOD.includes(payment)) return 'ended';
  if (asksToCancel(order)) return 'cancel';
  if (shipped === 'FULFILLED') return 'ended';
  return PAID.includes(payment) ? 'ship' : 'none';
}

/** The price of one piece; eBay tells that of the whole line. Null in a currency that the house does not have. */
function priceOf({ lineItemCost: cost, quantity }: EbayLine): number | null {
  if (!cost || !Currency.safeParse(cost.currency).success) return null;
  const price = Math.round(minorOf(cost.value, cost.currency) / quantity);
  return price >= 0 && price <= MOST ? price : null;
}

function ship(read: EbayOrder): ShopOrder['order'] {
  const [first] = read.fulfillmentStartInstructions;
  const lines = read.lineItems.filter(({ quantity }) => quantity > 0);
  if (lines.length === 0 || NO_PARCEL.includes(first?.fulfillmentInstructionsType ?? '')) return null;
  const step = first?.shippingStep;
  const [to, address] = [step?.shipTo, step?.shipTo?.contactAddress];
  const currency = Currency.safeParse(lines[0]?.lineItemCost?.currency);
  return Shape.parse({
    orderedAt: instantOf(read.creationDate),
    consignee: consigneeOf({
      firstName: to?.fullName,
      lastName: '',
      company: to?.companyName,
      address1: address?.addressLine1,
      // A parcel that eBay sends on from a hub is known there by this number.
      address2: [address?.addressLine2, step?.shipToReferenceId].filter(Boolean).join(', '),
      zip: address?.postalCode,
      city: address?.city,
      country: address?.countryCode,
      phone: to?.primaryPhone?.phoneNumber,
      email: to?.email,
    }),
    carrier: clip(step?.shippingServiceCode, 100),
    remark: clip(read.buyerCheckoutNotes, 2000),
    ...(currency.success ? { currency: currency.data } : {}),
    lines: lines.map((line) => ({
      line: line.lineItemId,
      sku: skuOf(line.sku, line.title),
      qty: line.quantity,
      name: clip(line.title, 300),
      price: priceOf(line),
    })),
  });
}

/** @param keyOf of a buyer's user name */
export function orderOf(read: EbayOrder, keyOf: (userName: string) => string): ShopOrder {
  const wanted = wantedOf(read);
  const mustWait = wanted === 'cancel' && read.orderFulfillmentStatus !== 'FULFILLED' && PAID.includes(read.orderPaymentStatus);
  return {
    externalId: read.orderId,
    externalNo: read.orderId,
    changedAt: read.lastModifiedDate,
    wanted,
    message: '',
    ...valueOf(read.lineItems.map(({ lineItemCost: cost }) => (cost ? { amount: cost.value, currency: cost.currency } : null))),
    order: ship(read),
    ...(read.buyer === '' ? {} : { buyer: keyOf(read.buyer) }),
    ...(mustWait ? { hold: 'cancelAsked' as const } : {}),
  };
}

import { MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { type Collected, collected, NOTHING_COLLECTED } from '../collected.ts';
import { clip, consigneeOf, instantOf, skuOf } from '../fit.ts';
import { valueOf } from '../insured.ts';
import type { ShopOrder, Wanted } from '../platform.ts';
import type { FulfillmentOrder, OrderLine, OrderStatus } from './shapes.ts';

/** A fulfilment order of Shopify as an order of ours. Nothing in it can keep the order from being stored: what is too long is cut. */

/** `gid://shopify/FulfillmentOrder/123` as `123`. */
export const idOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1).replace(/\?.*$/, '');
export const gidOf = (type: 'FulfillmentOrder' | 'FulfillmentOrderLineItem' | 'InventoryItem' | 'Return', id: string): string =>
  `gid://shopify/${type}/${id}`;

/**
 * What the shop wants, by the status of the order and of its request (shopify.dev: FulfillmentOrderRequestStatus).
 * @param isOwn whether the order lies at a location of the merchant that is ours to ship from: nobody asks, an open order is wanted. One of which a part was
 *   shipped was ours before, or is somebody else's.
 */
export function wantedOf({ status, requestStatus }: Pick<OrderStatus, 'status' | 'requestStatus'>, isOwn: boolean): Wanted {
  if (requestStatus === 'CANCELLATION_REQUESTED') return 'cancel';
  if (status === 'CLOSED' || status === 'CANCELLED' || status === 'INCOMPLETE') return 'ended';
  if (isOwn && requestStatus === 'UNSUBMITTED') return status === 'OPEN' ? 'ship' : 'none';
  // What is on hold may be changed yet, and what is scheduled is asked for again when its day has come.
  if (requestStatus === 'SUBMITTED' && (status === 'ON_HOLD' || status === 'SCHEDULED')) return 'none';
  if (requestStatus === 'SUBMITTED' || requestStatus === 'ACCEPTED' || requestStatus === 'CANCELLATION_REJECTED') return 'ship';
  if (requestStatus === 'CANCELLATION_ACCEPTED' || requestStatus === 'REJECTED' || requestStatus === 'CLOSED') return 'ended';
  return 'none';
}

const titleOf = ({ productTitle, variantTitle }: OrderLine): string => [productTitle, variantTitle].filter(Boolean).join(' – ');

/** Names under which Shopify keeps its manual payment method; a shop in another language has the translated one. */
const CASH_ON_DELIVERY = /cash.on.delivery|\bcod\b|nachnahme|货到付款/i;
/**
 * What the customer pays at the door: what is still open of an order that is paid so. Each fulfilment of a divided order names the whole of it; the
 * first one that the house takes collects it (../store-order.ts).
 */
function collectedFor(order: FulfillmentOrder['order']): Collected {
  const { paymentGatewayNames: gateways, displayFinancialStatus: status, totalOutstandingSet: open } = order;
  if (status !== 'PENDING' || !gateways.some((name) => CASH_ON_DELIVERY.test(name))) return NOTHING_COLLECTED;
  const { amount, currencyCode } = open.presentmentMoney;
  return collected(amount, currencyCode);
}

/** What the customer pays for one piece of a line, by the id of the line. */
export type Prices = ReadonlyMap<string, { amount: string; currencyCode: string }>;
const paidFor = (lines: readonly OrderLine[], prices: Prices): Pick<ShopOrder, 'goods'> =>
  valueOf(
    lines.map(({ id, totalQuantity }) => {
      const price = prices.get(id);
      return price ? { amount: Number(price.amount) * totalQuantity, currency: price.currencyCode } : null;
    }),
  );

/** @param lines all of them, also those of further pages @param prices null where they are not asked for @param isOwn as for `wantedOf` */
export function orderOf(read: FulfillmentOrder, lines: readonly OrderLine[], prices: Prices | null, isOwn: boolean): ShopOrder {
  const { amounts, hold, message = clip(read.merchantRequests.nodes[0]?.message ?? '', 500) } = collectedFor(read.order);
  const { id, orderName, orderProcessedAt, deliveryMethod, destination, order } = read;
  // Of an order that nobody asked us for, pieces may have been shipped by hand.
  const qtyOf = ({ remainingQuantity, totalQuantity }: OrderLine): number => (isOwn ? remainingQuantity : totalQuantity);
  const shipped = lines.filter((line) => line.requiresShipping && qtyOf(line) > 0);
  return {
    externalId: idOf(id),
    externalNo: clip(orderName, 60) || idOf(id),
    changedAt: read.updatedAt,
    wanted: wantedOf(read, isOwn),
    message,
    partOf: order.id,
    ...(prices ? paidFor(shipped, prices) : {}),
    ...(hold ? { hold } : {}),
    order:
      shipped.length === 0
        ? null
        : Shape.parse({
            orderedAt: instantOf(orderProcessedAt),
            consignee: consigneeOf({
              firstName: destination?.firstName,
              lastName: destination?.lastName,
              company: destination?.company,
              address1: destination?.address1,
              address2: destination?.address2,
              zip: destination?.zip,
              city: destination?.city,
              country: destination?.countryCode,
              phone: destination?.phone,
              email: destination?.email,
            }),
            carrier: clip(deliveryMethod?.presentedName || (order.shippingLine?.title ?? ''), 100),
            remark: clip(order.note, 2000),
            ...amounts,
            lines: shipped.map((line) => ({
              line: idOf(line.id),
              sku: skuOf(line.sku, titleOf(line)),
              qty: qtyOf(line),
              name: clip(titleOf(line), 300),
            })),
          }),
  };
}

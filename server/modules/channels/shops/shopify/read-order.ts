import { type MerchantOrder, MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { Address } from '#contract/core/fields';
import type { ShopOrder, Wanted } from '../platform.ts';
import type { FulfillmentOrder, OrderLine, OrderStatus } from './shapes.ts';

/** A fulfilment order of Shopify as an order of ours. Nothing in it can keep the order from being stored: what is too long is cut. */

/** `gid://shopify/FulfillmentOrder/123` as `123`. */
export const idOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1).replace(/\?.*$/, '');
export const gidOf = (type: 'FulfillmentOrder' | 'FulfillmentOrderLineItem' | 'InventoryItem', id: string): string =>
  `gid://shopify/${type}/${id}`;

/** What the shop wants, by the status of the order and of its request (shopify.dev: FulfillmentOrderRequestStatus). */
export function wantedOf({ status, requestStatus }: Pick<OrderStatus, 'status' | 'requestStatus'>): Wanted {
  if (requestStatus === 'CANCELLATION_REQUESTED') return 'cancel';
  if (status === 'CLOSED' || status === 'CANCELLED' || status === 'INCOMPLETE') return 'ended';
  // What is on hold may be changed yet, and what is scheduled is asked for again when its day has come.
  if (requestStatus === 'SUBMITTED' && (status === 'ON_HOLD' || status === 'SCHEDULED')) return 'none';
  if (requestStatus === 'SUBMITTED' || requestStatus === 'ACCEPTED' || requestStatus === 'CANCELLATION_REJECTED') return 'ship';
  if (requestStatus === 'CANCELLATION_ACCEPTED' || requestStatus === 'REJECTED' || requestStatus === 'CLOSED') return 'ended';
  return 'none';
}

const clip = (text: string, most: number): string => text.trim().replace(/\s+/g, ' ').slice(0, most).trim();
/** A line without a SKU gets its title as one, so that a person can map it. */
const skuOf = ({ sku, productTitle, variantTitle }: OrderLine): string =>
  clip(sku, 64) || clip([productTitle, variantTitle].filter(Boolean).join(' – '), 64) || '–';

function consigneeOf(destination: FulfillmentOrder['destination']): MerchantOrder['consignee'] {
  const of = (key: keyof NonNullable<typeof destination>, most: number): string => clip(destination?.[key] ?? '', most);
  const person = clip(`${of('firstName', 100)} ${of('lastName', 100)}`, 100);
  const firm = of('company', 100);
  const wanted = {
    name1: firm || person,
    name2: firm ? person : '',
    streetName: of('address1', 100),
    addition: of('address2', 100),
    zip: of('zip', 20),
    city: of('city', 100),
    country: of('countryCode', 2),
    phone: of('phone', 40),
    email: of('email', 254),
  };
  // A part that our fields do not take is left out, and the address is corrected by a person.
  const parts = Object.entries(wanted).map(([key, text]) => [
    key,
    Address.shape[key as keyof typeof wanted].safeParse(text).success ? text : '',
  ]);
  return Shape.shape.consignee.parse(Object.fromEntries(parts));
}

const instantOf = (text: string): string | null => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** @param lines all of them, also those of further pages */
export function orderOf(read: FulfillmentOrder, lines: readonly OrderLine[]): ShopOrder {
  const { id, orderName, orderProcessedAt, deliveryMethod, destination, merchantRequests, order } = read;
  const shipped = lines.filter((line) => line.requiresShipping && line.totalQuantity > 0);
  return {
    externalId: idOf(id),
    externalNo: clip(orderName, 60) || idOf(id),
    changedAt: read.updatedAt,
    wanted: wantedOf(read),
    message: clip(merchantRequests.nodes[0]?.message ?? '', 500),
    order:
      shipped.length === 0
        ? null
        : Shape.parse({
            orderedAt: instantOf(orderProcessedAt),
            consignee: consigneeOf(destination),
            carrier: clip(deliveryMethod?.presentedName || (order.shippingLine?.title ?? ''), 100),
            remark: clip(order.note, 2000),
            lines: shipped.map((line) => ({
              line: idOf(line.id),
              sku: skuOf(line),
              qty: line.totalQuantity,
              name: clip([line.productTitle, line.variantTitle].filter(Boolean).join(' – '), 300),
            })),
          }),
  };
}

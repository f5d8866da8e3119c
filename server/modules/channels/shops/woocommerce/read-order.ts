import { MerchantOrder as Shape } from '#contract/channels/merchant-orders';
import { majorOf, minorOf } from '#contract/core/currency';
import type { Locale } from '#contract/core/limits';
import { type Collected, collected, NOTHING_COLLECTED } from '../collected.ts';
import { clip, consigneeOf, instantOf, skuOf } from '../fit.ts';
import { valueOf } from '../insured.ts';
import type { ShopOrder, Wanted } from '../platform.ts';
import { PARCELS_KEY, Parcels, type WooLine, type WooOrder } from './shapes.ts';

/** An order of WooCommerce as an order of ours. */

/** Times of the interface are UTC without saying so. */
export const instantOfGmt = (text: string): string => instantOf(`${text.replace(/Z$/, '')}Z`) ?? new Date(0).toISOString();

/** What an order is written about in. The shop does not say which language it was placed in. */
const LOCALES: Readonly<Record<string, Locale>> = { DE: 'de', AT: 'de', CH: 'de', LI: 'de', CN: 'cn', TW: 'cn', HK: 'cn', MO: 'cn' };
export const localeOf = ({ shipping, billing }: Pick<WooOrder, 'shipping' | 'billing'>): Locale =>
  LOCALES[shipping.country || billing.country || ''] ?? 'en';

const ENDED = ['completed', 'cancelled', 'refunded', 'failed', 'trash'];
/**
 * Only `processing` is paid and waits to be shipped (woocommerce.com/document/managing-orders/order-statuses). What is pending, on hold, or in a
 * status of a plug-in may become that.
 */
export const wantedOf = (status: string): Wanted => (status === 'processing' ? 'ship' : ENDED.includes(status) ? 'ended' : 'none');

/** The parcels that the order was told of. */
export function parcelsOf({ meta_data: meta }: Pick<WooOrder, 'meta_data'>): { id: number | null; parcels: Parcels } {
  const entry = meta.find(({ key }) => key === PARCELS_KEY);
  const read = Parcels.safeParse(entry?.value);
  return { id: entry?.id ?? null, parcels: read.success ? read.data : [] };
}

/** Lines to ship, with pieces that were not refunded. */
export type OpenLine = { line: WooLine; qty: number };

/** What the customer pays at the door: the total without what was refunded. */
function collectedFor({ payment_method: method, total, currency, refunds }: WooOrder): Collected {
  if (method !== 'cod') return NOTHING_COLLECTED;
  const left = refunds.reduce((sum, refund) => sum + Number(refund.total), Number(total));
  // A difference of numbers with many digits has more of them than the currency.
  return collected(majorOf(minorOf(left, currency), currency), currency);
}

/** What the customer pays for pieces of a line, with its tax. */
const paidFor = ({ line, qty }: OpenLine, currency: string) =>
  line.total === '' ? null : { amount: ((Number(line.total) + Number(line.total_tax)) * qty) / line.quantity, currency };

const ship = (read: WooOrder, lines: readonly OpenLine[]): ShopOrder['order'] => {
  const { billing, shipping } = read;
  // A shop without a second address sends an empty one.
  const to = shipping.address_1 || shipping.city ? shipping : billing;
  return Shape.parse({
    orderedAt: read.date_created_gmt ? instantOfGmt(read.date_created_gmt) : null,
    consignee: consigneeOf({
      firstName: to.first_name,
      lastName: to.last_name,
      company: to.company,
      address1: to.address_1,
      address2: to.address_2,
      zip: to.postcode,
      city: to.city,
      country: to.country,
      phone: to.phone || billing.phone,
      email: billing.email,
    }),
    carrier: clip(read.shipping_lines[0]?.method_title, 100),
    remark: clip(read.customer_note, 2000),
    ...collectedFor(read).amounts,
    lines: lines.map(({ line, qty }) => ({ line: String(line.id), sku: skuOf(line.sku, line.name), qty, name: clip(line.name, 300) })),
  });
};

export function orderOf(read: WooOrder, lines: readonly OpenLine[]): ShopOrder {
  const { hold, message = '' } = collectedFor(read);
  return {
    externalId: String(read.id),
    externalNo: clip(read.number, 60) || String(read.id),
    changedAt: instantOfGmt(read.date_modified_gmt),
    wanted: wantedOf(read.status),
    message,
    ...valueOf(lines.map((one) => paidFor(one, read.currency))),
    order: lines.length === 0 ? null : ship(read, lines),
    ...(hold ? { hold } : {}),
  };
}

import type { MerchantOrder } from '#contract/channels/merchant-orders';
import { minorOf } from '#contract/core/currency';
import { Currency } from '#contract/core/fields';
import { Amount } from '#contract/orders/amounts';
import { clip } from './fit.ts';
import type { ShopOrder } from './platform.ts';

export type Collected = { amounts: Pick<MerchantOrder, 'codAmount' | 'currency'> } & Partial<Pick<ShopOrder, 'hold' | 'message'>>;
export const NOTHING_COLLECTED: Collected = { amounts: {} };

/**
 * What the customer pays at the door, as the shop writes it. No carrier of the house collects another currency, and a parcel without its amount
 * would be a gift, so such an order waits for a person.
 */
export function collected(amount: number | string, currency: string): Collected {
  if (!(Number(amount) > 0)) return NOTHING_COLLECTED;
  const [codAmount, known] = [Amount.safeParse(minorOf(amount, currency)), Currency.safeParse(currency)];
  if (codAmount.success && known.success) return { amounts: { codAmount: codAmount.data, currency: known.data } };
  return { amounts: {}, hold: 'otherCurrency', message: clip(`${amount} ${currency}`, 100) };
}

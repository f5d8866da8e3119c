import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import { minorOf } from '#contract/core/currency';
import { Currency } from '#contract/core/fields';
import { toHouse } from '#contract/money/fx';
import { Amount } from '#contract/orders/amounts';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { knownRate, today } from '../../money/index.ts';
import { channelOrders } from '../channel-orders/table.ts';
import type { ShopOrder } from './platform.ts';

/** Shops send no insured value, so a channel says from which value of goods its orders are insured. */

type Priced = { amount: number | string; currency: string };
/** What goods cost; nothing if a price is missing, or if they have several currencies. */
export function valueOf(goods: readonly (Priced | null)[]): Pick<ShopOrder, 'goods'> {
  const [first] = goods;
  if (!first || goods.some((one) => one?.currency !== first.currency)) return {};
  const value = minorOf(
    goods.reduce((total, one) => total + Number(one?.amount), 0),
    first.currency,
  );
  return Number.isFinite(value) ? { goods: { value, currency: first.currency } } : {};
}

const findStored = statement(
  { body: channelOrders.body },
  ({ channelId, externalId }: { channelId: string; externalId: string }) =>
    sql`select body from channel_orders where channel_id = ${channelId}::uuid and external_id = ${externalId}`,
);

type Channel = { id: string; insureFrom: number | null };
function withoutValue(order: MerchantOrder): object {
  const { insuredAmount: _insuredAmount, currency: _currency, ...rest } = order;
  return rest;
}

/** A value in a currency that the house does not have cannot be insured. Without a rate the order is insured: a loss costs more than an insurance. */
async function decide(tx: Db, { insureFrom }: Channel, goods: ShopOrder['goods'], order: MerchantOrder): Promise<MerchantOrder> {
  const [value, currency] = [Amount.safeParse(goods?.value), Currency.safeParse(goods?.currency)];
  if (insureFrom === null || !value.success || !currency.success) return order;
  // The carrier collects and insures in one currency.
  if (order.codAmount !== undefined && order.currency !== currency.data) return order;
  const known = await knownRate(tx, currency.data, await today(tx));
  if (known && toHouse(value.data, currency.data, known.rate) < insureFrom) return order;
  return { ...order, insuredAmount: value.data, currency: currency.data };
}

/**
 * The order with the value that the carrier insures. It is decided when an order comes in, and again when it was changed in the shop: a setting that
 * changes later leaves orders that are known as they are.
 */
export async function insured(tx: Db, channel: Channel, { externalId, goods }: ShopOrder, order: MerchantOrder): Promise<MerchantOrder> {
  const stored = await findStored.first(tx, { channelId: channel.id, externalId });
  if (!stored || !isDeepStrictEqual(withoutValue(stored.body), withoutValue(order))) return decide(tx, channel, goods, order);
  const { insuredAmount, currency } = stored.body;
  return insuredAmount === undefined ? order : { ...order, insuredAmount, ...(currency ? { currency } : {}) };
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { OFFER_STATES } from '#contract/freight/offers';
import { toHouse } from '#contract/money/fx';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import type { Db } from '../../core/db/client.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { knownRate, today } from '../money/index.ts';
import { carriers } from '../shipping/carriers/table.ts';
import { offers } from './offers/table.ts';

/** One offer in the comparison of all offers of a request. Amounts are in the smallest currency unit. */
export const Compared = z.object({
  id: Id,
  carrier: z.string(),
  state: z.enum(OFFER_STATES),
  price: z.number().nullable(),
  currency: z.string(),
  /** The price in the currency of the comparison; null without a price, or where no exchange rate is known. */
  comparable: z.number().nullable(),
  comparedIn: z.string(),
  /** Millionths of `currency` for one unit of `comparedIn`, and the day of the rate; null where nothing was converted. */
  rate: z.int().nullable(),
  rateOn: z.string().nullable(),
  transitDays: z.int().nullable(),
  pickupDate: z.string().nullable(),
  validUntil: z.string().nullable(),
  expired: z.boolean(),
  note: z.string(),
});
type Compared = z.infer<typeof Compared>;

const findOffers = statement(
  {
    id: offers.id,
    carrier: carriers.name,
    state: offers.state,
    price: offers.price,
    currency: offers.currency,
    transitDays: offers.transitDays,
    pickupDate: offers.pickupDate,
    validUntil: offers.validUntil,
    expired: cell.boolean,
    note: offers.note,
  },
  ({
    taskId,
  }: {
    taskId: string;
  }) => sql`select o.id, c.name as carrier, o.state, o.price, o.currency, o.transit_days, o.pickup_date, o.valid_until, coalesce(o.valid_until < kontor_day(), false) as expired, o.note
      from offers o join carriers c on c.id = o.carrier_id where o.task_id = ${taskId}::uuid order by c.name limit 100`,
);

/**
 * All offers of a request, cheapest first. Offers in one currency are compared in it; offers in several are converted to the currency of the
 * house at today's rate. Offers that cannot be converted stand last.
 */
export async function compareOffers(tx: Db, taskId: string): Promise<Compared[]> {
  const found = await findOffers(tx, { taskId });
  const used = [...new Set(found.flatMap(({ price, currency }) => (price === null ? [] : [currency])))];
  const comparedIn = used.length === 1 ? (used[0] ?? HOUSE_CURRENCY) : HOUSE_CURRENCY;
  const rates = new Map<Currency, Awaited<ReturnType<typeof knownRate>>>();
  // Rates belong to the house; merchants see what came of them.
  await runAsHouse(tx, async () => {
    const day = await today(tx);
    for (const currency of used) if (currency !== comparedIn) rates.set(currency, await knownRate(tx, currency, day));
  });
  const compared = found.map((offer) => {
    const rate = rates.get(offer.currency) ?? null;
    const same = offer.currency === comparedIn;
    const converted = offer.price !== null && rate ? toHouse(offer.price, offer.currency, rate.rate) : null;
    return { ...offer, comparable: same ? offer.price : converted, comparedIn, rate: rate?.rate ?? null, rateOn: rate?.validOn ?? null };
  });
  return compared.sort(
    (a, b) => (a.comparable ?? Infinity) - (b.comparable ?? Infinity) || Number(a.price === null) - Number(b.price === null),
  );
}

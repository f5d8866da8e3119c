import { z } from 'zod';
import { Currency, Id } from '../core/fields.ts';

/** How the carrier of a merchant's orders is chosen: as the order says, or by what carriers ask for it. */
export const CARRIER_RULES = ['fixed', 'cheapest', 'fastest'] as const;
export type CarrierRule = (typeof CARRIER_RULES)[number];

/** What a carrier asks for one parcel of an order. `service` is our name of it; empty for orders without a service. */
export const OfferedRate = z.object({
  carrierId: Id,
  carrier: z.string(),
  service: z.string(),
  /** In the smallest unit. */
  amount: z.int(),
  currency: Currency,
  /** Working days until delivery. Null: the carrier does not say. */
  days: z.int().nullable(),
});
export type OfferedRate = z.infer<typeof OfferedRate>;

/**
 * Why a carrier was chosen.
 * - `cheapest`, `fastest`: the rule; `onlyOne`: there was nothing to compare with.
 * - `fixed`: the merchant's orders keep their carrier.
 * - `noRates`, `noDays`: no carrier named a price, or none named days; `noWeight`: the weight of an item is missing. The order keeps its carrier.
 * - `late`: a parcel was packed, or somebody changed the carrier, before the answers were there.
 */
export const CHOICE_REASONS = ['cheapest', 'fastest', 'onlyOne', 'fixed', 'noRates', 'noDays', 'noWeight', 'late'] as const;
export type ChoiceReason = (typeof CHOICE_REASONS)[number];

/**
 * Why a carrier was not compared: no answer, a connection that does not work, a refusal with its words, an order that is too heavy or too large for it, or because
 * it names no prices before its bill.
 */
export const SkippedCarrier = z.object({
  carrier: z.string(),
  why: z.enum(['noAnswer', 'notConnected', 'refused', 'tooHeavy', 'tooLarge', 'noPrices']),
  message: z.string(),
});
export type SkippedCarrier = z.infer<typeof SkippedCarrier>;

/** The choice of one order's carrier, as it is stored with the order. */
export const CarrierChoice = z.object({
  at: z.string(),
  rule: z.enum(CARRIER_RULES),
  reason: z.enum(CHOICE_REASONS),
  /** What was chosen. Null: the order keeps the carrier it has. */
  chosen: OfferedRate.nullable(),
  /** The best of the others by the same rule. */
  next: OfferedRate.nullable(),
  rates: z.array(OfferedRate),
  skipped: z.array(SkippedCarrier),
});
export type CarrierChoice = z.infer<typeof CarrierChoice>;

type Compare = (a: OfferedRate, b: OfferedRate) => number;
const byAmount: Compare = (a, b) => a.amount - b.amount;
const byDays: Compare = (a, b) => (a.days ?? Number.POSITIVE_INFINITY) - (b.days ?? Number.POSITIVE_INFINITY);
const ORDER: Record<Exclude<CarrierRule, 'fixed'>, [Compare, Compare]> = { cheapest: [byAmount, byDays], fastest: [byDays, byAmount] };

/**
 * Chooses among rates of one currency, that of most of them. Of two that are equally good the carrier that the order has already wins, then the one
 * whose name comes first, so that the same rates always give the same choice.
 * @param now the carrier and service that the order has
 */
export function chooseRate(
  rule: CarrierRule,
  rates: readonly OfferedRate[],
  now: { carrierId: string | null; service: string },
): Pick<CarrierChoice, 'reason' | 'chosen' | 'next'> {
  const none = (reason: ChoiceReason) => ({ reason, chosen: null, next: null });
  if (rule === 'fixed') return none('fixed');
  const currency = usualCurrency(rates);
  const isNow = (rate: OfferedRate): boolean => rate.carrierId === now.carrierId && rate.service === now.service;
  const [first, second] = ORDER[rule];
  const [chosen, next = null] = rates
    .filter((rate) => rate.currency === currency && (rule !== 'fastest' || rate.days !== null))
    .toSorted(
      (a, b) =>
        first(a, b) ||
        second(a, b) ||
        Number(isNow(b)) - Number(isNow(a)) ||
        a.carrier.localeCompare(b.carrier) ||
        a.service.localeCompare(b.service),
    );
  if (!chosen) return none(rates.length > 0 && rule === 'fastest' ? 'noDays' : 'noRates');
  return { reason: next ? rule : 'onlyOne', chosen, next };
}

function usualCurrency(rates: readonly OfferedRate[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { currency } of rates) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b))[0]?.[0];
}

import type { Locale } from '#contract/core/limits';
import type { BillLine } from '#contract/money/bills';
import { matchLine } from '#contract/money/match';
import { type Currency, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { moneyText, say } from '../paper.ts';

/** Why a carrier's bill was disputed by itself: read from its lines, as sentences in the language of the reader. */

const ONE = 10 ** QTY_SCALE;
const CENTS = 10 ** (PRICE_SCALE - 2);

/** Lines that bill more than was offered, and surcharges. */
const linesOver = (lines: readonly BillLine[], currency: Currency): BillLine[] =>
  lines.filter((line) => matchLine(line, currency).some(({ worth }) => worth > 0));
export const isOverAgreed = (lines: readonly BillLine[], currency: Currency): boolean => linesOver(lines, currency).length > 0;

/** The sentences; empty if no line is above the offer. */
export function overAgreedIn(locale: Locale, lines: readonly BillLine[], currency: Currency): string {
  const money = (price: number): string => moneyText(Math.round(price / CENTS), currency, locale);
  const sentences = linesOver(lines, currency).map(({ orderNo: no, text, qty, unitPrice, orderedPrice, charge }) => {
    const values = { no, billed: `${qty === ONE ? '' : `${qty / ONE} × `}${money(unitPrice)}`, text };
    if (charge !== 'surcharge') return say([locale], 'bills.reasons.aboveOffer', { ...values, agreed: money(orderedPrice ?? 0) });
    return say([locale], text === '' ? 'bills.reasons.surcharge' : 'bills.reasons.surchargeFor', values);
  });
  return sentences.join(locale === 'cn' ? '' : ' ');
}

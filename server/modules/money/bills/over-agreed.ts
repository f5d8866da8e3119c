import type { Locale } from '#contract/core/limits';
import type { bills as area } from '#contract/money/bills';
import { matchLine } from '#contract/money/match';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import type { AreaRow } from '../../../core/http/area.ts';
import { moneyText, say } from '../paper.ts';

/** Why a carrier's bill was disputed by itself: stored without words, and read as a sentence in the language of the reader. */

const ONE = 10 ** QTY_SCALE;

/** Amounts billed above the offer and surcharges, as text without words of any language. Empty if there are none. */
export function overAgreed({ lines, currency }: AreaRow<typeof area>): string {
  const amount = (price: number): string => (price / 10 ** PRICE_SCALE).toFixed(2);
  return lines
    .filter((line) => matchLine(line, currency).some(({ worth }) => worth > 0))
    .map(({ orderNo, text, qty, unitPrice, orderedPrice, charge }) => {
      const times = qty === ONE ? '' : `${qty / ONE} × `;
      if (charge === 'surcharge') return `${orderNo}: + ${times}${amount(unitPrice)} ${currency} (${text})`;
      return `${orderNo}: ${times}${amount(unitPrice)} > ${amount(orderedPrice ?? 0)} ${currency}`;
    })
    .join('; ')
    .slice(0, 500);
}

const PRICE = String.raw`(?<times>[\d.]+ × )?(?<billed>\d+\.\d\d)`;
const ABOVE = new RegExp(String.raw`^(?<no>\S+): ${PRICE} > (?<agreed>\d+\.\d\d) (?<currency>[A-Z]{3})$`);
const SURCHARGE = new RegExp(String.raw`^(?<no>\S+): \+ ${PRICE} (?<currency>[A-Z]{3}) \((?<text>.*?)\)?$`);
/** Between two lines. The text of a surcharge may contain a semicolon too. */
const NEXT_LINE = /; (?=\S+: (?:\+ )?(?:[\d.]+ × )?\d+\.\d\d )/;

/** The stored reason as sentences. What somebody typed is returned as it is. */
export function overAgreedIn(locale: Locale, reason: string): string {
  const sentences = reason.split(NEXT_LINE).map((part) => {
    const { no = '', times = '', billed = '', agreed, currency = '', text = '' } = (ABOVE.exec(part) ?? SURCHARGE.exec(part))?.groups ?? {};
    if (no === '') return null;
    const money = (amount: string): string => moneyText(Math.round(Number(amount) * 100), currency, locale);
    const values = { no, billed: `${times}${money(billed)}`, text };
    if (agreed !== undefined) return say([locale], 'bills.reasons.aboveOffer', { ...values, agreed: money(agreed) });
    return say([locale], text === '' ? 'bills.reasons.surcharge' : 'bills.reasons.surchargeFor', values);
  });
  return sentences.includes(null) ? reason : sentences.join(locale === 'cn' ? '' : ' ');
}

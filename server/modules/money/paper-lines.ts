import type { Locale } from '#contract/core/limits';
import { type Taxed, type Totals } from '#contract/money/sums';
import { VAT_SENTENCES } from '#contract/money/vat';

type Line = Taxed & { text: string; note: string; unit: string; discount: number };

/** Lines and VAT groups of a document as it prints them. Without VAT the reason is given, in the languages of the paper. */
export const paperLines = (lines: readonly Line[], { nets, vat }: Pick<Totals, 'nets' | 'vat'>, locales: readonly Locale[]) => ({
  lines: lines.map((line, i) => ({
    pos: i + 1,
    text: line.text,
    note: line.note,
    qty: line.qty / 1000,
    unit: line.unit,
    // In cents, with fractions of a cent if the price has them.
    price: line.unitPrice / 100,
    discount: line.discount || null,
    vatRate: line.vatRate,
    net: nets[i] ?? 0,
  })),
  vat: vat.map(({ category, rate, base, tax }) => ({
    rate,
    base,
    tax,
    note: category === 'S' ? '' : locales.map((locale) => VAT_SENTENCES[category][locale]).join(' '),
  })),
});

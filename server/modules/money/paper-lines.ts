import type { Locale } from '#contract/core/limits';
import { linePeriod, type ServicePeriod } from '#contract/money/service-period';
import { type Taxed, type Totals } from '#contract/money/sums';
import { VAT_SENTENCES } from '#contract/money/vat';

type Line = Taxed & {
  text: string;
  note: string;
  unit: string;
  discount: number;
  serviceFrom?: string | undefined;
  serviceTo?: string | undefined;
};

/** The note of a line, and its period if it has one of its own. It has no place of its own, so that layouts of the house show it as well. */
function noteOf(line: Line, periodText: (period: ServicePeriod) => string): string {
  const period = linePeriod(line);
  return [line.note, period === null ? '' : periodText(period)].filter(Boolean).join(' · ');
}

/** Lines and VAT groups of a document as it prints them. Without VAT the reason is given, in the languages of the paper. */
export const paperLines = (
  lines: readonly Line[],
  { nets, vat }: Pick<Totals, 'nets' | 'vat'>,
  locales: readonly Locale[],
  periodText: (period: ServicePeriod) => string = () => '',
) => ({
  lines: lines.map((line, i) => ({
    pos: i + 1,
    text: line.text,
    note: noteOf(line, periodText),
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

import type { FieldOf } from '#contract/core/mask';
import type { Currency } from '#contract/money/scale';
import { lineNet, type Taxed, type Totals, totalsOf } from '#contract/money/sums';
import { formatMoney } from '../../../providers/format.ts';
import { asNumber, asText, type FieldContext, type Row } from './kind.ts';

type Lines = FieldOf<'lines'>;

const priced = (line: Row): Taxed => ({
  qty: asNumber(line['qty']) ?? 0,
  unitPrice: asNumber(line['unitPrice']) ?? 0,
  discount: asNumber(line['discount']) ?? 0,
  vatCategory: (asText(line['vatCategory']) || 'S') as Taxed['vatCategory'],
  vatRate: asNumber(line['vatRate']) ?? 0,
});

const currencyOfLines = ({ spec, row }: FieldContext<Lines>): Currency =>
  ((spec.priced ? asText(row[spec.priced]) : '') || 'EUR') as Currency;
export const netOf = (field: FieldContext<Lines>, line: Row): string =>
  formatMoney(lineNet(priced(line), currencyOfLines(field)), currencyOfLines(field), field.locale);
const sumsOf = (field: FieldContext<Lines>, lines: readonly Row[]): Totals => totalsOf(lines.map(priced), currencyOfLines(field));

/** Net, tax by rate, and gross. */
export function Sums({ field, lines }: { field: FieldContext<Lines>; lines: readonly Row[] }) {
  const { vat, net, gross } = sumsOf(field, lines);
  const currency = currencyOfLines(field);
  const money = (amount: number): string => formatMoney(amount, currency, field.locale);
  return (
    <dl className="m-sums" aria-live="polite">
      <div>
        <dt>{field.t('lines.net')}</dt>
        <dd>{money(net)}</dd>
      </div>
      {vat.map((group) => (
        <div key={`${group.category}${group.rate}`}>
          <dt>
            {group.category === 'S'
              ? field.t('lines.vat', {
                  rate: new Intl.NumberFormat(field.locale === 'cn' ? 'zh-CN' : field.locale).format(group.rate / 100),
                })
              : field.t('lines.vatOf', { category: group.category })}
          </dt>
          <dd>{money(group.tax)}</dd>
        </div>
      ))}
      <div className="m-sums-gross">
        <dt>{field.t('lines.gross')}</dt>
        <dd>{money(gross)}</dd>
      </div>
    </dl>
  );
}

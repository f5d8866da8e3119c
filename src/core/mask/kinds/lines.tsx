import type { CellSpec, FieldOf } from '#contract/core/mask';
import type { Currency } from '#contract/money/scale';
import { lineNet, type Taxed, type Totals, totalsOf } from '#contract/money/sums';
import { formatMoney } from '../../../providers/format.ts';
import {
  asNumber,
  asText,
  type CellProps,
  type FieldContext,
  isBlank,
  isRecord,
  type Kind,
  NOTHING,
  type Parsed,
  type Row,
} from './kind.ts';
import { decimal } from './number.tsx';

/**
 * Lines of a document. To add them to an area: in the contract `lines: z.array(z.strictObject({ ...pricedLine, …
 * })).max(500).default([])`; in the table `jsonb`; in the mask `lines: { kind: 'lines', columns: { text: …, qty: … }, carry:
 * ['vatCategory', 'vatRate'], priced: 'currency' }`. The form then has a grid with sums, the record a table, the export one text.
 * `priced` is the row's field with the currency.
 */
type Lines = FieldOf<'lines'>;

export const rowsOfLines = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const lineField = (field: FieldContext<Lines>, spec: CellSpec, name: string, line: Row): FieldContext => ({
  ...field,
  name,
  spec,
  row: line,
});
const priced = (line: Row): Taxed => ({
  qty: asNumber(line['qty']) ?? 0,
  unitPrice: asNumber(line['unitPrice']) ?? 0,
  discount: asNumber(line['discount']) ?? 0,
  vatCategory: (asText(line['vatCategory']) || 'S') as Taxed['vatCategory'],
  vatRate: asNumber(line['vatRate']) ?? 0,
});

export const currencyOfLines = ({ spec, row }: FieldContext<Lines>): Currency =>
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

function parseLines(text: string): Parsed {
  if (isBlank(text)) return { value: [] };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { rule: 'json' };
  }
}

/** Price bands as short text: lower limits with their prices. */
function bandsText(rows: readonly Row[], field: FieldContext<Lines>, until: string): string {
  const told = (line: Row, name: string): string => {
    const spec = field.spec.columns[name];
    return spec?.kind === 'decimal' ? decimal.format(line[name], { ...field, name, spec, row: line }) : asText(line[name]);
  };
  const others = Object.keys(field.spec.columns).filter((name) => name !== until);
  return rows.map((line) => `${told(line, until)}+: ${others.map((name) => told(line, name)).join(', ')}`).join(' · ');
}

function Summary({ value, field }: CellProps<Lines>) {
  const rows = rowsOfLines(value);
  const { until } = field.spec;
  if (rows.length === 0) return NOTHING;
  const text = until === undefined ? field.t('lines.count', { n: rows.length }) : bandsText(rows, field, until);
  return <span title={text}>{text}</span>;
}

export const lines: Kind<Lines> = {
  align: 'start',
  width: 120,
  filterOps: [],
  exportAs: 'text',
  format: (value) => (Array.isArray(value) ? JSON.stringify(value) : NOTHING),
  parse: parseLines,
  Cell: Summary,
};

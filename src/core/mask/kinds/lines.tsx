import type { CellSpec, FieldOf } from '#contract/core/mask';
import {
  asText,
  type CellProps,
  type FieldContext,
  isBlank,
  isNothing,
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
/** A cell of the line at a place; where none is named, standard texts are left out. */
export const lineField = (field: FieldContext<Lines>, spec: CellSpec, name: string, line: Row, at?: number): FieldContext => ({
  ...field,
  name,
  spec: spec.kind === 'text' && spec.standard ? { ...spec, standard: at === undefined ? [] : spec.standard.slice(at, at + 1) } : spec,
  row: line,
});
/** The columns of the row of a line, and those that stand below it. */
export function columnsOf({ columns, details = [] }: Lines) {
  const all = Object.entries(columns);
  return { inRow: all.filter(([name]) => !details.includes(name)), below: all.filter(([name]) => details.includes(name)) };
}
/** What a cell of a new line holds. */
export const startOf = (spec: CellSpec): unknown => spec.default ?? (spec.kind === 'text' ? '' : null);
/** Whether the standard text of a cell is used, because it has none of its own. */
export const isStandard = (spec: CellSpec, value: unknown): boolean =>
  spec.kind === 'text' && spec.standard !== undefined && isNothing(value);
/** The details of a line that say something: they are filled in, and not as in a new line, or a standard text is used for them. */
export const tellingDetails = (spec: Lines, line: Row): [string, CellSpec][] =>
  columnsOf(spec).below.filter(([name, cell]) => isStandard(cell, line[name]) || (!isNothing(line[name]) && line[name] !== startOf(cell)));

function parseLines(text: string): Parsed {
  if (isBlank(text)) return { value: [] };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { rule: 'json' };
  }
}

/** Price bands as short text: lower limits with their prices. A price from 0 on stands alone. */
function bandsText(rows: readonly Row[], field: FieldContext<Lines>, until: string): string {
  const textOf = (line: Row, name: string): string => {
    const spec = field.spec.columns[name];
    return spec?.kind === 'decimal'
      ? decimal.format(line[name], { ...field, name, spec, row: { ...field.row, ...line } })
      : asText(line[name]);
  };
  const others = Object.keys(field.spec.columns).filter((name) => name !== until);
  return rows
    .map((line) => (rows[1] || line[until] ? `${textOf(line, until)}+: ` : '') + others.map((name) => textOf(line, name)).join(', '))
    .join(' · ');
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

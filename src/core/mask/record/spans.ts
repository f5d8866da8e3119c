import type { CSSProperties } from 'react';
import type { FieldKind, FieldSpec } from '#contract/core/mask';

/** Columns of twelve. A third, a half and the whole are enough to line fields up. */
export type Span = 3 | 4 | 6 | 8 | 12;

/** As wide as the longest usual value. Text is measured by its limit. */
const SPANS: Record<Exclude<FieldKind, 'text'>, Span> = {
  secret: 6,
  email: 6,
  phone: 4,
  url: 6,
  number: 3,
  money: 3,
  percent: 3,
  weight: 3,
  size: 3,
  volume: 3,
  decimal: 3,
  date: 3,
  instant: 4,
  boolean: 3,
  color: 4,
  status: 4,
  choice: 4,
  choices: 6,
  reference: 6,
  references: 6,
  tags: 6,
  barcode: 4,
  image: 6,
  file: 6,
  address: 12,
  texts: 12,
  json: 12,
  lines: 12,
};

/** Lengths up to which a text takes that many columns. */
const TEXT_SPANS: readonly (readonly [number, Span])[] = [
  [12, 3],
  [40, 4],
  [160, 6],
  [Number.POSITIVE_INFINITY, 8],
];

/** Longest value of a choice that is a code, such as a currency. */
const CODE = 4;

/** Columns of twelve that a field takes in a form. */
export function spanOf(spec: FieldSpec): Span {
  if (spec.kind === 'choice' && !spec.numeric && spec.options.every(({ value }) => value.length <= CODE)) return 3;
  if ('editor' in spec && spec.editor) return 12;
  if (spec.kind !== 'text') return SPANS[spec.kind];
  if (spec.multiline) return 12;
  if (spec.pattern === 'countryCode') return 4;
  return TEXT_SPANS.find(([most]) => (spec.maxLength ?? 80) <= most)?.[1] ?? 6;
}

/** Columns of a field for several references. */
export const GROUP_SPAN: Span = 6;

const ROW = 12;
/** Columns to which a field may shrink, so that another one stands beside it. */
const LEAST: Record<Span, number> = { 3: 3, 4: 3, 6: 4, 8: 6, 12: 12 };
/** From here on, the room at the end of a row is a hole. Less is filled by its texts. */
const HOLE = 3;
/** A text or a reference; others stay as wide as their values. */
const WIDE = 6;

const sum = (spans: readonly number[]): number => spans.reduce((total, span) => total + span, 0);
const least = (spans: readonly Span[]): number => sum(spans.map((span) => LEAST[span]));

function rowsOf(spans: readonly Span[]): Span[][] {
  const rows: Span[][] = [];
  for (const span of spans) {
    const row = rows.at(-1);
    const room = row ? ROW - sum(row) : 0;
    const joins = row !== undefined && (span <= room || (room >= HOLE && least([...row, span]) <= ROW));
    if (joins) row.push(span);
    else rows.push([span]);
  }
  const [before, last] = rows.slice(-2);
  const [only, ...others] = last ?? [];
  // Nothing short stands alone below a row that has room for it.
  if (before && only !== undefined && others.length === 0 && only < WIDE && least([...before, only]) <= ROW)
    rows.splice(-2, 2, [...before, only]);
  return rows;
}

/** The columns of one row: the widest give way, or its texts take what is left. */
function filled(row: readonly Span[]): number[] {
  const spans: number[] = [...row];
  while (sum(spans) > ROW) {
    const widths = spans.map((span, at) => (span > LEAST[row[at] ?? ROW] ? span : 0));
    const widest = Math.max(...widths);
    spans[widths.lastIndexOf(widest)] = widest - 1;
  }
  const texts = row.flatMap((span, at) => (span >= WIDE && row.length > 1 ? [at] : []));
  for (let turn = 0; texts.length > 0 && sum(spans) < ROW; turn += 1) {
    const at = texts[turn % texts.length] ?? 0;
    spans[at] = (spans[at] ?? 0) + 1;
  }
  return spans;
}

/** Columns of twelve that fields take below each other, so that no row has a hole which the next field could fill. */
export const rowSpans = (spans: readonly Span[]): number[] => rowsOf(spans).flatMap(filled);

/** For record.css, which knows how many columns there are. */
export const spanStyle = (span: number | undefined): CSSProperties | undefined =>
  span === undefined ? undefined : ({ '--m-span': span } as CSSProperties);

import type { FieldKind, FieldSpec } from '#contract/core/mask';

/** Columns of twelve. A third, a half and the whole are enough to line fields up. */
export type Span = 3 | 4 | 6 | 8 | 12;

/** As wide as the longest usual value. Text is measured by its limit. */
const SPANS: Record<Exclude<FieldKind, 'text'>, Span> = {
  email: 6,
  phone: 4,
  url: 6,
  number: 3,
  money: 3,
  percent: 3,
  weight: 3,
  size: 3,
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

import type { FieldSpec, Mask } from '#contract/core/mask';
import { formatMinute } from '../../../providers/format.ts';
import type { MakeField } from '../field-context.ts';
import { asText, isNothing, type Row } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';
import { isPastDue, keyField, type Measured } from './columns.ts';
import { TAG, textWidth } from './head-width.ts';

/** Padding of a cell, and a pixel for rounding. */
const PADDING = 17;
/** A longer text ends in an ellipsis. */
const WIDEST = 320;
/** The longest texts by characters contain the widest one in nearly every list. */
const MEASURED = 8;
/** In fewer rows, the same value everywhere is chance. */
const UNIFORM_FROM = 5;

/** Kinds whose cell is their formatted text, beside a mark perhaps. Others have chips or pictures. */
const TEXTS = new Set<FieldSpec['kind']>([
  'text',
  'email',
  'phone',
  'url',
  'reference',
  'barcode',
  'number',
  'money',
  'percent',
  'weight',
  'size',
  'volume',
  'decimal',
  'date',
  'instant',
  'status',
  'choice',
]);
/** Kinds that say nothing if every row has the same. A status does: it is why somebody opened the list. */
const COMPARED = new Set<FieldSpec['kind']>(['reference', 'choice', 'boolean']);

type Fonts = { text: string; key: string; mono: string };

const fontsAt = (size: number): Fonts => {
  const family = getComputedStyle(document.body).fontFamily;
  const mono = getComputedStyle(document.documentElement).getPropertyValue('--k-mono') || 'monospace';
  return { text: `400 ${size}px ${family}`, key: `500 ${size}px ${family}`, mono: `400 ${size}px ${mono}` };
};

/** Figures under figures are all as wide as a 0, and so are their signs. Other dates may be wider by a figure. */
const tabular = (text: string): string => text.replace(/[\d.,:'’−-]/g, '0');

const isMono = (spec: FieldSpec): boolean => (spec.kind === 'text' && spec.mono === true) || kindOf(spec).mono === true;

/** The picture of a person before the name, with its gap (values.css), or what a status shows beside its word. */
const markOf = (spec: FieldSpec): number => (spec.kind === 'status' ? TAG : spec.kind === 'reference' && spec.avatar ? 26 : 0);

/** A time that changes while the list is shown: its age, or how near it is. */
const isMoving = (spec: FieldSpec): boolean => spec.kind === 'instant' && (spec.relative === true || spec.deadline !== undefined);

/** A time is shown without its seconds. */
const textOf = (spec: FieldSpec, value: unknown, context: ReturnType<MakeField>): string =>
  spec.kind === 'instant' ? formatMinute(asText(value), context.locale) : kindOf(spec).format(value, context);

/** Pixels that the values of these rows need in each column, and the columns in which all rows have the same. */
export function measureRows(mask: Mask, rows: readonly Row[], size: number, field: MakeField): Measured {
  const fonts = fontsAt(size);
  const widths: Record<string, number> = {};
  const uniform = new Set<string>();
  const key = keyField(mask);
  for (const { field: name } of mask.columns) {
    const spec = mask.fields[name];
    if (!spec || rows.length === 0) continue;
    if (TEXTS.has(spec.kind) && !isMoving(spec)) {
      const font = isMono(spec) ? fonts.mono : name === key || spec.kind === 'status' ? fonts.key : fonts.text;
      const texts = new Set(rows.map((row) => textOf(spec, row[name], field(name, spec, row))));
      const longest = [...texts]
        .toSorted((a, b) => b.length - a.length)
        .slice(0, MEASURED)
        .map(kindOf(spec).align === 'end' || kindOf(spec).exportAs === 'date' ? tabular : String);
      widths[name] = Math.min(WIDEST, Math.ceil(Math.max(...longest.map((text) => textWidth(text, font)))) + PADDING + markOf(spec));
    }
    // Each overdue document is so since another day.
    const isSame =
      COMPARED.has(spec.kind) && !(isPastDue(spec) && rows[0]?.[name] === true) && rows.every((row) => row[name] === rows[0]?.[name]);
    const isEmpty = rows.every((row) => isNothing(row[name]));
    if (rows.length >= UNIFORM_FROM && (isSame || isEmpty)) uniform.add(name);
  }
  return { widths, uniform };
}

/** Columns only grow while a list is shown, so that a change of one row moves nothing. */
export function grown(known: Measured, next: Measured): Measured {
  const wider = Object.entries(next.widths).filter(([name, width]) => width > (known.widths[name] ?? 0));
  const sameUniform = known.uniform.size === next.uniform.size && [...next.uniform].every((name) => known.uniform.has(name));
  if (wider.length === 0 && sameUniform) return known;
  return { widths: { ...known.widths, ...Object.fromEntries(wider) }, uniform: next.uniform };
}

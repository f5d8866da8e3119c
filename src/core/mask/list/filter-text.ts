import type { FieldSpec } from '#contract/core/mask';
import { type Filter, ME, NOW } from '#contract/core/query';
import type { FieldContext } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.tsx';

const NUMBERS = new Set<FieldSpec['kind']>(['number', 'money', 'percent', 'weight', 'size', 'volume']);
const LISTS = new Set<FieldSpec['kind']>(['choices', 'references', 'tags']);

/** Converts a filter's text to the value that a row would have. */
export function typed(spec: FieldSpec, raw: string): unknown {
  if (NUMBERS.has(spec.kind)) return Number(raw);
  if (spec.kind === 'boolean') return raw === 'true';
  return LISTS.has(spec.kind) ? [raw] : raw;
}

export const valuesOf = ({ value }: Filter): string[] => (Array.isArray(value) ? value : [value]);

const SHOWN = 2;

/** The text of a filter chip after the field's name: "open, held", "≥ 5", "2026-01-01 – 2026-02-01". */
export function filterText(filters: readonly Filter[], field: FieldContext, titles: ReadonlyMap<string, string>): string {
  const word = (raw: string): string => (raw === ME ? field.t('filter.me') : raw === NOW ? field.t('filter.now') : wordOf(raw));
  const wordOf = (raw: string): string => titles.get(raw) ?? kindOf(field.spec).format(typed(field.spec, raw), { ...field, row: {} });
  const from = filters.find((f) => f.op === 'gte' || f.op === 'gt');
  const to = filters.find((f) => f.op === 'lte' || f.op === 'lt');
  if (from && to) return `${valuesOf(from).map(word).join()} – ${valuesOf(to).map(word).join()}`;
  return filters.map((filter) => oneText(filter, field, word)).join(', ');
}

function oneText(filter: Filter, { t, spec }: FieldContext, word: (raw: string) => string): string {
  const values = valuesOf(filter);
  const words = values.slice(0, SHOWN).map(word);
  const list = values.length > SHOWN ? t('filter.more', { words: words.join(', '), n: values.length - SHOWN }) : words.join(', ');
  switch (filter.op) {
    case 'eq':
    case 'in':
      return list;
    case 'ne':
      return `≠ ${list}`;
    case 'gte':
      return `≥ ${list}`;
    case 'gt':
      return `> ${list}`;
    case 'lte':
      return `≤ ${list}`;
    case 'lt':
      return `< ${list}`;
    case 'like':
      return `“${values[0] ?? ''}”`;
    case 'null':
      // A day without a value has not come: not shipped yet, not read yet.
      if (values[0] === 'true' && kindOf(spec).exportAs === 'date') return t('filter.notYet');
      return t(values[0] === 'true' ? 'filter.empty' : 'filter.filled');
  }
}

/** Replaces all filters of a field. The chip keeps its place. */
export function withField(filters: readonly Filter[], field: string, own: readonly Filter[]): Filter[] {
  const at = filters.findIndex((filter) => filter.field === field);
  const rest = filters.filter((filter) => filter.field !== field);
  if (at < 0) return [...rest, ...own];
  const before = filters.slice(0, at).filter((filter) => filter.field !== field).length;
  return [...rest.slice(0, before), ...own, ...rest.slice(before)];
}

import { holds } from '#contract/core/condition';
import type { Locale } from '#contract/core/limits';
import type { Condition } from '#contract/core/mask';
import type { PrintWarning } from '../display.ts';
import type { Fonts } from '../font/glyph.ts';

/** A word in all three languages. */
export type Word = Record<Locale, string>;
export type Words = Record<string, Word>;

/** What stays the same while one document is laid out. */
export type Job = {
  /** One language, or two that stand beside each other; the first one also decides how numbers and dates look. */
  locales: readonly Locale[];
  /** Dots per inch of the printer: bars are made of whole dots. */
  dpi: number;
  fonts: Fonts;
  words: Words;
  warn: (warning: PrintWarning) => void;
};

/** Values that a template can name: the innermost scope first (a row, then its document, then page and copy). */
export type Scope = { job: Job; values: readonly unknown[] };

export const inner = (scope: Scope, value: unknown): Scope => ({ job: scope.job, values: [value, ...scope.values] });

const step = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

const down = (value: unknown, path: string): unknown => path.split('.').reduce(step, value);

/** The value at a dotted path, from the innermost scope that has its first part. */
export function lookUp(scope: Pick<Scope, 'values'>, path: string): unknown {
  const first = path.split('.', 1)[0] ?? path;
  for (const value of scope.values) if (step(value, first) !== undefined) return down(value, path);
  return undefined;
}

const fieldsOf = (condition: Condition): string[] => {
  if ('and' in condition) return condition.and.flatMap(fieldsOf);
  if ('or' in condition) return condition.or.flatMap(fieldsOf);
  if ('not' in condition) return fieldsOf(condition.not);
  return [condition.field];
};

/** Whether a condition holds on what a template can name; dotted paths are allowed. */
export const applies = (scope: Pick<Scope, 'values'>, condition: Condition | undefined): boolean =>
  !condition || holds(condition, Object.fromEntries(fieldsOf(condition).map((field) => [field, lookUp(scope, field) ?? null])));

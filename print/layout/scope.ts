import { holds } from '#contract/core/condition';
import type { Locale } from '#contract/core/limits';
import type { Condition } from '#contract/core/mask-condition';
import type { PrintWarning } from '../display.ts';
import type { Fonts } from '../font/glyph.ts';

/** A text in all three languages. */
export type Word = Record<Locale, string>;
export type Words = Record<string, Word>;

/** Constant data while one document is laid out. */
export type Job = {
  /** One or two languages. Two are printed side by side; the first one decides the format of numbers and dates. */
  locales: readonly Locale[];
  /** Resolution of the printer; bars are whole dots. */
  dpi: number;
  fonts: Fonts;
  words: Words;
  warn: (warning: PrintWarning) => void;
};

/** Values that a template can refer to, innermost first: a row, its document, page and copy. */
export type Scope = { job: Job; values: readonly unknown[] };

export const inner = (scope: Scope, value: unknown): Scope => ({ job: scope.job, values: [value, ...scope.values] });

const step = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

const down = (value: unknown, path: string): unknown => path.split('.').reduce(step, value);

/** The value at a dotted path, from the innermost value that has the first part of the path. */
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

/** Evaluates a condition on values of the scope; dotted paths are allowed. */
export const applies = (scope: Pick<Scope, 'values'>, condition: Condition | undefined): boolean =>
  !condition || holds(condition, Object.fromEntries(fieldsOf(condition).map((field) => [field, lookUp(scope, field) ?? null])));

import type { CONDITION_OPS, Condition } from '#contract/core/mask-condition';

export type Op = (typeof CONDITION_OPS)[number];
/** One line of a condition with its value as typed. Lists are separated by commas. */
export type Rule = { not: boolean; field: string; op: Op; value: string };
/** A simple condition: lines of which all or any must hold. */
export type Flat = { join: 'and' | 'or'; rules: Rule[] };
export type Kind = 'text' | 'number' | 'yes' | 'list' | 'group';

export const NO_VALUE: readonly Op[] = ['empty', 'filled'];

const typed = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : value === undefined || value === null ? '' : String(value);

function ruleOf(condition: Condition, not = false): Rule | null {
  if ('not' in condition) return not ? null : ruleOf(condition.not, true);
  return 'field' in condition ? { not, field: condition.field, op: condition.op, value: typed(condition.value) } : null;
}

/** Null if the condition is nested too deeply. */
export function flatOf(condition: Condition | undefined): Flat | null {
  if (!condition) return { join: 'and', rules: [] };
  const parts = 'and' in condition ? condition.and : 'or' in condition ? condition.or : [condition];
  const rules = parts.map((part) => ruleOf(part));
  return rules.every((rule) => rule !== null) ? { join: 'or' in condition ? 'or' : 'and', rules } : null;
}

function scalar(text: string, kind: Kind | undefined): string | number | boolean {
  if (kind === 'yes') return text === 'true';
  return kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function lineOf({ not, field, op, value }: Rule, kind: Kind | undefined): Condition {
  const wanted =
    op === 'in'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
          .map((part) => scalar(part, kind))
      : scalar(value, kind);
  const line: Condition = NO_VALUE.includes(op) ? { field, op } : { field, op, value: wanted };
  return not ? { not: line } : line;
}

/** Without lines there is no condition. */
export function conditionOf({ join, rules }: Flat, kindOf: (field: string) => Kind | undefined): Condition | undefined {
  const lines = rules.map((rule) => lineOf(rule, kindOf(rule.field)));
  if (lines.length <= 1) return lines[0];
  return join === 'and' ? { and: lines } : { or: lines };
}

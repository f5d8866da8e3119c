import type { Condition } from './mask.ts';

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a mask's condition is true for a row. A missing condition is true. */
export function holds(condition: Condition | undefined, row: Record<string, unknown>): boolean {
  if (!condition) return true;
  if ('and' in condition) return condition.and.every((part) => holds(part, row));
  if ('or' in condition) return condition.or.some((part) => holds(part, row));
  if ('not' in condition) return !holds(condition.not, row);
  const value = row[condition.field] ?? null;
  const wanted = condition.value ?? null;
  switch (condition.op) {
    case 'eq':
      return value === wanted;
    case 'ne':
      return value !== wanted;
    case 'in':
      return Array.isArray(wanted) && wanted.includes(value as string);
    case 'empty':
      return isEmpty(value);
    case 'filled':
      return !isEmpty(value);
    case 'gt':
      return !isEmpty(value) && compare(value, wanted) > 0;
    case 'gte':
      return !isEmpty(value) && compare(value, wanted) >= 0;
    case 'lt':
      return !isEmpty(value) && compare(value, wanted) < 0;
    case 'lte':
      return !isEmpty(value) && compare(value, wanted) <= 0;
  }
}

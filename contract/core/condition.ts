import { houseToday } from './house-day.ts';
import type { Condition } from './mask-condition.ts';

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** As the value of a condition: the id of the user who looks at the row. */
export const ME = '$me';
/** As the value of a condition: the first day of the month of the house's calendar. */
export const THIS_MONTH = '$month';

/**
 * Whether a mask's condition is true for a row. A missing condition is true.
 * @param me the id that `$me` stands for; without it, no row is the user's own
 */
export function holds(condition: Condition | undefined, row: Record<string, unknown>, me: string | null = null): boolean {
  if (!condition) return true;
  if ('and' in condition) return condition.and.every((part) => holds(part, row, me));
  if ('or' in condition) return condition.or.some((part) => holds(part, row, me));
  if ('not' in condition) return !holds(condition.not, row, me);
  const value = row[condition.field] ?? null;
  const wanted =
    (condition.value === ME ? me : condition.value === THIS_MONTH ? `${houseToday().slice(0, 7)}-01` : condition.value) ?? null;
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

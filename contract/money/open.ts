import { dayNumber } from '../core/house-day.ts';

/** Due dates and ages of open items. Dates are YYYY-MM-DD and counted in calendar days, so time zones have no effect. */
/** Days past the due date. Zero or less means not overdue (§ 286 Abs. 3 BGB counts from the day after). */
export const daysOverdue = (dueDate: string, on: string): number => dayNumber(on) - dayNumber(dueDate);

/** Age groups of overdue items. `to` is the last day of the group; the last group has no end. */
export const AGES = [
  { key: 'notDue', to: 0 },
  { key: 'd30', to: 30 },
  { key: 'd60', to: 60 },
  { key: 'd90', to: 90 },
  { key: 'older', to: Number.POSITIVE_INFINITY },
] as const;
export type Age = (typeof AGES)[number]['key'];

export function ageOf(dueDate: string, on: string): Age {
  const days = daysOverdue(dueDate, on);
  return AGES.find(({ to }) => days <= to)?.key ?? 'older';
}

export type OpenItem = { id: string; dueDate: string; open: number };

/** Distributes an amount over open items: oldest due date first, each up to its open amount. The remainder stays with the payment. */
export function propose<T extends OpenItem>(amount: number, items: readonly T[]): { item: T; amount: number }[] {
  let left = amount;
  return [...items]
    .sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id.localeCompare(b.id))
    .flatMap((item) => {
      const part = Math.min(left, item.open);
      left -= part;
      return part > 0 ? [{ item, amount: part }] : [];
    });
}

/** Due dates and ages of what is open. Dates are YYYY-MM-DD and count by calendar days, so no time zone can shift them. */
const DAY = 86_400_000;
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;

export const addDays = (date: string, days: number): string => new Date((dayNumber(date) + days) * DAY).toISOString().slice(0, 10);

/** Days past the due date; zero and less is not yet due (§ 286 Abs. 3 BGB counts from the day after). */
export const daysOverdue = (dueDate: string, on: string): number => dayNumber(on) - dayNumber(dueDate);

/** Dunning ages. `to` is the last day that still belongs; the last has no end. */
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

/** How an amount is spread over open items: oldest due first, each up to what is open. What is left over stays with the payment. */
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

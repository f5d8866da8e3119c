export type View = 'month' | 'week' | 'agenda';
export const VIEWS: readonly View[] = ['month', 'week', 'agenda'];
const DAY = 86_400_000;
const AGENDA_DAYS = 28;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const plus = (day: string, days: number): string => new Date(utc(day) + days * DAY).toISOString().slice(0, 10);
export const between = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY);
/** The Monday of a day's week. */
const monday = (day: string): string => plus(day, -((new Date(utc(day)).getUTCDay() + 6) % 7));

/** The days of a view around a day. A month has whole weeks. */
export function daysIn(view: View, day: string): string[] {
  const run = (from: string, count: number) => Array.from({ length: count }, (_, i) => plus(from, i));
  if (view === 'week') return run(monday(day), 7);
  if (view === 'agenda') return run(day, AGENDA_DAYS);
  const first = `${day.slice(0, 7)}-01`;
  const last = plus(`${plus(first, 31).slice(0, 7)}-01`, -1);
  const start = monday(first);
  return run(start, Math.ceil((between(start, last) + 1) / 7) * 7);
}

export const turned = (view: View, day: string, by: 1 | -1): string => {
  if (view === 'week') return plus(day, 7 * by);
  if (view === 'agenda') return plus(day, AGENDA_DAYS * by);
  const first = `${day.slice(0, 7)}-01`;
  return by === 1 ? `${plus(first, 31).slice(0, 7)}-01` : `${plus(first, -1).slice(0, 7)}-01`;
};

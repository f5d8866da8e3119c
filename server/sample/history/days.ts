import { addDays, dayOf } from '#contract/core/house-day';

/** The days of the history: when the house works, and how busy each day is. */

export const HISTORY_DAYS = 90;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `start`: midnight in the house's time zone, in milliseconds. `weekday`: 0 is Sunday. `isOpen`: whether the halls work. */
export type Day = Readonly<{ date: string; start: number; weekday: number; isOpen: boolean }>;

/** Public holidays of Hamburg with a fixed date, as month and day. */
const HOLIDAYS = ['01-01', '05-01', '10-03', '10-31', '12-25', '12-26'];
/** Offsets of the house's time zone from UTC in hours: winter and summer. */
const OFFSETS = [1, 2];

/** Midnight of a day in the house's time zone. */
export function startOf(date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const starts = OFFSETS.map((offset) => utc - offset * HOUR);
  return starts.find((at) => dayOf(at) === date && dayOf(at - 1) !== date) ?? utc;
}

// The instants of the history are many and its days few, and a time zone is slow to ask.
const dates = new Map<number, string>();
const days = new Map<string, Day>();

/** `dayOf`, remembered by the quarter of an hour: a day of every time zone begins on one. */
export function dateOf(at: number): string {
  const quarter = Math.floor(at / (15 * MINUTE));
  const date = dates.get(quarter) ?? dayOf(at);
  dates.set(quarter, date);
  return date;
}

export function dayAt(date: string): Day {
  const known = days.get(date);
  if (known) return known;
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const isOpen = weekday !== 0 && weekday !== 6 && !HOLIDAYS.includes(date.slice(5));
  const day = { date, start: startOf(date), weekday, isOpen };
  days.set(date, day);
  return day;
}

/** Days of the history, oldest first. The last one is yesterday. */
export const daysBefore = (today: string, count = HISTORY_DAYS): Day[] =>
  Array.from({ length: count }, (_, i) => dayAt(addDays(today, i - count)));

/** The first working day on or after a day, or before it (`step` -1). */
export function workday(date: string, step: 1 | -1 = 1): Day {
  let day = dayAt(date);
  while (!day.isOpen) day = dayAt(addDays(day.date, step));
  return day;
}

/** Shop orders by weekday, from Sunday on. */
const RHYTHM = [0.82, 1.24, 1.1, 1.02, 0.98, 0.94, 0.72];
/** Orders on the days around the sale, as a factor; the sale is a Friday. Monday is the second peak. */
const SALE: Record<number, number> = { [-3]: 1.15, [-2]: 1.25, [-1]: 1.5, 0: 2.7, 1: 1.8, 2: 1.7, 3: 2.2, 4: 1.2 };

/** Black Friday of a year: the day after the fourth Thursday of November. */
function blackFriday(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return `${year}-11-${String(1 + ((11 - first) % 7) + 21 + 1).padStart(2, '0')}`;
}

/** The Friday of the sale: Black Friday if it is among the days, otherwise a Friday about four weeks before their end. */
export function saleDay(days: readonly Day[]): string {
  const found = days.find(({ date }) => date === blackFriday(Number(date.slice(0, 4))));
  const friday = days.toReversed().find(({ weekday }, ago) => weekday === 5 && ago >= 20);
  return (found ?? friday ?? days[0])?.date ?? '';
}

/**
 * How busy a day is, as a factor.
 * @param index position of the day from 0 to 1
 * @param growth factor between the first and the last day
 * @param saleShare how much of the sale's effect this merchant sees, from 0 to 1
 */
export function busyness(day: Day, index: number, sale: string, growth: number, saleShare: number): number {
  const distance = Math.round((Date.parse(day.date) - Date.parse(sale)) / DAY);
  const peak = 1 + ((SALE[distance] ?? 1) - 1) * saleShare;
  return (RHYTHM[day.weekday] ?? 1) * (1 + (growth - 1) * index) * peak;
}

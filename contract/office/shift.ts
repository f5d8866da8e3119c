/** Rules of working time. Instants are ISO UTC, durations whole minutes, days are those of the house's time zone. */
import { dayOf } from '../house-day.ts';

export const SHIFT_STATES = ['working', 'onBreak', 'finished'] as const;
export type ShiftState = (typeof SHIFT_STATES)[number];
/** breakShort: § 4 ArbZG. dayLong: § 3 ArbZG. */
export const SHIFT_WARNINGS = ['none', 'breakShort', 'dayLong'] as const;
export type ShiftWarning = (typeof SHIFT_WARNINGS)[number];

export type Break = { from: string; to: string | null };
export type Shift = { startAt: string; endAt: string | null; breaks: readonly Break[]; breakMinutes: number };

const MINUTE = 60_000;
/** § 4 sentence 2 ArbZG: a pause shorter than this is none. */
const LEAST_BREAK = 15;
/** § 4 sentence 1 ArbZG: minutes of break that work of more than so many minutes needs; the longer first. */
const BREAKS_DUE = [
  { over: 9 * 60, due: 45 },
  { over: 6 * 60, due: 30 },
] as const;
/** § 3 ArbZG: the longest day. */
const LONGEST_DAY = 10 * 60;

/** Whole minutes that passed; they follow the instants, so the nights when clocks change have 23 or 25 hours. */
export const minutesBetween = (from: string, to: string): number => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE));

/** Breaks that are over. */
export const breakSum = (breaks: readonly Break[]): number =>
  breaks.reduce((sum, { from, to }) => sum + (to === null ? 0 : minutesBetween(from, to)), 0);

export function shiftState({ endAt, breaks }: Pick<Shift, 'endAt' | 'breaks'>): ShiftState {
  if (endAt !== null) return 'finished';
  return breaks.some(({ to }) => to === null) ? 'onBreak' : 'working';
}

/** Worked minutes until the end, or until `now` while it goes on; a break that is open does not count as work. */
export function workedMinutes(shift: Shift, now: string): number {
  const until = shift.endAt ?? now;
  const open = shift.breaks.find(({ to }) => to === null);
  return Math.max(0, minutesBetween(shift.startAt, until) - shift.breakMinutes - (open ? minutesBetween(open.from, until) : 0));
}

/** Minutes of break the law asks for after so much work. */
export const breakDue = (worked: number): number => BREAKS_DUE.find(({ over }) => worked > over)?.due ?? 0;

/** What the law would say of a shift. Breaks whose times are known count from 15 minutes on; a corrected sum counts as it stands. */
export function shiftWarning(shift: Shift, now: string): ShiftWarning {
  const worked = workedMinutes(shift, now);
  if (worked > LONGEST_DAY) return 'dayLong';
  const timed = shift.breaks.filter(({ to }) => to !== null);
  const asTaken = breakSum(timed) === shift.breakMinutes;
  const rest = asTaken ? breakSum(timed.filter(({ from, to }) => minutesBetween(from, to ?? from) >= LEAST_BREAK)) : shift.breakMinutes;
  return rest < breakDue(worked) ? 'breakShort' : 'none';
}

export type SheetDay = { day: string; shifts: Shift[]; worked: number; breaks: number; planned: number; warning: ShiftWarning };

/** Days of a month, `month` as YYYY-MM. */
export function daysOf(month: string): string[] {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}
const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());

/**
 * The sheet of one person and month. Planned is `perDay` minutes on each day from Monday to Friday that is not in `free` (absences,
 * public holidays).
 */
export function monthSheet(month: string, shifts: readonly Shift[], perDay: number, free: ReadonlySet<string>, now: string): SheetDay[] {
  return daysOf(month).map((day) => {
    const own = shifts.filter(({ startAt }) => dayOf(startAt) === day);
    const warnings = own.map((shift) => shiftWarning(shift, now));
    return {
      day,
      shifts: own,
      worked: own.reduce((sum, shift) => sum + workedMinutes(shift, now), 0),
      breaks: own.reduce((sum, { breakMinutes }) => sum + breakMinutes, 0),
      planned: isWeekday(day) && !free.has(day) ? perDay : 0,
      warning: warnings.find((one) => one === 'dayLong') ?? warnings.find((one) => one !== 'none') ?? 'none',
    };
  });
}

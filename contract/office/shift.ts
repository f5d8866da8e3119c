/** Rules of working time. Instants are ISO UTC, durations are whole minutes, days are in the house's time zone. */
import { dayOf } from '../core/house-day.ts';
import { type DayPlan, LONGEST_DAY } from './working-time.ts';

export const SHIFT_STATES = ['working', 'onBreak', 'finished'] as const;
export type ShiftState = (typeof SHIFT_STATES)[number];
/** breakShort: § 4 ArbZG. dayLong: § 3 ArbZG. restShort: § 5 ArbZG. */
export const SHIFT_WARNINGS = ['none', 'breakShort', 'dayLong', 'restShort'] as const;
export type ShiftWarning = (typeof SHIFT_WARNINGS)[number];

export type Break = { from: string; to: string | null };
export type Shift = { startAt: string; endAt: string | null; breaks: readonly Break[]; breakMinutes: number };

const MINUTE = 60_000;
/** § 4 sentence 2 ArbZG: shorter pauses do not count as breaks. */
const LEAST_BREAK = 15;
/** § 4 sentence 1 ArbZG: required minutes of break for work of more than `over` minutes. Longest first. */
const BREAKS_DUE = [
  { over: 9 * 60, due: 45 },
  { over: 6 * 60, due: 30 },
] as const;
/** § 5 (1) ArbZG: minimum minutes of rest between two days of work. */
const DAILY_REST = 11 * 60;

/** Whole minutes between two instants. On days when clocks change, a day has 23 or 25 hours. */
export const minutesBetween = (from: string, to: string): number => Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE));

/** Minutes of finished breaks. */
export const breakSum = (breaks: readonly Break[]): number =>
  breaks.reduce((sum, { from, to }) => sum + (to === null ? 0 : minutesBetween(from, to)), 0);

export function shiftState({ endAt, breaks }: Pick<Shift, 'endAt' | 'breaks'>): ShiftState {
  if (endAt !== null) return 'finished';
  return breaks.some(({ to }) => to === null) ? 'onBreak' : 'working';
}

/** Minutes worked until the end of the shift, or until `now` if it is still open. An open break does not count as work. */
export function workedMinutes(shift: Shift, now: string): number {
  const until = shift.endAt ?? now;
  const open = shift.breaks.find(({ to }) => to === null);
  return Math.max(0, minutesBetween(shift.startAt, until) - shift.breakMinutes - (open ? minutesBetween(open.from, until) : 0));
}

/** Minutes of break required by law after this much work. */
export const breakDue = (worked: number): number => BREAKS_DUE.find(({ over }) => worked > over)?.due ?? 0;

/** Minutes of break that count. Timed breaks count from 15 minutes on; a corrected sum counts unchanged. */
function breaksThatCount(shift: Shift): number {
  const timed = shift.breaks.filter(({ to }) => to !== null);
  if (breakSum(timed) !== shift.breakMinutes) return shift.breakMinutes;
  return breakSum(timed.filter(({ from, to }) => minutesBetween(from, to ?? from) >= LEAST_BREAK));
}

/** Minutes between shifts of one day. They count as breaks if they are long enough. */
const pausesBetween = (shifts: readonly Shift[]): number =>
  shifts
    .map(({ startAt }, at) => minutesBetween(shifts[at - 1]?.endAt ?? startAt, startAt))
    .reduce((sum, pause) => sum + (pause >= LEAST_BREAK ? pause : 0), 0);

/**
 * Checks one day against the law: the sum of its shifts, and the rest before it.
 * @param shifts the shifts of one person and day, in any order
 * @param endBefore when the person's previous work ended, ISO UTC; null if there was none
 */
export function dayWarning(shifts: readonly Shift[], endBefore: string | null, now: string): ShiftWarning {
  const own = [...shifts].sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt));
  const [first] = own;
  if (!first) return 'none';
  const worked = own.reduce((sum, shift) => sum + workedMinutes(shift, now), 0);
  if (worked > LONGEST_DAY) return 'dayLong';
  if (endBefore !== null && minutesBetween(endBefore, first.startAt) < DAILY_REST) return 'restShort';
  const breaks = own.reduce((sum, shift) => sum + breaksThatCount(shift), 0) + pausesBetween(own);
  return breaks < breakDue(worked) ? 'breakShort' : 'none';
}

/** `balance`: worked minus planned minutes; null for future days. For today, the plan counts only up to the time worked. */
export type SheetDay = Pick<DayPlan, 'planned' | 'holiday'> & {
  day: string;
  shifts: Shift[];
  worked: number;
  breaks: number;
  balance: number | null;
  warning: ShiftWarning;
};

/** Days of a month, `month` as YYYY-MM. */
export function daysOf(month: string): string[] {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}

function balanceOf(day: string, worked: number, planned: number, today: string): number | null {
  if (day > today) return null;
  return day === today ? worked - Math.min(worked, planned) : worked - planned;
}

/**
 * The sheet of one person and month.
 * @param planOf the plan of a day (working-time.ts)
 * @param shifts may include earlier ones, which are used to check the rest before the first day
 */
export function monthSheet(month: string, shifts: readonly Shift[], planOf: (day: string) => DayPlan, now: string): SheetDay[] {
  const today = dayOf(now);
  return daysOf(month).map((day) => {
    const own = shifts.filter(({ startAt }) => dayOf(startAt) === day);
    const worked = own.reduce((sum, shift) => sum + workedMinutes(shift, now), 0);
    const { planned, holiday } = planOf(day);
    return {
      day,
      shifts: own,
      worked,
      breaks: own.reduce((sum, { breakMinutes }) => sum + breakMinutes, 0),
      planned,
      holiday,
      balance: balanceOf(day, worked, planned, today),
      warning: dayWarning(own, lastEndBefore(shifts, day), now),
    };
  });
}

/** When the last shift before this day ended, ISO UTC. */
export function lastEndBefore(shifts: readonly Shift[], day: string): string | null {
  const ends = shifts.flatMap(({ startAt, endAt }) => (endAt !== null && dayOf(startAt) < day ? [endAt] : []));
  return ends.reduce<string | null>((last, end) => (last === null || Date.parse(end) > Date.parse(last) ? end : last), null);
}

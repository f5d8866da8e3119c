/** Days of leave of a person and year: what is agreed, carried over, taken, asked for and left. Half days do not exist. */
import { addDays } from '../core/house-day.ts';
import { modelOn, type WorkingTime } from './working-time.ts';

/** `leaveDays`: a year; null if none are agreed. `leaveCarried`: days that the person brings into the year in which the model begins. */
export type LeaveModel = Pick<WorkingTime, 'validFrom'> & { leaveDays: number | null; leaveCarried: number };

/** `left`: agreed and carried minus taken. `asked` is not decided yet and is not subtracted. Null where no days are agreed. */
export type LeaveBalance = {
  year: number;
  agreed: number | null;
  carried: number;
  taken: number;
  asked: number;
  left: number | null;
};

/**
 * The agreed days of a year: a twelfth of the model's days for each month that the model covers from its first day (§ 5 (1) BUrlG). Half
 * a day and more is rounded up (§ 5 (2)), less is rounded down. Null if no model of the year has days.
 */
export function agreedLeave(models: readonly LeaveModel[], year: number): number | null {
  const months = Array.from({ length: 12 }, (_, i) => modelOn(models, `${year}-${String(i + 1).padStart(2, '0')}-01`)?.leaveDays ?? null);
  const known = months.filter((days) => days !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, days) => sum + days, 0) / 12);
}

/**
 * The days that a person brings into a year.
 * @param lastDecember days left in the closed December before; null if it is not closed
 */
export function carriedLeave(models: readonly LeaveModel[], year: number, lastDecember: number | null): number {
  if (lastDecember !== null) return lastDecember;
  return models.filter(({ validFrom }) => validFrom.startsWith(`${year}-`)).reduce((sum, { leaveCarried }) => sum + leaveCarried, 0);
}

/** Balance of one year. `taken` and `asked` are days of leave with agreed time in this year. */
export function leaveBalance(year: number, agreed: number | null, carried: number, taken: number, asked: number): LeaveBalance {
  return { year, agreed, carried, taken, asked, left: agreed === null ? null : agreed + carried - taken };
}

/** The days from `from` to `to`, both included, YYYY-MM-DD. At most three years. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < 3 * 366; day = addDays(day, 1)) days.push(day);
  return days;
}

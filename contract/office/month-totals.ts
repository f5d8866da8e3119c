/** The totals of a person's month. Durations are whole minutes, days are in the house's time zone. */
import { dayOf } from '../core/house-day.ts';
import { daysOf, type Shift, workedMinutes } from './shift.ts';
import type { LeaveKind } from './time-requests.ts';
import { agreedDay, type WorkingTime } from './working-time.ts';

/** Why a person was away: approved leave by its kind, or another absence of the calendar. */
export type Away = LeaveKind | 'absence';

/** `agreed`: minutes of the weekday, also on holidays and while away. A shift counts on the day on which it began. */
export type MonthDay = { day: string; agreed: number; isHoliday: boolean; away: Away | null; worked: number };

export type MonthTotals = {
  agreed: number;
  worked: number;
  /** Agreed minutes on public holidays, on leave, in sickness and in other absences. They are paid without work. */
  holiday: number;
  leave: number;
  sick: number;
  absence: number;
  /** Days with agreed time. A public holiday within leave or sickness counts as neither. */
  leaveDays: number;
  sickDays: number;
  /** Worked and paid without work, minus agreed. */
  balance: number;
  /** The balance of all months before. */
  carried: number;
  /** `carried` and `balance` together: what the next month carries. */
  closing: number;
};

export type MonthFacts = {
  models: readonly WorkingTime[];
  /** Used before the first model of a person who already worked. */
  otherwise: WorkingTime;
  /** First day of employment, YYYY-MM-DD. Nothing is agreed before it; null if it is not known. */
  employedFrom: string | null;
  /** Public holidays entered in the calendar, in addition to those of the model's state. */
  holidays: ReadonlySet<string>;
  away: ReadonlyMap<string, Away>;
  /** May include shifts of other months. */
  shifts: readonly Shift[];
};

/**
 * The days of a month, `month` as YYYY-MM.
 * @param now for shifts that are still open, ISO UTC
 */
export function monthDays(month: string, facts: MonthFacts, now: string): MonthDay[] {
  const worked = new Map<string, number>();
  for (const shift of facts.shifts) {
    const day = dayOf(shift.startAt);
    worked.set(day, (worked.get(day) ?? 0) + workedMinutes(shift, now));
  }
  return daysOf(month).map((day) => {
    const { agreed, holiday } = agreedDay(facts.models, facts.otherwise, day);
    return {
      day,
      agreed: facts.employedFrom !== null && day < facts.employedFrom ? 0 : agreed,
      isHoliday: holiday !== null || facts.holidays.has(day),
      away: facts.away.get(day) ?? null,
      worked: worked.get(day) ?? 0,
    };
  });
}

/** A public holiday comes before leave and sickness (§ 3 (2) BUrlG, § 4 (2) EFZG). */
const reasonOf = ({ isHoliday, away }: MonthDay): Away | 'holiday' | null => (isHoliday ? 'holiday' : away);

/** @param carried the balance of all months before */
export function monthTotals(days: readonly MonthDay[], carried: number): MonthTotals {
  const agreedFor = (reason: Away | 'holiday'): number[] =>
    days.filter((day) => day.agreed > 0 && reasonOf(day) === reason).map(({ agreed }) => agreed);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const agreed = sum(days.map((day) => day.agreed));
  const worked = sum(days.map((day) => day.worked));
  const [holiday, leave, sick, absence] = [agreedFor('holiday'), agreedFor('vacation'), agreedFor('sick'), agreedFor('absence')];
  const balance = worked + sum([...holiday, ...leave, ...sick, ...absence]) - agreed;
  return {
    agreed,
    worked,
    holiday: sum(holiday),
    leave: sum(leave),
    sick: sum(sick),
    absence: sum(absence),
    leaveDays: leave.length,
    sickDays: sick.length,
    balance,
    carried,
    closing: carried + balance,
  };
}

/** The month before or after by this many months, YYYY-MM. */
export function monthAt(month: string, by: number): string {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth - 1 + by, 1)).toISOString().slice(0, 7);
}

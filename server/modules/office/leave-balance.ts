import { sql } from 'drizzle-orm';
import { agreedLeave, carriedLeave, daysBetween, type LeaveBalance, leaveBalance } from '#contract/office/leave';
import { type MonthDay, monthDays } from '#contract/office/month-totals';
import type { Db } from '../../core/db/client.ts';
import { notNull, statement } from '../../core/db/statement.ts';
import { attendanceMonths } from './attendance-months/table.ts';
import { type PersonFacts, readFacts } from './person-facts.ts';
import { timeRequests } from './time-requests/table.ts';

const findDecember = statement(
  { left: attendanceMonths.leaveLeft },
  ({ userId, month }: { userId: string; month: string }) =>
    sql`select leave_left as left from attendance_months where user_id = ${userId}::uuid and month = ${month} and state = 'closed' and deleted_at is null`,
);
const findAsked = statement(
  { id: timeRequests.id, startDay: notNull(timeRequests.startDay), endDay: notNull(timeRequests.endDay) },
  ({ userId, first, last }: { userId: string; first: string; last: string }) =>
    sql`select id, start_day, end_day from time_requests where user_id = ${userId}::uuid and state = 'requested' and kind = 'vacation'
      and start_day <= ${last}::date and end_day >= ${first}::date and deleted_at is null`,
);

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
const daysOfYear = (year: number, facts: PersonFacts): MonthDay[] =>
  MONTHS.flatMap((month) => monthDays(`${year}-${month}`, facts, new Date(0).toISOString()));
const isWorkday = ({ agreed, isHoliday }: MonthDay): boolean => agreed > 0 && !isHoliday;

/** Days that leave would take: those with agreed time that are no public holiday. */
const countWorkdays = (days: readonly MonthDay[], from: string, to: string): number => {
  const span = new Set(daysBetween(from, to));
  return days.filter((day) => span.has(day.day) && isWorkday(day)).length;
};

/**
 * The leave of a person in a year.
 * @param until counts approved leave up to this day, YYYY-MM-DD. Default: the whole year
 * @param range also counts the days that leave in this range takes in the year
 * @param without a request that does not count as asked for
 */
export async function readLeave(
  tx: Db,
  userId: string,
  year: number,
  { until, range, without }: { until?: string; range?: { from: string; to: string }; without?: string } = {},
): Promise<LeaveBalance & { days: number }> {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const facts = (await readFacts(tx, { userIds: [userId], first, last })).get(userId);
  const models = facts?.models ?? [];
  const days = facts ? daysOfYear(year, facts) : [];
  const end = until ?? last;
  const taken = days.filter((day) => day.away === 'vacation' && day.day <= end && isWorkday(day)).length;
  const asked = (await findAsked(tx, { userId, first, last }))
    .filter(({ id }) => id !== without)
    .reduce((sum, { startDay, endDay }) => sum + countWorkdays(days, startDay, endDay), 0);
  const december = await findDecember.first(tx, { userId, month: `${year - 1}-12` });
  const balance = leaveBalance(year, agreedLeave(models, year), carriedLeave(models, year, december?.left ?? null), taken, asked);
  return { ...balance, days: range ? countWorkdays(days, range.from, range.to) : 0 };
}

/** The years that leave from one day to another touches. */
export const yearsOf = (from: string, to: string): number[] => {
  const [start, end] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return Array.from({ length: Math.max(1, end - start + 1) }, (_, i) => start + i);
};

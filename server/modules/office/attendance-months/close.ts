import { eq, sql } from 'drizzle-orm';
import { houseToday } from '#contract/core/house-day';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { type MonthTotals, monthAt, monthDays, monthTotals } from '#contract/office/month-totals';
import { daysOf } from '#contract/office/shift';
import type { Db } from '../../../core/db/client.ts';
import { cell, notNull, statement } from '../../../core/db/statement.ts';
import { uuids } from '../../../core/db/uuids.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { users } from '../../access/users/table.ts';
import { attendances } from '../attendances/table.ts';
import { readLeave } from '../leave-balance.ts';
import { type PersonFacts, readFacts } from '../person-facts.ts';
import { lockTimeOf } from '../person-lock.ts';
import { timeRequests } from '../time-requests/table.ts';
import { attendanceMonths } from './table.ts';

/** Closing the months of people, and opening the last one again. Nothing else writes the state of a month. */

/** What keeps a month from being closed. `on` is a day, or for `earlierOpen` the month that comes first. */
export const OBSTACLES = ['notOver', 'alreadyClosed', 'earlierOpen', 'openShift', 'undecided'] as const;
export type Obstacle = { kind: (typeof OBSTACLES)[number]; on: string };
/** What the office should look at before the close. It does not keep a month from being closed. */
export const CLOSE_NOTES = ['noPersonnelNo', 'noModel'] as const;
type CloseNote = (typeof CLOSE_NOTES)[number];

type PersonMonth = {
  userId: string;
  name: string;
  personnelNo: string;
  totals: MonthTotals;
  obstacles: Obstacle[];
  notes: CloseNote[];
};

/** People of the house whose month counts: with a model or a shift, or with closed months before. */
const findPeople = statement(
  { id: users.id, name: users.name, personnelNo: users.personnelNo },
  ({ first, last, userId }: { first: string; last: string; userId: string | null }) =>
    sql`select u.id, u.name, u.personnel_no from users u
      where u.deleted_at is null and u.type > ${STAFF_TYPE_ABOVE}::int and (${userId}::uuid is null or u.id = ${userId}::uuid)
        and (exists (select from attendances a where a.user_id = u.id and a.deleted_at is null and a.day between ${first}::date and ${last}::date)
          or ((u.disabled_at is null or u.disabled_at >= ${first}::date)
            and (exists (select from working_times w where w.user_id = u.id and w.deleted_at is null and w.valid_from <= ${last}::date)
              or exists (select from attendance_months m where m.user_id = u.id and m.deleted_at is null))))
      order by u.name, u.id`,
  [{ first: '2026-01-01', last: '2026-01-31', userId: null }],
);
const findLastClosed = statement(
  { userId: attendanceMonths.userId, month: attendanceMonths.month, closing: attendanceMonths.closing },
  ({ userIds }: { userIds: readonly string[] }) =>
    sql`select distinct on (user_id) user_id, month, closing from attendance_months
      where user_id = any(${uuids(userIds)}) and state = 'closed' and deleted_at is null order by user_id, month desc`,
  [{ userIds: [] }],
);
const findOpenShifts = statement(
  { userId: attendances.userId, on: attendances.day },
  ({ userIds, last }: { userIds: readonly string[]; last: string }) =>
    sql`select user_id, day as on from attendances where user_id = any(${uuids(userIds)}) and end_at is null and deleted_at is null and day <= ${last}::date
      order by day`,
  [{ userIds: [], last: '2026-01-31' }],
);
const findUndecided = statement(
  { userId: timeRequests.userId, on: notNull(timeRequests.startDay) },
  ({ userIds, last }: { userIds: readonly string[]; last: string }) =>
    sql`select user_id, start_day as on from time_requests
      where user_id = any(${uuids(userIds)}) and state = 'requested' and deleted_at is null and start_day <= ${last}::date order by start_day`,
  [{ userIds: [], last: '2026-01-31' }],
);
const findMonth = statement(
  { id: attendanceMonths.id },
  ({ userId, month }: { userId: string; month: string }) =>
    sql`select id from attendance_months where user_id = ${userId}::uuid and month = ${month} and deleted_at is null for update`,
);
const findPersonOf = statement(
  { userId: cell.uuid },
  ({ id }: { id: string }) => sql`select user_id as "userId" from attendance_months where id = ${id}::uuid and deleted_at is null`,
);

function orderObstacle(month: string, last: string | null): Obstacle[] {
  if (last === null) return [];
  if (month <= last) return [{ kind: 'alreadyClosed', on: month }];
  const next = monthAt(last, 1);
  return month === next ? [] : [{ kind: 'earlierOpen', on: next }];
}

/** The last day of the month, YYYY-MM-DD. */
const lastDay = (month: string): string => daysOf(month).at(-1) ?? '';

/**
 * The month of each person as a close would keep it, with what is in its way.
 * @param userId one person; null for everybody whose month counts
 */
export async function previewMonths(tx: Db, month: string, userId: string | null): Promise<PersonMonth[]> {
  const [first, last] = [`${month}-01`, lastDay(month)];
  const now = new Date().toISOString();
  const people = await findPeople(tx, { first, last, userId });
  const userIds = people.map(({ id }) => id);
  const facts = await readFacts(tx, { userIds, first, last });
  const closed = new Map((await findLastClosed(tx, { userIds })).map((one) => [one.userId, one]));
  const open = await findOpenShifts(tx, { userIds, last });
  const undecided = await findUndecided(tx, { userIds, last });
  const notOver: Obstacle[] = houseToday() <= last ? [{ kind: 'notOver', on: last }] : [];
  const of = (found: readonly { userId: string; on: string }[], id: string, kind: Obstacle['kind']): Obstacle[] =>
    found.flatMap((one) => (one.userId === id ? [{ kind, on: one.on }] : []));
  return people.flatMap(({ id, name, personnelNo }) => {
    const own: PersonFacts | undefined = facts.get(id);
    if (!own) return [];
    const before = closed.get(id);
    return [
      {
        userId: id,
        name,
        personnelNo,
        totals: monthTotals(monthDays(month, own, now), before?.closing ?? 0),
        obstacles: [
          ...notOver,
          ...orderObstacle(month, before?.month ?? null),
          ...of(open, id, 'openShift'),
          ...of(undecided, id, 'undecided'),
        ],
        notes: [...(personnelNo === '' ? ['noPersonnelNo' as const] : []), ...(own.models.length === 0 ? ['noModel' as const] : [])],
      },
    ];
  });
}

/**
 * Closes the month of a person. Closing a closed month again is refused.
 * @throws DomainError NotFound for somebody whose month does not count, StateRefused with the first obstacle
 */
export async function closeMonth(tx: Db, actor: Actor, userId: string, month: string): Promise<string> {
  await lockTimeOf(tx, userId);
  const [person] = await previewMonths(tx, month, userId);
  if (!person) throw new DomainError('NotFound');
  const [obstacle] = person.obstacles;
  if (obstacle) throw new DomainError('StateRefused', `attendanceMonths.refusals.${obstacle.kind}`);
  const { left } = await readLeave(tx, userId, Number(month.slice(0, 4)), { until: lastDay(month) });
  const values = {
    personName: person.name,
    personnelNo: person.personnelNo,
    ...person.totals,
    leaveLeft: left,
    state: 'closed' as const,
    closedAt: new Date().toISOString(),
    closedBy: actor.userId,
  };
  const known = await findMonth.first(tx, { userId, month });
  if (known) {
    await tx.update(attendanceMonths).set(values).where(eq(attendanceMonths.id, known.id));
    return known.id;
  }
  const [made] = await tx
    .insert(attendanceMonths)
    .values({ userId, month, ...values })
    .returning({ id: attendanceMonths.id });
  if (!made) throw new Error('the closed month was not inserted');
  return made.id;
}

/** Opens the last closed month of a person again. @throws DomainError StateRefused for an earlier month (closed-months.sql) */
export async function reopenMonth(tx: Db, actor: Actor, id: string, reason: string): Promise<void> {
  const found = await findPersonOf.first(tx, { id });
  if (!found) throw new DomainError('NotFound');
  await lockTimeOf(tx, found.userId);
  const [row] = await tx.select().from(attendanceMonths).where(eq(attendanceMonths.id, id)).for('update');
  if (row?.state !== 'closed') throw new DomainError('StateRefused', 'attendanceMonths.refusals.alreadyOpen');
  await tx
    .update(attendanceMonths)
    .set({ state: 'reopened', reopenedAt: new Date().toISOString(), reopenedBy: actor.userId, reopenReason: reason })
    .where(eq(attendanceMonths.id, id));
}

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id, Instant } from '#contract/core/fields';
import { dayOf } from '#contract/core/house-day';
import { CLOCK_ACTS } from '#contract/office/attendances';
import { HOLIDAYS } from '#contract/office/holidays';
import { monthAt, monthDays, monthTotals } from '#contract/office/month-totals';
import { daysOf, monthSheet, SHIFT_STATES, SHIFT_WARNINGS, shiftState, workedMinutes } from '#contract/office/shift';
import { LEAVE_KINDS } from '#contract/office/time-requests';
import { type DayPlan, dayPlan } from '#contract/office/working-time';
import type { Db } from '../../../core/db/client.ts';
import { columnsOver, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { users } from '../../access/users/table.ts';
import { attendanceMonths } from '../attendance-months/table.ts';
import { type PersonFacts, readFacts } from '../person-facts.ts';
import { clock, openOf } from './clock.ts';
import { shiftsOf } from './day-warnings.ts';
import { attendances } from './table.ts';

const findPerson = statement(
  { name: users.name },
  ({ userId }: { userId: string }) => sql`select name from users where id = ${userId}::uuid`,
);
const TOTALS = {
  id: attendanceMonths.id,
  month: attendanceMonths.month,
  worked: attendanceMonths.worked,
  agreed: attendanceMonths.agreed,
  holiday: attendanceMonths.holiday,
  leave: attendanceMonths.leave,
  leaveDays: attendanceMonths.leaveDays,
  sick: attendanceMonths.sick,
  sickDays: attendanceMonths.sickDays,
  absence: attendanceMonths.absence,
  balance: attendanceMonths.balance,
  carried: attendanceMonths.carried,
  closing: attendanceMonths.closing,
};
/** The last closed month of a person up to this one. */
const findClosed = statement(
  TOTALS,
  ({ userId, month }: { userId: string; month: string }) =>
    sql`select ${columnsOver('m', TOTALS)} from attendance_months m
      where m.user_id = ${userId}::uuid and m.month <= ${month} and m.state = 'closed' and m.deleted_at is null order by m.month desc limit 1`,
);

const tags = ['attendances'];
/** `toggle` clocks in, ends a break, or clocks out, depending on the current state. What a person sends is clocked by hand: only a reader clocks by a tag. */
const Clock = z.strictObject({ act: z.enum([...CLOCK_ACTS, 'toggle']) });
const Now = z.object({
  state: z.enum(SHIFT_STATES).nullable(),
  startAt: Instant.nullable(),
  since: Instant.nullable(),
  worked: z.int(),
  at: Instant,
});
const SheetQuery = z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), userId: Id.optional() });
const MonthTotals = z.object({
  agreed: z.int(),
  worked: z.int(),
  holiday: z.int(),
  leave: z.int(),
  leaveDays: z.int(),
  sick: z.int(),
  sickDays: z.int(),
  absence: z.int(),
  balance: z.int(),
});
const BreakRow = z.object({ from: Instant, to: Instant.nullable() });
const Sheet = z.object({
  name: z.string(),
  /** Id of the closed month; null while it is open. */
  closedId: Id.nullable(),
  /** Balance of the months before; null where the month before is not closed. */
  carried: z.int().nullable(),
  /** Kept by the close, or counted as a close would. Null until the month is over. */
  totals: MonthTotals.nullable(),
  days: z.array(
    z.object({
      day: z.string(),
      shifts: z.array(z.object({ startAt: Instant, endAt: Instant.nullable(), breaks: z.array(BreakRow), breakMinutes: z.int() })),
      worked: z.int(),
      breaks: z.int(),
      planned: z.int(),
      holiday: z.enum(HOLIDAYS).nullable(),
      leave: z.enum(LEAVE_KINDS).nullable(),
      balance: z.int().nullable(),
      warning: z.enum(SHIFT_WARNINGS),
    }),
  ),
});

/** Nothing is planned before the employment, as far as its first day is known. */
function planOf({ models, otherwise, employedFrom }: PersonFacts, off: ReadonlySet<string>, day: string): DayPlan {
  const plan = dayPlan(models, off, otherwise, day);
  return employedFrom !== null && day < employedFrom ? { ...plan, planned: 0 } : plan;
}

/** Clocking in and out for oneself, and the monthly sheet. */
export function attendanceRoutes(app: FastifyInstance, { db }: AppContext): void {
  const answer = async (tx: Db, actor: Actor) => {
    const at = new Date().toISOString();
    const [shift] = await tx.select().from(attendances).where(openOf(actor.userId));
    const since = shift ? (shift.breaks.find(({ to }) => to === null)?.from ?? shift.startAt) : null;
    return ok({
      state: shift ? shiftState(shift) : null,
      startAt: shift?.startAt ?? null,
      since,
      worked: shift ? workedMinutes(shift, at) : 0,
      at,
    });
  };

  app.get(
    '/v0/attendances/now',
    { config: { access: 'privilege:attendances.clock' }, schema: { tags, response: { 200: okSchema(Now) } } },
    (request) => {
      const actor = actorOf(request);
      return asActor(db, actor, request.id, (tx) => answer(tx, actor));
    },
  );

  app.post(
    '/v0/attendances/clock',
    { config: { access: 'privilege:attendances.clock' }, schema: { tags, body: Clock, response: { 200: okSchema(Now) } } },
    (request) => {
      const actor = actorOf(request);
      return write(db, request, actor, async (tx) => {
        const { act } = request.body as z.infer<typeof Clock>;
        await clock(tx, actor.userId, { act, source: 'web' });
        return answer(tx, actor);
      });
    },
  );

  app.get(
    '/v0/attendances/sheet',
    { config: { access: 'privilege:attendances.read' }, schema: { tags, querystring: SheetQuery, response: { 200: okSchema(Sheet) } } },
    (request) => {
      const actor = actorOf(request);
      const { month, userId = actor.userId } = request.query as z.infer<typeof SheetQuery>;
      if (userId !== actor.userId && !allows(actor.privileges, 'attendances.update')) throw new DomainError('NotFound');
      return asActor(db, actor, request.id, async (tx) => {
        const person = await findPerson.first(tx, { userId });
        if (!person) throw new DomainError('NotFound');
        const [first = '', last = ''] = [daysOf(month)[0], daysOf(month).at(-1)];
        const shifts = await shiftsOf(tx, userId, { first, last });
        const facts = (await readFacts(tx, { userIds: [userId], first, last })).get(userId);
        if (!facts) throw new DomainError('NotFound');
        const off = new Set([...facts.holidays, ...facts.away.keys()]);
        const now = new Date().toISOString();
        const days = monthSheet(
          month,
          shifts.map(({ startAt, endAt, breaks, breakMinutes }) => ({ startAt, endAt, breaks, breakMinutes })),
          (day) => planOf(facts, off, day),
          now,
        );
        const closed = await findClosed.first(tx, { userId, month });
        const isClosed = closed?.month === month;
        return ok({
          name: person.name,
          closedId: isClosed ? closed.id : null,
          carried: isClosed ? closed.carried : closed?.month === monthAt(month, -1) ? closed.closing : null,
          totals: isClosed ? closed : dayOf(now) > last ? monthTotals(monthDays(month, facts, now), 0) : null,
          days: days.map((day) => ({ ...day, leave: LEAVE_KINDS.find((kind) => kind === facts.away.get(day.day)) ?? null })),
        });
      });
    },
  );
}

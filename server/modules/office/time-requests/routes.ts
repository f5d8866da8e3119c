import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CalendarDate, Id, Line } from '#contract/core/fields';
import { houseToday } from '#contract/core/house-day';
import { timeRequests as area } from '#contract/office/time-requests';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { type AreaRow, areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { createRow, getRow, updateRow } from '../../../core/http/rows.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { users } from '../../access/users/table.ts';
import { calendarEntries } from '../calendar-entries/table.ts';
import { readLeave, yearsOf } from '../leave-balance.ts';
import { lockTimeOf } from '../person-lock.ts';
import { timeRequests } from './table.ts';

type Request = AreaRow<typeof area>;
const tags = ['timeRequests'];
const Params = z.object({ id: Id });
const Answer = z.strictObject({ answer: Line(300, 1) });
/** `beyond`: the decider has seen that more days are requested than are left. */
const Approval = z.strictObject({ beyond: z.boolean().default(false) });
const LeaveQuery = z.object({ from: CalendarDate, to: CalendarDate, without: Id.optional() });
/** One entry for each year of the days. `days`: what the leave itself takes; `left` does not include it. */
const Leave = z.array(
  z.object({
    year: z.int(),
    agreed: z.int().nullable(),
    carried: z.int(),
    taken: z.int(),
    asked: z.int(),
    left: z.int().nullable(),
    days: z.int(),
  }),
);
const response = { 200: okSchema(Params) };

/** The leave of the person in each year of the request, without the request itself. */
async function leaveOf(tx: Db, userId: string, from: string, to: string, without?: string): Promise<z.infer<typeof Leave>> {
  const years: z.infer<typeof Leave> = [];
  const options = { range: { from, to }, ...(without === undefined ? {} : { without }) };
  for (const year of yearsOf(from, to)) years.push(await readLeave(tx, userId, year, options));
  return years;
}

/** More leave than is left is approved only by somebody who was told. */
async function refuseBeyond(tx: Db, { id, userId, startDay, endDay }: Request): Promise<void> {
  if (startDay === null || endDay === null) return;
  await lockTimeOf(tx, userId);
  const years = await leaveOf(tx, userId, startDay, endDay, id);
  if (years.some(({ left, days }) => left !== null && days > left)) throw new DomainError('StateRefused', 'timeRequests.refusals.beyond');
}

/** Decisions on requests about working time, and their withdrawal. Each of them is the only writer of its state. */
export function timeRequestRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const entryOf = (name: string) => {
    const entry = areas.get(name);
    if (!entry) throw new DomainError('NotFound');
    return entry;
  };
  async function locked(tx: Db, actor: Actor, id: string): Promise<Request> {
    const [row] = await selectRows(tx, areas, entryOf('timeRequests'), actor, [id], { trash: false, lock: true });
    if (!row) throw new DomainError('NotFound');
    return areaRow(area, row);
  }
  /** A request that is still open, of somebody else. */
  async function undecided(tx: Db, actor: Actor, id: string): Promise<Request> {
    const row = await locked(tx, actor, id);
    if (row.state !== 'requested') throw new DomainError('StateRefused', 'timeRequests.refusals.decided');
    if (row.userId === actor.userId) throw new DomainError('StateRefused', 'timeRequests.refusals.own');
    return row;
  }
  /** Writes the shift as a correction by hand does, with the same checks. */
  async function correct(tx: Db, actor: Actor, { userId, attendanceId, startAt, endAt, breakMinutes, reason }: Request): Promise<void> {
    const context = { tx, areas, entry: entryOf('attendances'), actor };
    const values = { startAt, endAt, breakMinutes, reason };
    if (attendanceId === null) await createRow(context, { userId, ...values });
    else await updateRow(context, attendanceId, { version: (await getRow(context, attendanceId))['version'], ...values });
  }
  /** The absence in the calendar. It names the person and not the reason, so that colleagues cannot tell illness from leave. */
  async function enterAbsence(tx: Db, { userId, startDay, endDay }: Request): Promise<string | null> {
    const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
    if (startDay === null || endDay === null || !person) throw new DomainError('NotFound');
    const [entry] = await tx
      .insert(calendarEntries)
      .values({ title: person.name, kind: 'absence', startDay, endDay, allDay: true, whoIds: [userId] })
      .returning({ id: calendarEntries.id });
    return entry?.id ?? null;
  }
  const set = (tx: Db, id: string, values: Partial<typeof timeRequests.$inferInsert>): Promise<unknown> =>
    tx.update(timeRequests).set(values).where(eq(timeRequests.id, id));
  const decided = (actor: Actor) => ({ decidedBy: actor.userId, decidedAt: new Date().toISOString() });

  const change = async (request: FastifyRequest, run: (tx: Db, actor: Actor, id: string) => Promise<unknown>) => {
    const actor = actorOf(request);
    const { id } = request.params as z.infer<typeof Params>;
    return write(db, request, actor, async (tx) => {
      await run(tx, actor, id);
      return ok({ id });
    });
  };

  app.get(
    '/v0/timeRequests/leave',
    {
      config: { access: 'privilege:timeRequests.create' },
      schema: { tags, querystring: LeaveQuery, response: { 200: okSchema(Leave) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { from, to, without } = request.query as z.infer<typeof LeaveQuery>;
      return asActor(db, actor, request.id, async (tx) => ok(await leaveOf(tx, actor.userId, from, to, without)));
    },
  );

  app.get(
    '/v0/timeRequests/:id/leave',
    { config: { access: 'privilege:timeRequests.read' }, schema: { tags, params: Params, response: { 200: okSchema(Leave) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as z.infer<typeof Params>;
      return asActor(db, actor, request.id, async (tx) => {
        const [found] = await selectRows(tx, areas, entryOf('timeRequests'), actor, [id], { trash: false });
        if (!found) throw new DomainError('NotFound');
        const { userId, kind, startDay, endDay } = areaRow(area, found);
        return ok(kind !== 'vacation' || startDay === null || endDay === null ? [] : await leaveOf(tx, userId, startDay, endDay, id));
      });
    },
  );

  app.post(
    '/v0/timeRequests/:id/approve',
    { config: { access: 'privilege:timeRequests.decide' }, schema: { tags, params: Params, body: Approval, response } },
    (request) =>
      change(request, async (tx, actor, id) => {
        const row = await undecided(tx, actor, id);
        if (row.kind === 'vacation' && !(request.body as z.infer<typeof Approval>).beyond) await refuseBeyond(tx, row);
        if (row.kind === 'correction') await correct(tx, actor, row);
        const entryId = row.kind === 'correction' ? null : await enterAbsence(tx, row);
        await set(tx, id, { state: 'approved', entryId, ...decided(actor) });
      }),
  );

  app.post(
    '/v0/timeRequests/:id/refuse',
    { config: { access: 'privilege:timeRequests.decide' }, schema: { tags, params: Params, body: Answer, response } },
    (request) =>
      change(request, async (tx, actor, id) => {
        await undecided(tx, actor, id);
        await set(tx, id, { state: 'refused', answer: (request.body as z.infer<typeof Answer>).answer, ...decided(actor) });
      }),
  );

  app.post(
    '/v0/timeRequests/:id/withdraw',
    { config: { access: 'privilege:timeRequests.create' }, schema: { tags, params: Params, response } },
    (request) =>
      change(request, async (tx, actor, id) => {
        const row = await locked(tx, actor, id);
        if (row.userId !== actor.userId) throw new DomainError('StateRefused', 'timeRequests.refusals.foreign');
        // What has begun, and a corrected shift, are facts. Only a supervisor changes them.
        const isFuture = row.kind !== 'correction' && row.startDay !== null && row.startDay > houseToday();
        if (row.state !== 'requested' && !(row.state === 'approved' && isFuture))
          throw new DomainError('StateRefused', 'timeRequests.refusals.decided');
        if (row.entryId !== null)
          await tx.update(calendarEntries).set({ deletedAt: sql`clock_timestamp()` }).where(eq(calendarEntries.id, row.entryId));
        await set(tx, id, { state: 'withdrawn' });
      }),
  );
}

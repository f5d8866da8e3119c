import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { USER_TYPES } from '#contract/access/users';
import { Id, Instant, Texts } from '#contract/core/fields';
import type { AUDIENCES } from '#contract/settings/announcements';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { users } from '../../access/users/table.ts';
import { announcementReads, announcements } from './table.ts';

const News = z.object({ id: Id, title: Texts, text: Texts, important: z.boolean() });
const Reader = z.object({ name: z.string(), at: Instant.nullable() });
const Params = z.object({ id: Id });
const tags = ['announcements'];

/** Audiences that this user belongs to. */
export function audiencesOf(actor: Actor): (typeof AUDIENCES)[number][] {
  if (actor.merchantId !== null) return ['everybody', 'merchants'];
  if (!isStaff(actor)) return ['everybody', ...(actor.carrierId === null ? [] : (['carriers'] as const))];
  return ['everybody', 'staff', ...(actor.type === USER_TYPES.warehouse ? (['warehouse'] as const) : [])];
}
const CURRENT = sql`a.deleted_at is null and kontor_day() between coalesce(a.valid_from, kontor_day()) and coalesce(a.valid_to, kontor_day())`;
const audienceList = (actor: Actor): string => `{${audiencesOf(actor).join(',')}}`;
const findNews = statement(
  { id: announcements.id, title: announcements.title, text: announcements.text, important: announcements.important },
  ({ audiences, userId }: { audiences: string; userId: string }) => sql`select a.id, a.title, a.text, a.important from announcements a
    where ${CURRENT} and a.audience = any(${audiences}::text[])
      and not exists (select from announcement_reads r where r.announcement_id = a.id and r.user_id = ${userId}::uuid) order by a.important desc, a.sort_at desc limit 5`,
);
const findOwn = statement(
  { id: announcements.id },
  ({ id, audiences }: { id: string; audiences: string }) =>
    sql`select a.id from announcements a where a.id = ${id}::uuid and a.deleted_at is null and a.audience = any(${audiences}::text[])`,
);
const findReaders = statement(
  { name: users.name, at: orNull(cell.text) },
  ({ id }: { id: string }) => sql`select u.name, to_char(r.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from announcements a join users u on u.deleted_at is null and u.disabled_at is null and (a.audience = 'everybody' or (a.audience = 'merchants' and u.merchant_id is not null)
          or (a.audience = 'carriers' and u.carrier_id is not null) or (a.audience = 'staff' and u.type > 100) or (a.audience = 'warehouse' and u.type = ${USER_TYPES.warehouse}))
        left join announcement_reads r on r.announcement_id = a.id and r.user_id = u.id where a.id = ${id}::uuid order by r.at desc nulls last, u.name limit 1000`,
);

/** Unread announcements, the read receipt, and the list of readers. */
export function newsRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/announcements/news',
    { config: { access: 'session', passive: true }, schema: { tags, response: { 200: okSchema(z.array(News)) } } },
    async (request) => {
      const actor = actorOf(request);
      return ok(await findNews(db, { audiences: audienceList(actor), userId: actor.userId }));
    },
  );

  app.post(
    '/v0/announcements/:id/read',
    { config: { access: 'session' }, schema: { tags, params: Params, response: { 200: okSchema(Params) } } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        await becomeHouse(tx);
        if ((await findOwn.first(tx, { id, audiences: audienceList(actor) })) === null) throw new DomainError('NotFound');
        await tx.insert(announcementReads).values({ announcementId: id, userId: actor.userId }).onConflictDoNothing();
        return ok({ id });
      });
    },
  );

  app.get(
    '/v0/announcements/:id/readers',
    {
      config: { access: 'privilege:announcements.update' },
      schema: { tags, params: Params, response: { 200: okSchema(z.array(Reader)) } },
    },
    async (request) => {
      const { id } = request.params as { id: string };
      return ok(await findReaders(db, { id }));
    },
  );
}

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { USER_TYPES } from '#contract/access/users';
import { Id, Instant, Texts } from '#contract/core/fields';
import type { AUDIENCES } from '#contract/settings/announcements';
import { type Actor, isStaff } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { rowsOf } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { announcementReads } from './table.ts';

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
const forMe = (actor: Actor) => sql`a.audience = any(${`{${audiencesOf(actor).join(',')}}`}::text[])`;

/** Unread announcements, the read receipt, and the list of readers. */
export function newsRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/announcements/news',
    { config: { access: 'session', passive: true }, schema: { tags, response: { 200: okSchema(z.array(News)) } } },
    async (request) => {
      const actor = actorOf(request);
      const rows = await db.execute(sql`select a.id, a.title, a.text, a.important from announcements a where ${CURRENT} and ${forMe(actor)}
      and not exists (select from announcement_reads r where r.announcement_id = a.id and r.user_id = ${actor.userId}::uuid) order by a.important desc, a.sort_at desc limit 5`);
      return ok(rowsOf(rows) as z.infer<typeof News>[]);
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
        const [mine] = rowsOf(
          await tx.execute(sql`select 1 from announcements a where a.id = ${id}::uuid and a.deleted_at is null and ${forMe(actor)}`),
        );
        if (!mine) throw new DomainError('NotFound');
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
      const rows = await db.execute(sql`select u.name, to_char(r.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from announcements a join users u on u.deleted_at is null and u.disabled_at is null and (a.audience = 'everybody' or (a.audience = 'merchants' and u.merchant_id is not null)
          or (a.audience = 'carriers' and u.carrier_id is not null) or (a.audience = 'staff' and u.type > 100) or (a.audience = 'warehouse' and u.type = ${USER_TYPES.warehouse}))
        left join announcement_reads r on r.announcement_id = a.id and r.user_id = u.id where a.id = ${id}::uuid order by r.at desc nulls last, u.name limit 1000`);
      return ok(rowsOf(rows) as z.infer<typeof Reader>[]);
    },
  );
}

import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Instant } from '#contract/core/fields';
import { addDays, houseToday } from '#contract/core/house-day';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { conditions } from '../../../core/http/list.ts';
import { readUser } from '../../../core/http/read-session.ts';
import { actorOf } from '../../../core/http/session.ts';
import { textIn } from '../../../core/http/texts.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { securityEvent } from '../../access/index.ts';
import { calendarItems, seriesOf } from './find-entries.ts';
import { icalendar } from './icalendar.ts';
import { calendarLinks } from './table.ts';

const tags = ['calendar'];
/** What a calendar program gets: a month back, a year ahead. */
const PAST_DAYS = 31;
const FUTURE_DAYS = 366;
/** In the query, because logs keep paths. */
const Feed = z.object({ key: z.string().regex(/^[\w-]{43}$/) });
const access = 'privilege:calendarEntries.read' as const;

/** The owner of a link. Reading is noted once an hour, so that unused links can be found. */
const readLink = statement(
  { userId: cell.uuid },
  ({ hash }: { hash: Buffer }) => sql`with found as (select user_id from ${calendarLinks} where token_hash = ${hash}),
    noted as (update ${calendarLinks} set read_at = now() where token_hash = ${hash} and coalesce(read_at, '-infinity') < now() - interval '1 hour')
    select user_id from found`,
  [{ hash: Buffer.alloc(32) }],
);

/**
 * The calendar under a secret link, for programs that cannot sign in: iCalendar, RFC 5545. The link shows what its owner may see at the
 * time of reading, and nothing once the account is disabled.
 */
export function calendarLinkRoutes(app: FastifyInstance, { db, areas }: AppContext): void {
  const record = (tx: Db, request: FastifyRequest, event: 'calendarLink.made' | 'calendarLink.ended', actor: Actor): Promise<void> =>
    securityEvent(tx, event, { userId: actor.userId, account: actor.account, ip: request.ip });

  app.get(
    '/v0/calendar/link',
    {
      config: { access },
      schema: { tags, response: { 200: okSchema(z.object({ createdAt: Instant, readAt: Instant.nullable() }).nullable()) } },
    },
    async (request) => {
      const { userId } = actorOf(request);
      const [link] = await db.select().from(calendarLinks).where(eq(calendarLinks.userId, userId));
      return ok(link ? { createdAt: link.createdAt, readAt: link.readAt } : null);
    },
  );

  // The secret is answered once and only its hash is stored. A new link ends the former one.
  app.post(
    '/v0/calendar/link',
    { config: { access }, schema: { tags, response: { 200: okSchema(z.object({ path: z.string() })) } } },
    async (request) => {
      const actor = actorOf(request);
      const token = newToken();
      const hash = hashToken(token);
      const kept = await write(db, request, actor, async (tx) => {
        const made = { tokenHash: hash, createdAt: sql`now()`, readAt: null };
        await tx
          .insert(calendarLinks)
          .values({ userId: actor.userId, ...made })
          .onConflictDoUpdate({ target: calendarLinks.userId, set: made });
        await record(tx, request, 'calendarLink.made', actor);
        return hash.toString('hex');
      });
      // A repeated call finds the hash of the first one, whose secret nobody knows any more.
      if (kept !== hash.toString('hex')) throw new DomainError('StateRefused', 'calendarEntries.refusals.linkLost');
      return ok({ path: `/v0/calendar/feed.ics?key=${token}` });
    },
  );

  app.delete('/v0/calendar/link', { config: { access }, schema: { tags, response: { 200: okSchema(z.null()) } } }, (request) => {
    const actor = actorOf(request);
    return write(db, request, actor, async (tx) => {
      const ended = await tx
        .delete(calendarLinks)
        .where(eq(calendarLinks.userId, actor.userId))
        .returning({ userId: calendarLinks.userId });
      if (ended.length > 0) await record(tx, request, 'calendarLink.ended', actor);
      return ok(null);
    });
  });

  app.get(
    '/v0/calendar/feed.ics',
    { config: { access: 'public' }, schema: { tags, querystring: Feed, response: { 200: z.string() } } },
    async (request, reply) => {
      const { key } = request.query as z.infer<typeof Feed>;
      const link = await readLink.first(db, { hash: hashToken(key) });
      const actor = link && (await readUser(db, sql`${link.userId}::uuid`));
      const entry = areas.get('calendarEntries');
      if (!actor || !entry || !allows(actor.privileges, 'calendarEntries.read')) throw new DomainError('NotFound');
      const today = houseToday();
      const span = { actor, from: addDays(today, -PAST_DAYS), to: addDays(today, FUTURE_DAYS) };
      const events = await asActor(db, actor, request.id, async (tx) => {
        const items = (await calendarItems(tx, { areas, ...span })).filter(({ series }) => series === null);
        const where = conditions(areas, entry, actor, { search: '', filters: [] });
        const series = await seriesOf(tx, { where, ...span });
        return [
          ...items.map((item) => ({ ...item, series: null })),
          ...series.map((one) => ({ ...one, source: 'entry', series: one })),
        ].map((event) => ({ ...event, label: textIn(actor.locale, `calendarEntries.kinds.${event.kind}`) }));
      });
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, max-age=300')
        .send(icalendar('Kontor', events, new Date()));
    },
  );
}

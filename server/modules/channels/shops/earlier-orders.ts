import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SHOP_KINDS } from '#contract/channels/channels';
import { EarlierOrders, Period } from '#contract/channels/earlier-orders';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { cell, notNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor, write } from '../../../core/http/write.ts';
import { findChannel } from '../channels/find.ts';
import { channels } from '../channels/table.ts';
import { shopConnections } from '../tables.ts';
import { failShop } from './connections.ts';
import { addFetches } from './due.ts';
import { openShop } from './kinds.ts';
import { type Called, type Change, type Page, ShopError } from './platform.ts';
import { noteCalls } from './work.ts';

/**
 * Orders from before a shop was connected. They are fetched only when somebody asks for them, and after they were counted: a merchant who connects a
 * shop has shipped most of them, or has them shipped elsewhere.
 */

/** Changes of a period that are read. With more, a shorter one is asked for. */
const MOST = 5_000;
/** Milliseconds after which no further page is read: a transaction waits meanwhile. */
const LONGEST = 15_000;

const findConnection = statement(
  {
    id: channels.id,
    kind: channels.kind,
    merchantId: channels.merchantId,
    shop: channels.shop,
    ownLocation: channels.ownLocation,
    mapping: channels.mapping,
    insureFrom: channels.insureFrom,
    credentials: notNull(channels.credentials),
    scopes: channels.scopes,
    location: shopConnections.location,
    former: shopConnections.former,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select c.id, c.kind, c.merchant_id, c.shop, c.own_location, c.mapping, c.insure_from, c.credentials, c.scopes, s.location, s.former
    from channels c join shop_connections s on s.channel_id = c.id
    where c.id = ${id}::uuid and c.active and c.state = 'connected' and c.credentials is not null and s.prepared_at is not null`,
);
/** The instants of a period: what has changed within the last half minute is not listed yet by every platform. */
const instantsOf = statement(
  { since: cell.text, until: cell.text },
  ({
    from,
    until,
  }: Period) => sql`select to_char((${from}::date::timestamp at time zone kontor_zone()) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
    to_char(least((${until}::date + 1)::timestamp at time zone kontor_zone(), now() - interval '30 seconds') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until`,
);
const findKnown = statement(
  { externalId: cell.text },
  ({ id, ids }: { id: string; ids: string }) => sql`select o.external_id from channel_orders o
    where o.channel_id = ${id}::uuid and o.external_id in (select jsonb_array_elements_text(${ids}::jsonb))`,
);

const refuse = (reason: string): DomainError => new DomainError('StateRefused', `channels.refusals.${reason}`);
const config = { access: 'privilege:channels.update' } as const;
const tags = ['channels'];
const params = z.object({ id: Id });

export function earlierOrders(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  /** Ids of orders that changed in the period and are for us to ship: those that are not here, and how many are. */
  async function read(id: string, period: Period): Promise<{ missing: string[]; known: number }> {
    const connection = await findConnection.first(db, { id });
    if (!connection) throw refuse('notConnected');
    const { since, until } = await instantsOf.one(db, period);
    const calls: Called[] = [];
    const ids = new Set<string>();
    const end = Date.now() + LONGEST;
    let seen = 0;
    try {
      const shop = await openShop(db, context.config, connection, { keep: async () => undefined, note: (call) => calls.push(call) });
      let page: string | null = null;
      do {
        const { rows, next }: Page<Change> = await shop.changed(since, until, page);
        for (const { externalId, wanted } of rows) if (wanted === 'ship') ids.add(externalId);
        seen += rows.length;
        if (next !== null && (seen >= MOST || Date.now() > end)) throw refuse('periodTooLong');
        page = next;
      } while (page !== null);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      if (error.fault.kind !== 'signIn') throw refuse('shopUnreachable');
      // As in a round: the channel says that it has to be connected again, and offers it.
      await failShop(db, id, 'signInAgain', error.fault.message);
      throw refuse('shopSignIn');
    } finally {
      await noteCalls(db, id, calls);
    }
    const known = new Set((await findKnown(db, { id, ids: JSON.stringify([...ids]) })).map(({ externalId }) => externalId));
    return { missing: [...ids].filter((one) => !known.has(one)), known: known.size };
  }

  /** The channel, if the actor may see it, it is a shop and the period is one. @throws DomainError */
  async function shopOf(tx: Db, request: FastifyRequest, period: Period): Promise<string> {
    const { id } = request.params as { id: string };
    const { kind } = await findChannel(tx, context, actorOf(request), id);
    if (!SHOP_KINDS.some((one) => one === kind)) throw refuse('noShop');
    if (period.until < period.from) throw invalid([{ path: 'until', rule: 'beforeStart' }]);
    return id;
  }

  app.get(
    '/v0/channels/:id/earlierOrders',
    { config, schema: { tags, params, querystring: Period, response: { 200: okSchema(EarlierOrders) } } },
    async (request) => {
      const period = request.query as Period;
      const id = await asActor(db, actorOf(request), request.id, (tx) => shopOf(tx, request, period));
      const { missing, known } = await read(id, period);
      return ok({ missing: missing.length, known });
    },
  );
  // They are read in the next rounds. The transaction waits for the shop, because the key of the call is read before anything else.
  app.post(
    '/v0/channels/:id/earlierOrders',
    { config, schema: { tags, params, body: Period, response: { 200: okSchema(EarlierOrders) } } },
    (request) =>
      write(db, request, actorOf(request), async (tx) => {
        const period = request.body as Period;
        const id = await shopOf(tx, request, period);
        const { missing, known } = await read(id, period);
        if (missing.length > 0) await addFetches(tx, id, missing);
        return ok({ missing: missing.length, known });
      }),
  );
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OAUTH_KINDS } from '#contract/channels/channels';
import { Id, Line } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asHouse, becomeHouse, write } from '../../../core/http/write.ts';
import { beginConnect, endConnect } from './connect.ts';
import { findChannel } from './find.ts';
import { platformOf } from './platforms.ts';
import { seal } from './seal.ts';
import { channels } from './table.ts';

const Params = z.object({ id: Id });
const Returned = z.record(z.string().max(60), z.string().max(2000));
const Way = { 200: okSchema(z.object({ id: Id, url: z.string() })) };
const Done = { 200: okSchema(z.object({ id: Id })) };
const tags = ['channels'];
const access = { access: 'privilege:channels.update' } as const;
/** Seconds for which a signed request from Shopify is accepted. */
const FRESH_SECONDS = 86_400;

/** Connects and disconnects a channel. Credentials are never returned. */
export function channelRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, config } = context;
  const find = (tx: Db, actor: Actor, id: string) => findChannel(tx, context, actor, id);

  app.post('/v0/channels/:id/connect', { config: access, schema: { tags, params: Params, response: Way } }, (request) => {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    return write(db, request, actor, async (tx) => ok({ id, url: await beginConnect(tx, config, actor, await find(tx, actor, id)) }));
  });

  // A merchant starts from the platform's app store. The channel of that shop is found or created.
  app.post(
    '/v0/channels/shopify/start',
    {
      config: { access: 'privilege:channels.create' },
      schema: { tags, body: z.strictObject({ shop: Line(200, 1), returned: Returned.default({}) }), response: Way },
    },
    (request) => {
      const actor = actorOf(request);
      const { shop: given, returned } = request.body as { shop: string; returned: Record<string, string> };
      const platform = platformOf('shopify', config);
      const refuse = (key: string): never => {
        throw new DomainError('StateRefused', `channels.refusals.${key}`);
      };
      if (!platform.ready) return refuse('notSetUp');
      const shop = platform.shop(given) ?? refuse('wrongShop');
      const { merchantId } = actor;
      if (merchantId === null) return refuse('merchantOnly');
      if (returned['hmac'] !== undefined) {
        const age = Math.abs(Date.now() / 1000 - Number(returned['timestamp']));
        if (!platform.signed(returned) || !(age < FRESH_SECONDS)) return refuse('wrongSignature');
      }
      return write(db, request, actor, async (tx) => {
        await becomeHouse(tx);
        const mine = and(
          eq(channels.merchantId, merchantId),
          eq(channels.kind, 'shopify'),
          eq(channels.shop, shop),
          isNull(channels.deletedAt),
        );
        const [known] = await tx.select({ id: channels.id, ownLocation: channels.ownLocation }).from(channels).where(mine);
        const [made] = known
          ? [known]
          : await tx
              .insert(channels)
              .values({ merchantId, kind: 'shopify', shop, name: shop })
              .returning({ id: channels.id, ownLocation: channels.ownLocation });
        if (!made) throw new DomainError('NotFound');
        return ok({
          id: made.id,
          url: await beginConnect(tx, config, actor, { id: made.id, kind: 'shopify', shop, ownLocation: made.ownLocation }),
        });
      });
    },
  );

  app.post(
    '/v0/channels/callback/:platform',
    {
      config: access,
      schema: { tags, params: z.object({ platform: z.enum(OAUTH_KINDS) }), body: z.strictObject({ returned: Returned }), response: Done },
    },
    async (request) => {
      const actor = actorOf(request);
      const { platform } = request.params as { platform: (typeof OAUTH_KINDS)[number] };
      const { returned } = request.body as { returned: Record<string, string> };
      return ok({ id: await endConnect((run) => asHouse(db, actor, request.id, run), config, actor, platform, returned) });
    },
  );

  app.put(
    '/v0/channels/:id/secret',
    { config: access, schema: { tags, params: Params, body: z.strictObject({ secret: Line(500, 8) }), response: Done } },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const { secret } = request.body as { secret: string };
      return write(db, request, actor, async (tx) => {
        const { kind } = await find(tx, actor, id);
        if (kind !== 'api') throw new DomainError('StateRefused', 'channels.refusals.noSecret');
        await tx
          .update(channels)
          .set({
            credentials: seal(config.KONTOR_SECRET, id, secret),
            connectedAt: sql`now()`,
            state: sql`case when active then 'connected' else 'off' end`,
            lastEvent: 'secret',
            lastEventAt: sql`now()`,
          })
          .where(eq(channels.id, id));
        return ok({ id });
      });
    },
  );

  app.post('/v0/channels/:id/disconnect', { config: access, schema: { tags, params: Params, response: Done } }, (request) => {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    return write(db, request, actor, async (tx) => {
      await find(tx, actor, id);
      await tx
        .update(channels)
        .set({
          credentials: null,
          scopes: '',
          connectedAt: null,
          state: sql`case when active then 'waiting' else 'off' end`,
          lastEvent: 'disconnected',
          lastEventAt: sql`now()`,
        })
        .where(eq(channels.id, id));
      return ok({ id });
    });
  });
}

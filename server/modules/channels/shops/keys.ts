import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { KEY_KINDS } from '#contract/channels/channels';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { command, notNull, orNull, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asHouse, write } from '../../../core/http/write.ts';
import { isPublicAddress } from '../../../core/public-address.ts';
import { findChannel } from '../channels/find.ts';
import { seal } from '../channels/seal.ts';
import { channels } from '../channels/table.ts';
import { shopConnections } from '../tables.ts';
import { Keys } from './credentials.ts';
import { kindsOf, openShop } from './kinds.ts';
import { ShopError } from './platform.ts';

/** Shops that have an address of their own are connected with a pair of keys, which their merchant makes there. */

/** The address of a shop that has one of its own: `tea.example/shop` as `https://tea.example/shop`; null if it is none, or none that may be called. */
function shopAddress(text: string, isPrivateAllowed: boolean): string | null {
  const trimmed = text.trim();
  const whole = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, host, pathname, username, password, search, hash } = new URL(whole);
  if (protocol !== 'https:' && !(isPrivateAllowed && protocol === 'http:')) return null;
  if (username !== '' || password !== '' || search !== '' || hash !== '') return null;
  const ip = hostname.replace(/^\[|\]$/g, '');
  if (!isPrivateAllowed && (isIP(ip) === 0 ? !hostname.includes('.') : !isPublicAddress(ip))) return null;
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}

const store = command(
  ({ id, credentials, address }: { id: string; credentials: string; address: string }) => sql`update channels
    set credentials = ${credentials}, shop = ${address}, connected_at = now(), state = 'connected', last_event = 'connected', last_event_at = now() where id = ${id}::uuid`,
);
const findStored = statement(
  {
    id: channels.id,
    kind: channels.kind,
    merchantId: channels.merchantId,
    shop: channels.shop,
    mapping: channels.mapping,
    credentials: notNull(channels.credentials),
    scopes: channels.scopes,
    location: orNull(shopConnections.location),
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select c.id, c.kind, c.merchant_id, c.shop, c.mapping, c.credentials, c.scopes, s.location from channels c left join shop_connections s on s.channel_id = c.id
    where c.id = ${id}::uuid and c.credentials is not null`,
);
const markFailed = command(
  ({ id }: { id: string }) =>
    sql`update channels set state = 'failed', last_event = 'failed', last_event_at = now() where id = ${id}::uuid`,
);

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `channels.refusals.${reason}`);
};
/** Why a shop cannot be worked on with these keys, as a sentence of `channels.refusals`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ShopError)) throw error;
  const { kind, status = 500 } = error.fault;
  if (kind === 'signIn') return status === 0 ? 'wrongAddress' : 'keysRefused';
  // A page instead of an answer, or a redirect: the address leads elsewhere.
  return (status >= 300 && status < 400) || status === 404 ? 'noShopThere' : 'shopUnreachable';
}

export function shopKeys(app: FastifyInstance, context: AppContext): void {
  const { db, config } = context;
  const schema = { tags: ['channels'], params: z.object({ id: Id }), body: Keys, response: { 200: okSchema(z.object({ id: Id })) } };
  const isKeyKind = (kind: string): boolean => (KEY_KINDS as readonly string[]).includes(kind);

  // The shop is asked outside of a transaction. Keys that do not work are kept, and the channel says so.
  app.put('/v0/channels/:id/keys', { config: { access: 'privilege:channels.update' }, schema }, async (request: FastifyRequest) => {
    const { id } = request.params as { id: string };
    const actor = actorOf(request);
    const answer = await write(db, request, actor, async (tx) => {
      const { kind, shop, active } = await findChannel(tx, context, actor, id);
      if (!isKeyKind(kind)) refuse('noKeys');
      if (!active) refuse('switchedOff');
      if (!kindsOf(config).some((one) => one === kind)) refuse('notSetUp');
      const address = shopAddress(shop, config.SHOP_ADDRESSES === 'any') ?? refuse('wrongAddress');
      await store(tx, { id, address, credentials: seal(config.KONTOR_SECRET, id, JSON.stringify(request.body)) });
      return ok({ id });
    });
    const stored = await findStored.one(db, { id });
    try {
      const shop = await openShop(
        db,
        config,
        { ...stored, location: stored.location ?? '', former: [], ownLocation: '', insureFrom: null },
        { keep: async () => {}, note: () => {} },
      );
      const { missingScopes } = await shop.prepare();
      if (missingScopes.length > 0) throw new ShopError({ kind: 'signIn', message: missingScopes.join(', '), status: 403 });
    } catch (error) {
      const reason = reasonOf(error);
      await asHouse(db, actor, request.id, (tx: Db) => markFailed(tx, { id }));
      return refuse(reason);
    }
    return answer;
  });
}

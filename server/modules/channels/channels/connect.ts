import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { OauthKind } from '#contract/channels/channels';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import type { Returned } from './platform.ts';
import { platformOf } from './platforms.ts';
import { seal } from './seal.ts';
import { channels, oauthStates } from './table.ts';

/** Minutes until an authorisation at the platform must be completed. */
const MINUTES = 10;
const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');
const refuse = (key: string): never => {
  throw new DomainError('StateRefused', `channels.refusals.${key}`);
};

/**
 * Starts the authorisation: creates a state for this user, session and channel, valid once and for ten minutes. Only its hash is stored.
 * @returns the authorisation URL of the platform
 * @throws DomainError StateRefused `notSetUp` if the house has no application at the platform, `wrongShop` for an invalid shop address
 */
export async function beginConnect(
  tx: Db,
  config: Config,
  actor: Actor,
  channel: { id: string; kind: string; shop: string; ownLocation: string },
): Promise<string> {
  if (channel.kind !== 'shopify' && channel.kind !== 'ebay') return refuse('noPlatform');
  const platform = platformOf(channel.kind, config);
  if (!platform.ready) return refuse('notSetUp');
  const shop = platform.shop(channel.shop);
  if (shop === null) return refuse('wrongShop');
  const state = randomBytes(32).toString('base64url');
  await tx.delete(oauthStates).where(sql`expires_at < now() - interval '1 day'`);
  await tx.insert(oauthStates).values({
    hash: hashOf(state),
    kind: channel.kind,
    channelId: channel.id,
    userId: actor.userId,
    sessionId: actor.sessionId,
    expiresAt: sql`now() + make_interval(mins => ${MINUTES})` as never,
  });
  return platform.authorize(shop, state, channel);
}

/** Runs a short transaction as the actor. */
type Within = <T>(run: (tx: Db) => Promise<T>) => Promise<T>;

/** Marks the state as used, regardless of the outcome: a second return with it is a replay. */
async function takeState(tx: Db, kind: OauthKind, state: string, actor: Actor): Promise<string> {
  const mine = and(
    eq(oauthStates.hash, hashOf(state)),
    eq(oauthStates.kind, kind),
    eq(oauthStates.userId, actor.userId),
    eq(oauthStates.sessionId, actor.sessionId),
  );
  const [taken] = await tx
    .update(oauthStates)
    .set({ usedAt: sql`now()` })
    .where(and(mine, isNull(oauthStates.usedAt), gt(oauthStates.expiresAt, sql`now()`)))
    .returning({ channelId: oauthStates.channelId });
  if (taken) return taken.channelId;
  const [known] = await tx.select({ usedAt: oauthStates.usedAt }).from(oauthStates).where(mine);
  return refuse(known?.usedAt ? 'replayed' : known ? 'tooLate' : 'foreignState');
}

async function note(tx: Db, channelId: string, event: string, more: Record<string, unknown> = {}): Promise<void> {
  await tx
    .update(channels)
    .set({ lastEvent: event, lastEventAt: sql`now()`, ...more })
    .where(eq(channels.id, channelId));
}

/**
 * Completes what `beginConnect` started: checks signature, state and shop, exchanges the code, and stores the sealed credentials. The call
 * to the platform runs outside of transactions.
 * @returns the channel's id
 * @throws DomainError StateRefused with the reason; a refused return stores nothing
 */
export async function endConnect(within: Within, config: Config, actor: Actor, kind: OauthKind, returned: Returned): Promise<string> {
  const platform = platformOf(kind, config);
  if (!platform.ready) return refuse('notSetUp');
  const { state = '', code = '' } = returned;
  // The signature is checked before the state is used up, so that forged returns cannot invalidate a state.
  if (returned['error'] === undefined && !platform.signed(returned)) return refuse('wrongSignature');
  if (state === '') return refuse('foreignState');
  const channelId = await within((tx) => takeState(tx, kind, state, actor));
  if (returned['error'] !== undefined) {
    await within((tx) => note(tx, channelId, 'refused'));
    return refuse('declined');
  }
  const [channel] = await within((tx) =>
    tx
      .select()
      .from(channels)
      .where(and(eq(channels.id, channelId), isNull(channels.deletedAt))),
  );
  if (!channel) throw new DomainError('NotFound');
  const shop = platform.shop(channel.shop);
  if (shop === null || (kind === 'shopify' && returned['shop'] !== shop)) return refuse('otherShop');
  if (code === '') return refuse('platformRefused');
  try {
    const grant = await platform.exchange(shop, code);
    const credentials = seal(config.KONTOR_SECRET, channelId, grant.credentials);
    const state = channel.active ? 'connected' : 'off';
    const stored = { credentials, scopes: grant.scopes.slice(0, 500), connectedAt: sql`now()`, state };
    await within((tx) => note(tx, channelId, 'connected', stored));
  } catch (error) {
    await within((tx) => note(tx, channelId, 'failed', channel.credentials === null ? { state: 'failed' } : {}));
    throw error;
  }
  return channelId;
}

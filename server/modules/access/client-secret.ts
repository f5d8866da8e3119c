import { timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Scope } from '#contract/access/oauth-clients';
import type { Db } from '../../core/db/client.ts';
import type { Actor } from '../../core/http/actor.ts';
import { DomainError } from '../../core/http/errors.ts';
import { hashToken } from '../../core/http/token.ts';
import { oauthClients } from './oauth-clients/table.ts';
import { noteUse, programActor } from './program-tokens.ts';
import { guess } from './throttle.ts';

/** Wrong secrets of one client from one address before further attempts are delayed. */
const FREE_FAILURES = 5;

type Client = typeof oauthClients.$inferSelect;
type Credentials = { clientId: string; secret: string; ip: string };

/**
 * Authenticates an OAuth2 client and records its use, at most once a minute.
 * @throws DomainError LoginError for a wrong secret; TooManyRequests after several wrong ones from this address
 */
export async function requireClient(db: Db, { clientId, secret, ip }: Credentials): Promise<Client> {
  const [client] = await db
    .select()
    .from(oauthClients)
    .where(and(eq(oauthClients.clientId, clientId), eq(oauthClients.active, true), isNull(oauthClients.deletedAt)));
  const given = hashToken(secret);
  const right = Buffer.from(client?.secretHash ?? '', 'hex');
  const isRight = await guess(
    db,
    { [`oauth:${clientId}:${ip}`]: FREE_FAILURES },
    async () => right.length === given.length && timingSafeEqual(right, given),
  );
  if (!client || !isRight) throw new DomainError('LoginError');
  await noteUse(db, client.id);
  return client;
}

/**
 * Authenticates a client of the house that has the scope. Clients of merchants are refused.
 * @throws DomainError NotAllowed without the scope
 */
export async function requireHouseClient(db: Db, credentials: Credentials, scope: Scope): Promise<Actor> {
  const client = await requireClient(db, credentials);
  if (client.merchantId !== null || !client.scopes.includes(scope)) throw new DomainError('NotAllowed', scope);
  return programActor({ clientId: client.id, account: client.clientId, name: client.name, merchantId: null }, '');
}

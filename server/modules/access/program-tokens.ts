import { sql } from 'drizzle-orm';
import { isScope, type Scope, TOKEN_SECONDS } from '#contract/access/oauth-clients';
import type { Db } from '../../core/db/client.ts';
import { cell, command, notNull, statement } from '../../core/db/statement.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Program } from '../../core/http/program.ts';
import { readOn } from '../../core/http/session.ts';
import { hashToken, newToken } from '../../core/http/token.ts';
import { runAsHouse } from '../../core/http/write.ts';
import { oauthClients } from './oauth-clients/table.ts';
import { programTokens } from './tables.ts';

/**
 * Access tokens of programs. A token is valid only with its client: the statement that finds it reads the client as it is now, so that
 * switching it off, another merchant or fewer scopes take effect at once.
 */

const insertToken = statement(
  { id: programTokens.id },
  ({
    hash,
    clientId,
    secretHash,
    scopes,
  }: {
    hash: Buffer;
    clientId: string;
    secretHash: string;
    scopes: string;
  }) => sql`insert into program_tokens (token_hash, client_id, merchant_id, scopes, expires_at)
    select ${hash}, c.id, c.merchant_id, ${scopes}::text[], now() + make_interval(secs => ${TOKEN_SECONDS}) from oauth_clients c
    where c.id = ${clientId}::uuid and c.secret_hash = ${secretHash} and c.active and c.deleted_at is null and c.merchant_id is not null
    for share of c returning id`,
);

type Client = { id: string; secretHash: string };

/**
 * Issues a token. The lock on the client makes a renewal of its secret wait, or this statement find the new secret.
 * @returns null if the client changed since it was authenticated
 */
export async function issueToken(db: Db, { id: clientId, secretHash }: Client, scopes: readonly Scope[]): Promise<string | null> {
  const token = newToken();
  const made = await insertToken.first(db, { hash: hashToken(token), clientId, secretHash, scopes: `{${scopes.join(',')}}` });
  return made ? token : null;
}

const deleteTokens = command(({ clientId }: { clientId: string }) => sql`delete from program_tokens where client_id = ${clientId}::uuid`);
/** Revokes all tokens of a client, in the transaction that changes it. */
export const revokeTokens = (tx: Db, clientId: string): Promise<void> => runAsHouse(tx, () => deleteTokens(tx, { clientId }));

const findProgram = statement(
  {
    id: programTokens.id,
    clientId: oauthClients.id,
    account: oauthClients.clientId,
    name: oauthClients.name,
    merchantId: notNull(oauthClients.merchantId),
    scopes: cell.texts,
    touchDue: cell.boolean,
  },
  ({ hash }: { hash: Buffer }) => sql`select t.id, c.id as client_id, c.client_id as account, c.name, c.merchant_id,
      array(select unnest(t.scopes) intersect select unnest(c.scopes)) as scopes,
      (c.last_used_at is null or c.last_used_at < now() - interval '1 minute') as touch_due
    from program_tokens t join oauth_clients c on c.id = t.client_id join merchants m on m.id = c.merchant_id
    where t.token_hash = ${hash} and t.expires_at > now() and c.active and c.deleted_at is null and c.merchant_id = t.merchant_id and m.deleted_at is null`,
);

const touchClient = command(
  ({ id }: { id: string }) =>
    sql`update oauth_clients set last_used_at = now() where id = ${id}::uuid and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
);
/** Records the use of a client, at most once a minute. A full disk must not prevent reading. */
export const noteUse = (db: Db, id: string): Promise<void> => touchClient(db, { id }).catch(readOn);

type Named = { clientId: string; account: string; name: string; merchantId: string | null };
/** A program as the caller of a request. */
export const programActor = ({ clientId, account, name, merchantId }: Named, sessionId: string): Actor => ({
  userId: clientId,
  actingId: clientId,
  account,
  name,
  type: 0,
  roles: [],
  privileges: new Set(),
  routes: [],
  merchantId,
  carrierId: null,
  supplierId: null,
  isAdmin: false,
  sessionId,
  locale: 'en',
});

/** The program of an access token. It has no privileges: its scopes open calls, and its merchant limits rows. */
export async function readProgram(db: Db, token: string): Promise<Program | null> {
  const found = await findProgram.first(db, { hash: hashToken(token) });
  if (!found) return null;
  const { id: sessionId, clientId, account, name, merchantId, scopes, touchDue } = found;
  if (touchDue) await noteUse(db, clientId);
  return { scopes: scopes.filter(isScope), actor: programActor({ clientId, account, name, merchantId }, sessionId) };
}

import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/retry.ts';
import { EXTERNAL_ROLE, TENANT_ROLE } from '../db/role-names.ts';
import { idempotency } from '../db/tables.ts';
import { type Actor, isOutside } from './actor.ts';
import { DomainError } from './errors.ts';
import { rowsOf } from './select.ts';

/** The database role for an actor's statements: row-level security applies to outside users; house users work as the application. */
const roleOf = (actor: Actor): string => {
  if (!isOutside(actor)) return 'none';
  return actor.merchantId === null ? EXTERNAL_ROLE : TENANT_ROLE;
};

/**
 * Runs statements as this actor: the audit trigger records the actor, and statements of outside users run under the role with row-level
 * security.
 */
export async function asActor<T>(db: Db, actor: Actor, requestId: string, run: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('app.user', ${actor.userId}, true), set_config('app.session', ${actor.sessionId}, true), set_config('app.request', ${requestId}, true),
      set_config('app.acting', ${actor.actingId}, true), set_config('app.merchant', ${actor.merchantId ?? ''}, true), set_config('app.carrier', ${actor.carrierId ?? ''}, true),
      set_config('role', ${roleOf(actor)}, true)`);
    return run(tx);
  });
}

/**
 * As asActor, but statements of outside users run with the house's rights. For commands that find the row in the actor's scope first
 * and then act for the house (release stock, store an event).
 * @param plansOnce plans each prepared statement once for each connection. Only for transactions that find all rows by id: PostgreSQL
 * otherwise plans `id = any($1)` again at each call, because it assumes ten ids without seeing the value.
 */
export async function asHouse<T>(
  db: Db,
  actor: Actor,
  requestId: string,
  run: (tx: Db) => Promise<T>,
  { plansOnce = false }: { plansOnce?: boolean } = {},
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('app.user', ${actor.userId}, true), set_config('app.session', ${actor.sessionId}, true), set_config('app.request', ${requestId}, true)${plansOnce ? sql`, set_config('plan_cache_mode', 'force_generic_plan', true)` : sql``}`,
    );
    return run(tx);
  });
}

/** Gives the rest of this transaction the house's rights. Call it after the row was found in the actor's scope. */
export const becomeHouse = (tx: Db): Promise<unknown> => tx.execute(sql`select set_config('role', 'none', true)`);

/**
 * Runs one step of a transaction with the house's rights and restores the role afterwards. After an error the transaction is rolled
 * back.
 */
export async function runAsHouse<T>(tx: Db, run: () => Promise<T>): Promise<T> {
  const [before] = rowsOf(await tx.execute(sql`select current_setting('role') as role, set_config('role', 'none', true)`));
  const result = await run();
  await tx.execute(sql`select set_config('role', ${String(before?.['role'] ?? 'none')}, true)`);
  return result;
}

/**
 * The request that a key belongs to: method, path with query, account acted as, and body; for an upload, whose body is a stream, its
 * `content`.
 */
const fingerprintOf = (request: FastifyRequest, actor: Actor, content: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, actor.actingId, request.body ?? null, content]))
    .digest();

export type WriteOptions = {
  /** Uses the house's rights from the start: for an outside user's own files and accounts, which contain no rows of others. */
  house?: boolean;
  /** Replaces a body that is not JSON. */
  content?: string;
};

/** The key may be quoted, as in the IETF draft. */
const keyOf = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length > 255) throw new DomainError('InvalidInput', [{ path: 'Idempotency-Key', rule: 'tooLong', params: { max: 255 } }]);
  return key || null;
};

/**
 * All writes go through this function. With an Idempotency-Key the first answer is stored in the same transaction and returned again;
 * a second call with the same key waits for the first. Refusals roll back and are not stored.
 * @throws DomainError IdempotencyMismatch if the key was used for another request
 */
export async function write<T>(
  db: Db,
  request: FastifyRequest,
  actor: Actor,
  run: (tx: Db) => Promise<T>,
  { house = false, content = '' }: WriteOptions = {},
): Promise<T> {
  const key = keyOf(request);
  return (house ? asHouse : asActor)(db, actor, request.id, async (tx) => {
    if (!key) return run(tx);
    const fingerprint = fingerprintOf(request, actor, content);
    const mine = and(eq(idempotency.userId, actor.userId), eq(idempotency.key, key));
    const fresh = await tx
      .insert(idempotency)
      .values({ userId: actor.userId, key, fingerprint })
      .onConflictDoNothing()
      .returning({ key: idempotency.key });
    if (fresh.length === 0) {
      const [first] = await tx.select().from(idempotency).where(mine);
      if (!first || !first.fingerprint.equals(fingerprint)) throw new DomainError('IdempotencyMismatch');
      return first.answer as T;
    }
    const answer = await run(tx);
    await tx
      .update(idempotency)
      .set({ answer: answer ?? null })
      .where(mine);
    return answer;
  });
}

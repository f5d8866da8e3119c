import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { again } from '../db/retry.ts';
import { EXTERNAL_ROLE, TENANT_ROLE } from '../db/role-names.ts';
import { idempotency } from '../db/tables.ts';
import { type Actor, isOutside } from './actor.ts';
import { DomainError } from './errors.ts';
import { rowsOf } from './select.ts';

/** A transaction that is run again when it met another one crosswise. */
const transaction = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> => again(() => db.transaction((tx) => run(tx as unknown as Db)));

/** The database role of an actor's statements: row-level security binds those of outside users; people of the house work as the application. */
const roleOf = (actor: Actor): string => {
  if (!isOutside(actor)) return 'none';
  return actor.merchantId === null ? EXTERNAL_ROLE : TENANT_ROLE;
};

/**
 * Runs statements as this actor: the audit trigger learns who it is, and an outside user's statements run as the role
 * that row-level security binds.
 */
export async function asActor<T>(db: Db, actor: Actor, requestId: string, run: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select set_config('app.user', ${actor.userId}, true), set_config('app.session', ${actor.sessionId}, true), set_config('app.request', ${requestId}, true),
      set_config('app.acting', ${actor.actingId}, true), set_config('app.merchant', ${actor.merchantId ?? ''}, true), set_config('app.carrier', ${actor.carrierId ?? ''}, true),
      set_config('role', ${roleOf(actor)}, true)`);
    return run(tx);
  });
}

/**
 * The same, but outside users' statements run with the house's rights: for commands that find the row in the actor's scope first
 * and then do what the house does about it (give back stock, leave an event).
 */
export async function asHouse<T>(db: Db, actor: Actor, requestId: string, run: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('app.user', ${actor.userId}, true), set_config('app.session', ${actor.sessionId}, true), set_config('app.request', ${requestId}, true)`,
    );
    return run(tx);
  });
}

/** From here on, this transaction acts with the house's rights; call it after the row was found in the actor's scope. */
export const becomeHouse = (tx: Db): Promise<unknown> => tx.execute(sql`select set_config('role', 'none', true)`);

/** One step of a transaction with the house's rights; what follows runs as before. A refused transaction needs no way back. */
export async function lookAsHouse<T>(tx: Db, run: () => Promise<T>): Promise<T> {
  const [before] = rowsOf(await tx.execute(sql`select current_setting('role') as role, set_config('role', 'none', true)`));
  const result = await run();
  await tx.execute(sql`select set_config('role', ${String(before?.['role'] ?? 'none')}, true)`);
  return result;
}

/** What a key stands for: method, path with query, the account acted as, and the body; of an upload, whose body is a stream, its `content`. */
const fingerprintOf = (request: FastifyRequest, actor: Actor, content: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, actor.actingId, request.body ?? null, content]))
    .digest();

export type WriteOptions = {
  /** With the house's rights from the start: for an outside user's own files and accounts, which hold no rows of others. */
  house?: boolean;
  /** Stands for a body that is no JSON. */
  content?: string;
};

/** A key as the IETF draft writes it may come quoted. */
const keyOf = (request: FastifyRequest): string | null => {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (key.length > 255) throw new DomainError('InvalidInput', [{ path: 'Idempotency-Key', rule: 'tooLong', params: { max: 255 } }]);
  return key || null;
};

/**
 * The one way to write. With an Idempotency-Key the first answer is stored in the transaction of its effect and given again;
 * a second call with the same key waits for the first. Refusals roll back, so they are not pinned.
 * @throws DomainError IdempotencyMismatch when the key was used for something else
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

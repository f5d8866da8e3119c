import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { TENANT_ROLE } from '../db/derive.ts';
import { again } from '../db/retry.ts';
import { idempotency } from '../db/tables.ts';
import type { Actor } from './actor.ts';
import { DomainError } from './errors.ts';

/** A transaction that is run again when it met another one crosswise. */
const transaction = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> => again(() => db.transaction((tx) => run(tx as unknown as Db)));

/**
 * Runs statements as this actor: the audit trigger learns who it is, and an outside user's statements run as the role
 * that row-level security binds.
 */
export async function asActor<T>(db: Db, actor: Actor, requestId: string, run: (tx: Db) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select set_config('app.user', ${actor.userId}, true), set_config('app.session', ${actor.sessionId}, true), set_config('app.request', ${requestId}, true),
      set_config('app.merchant', ${actor.merchantId ?? ''}, true), set_config('role', ${actor.merchantId === null ? 'none' : TENANT_ROLE}, true)`);
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

const fingerprintOf = (request: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest();

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
export async function write<T>(db: Db, request: FastifyRequest, actor: Actor, run: (tx: Db) => Promise<T>): Promise<T> {
  const key = keyOf(request);
  return asActor(db, actor, request.id, async (tx) => {
    if (!key) return run(tx);
    const fingerprint = fingerprintOf(request);
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

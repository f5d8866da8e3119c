import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { SessionRow } from '#contract/access/session';
import { IDLE_MINUTES } from '#contract/core/limits';
import type { Db } from '../../../core/db/client.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { sessions } from './table.ts';

/** Sessions shown at most. The oldest are left out. */
const SHOWN = 100;

const openOf = (userId: string): SQL | undefined =>
  and(
    eq(sessions.userId, userId),
    isNull(sessions.revokedAt),
    sql`${sessions.expiresAt} > now() and ${sessions.seenAt} > now() - make_interval(mins => ${IDLE_MINUTES})`,
  );

/** The sessions of a user that can still be used, the last active first. `current` marks the reader's own. */
export async function openSessionsOf(db: Db, userId: string, ownSession: string): Promise<z.infer<typeof SessionRow>[]> {
  const rows = await db
    .select({ id: sessions.id, ip: sessions.ip, userAgent: sessions.userAgent, createdAt: sessions.createdAt, seenAt: sessions.seenAt })
    .from(sessions)
    .where(openOf(userId))
    .orderBy(desc(sessions.seenAt))
    .limit(SHOWN);
  return rows.map((row) => ({ ...row, current: row.id === ownSession }));
}

/** @throws DomainError NotFound for a session of another user, or one that has ended */
export async function endSession(db: Db, userId: string, id: string): Promise<void> {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  if (!ended) throw new DomainError('NotFound');
}

/** Ends all sessions of a user at once. The caller closes their sockets. */
export async function revokeSessions(db: Db, userId: string, except: string | null): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), except ? sql`${sessions.id} <> ${except}` : sql`true`));
}

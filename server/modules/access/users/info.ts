import { eq, sql } from 'drizzle-orm';
import type { UserInfo } from '#contract/access/session';
import { IDLE_MINUTES, type Locale, STAFF_TYPE_ABOVE, UNFINISHED_DAYS } from '#contract/core/limits';
import { AFTER_OUR_WORK } from '#contract/orders/statuses';
import type { Db } from '../../../core/db/client.ts';
import { literals } from '../../../core/db/columns.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { sessions, users } from './table.ts';

/** Number of unfinished tasks of the last 30 days (specification, points 6 and 9). */
const countUnfinished = statement(
  { n: cell.integer },
  () => sql`select count(*)::int as n from tasks where created_at > now() - make_interval(days => ${UNFINISHED_DAYS}) and deleted_at is null and closed_at is null
      and status not in (${sql.raw(literals(AFTER_OUR_WORK))})`,
);

/** The user info of the specification. It contains the idle and absolute end of the session as the server enforces them. */
export async function userInfo(db: Db, actor: Actor, webVersion: string): Promise<UserInfo> {
  const [row] = await db
    .select({
      name: users.name,
      avatar: users.avatar,
      locale: users.locale,
      totp: users.hasTotp,
      recoveryCodes: users.recoveryCodesLeft,
      pendingAccount: users.pendingAccount,
      sample: users.sample,
      subId: sessions.subId,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, actor.sessionId));
  if (!row) throw new DomainError('NoSession');
  const [merchant] = actor.merchantId
    ? await db.select({ name: merchants.name }).from(merchants).where(eq(merchants.id, actor.merchantId))
    : [];
  return {
    id: actor.userId,
    account: actor.account,
    // The actor was read before this call, which may have changed the name.
    name: row.subId ? actor.name : row.name,
    roles: actor.roles,
    privileges: [...actor.privileges],
    loginIp: row.ip,
    subId: row.subId,
    subName: row.subId ? actor.name : null,
    avatar: row.avatar ?? '',
    type: actor.type,
    merchantId: actor.merchantId,
    merchantName: merchant?.name ?? null,
    locale: row.locale as Locale | null,
    totp: row.totp,
    recoveryCodes: row.recoveryCodes,
    pendingAccount: row.pendingAccount,
    sample: row.sample,
    webVersion,
    unfinishedTasks: actor.type > STAFF_TYPE_ABOVE ? (await countUnfinished.one(db)).n : null,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    idleAt: new Date(Date.parse(row.seenAt) + IDLE_MINUTES * 60_000).toISOString(),
  };
}

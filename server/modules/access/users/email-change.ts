import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import type { Values } from '../../../core/http/area.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { hashToken } from '../../../core/http/token.ts';
import { securityEvent } from '../security-log.ts';
import { emailChanges, invitations } from '../tables.ts';
import { inviteLater } from './invitation.ts';
import { passwordResets, users } from './table.ts';

export const EMAIL_HOURS = 24;

type Asked = { userId: string; oldAccount: string; newAccount: string; requestedBy: string };

const endOpen = (db: Db, userId: string) =>
  db
    .update(emailChanges)
    .set({ endedAt: sql`now()` })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)));

/** Stores a new address. Both mails are sent after commit (account-mails.ts). A newer request replaces an older one. */
async function noteChange(db: Db, { userId, oldAccount, newAccount, requestedBy }: Asked): Promise<void> {
  await endOpen(db, userId);
  await db
    .insert(emailChanges)
    .values({ userId, oldAccount, newAccount, requestedBy, expiresAt: sql`now() + make_interval(hours => ${EMAIL_HOURS})` });
}

const isTaken = async (db: Db, account: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.account, account), isNull(users.deletedAt)))) > 0;

/**
 * Change of an account's address by another user. It needs the same confirmation as the owner's own change, so that a typing error locks
 * nobody out and an intruder cannot take over accounts. Only an account that cannot sign in yet gets the new address at once, with a new
 * invitation.
 * @throws DomainError Duplicate
 */
export async function withPendingAddress(tx: Db, actor: Actor, values: Values, current: Values): Promise<Values> {
  const { account, ...rest } = values;
  if (account === undefined || account === current['account']) return values;
  const userId = String(current['id']);
  if (current['hasPassword'] !== true) {
    await tx
      .update(invitations)
      .set({ endedAt: sql`now()` })
      .where(and(eq(invitations.userId, userId), isNull(invitations.endedAt)));
    await inviteLater(tx, actor, userId);
    return values;
  }
  if (await isTaken(tx, String(account))) throw new DomainError('Duplicate', [{ path: 'account', rule: 'duplicate' }]);
  const [oldAccount, newAccount] = [String(current['account']), String(account)];
  await noteChange(tx, { userId, oldAccount, newAccount, requestedBy: actor.userId });
  await securityEvent(tx, 'email.asked', { userId: actor.userId, account: actor.account, detail: `users ${userId}` });
  return { ...rest, pendingAccount: newAccount };
}

/**
 * Change by the owner. Entering the current address withdraws an open change. Whether the new address is taken is only reported at
 * confirmation.
 */
export async function askOwnAddress(tx: Db, actor: Actor, email: string, ip: string): Promise<void> {
  const isWithdrawn = email === actor.account;
  if (isWithdrawn) await endOpen(tx, actor.userId);
  else await noteChange(tx, { userId: actor.userId, oldAccount: actor.account, newAccount: email, requestedBy: actor.userId });
  await tx
    .update(users)
    .set({ pendingAccount: isWithdrawn ? null : email })
    .where(eq(users.id, actor.userId));
  await securityEvent(tx, isWithdrawn ? 'email.cancelled' : 'email.asked', { userId: actor.userId, account: actor.account, ip });
}

type Open = { userId: string; oldAccount: string; newAccount: string };

/** Marks a link as used. @throws DomainError LinkExpired for a wrong, used or old one */
async function take(tx: Db, column: typeof emailChanges.confirmHash | typeof emailChanges.cancelHash, secret: string): Promise<Open> {
  const [change] = await tx
    .update(emailChanges)
    .set({ endedAt: sql`now()` })
    .where(and(eq(column, hashToken(secret)), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, sql`now()`)))
    .returning({ userId: emailChanges.userId, oldAccount: emailChanges.oldAccount, newAccount: emailChanges.newAccount });
  if (!change) throw new DomainError('LinkExpired');
  return change;
}

/** Link sent to the new address: the account gets it now. Earlier links sent to the old address become invalid. */
export async function confirmAddress(db: Db, secret: string, ip: string): Promise<{ account: string }> {
  return db.transaction(async (tx) => {
    const { userId, oldAccount, newAccount } = await take(tx, emailChanges.confirmHash, secret);
    if (await isTaken(tx, newAccount)) throw new DomainError('Duplicate', [{ path: 'account', rule: 'duplicate' }]);
    const [user] = await tx
      .update(users)
      .set({ account: newAccount, pendingAccount: null })
      .where(and(eq(users.id, userId), eq(users.account, oldAccount), isNull(users.deletedAt)))
      .returning({ id: users.id });
    if (!user) throw new DomainError('LinkExpired');
    await tx
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
    await securityEvent(tx, 'email.confirmed', { userId, account: newAccount, ip });
    return { account: newAccount };
  });
}

/** Link sent to the old address: cancels the change. */
export async function cancelAddress(db: Db, secret: string, ip: string): Promise<{ account: string }> {
  return db.transaction(async (tx) => {
    const { userId, oldAccount } = await take(tx, emailChanges.cancelHash, secret);
    await tx.update(users).set({ pendingAccount: null }).where(eq(users.id, userId));
    await securityEvent(tx, 'email.cancelled', { userId, account: oldAccount, ip });
    return { account: oldAccount };
  });
}

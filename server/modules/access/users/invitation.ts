import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { securityEvent } from '../security-log.ts';
import { invitations } from '../tables.ts';
import { hashPassword } from './password.ts';
import { requireGoodPassword } from './password-rules.ts';
import { users } from './table.ts';

export const INVITATION_DAYS = 7;

type Made = { id: string; expiresAt: string };

/** Creates an invitation that replaces older ones. Without a token it is mailed later (account-mails.ts). */
async function makeInvitation(db: Db, actor: Actor, userId: string, token: string | null): Promise<Made> {
  await db
    .update(invitations)
    .set({ endedAt: sql`now()` })
    .where(and(eq(invitations.userId, userId), isNull(invitations.endedAt)));
  const [made] = await db
    .insert(invitations)
    .values({
      userId,
      createdBy: actor.userId,
      expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
      ...(token === null ? {} : { tokenHash: hashToken(token), sentAt: sql`now()` }),
    })
    .returning({ id: invitations.id, expiresAt: invitations.expiresAt });
  if (!made) throw new DomainError('InternalError');
  await securityEvent(db, 'invitation.made', { userId: actor.userId, account: actor.account, detail: `users ${userId}` });
  return made;
}

/** For a new account: the mail is sent after commit. */
export async function inviteLater(tx: Db, actor: Actor, userId: string): Promise<void> {
  await makeInvitation(tx, actor, userId, null);
}

/**
 * Invites again, by mail or with a link to pass on. Only for accounts without a password; others use the password reset.
 * @throws DomainError NotFound, StateRefused
 */
export async function invite(
  tx: Db,
  actor: Actor,
  userId: string,
  by: 'mail' | 'link',
): Promise<{ token: string | null; expiresAt: string }> {
  const [user] = await tx
    .select({ hasPassword: users.hasPassword, disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update');
  if (!user) throw new DomainError('NotFound');
  if (user.hasPassword || user.disabledAt !== null) throw new DomainError('StateRefused');
  const token = by === 'link' ? newToken() : null;
  return { token, expiresAt: (await makeInvitation(tx, actor, userId, token)).expiresAt };
}

/** Sets the first password. @throws DomainError LinkExpired for a wrong, used, replaced or old link; PasswordWeak */
export async function acceptInvitation(db: Db, input: { email: string; secret: string; passwd: string }, ip: string): Promise<void> {
  const tokenHash = hashToken(input.secret);
  const open = and(eq(invitations.tokenHash, tokenHash), isNull(invitations.endedAt), gt(invitations.expiresAt, sql`now()`));
  const [person] = await db.select({ name: users.name }).from(users).innerJoin(invitations, eq(invitations.userId, users.id)).where(open);
  if (!person) throw new DomainError('LinkExpired');
  requireGoodPassword(input.passwd, { account: input.email, name: person.name });
  const passwdHash = await hashPassword(input.passwd);
  await db.transaction(async (tx) => {
    const [used] = await tx.update(invitations).set({ endedAt: sql`now()` }).where(open).returning({ userId: invitations.userId });
    if (!used) throw new DomainError('LinkExpired');
    const [user] = await tx
      .update(users)
      .set({ passwdHash })
      .where(
        and(
          eq(users.id, used.userId),
          eq(users.account, input.email),
          isNull(users.passwdHash),
          isNull(users.disabledAt),
          isNull(users.deletedAt),
        ),
      )
      .returning({ id: users.id });
    if (!user) throw new DomainError('LinkExpired');
    await securityEvent(tx, 'invitation.used', { userId: user.id, account: input.email, ip });
  });
}

import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { sendMail } from '../../../core/mail/mail.ts';
import { securityEvent } from '../security-log.ts';
import { addFailures, failuresOf, inTurn, LIMITS } from '../throttle.ts';
import { revokeSessions } from './open-sessions.ts';
import { hashPassword } from './password.ts';
import { requireGoodPassword } from './password-rules.ts';
import { passwordResets, users } from './table.ts';

const MAIL: Record<Locale, { subject: string; text: (link: string) => string }> = {
  en: {
    subject: 'Your new Kontor password',
    text: (link) =>
      `Somebody asked for a new password for this address. Choose it here within ten minutes:\n\n${link}\n\nIf it was not you, nothing has changed and you need not do anything.\n`,
  },
  de: {
    subject: 'Ihr neues Kontor-Passwort',
    text: (link) =>
      `Für diese Adresse wurde ein neues Passwort angefordert. Hier können Sie es innerhalb von zehn Minuten festlegen:\n\n${link}\n\nWenn Sie das nicht waren, ist nichts geschehen und Sie müssen nichts tun.\n`,
  },
  cn: {
    subject: '重置您的 Kontor 密码',
    text: (link) =>
      `有人为此邮箱申请了新密码。请在十分钟内通过以下链接设置：\n\n${link}\n\n如果不是您本人操作，您的账户没有任何变化，无需处理。\n`,
  },
};

/** Retries of a failed mail, over about twenty minutes. */
const RETRIES = 8;
const RESET_MAIL = 'reset-mail';

/** Job that retries mails that failed because of the mail server or a full disk. */
export const resetJobs = ({ config, db, jobs, log }: AppContext): void =>
  jobs.define(RESET_MAIL, ({ userId }) =>
    mailReset(db, config, String(userId)).catch((error: unknown) => {
      log.error({ err: error }, 'a mail with a new password link could not be sent; it is tried again');
      throw error;
    }),
  );

/** Creates and mails a new secret, valid for ten minutes. Older ones become invalid. */
async function mailReset(db: Db, config: Config, userId: string): Promise<void> {
  const [user] = await db
    .select({ account: users.account, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), isNull(users.disabledAt)));
  if (!user) return;
  const secret = newToken();
  await db.transaction(async (tx) => {
    await tx
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
    await tx.insert(passwordResets).values({ tokenHash: hashToken(secret), userId, expiresAt: sql`now() + interval '10 minutes'` });
  });
  const text = MAIL[(user.locale ?? 'en') as Locale];
  const link = `${config.KONTOR_ORIGIN}/resetPassword?email=${encodeURIComponent(user.account)}#secret=${secret}`;
  await sendMail(config, { to: user.account, subject: text.subject, text: text.text(link) });
}

/**
 * Mails a single-use secret, valid for ten minutes. A failed mail is retried later, because the answer must not reveal it. The answer is
 * the same for every address. The host of the link comes from the settings only (P31).
 */
export async function requestReset({ db, config, jobs, log }: AppContext, email: string, ip: string): Promise<void> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.account, email), isNull(users.deletedAt), isNull(users.disabledAt)));
  await securityEvent(db, 'reset.asked', { account: email, userId: user?.id, ip });
  if (!user) return;
  // Limits mails per account. The answer does not change, so that it reveals nothing about the account.
  const subject = `resetMail:${user.id}`;
  const mayMail = await inTurn(subject, async () => {
    if ((await failuresOf(db, subject)).count >= LIMITS.resetAccount) return false;
    await addFailures(db, [subject]);
    return true;
  });
  if (!mayMail) return;
  await mailReset(db, config, user.id).catch(async (error: unknown) => {
    log.error({ err: error }, 'a mail with a new password link could not be sent; it is tried again');
    await jobs.send(RESET_MAIL, { userId: user.id }, RETRIES);
  });
}

/** @throws DomainError LinkExpired for a wrong, used or old secret; PasswordWeak */
export async function completeReset(db: Db, input: { email: string; secret: string; passwd: string }, ip: string): Promise<string> {
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .innerJoin(passwordResets, eq(passwordResets.userId, users.id))
    .where(eq(passwordResets.tokenHash, hashToken(input.secret)));
  requireGoodPassword(input.passwd, { account: input.email, name: person?.name ?? '' });
  const passwdHash = await hashPassword(input.passwd);
  return db.transaction(async (tx) => {
    const open = and(
      eq(passwordResets.tokenHash, hashToken(input.secret)),
      isNull(passwordResets.usedAt),
      gt(passwordResets.expiresAt, sql`now()`),
    );
    const [reset] = await tx.update(passwordResets).set({ usedAt: sql`now()` }).where(open).returning({ userId: passwordResets.userId });
    if (!reset) throw new DomainError('LinkExpired');
    const [user] = await tx
      .update(users)
      .set({ passwdHash })
      .where(and(eq(users.id, reset.userId), eq(users.account, input.email), isNull(users.disabledAt)))
      .returning({ id: users.id });
    if (!user) throw new DomainError('LinkExpired');
    await revokeSessions(tx, user.id, null);
    await securityEvent(tx, 'reset.done', { userId: user.id, account: input.email, ip });
    return user.id;
  });
}

import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { AppContext } from '../../../core/http/context.ts';
import { hashToken, newToken } from '../../../core/http/token.ts';
import { sendMail } from '../../../core/mail/mail.ts';
import { emailChanges, invitations } from '../tables.ts';
import { EMAIL_MAIL, INVITATION_MAIL, OLD_ADDRESS_MAIL } from './mail-texts.ts';
import { users } from './table.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'log'>;
/** Mails per run. The next run sends the rest. */
const BATCH = 50;

const localeOf = (locale: string | null): Locale => (locale === 'de' || locale === 'cn' ? locale : 'en');

/** The secret is in the URL fragment, which browsers do not send to servers, so it appears in no log. */
export const invitationLink = (origin: string, account: string, token: string): string =>
  `${origin}/invitation?email=${encodeURIComponent(account)}#secret=${token}`;

async function sendInvitation({ db, config }: Context, id: string): Promise<void> {
  const token = newToken();
  const [claimed] = await db
    .update(invitations)
    .set({ sentAt: sql`now()`, tokenHash: hashToken(token) })
    .where(and(eq(invitations.id, id), isNull(invitations.sentAt), isNull(invitations.endedAt)))
    .returning({ userId: invitations.userId });
  if (!claimed) return;
  const [user] = await db
    .select({ account: users.account, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, claimed.userId), isNull(users.deletedAt), isNull(users.disabledAt)));
  if (!user) return;
  const text = INVITATION_MAIL[localeOf(user.locale)];
  await sendMail(config, {
    to: user.account,
    subject: text.subject,
    text: text.text(invitationLink(config.KONTOR_ORIGIN, user.account, token)),
  });
}

async function sendEmailChange({ db, config }: Context, id: string): Promise<void> {
  const [confirm, cancel] = [newToken(), newToken()];
  const [claimed] = await db
    .update(emailChanges)
    .set({ sentAt: sql`now()`, confirmHash: hashToken(confirm), cancelHash: hashToken(cancel) })
    .where(and(eq(emailChanges.id, id), isNull(emailChanges.sentAt), isNull(emailChanges.endedAt)))
    .returning();
  if (!claimed) return;
  const [user] = await db.select({ locale: users.locale }).from(users).where(eq(users.id, claimed.userId));
  const locale = localeOf(user?.locale ?? null);
  const { oldAccount, newAccount } = claimed;
  const linkTo = (page: string, secret: string): string => `${config.KONTOR_ORIGIN}/${page}#secret=${secret}`;
  // The warning is sent first: the owner must learn of the change even if the new address does not exist.
  const old = OLD_ADDRESS_MAIL[locale];
  await sendMail(config, { to: oldAccount, subject: old.subject, text: old.text(newAccount, linkTo('cancelEmail', cancel)) });
  const fresh = EMAIL_MAIL[locale];
  await sendMail(config, { to: newAccount, subject: fresh.subject, text: fresh.text(oldAccount, linkTo('confirmEmail', confirm)) });
}

/**
 * Sends mails of committed rows: after the call that created them, and every minute for mails left by a failed mail server or a restart.
 * Several nodes may run it at once; each row is claimed by one.
 */
export async function sendWaitingMails(context: Context): Promise<void> {
  const { db, log } = context;
  const attempt = async (send: () => Promise<void>, giveBack: () => Promise<unknown>): Promise<void> => {
    try {
      await send();
    } catch (error) {
      log.error({ err: error }, 'a mail about an account could not be sent; it is tried again');
      await giveBack();
    }
  };
  const invited = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(isNull(invitations.sentAt), isNull(invitations.endedAt), gt(invitations.expiresAt, sql`now()`)))
    .limit(BATCH);
  for (const { id } of invited)
    await attempt(
      () => sendInvitation(context, id),
      () => db.update(invitations).set({ sentAt: null, tokenHash: null }).where(eq(invitations.id, id)),
    );
  const changed = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(and(isNull(emailChanges.sentAt), isNull(emailChanges.endedAt), gt(emailChanges.expiresAt, sql`now()`)))
    .limit(BATCH);
  for (const { id } of changed)
    await attempt(
      () => sendEmailChange(context, id),
      () => db.update(emailChanges).set({ sentAt: null, confirmHash: null, cancelHash: null }).where(eq(emailChanges.id, id)),
    );
}

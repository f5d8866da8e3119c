import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../../core/db/client.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { sendMail } from '../../../core/mail/mail.ts';
import { notify, textFor } from '../../support/index.ts';
import { FACTOR_RESET_MAIL } from './mail-texts.ts';
import { users } from './table.ts';

/** Tells a person that an administrator reset the second factor: a message in Kontor, and a mail, because the account may be in wrong hands. */

const SETTINGS = '/personal/settings';
const FACTOR_MAIL = 'factor-reset-mail';
/** Retries of a failed mail, over about twenty minutes. */
const RETRIES = 8;

const localeOf = (locale: string | null): Locale => (locale === 'de' || locale === 'cn' ? locale : 'en');

export const factorMailJobs = ({ db, config, jobs, log }: AppContext): void =>
  jobs.define(FACTOR_MAIL, async ({ userId, reason }) => {
    const [user] = await db
      .select({ account: users.account, locale: users.locale })
      .from(users)
      .where(and(eq(users.id, String(userId)), isNull(users.deletedAt)));
    if (!user) return;
    const { subject, text } = FACTOR_RESET_MAIL[localeOf(user.locale)];
    try {
      await sendMail(config, { to: user.account, subject, text: text(String(reason), `${config.KONTOR_ORIGIN}${SETTINGS}`) });
    } catch (error) {
      log.error({ err: error }, 'a mail about a reset second factor could not be sent; it is tried again');
      throw error;
    }
  });

/** Sends the mail in the background, in the person's language. Call it after the commit. */
export const mailFactorReset = ({ jobs }: AppContext, userId: string, reason: string): Promise<unknown> =>
  jobs.send(FACTOR_MAIL, { userId, reason }, RETRIES);

/** The message that the person reads after the next sign-in. */
export async function noticeFactorReset(tx: Db, userId: string, reason: string): Promise<void> {
  const [user] = await tx.select({ id: users.id, locale: users.locale }).from(users).where(eq(users.id, userId));
  if (!user) return;
  await notify(tx, [{ id: user.id, locale: localeOf(user.locale) }], (locale) => ({
    title: textFor(locale, 'users.notifications.factorResetTitle', {}),
    text: textFor(locale, 'users.notifications.factorResetText', { reason }),
    type: 'warning',
    link: SETTINGS,
  }));
}

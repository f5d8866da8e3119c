import { type SQL, sql } from 'drizzle-orm';
import type { SecurityEventName } from '#contract/access/security-events';
import type { Db } from '../../core/db/client.ts';

type Values = { userId?: string | undefined; account?: string | undefined; ip?: string | undefined; detail?: string | undefined };

/** Replaces control characters, including line breaks, with which a value could imitate another entry. */
const clean = (text: string | undefined): string | null => text?.replace(/[\p{Cc}]/gu, ' ').slice(0, 300) ?? null;

/** Maximum entries of one event per hour and user (or address if nobody is signed in), so that a loop cannot fill the disk. */
const PER_HOUR: Partial<Record<SecurityEventName, number>> = {
  'access.denied': 60,
  'login.failed': 300,
  'login.throttled': 30,
  'totp.failed': 60,
  'reset.asked': 60,
};

const subjectSql = ({ userId, ip }: Values): SQL => (userId ? sql`e.user_id = ${userId}::uuid` : sql`e.ip = ${ip ?? ''}`);

/** Records an event of sign-in or rights (reliability.md P34). Never pass a secret or row data. */
export async function securityEvent(db: Db, event: SecurityEventName, values: Values): Promise<void> {
  const limit = PER_HOUR[event];
  const room = limit
    ? sql`(select count(*) from security_events e where e.event = ${event} and e.at > now() - interval '1 hour' and ${subjectSql(values)}) < ${limit}`
    : sql`true`;
  await db.execute(sql`insert into security_events (event, user_id, account, ip, detail)
    select ${event}, ${values.userId ?? null}::uuid, ${clean(values.account)}, ${clean(values.ip)}, ${clean(values.detail)} where ${room}`);
}

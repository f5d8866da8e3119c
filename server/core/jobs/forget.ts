import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { KEPT_HOURS } from '../live/events.ts';

/** Rows deleted by one statement, so that locks are held only briefly. */
const BATCH = 5_000;

const olderThan = (column: string, time: string): SQL => sql`${sql.identifier(column)} < now() - ${time}::interval`;

/** Technical rows that expire. docs/operating.md lists them for operators. */
const EXPIRED: Record<string, SQL> = {
  idempotency: olderThan('at', '30 days'),
  live_event: sql`${olderThan('at', `${KEPT_HOURS} hours`)} and no is not null`,
  captchas: olderThan('expires_at', '1 hour'),
  login_failures: olderThan('at', '1 day'),
  password_resets: olderThan('expires_at', '1 day'),
  rfid_reads: olderThan('seen_at', '1 day'),
  station_users: olderThan('seen_at', '30 days'),
  // A code is valid for 90 seconds.
  spent_codes: olderThan('at', '1 hour'),
  invitations: olderThan('expires_at', '30 days'),
  email_changes: olderThan('expires_at', '30 days'),
  sso_codes: olderThan('expires_at', '1 day'),
  oauth_states: olderThan('expires_at', '1 day'),
  program_tokens: olderThan('expires_at', '1 day'),
  incoming_mails: sql`${olderThan('decided_at', '30 days')} and state in ('automatic', 'dismissed')`,
  channel_calls: olderThan('at', '30 days'),
  channel_due: sql`${olderThan('due_at', '30 days')} and kind = 'notice'`,
  webhook_deliveries: sql`${olderThan('created_at', '30 days')} and state <> 'waiting'`,
  sessions: olderThan('expires_at', '30 days'),
  // A browser that returns later counts as new.
  login_envs: olderThan('last_seen', '1 year'),
};

/** Tables whose rows are deleted by age here. */
export const EXPIRING = Object.keys(EXPIRED);

async function removeExpired(db: Db, table: string, condition: SQL): Promise<void> {
  const name = sql.identifier(table);
  for (;;) {
    const removed = sql`with removed as (delete from ${name} where ctid = any(array(select ctid from ${name} where ${condition} limit ${BATCH})) returning 1)
      select count(*)::int as n from removed`;
    const [row] = rowsOf(await db.execute(removed));
    if (Number(row?.['n'] ?? 0) < BATCH) return;
  }
}

/** Security events are deleted by a function of the database owner, which keeps newer ones and records the number (db/derived.sql). */
async function removeSecurityEvents(db: Db, days: number): Promise<void> {
  for (;;) {
    const [row] = rowsOf(await db.execute(sql`select kontor_remove_security_events(${days}::int, ${BATCH}::int) as removed`));
    if (Number(row?.['removed'] ?? 0) < BATCH) return;
  }
}

/** Deletes expired rows, table by table in batches. Safe to repeat. */
export async function forget(db: Db, securityEventsDays: number): Promise<void> {
  await db.execute(sql`update users u set pending_account = null where pending_account is not null
    and not exists (select from email_changes c where c.user_id = u.id and c.ended_at is null and c.expires_at > now())`);
  for (const [table, condition] of Object.entries(EXPIRED)) await removeExpired(db, table, condition);
  await removeSecurityEvents(db, securityEventsDays);
}

import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { AppContext } from '../http/context.ts';
import { rowsOf } from '../http/select.ts';
import { KEPT_HOURS } from '../live/events.ts';

/** Rows of one run of the seal; the next run goes on. */
const SEAL_BATCH = 5000;

/** The text a seal covers, made by PostgreSQL alike for sealing and for checking. */
export const SEALED_TEXT = sql`concat_ws('|', id, to_char(at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS'), area, row_id, action, before::text, after::text, user_id, session_id, request_id)`;

export const chainHash = (previous: Buffer, text: string): Buffer => createHash('sha256').update(previous).update(text).digest();

/** Chains the audit rows that have no seal yet (P43): each hash covers the row and the hash before it. */
export async function sealAudit(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table audit_seal in exclusive mode`);
    const [last] = rowsOf(await tx.execute(sql`select audit_id, hash from audit_seal order by audit_id desc limit 1`));
    let hash = (last?.['hash'] as Buffer | undefined) ?? Buffer.alloc(32);
    // A transaction that still runs may commit a smaller id later, so rows of the last seconds wait.
    const rows = rowsOf(
      await tx.execute(
        sql`select id, to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, ${SEALED_TEXT} as text from audit_log where id > ${(last?.['audit_id'] as string | undefined) ?? '0'}::bigint and at < now() - interval '2 minutes' order by id limit ${SEAL_BATCH}`,
      ),
    );
    for (const row of rows) {
      hash = chainHash(hash, row['text'] as string);
      await tx.execute(
        sql`insert into audit_seal (audit_id, day, hash) values (${row['id'] as string}::bigint, ${row['day'] as string}, ${hash})`,
      );
    }
    return rows.length;
  });
}

/** What comes back by itself: sealing the audit log, forgetting what has had its time. */
export function maintenance({ db, jobs }: AppContext): void {
  jobs.define(
    'seal-audit',
    async () => {
      while ((await sealAudit(db)) === SEAL_BATCH);
    },
    '* * * * *',
  );
  jobs.define(
    'forget',
    async () => {
      await db.execute(sql`delete from idempotency where at < now() - interval '30 days'`);
      await db.execute(sql`delete from live_event where at < now() - make_interval(hours => ${KEPT_HOURS}) and no is not null`);
      await db.execute(sql`delete from captchas where expires_at < now() - interval '1 hour'`);
      await db.execute(sql`delete from login_failures where at < now() - interval '1 day'`);
      await db.execute(sql`delete from password_resets where expires_at < now() - interval '1 day'`);
      // A code is valid for one and a half minutes.
      await db.execute(sql`delete from spent_codes where at < now() - interval '1 hour'`);
      await db.execute(sql`delete from invitations where expires_at < now() - interval '30 days'`);
      await db.execute(sql`update users u set pending_account = null where pending_account is not null
        and not exists (select from email_changes c where c.user_id = u.id and c.ended_at is null and c.expires_at > now())`);
      await db.execute(sql`delete from email_changes where expires_at < now() - interval '30 days'`);
      await db.execute(sql`delete from sso_codes where expires_at < now() - interval '1 day'`);
      await db.execute(sql`delete from sessions where expires_at < now() - interval '30 days'`);
    },
    '17 3 * * *',
  );
}

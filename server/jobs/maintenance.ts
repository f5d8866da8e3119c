import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { anchorAudit } from '../audit/anchor-file.ts';
import { auditKey, SEAL_BATCH, sealAudit } from '../audit/chain.ts';
import type { AppContext } from '../http/context.ts';
import { KEPT_HOURS } from '../live/events.ts';

/** What was sealed since the last anchor could be removed without a trace by who owns the database: no more than this, in milliseconds. */
const ANCHOR_EVERY = 10 * 60_000;

/** What comes back by itself: sealing the audit log, forgetting what has had its time. */
export function maintenance(app: FastifyInstance, { config, db, jobs, log }: AppContext): void {
  const key = auditKey(config);
  jobs.define(
    'seal-audit',
    async () => {
      while ((await sealAudit(db, key)) === SEAL_BATCH);
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
      await db.execute(sql`delete from rfid_reads where seen_at < now() - interval '1 day'`);
      await db.execute(sql`delete from station_users where seen_at < now() - interval '30 days'`);
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
  // On every node, into its own data folder: beside the jobs, which one node takes.
  const anchor = (): Promise<unknown> =>
    anchorAudit({ db, key, dataDir: config.KONTOR_DATA, log }).catch((error: unknown) => log.error({ err: error }, 'audit anchor'));
  const timer = setInterval(() => void anchor(), ANCHOR_EVERY);
  timer.unref();
  app.addHook('onReady', async () => void anchor());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await anchor();
  });
}

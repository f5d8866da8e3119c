import type { FastifyInstance } from 'fastify';
import { anchorAudit } from '../audit/anchor-file.ts';
import { auditKey, sealAudit } from '../audit/chain.ts';
import type { AppContext } from '../http/context.ts';
import { forget } from './forget.ts';

/** Milliseconds between anchors. The owner of the database could remove what was sealed since the last anchor without a trace. */
const ANCHOR_EVERY = 10 * 60_000;

/** Recurring maintenance: seals the audit log and deletes expired rows. */
export function maintenance(app: FastifyInstance, { config, db, jobs, log }: AppContext): void {
  const key = auditKey(config);
  jobs.define('seal-audit', async () => void (await sealAudit(db, key)), '* * * * *');
  jobs.define('forget', () => forget(db, config.SECURITY_EVENTS_DAYS), '17 3 * * *');
  // Runs on every node, because each has its own data folder. Jobs run on one node only.
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

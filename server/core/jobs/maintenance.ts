import type { FastifyInstance } from 'fastify';
import { anchorAudit } from '../audit/anchor-file.ts';
import { auditKey, SEAL_BATCH, sealAudit } from '../audit/chain.ts';
import type { AppContext } from '../http/context.ts';
import { forget } from './forget.ts';

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
  jobs.define('forget', () => forget(db, config.SECURITY_EVENTS_DAYS), '17 3 * * *');
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

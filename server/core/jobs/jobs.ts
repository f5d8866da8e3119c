import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { outageOf } from '../db/outage.ts';
import { again } from '../db/retry.ts';
import { JOB_CHANNEL, JOBS_SCHEMA } from './schema.ts';

export type Jobs = {
  /**
   * Defines the job of a name. `every` is a cron expression for recurring jobs, in UTC or in `zone`; null removes the schedule of an
   * earlier setting.
   */
  define: (name: string, run: (data: Record<string, unknown>) => Promise<void>, every?: string | null, zone?: string) => void;
  start: () => Promise<void>;
  /**
   * Queues a job for any free node; it survives a restart. A failed job is repeated up to `retries` times, first after 5 seconds, then
   * after about twice as long each time.
   */
  send: (name: string, data: Record<string, unknown>, retries?: number) => Promise<void>;
  /** Makes this node look for jobs of a name at once. Used for jobs sent by other nodes (`JOB_CHANNEL`). */
  wake: (name: string) => void;
  stop: () => Promise<void>;
};

/** Milliseconds between two tries of a statement while the database is unavailable. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
/** Seconds after which a worker of pg-boss looks by itself, one statement for each name. `look` wakes it long before, with one for all. */
const OWN_LOOK = 86_400;
/** Names with a job that is due. Of each name at most one job is read. */
const DUE = `select q.name from ${JOBS_SCHEMA}.queue q cross join lateral
  (select from ${JOBS_SCHEMA}.job j where j.name = q.name and j.state < 'active' and j.start_after < now() limit 1) due`;
/** pg-boss reads one row of such an answer (plans.js, completeJobs and failJobs). */
const COUNTS = /select count\(\*\)/i;

type Definition = { run: (data: Record<string, unknown>) => Promise<void>; every: string | null | undefined; zone: string | undefined };

/**
 * Background jobs in the database (pg-boss), so that several nodes share them and none runs twice. `lookEvery`: seconds between two looks
 * for jobs without a notification: scheduled, repeated, or sent while the channel was down.
 */
export function createJobs(pool: pg.Pool, log: FastifyBaseLogger, lookEvery = 5): Jobs {
  let stopped = false;
  let stopping = false;
  const queryNow = (text: string, values: unknown[]) => pool.query<Record<string, unknown>>(text, values);
  /**
   * pg-boss records the end of a job without awaiting the result: a failure would be an unhandled rejection, and the job would run again.
   * So its statements wait until the database is available.
   */
  const executeSql = async (text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> => {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      // After the stop pg-boss may still try to record the end of a job on a closed pool. What is not recorded runs again on the next
      // node.
      if (stopped) return { rows: COUNTS.test(text) ? [{ count: '0' }] : [] };
      try {
        return await queryNow(text, values);
      } catch (error) {
        if (stopping || outageOf(error) === null) throw error;
        await pause(wait);
      }
    }
  };
  const boss = new PgBoss({ db: { executeSql }, schema: JOBS_SCHEMA, max: 2, migrate: false });
  const running = new Set<Promise<void>>();
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  const definitions = new Map<string, Definition>();
  const workers = new Map<string, string>();
  let started = false;
  const wake = (name: string): void => {
    const worker = workers.get(name);
    if (worker !== undefined && !stopping) boss.notifyWorker(worker);
  };
  /**
   * A queue is a partition: creating one locks the table of jobs. So it is done once in the life of a database, and before the workers of
   * this node read that table. It may still deadlock with other nodes.
   */
  const createQueues = async (): Promise<void> => {
    const { rows } = await pool.query<{ name: string }>(`select name from ${JOBS_SCHEMA}.queue`);
    const known = new Set(rows.map(({ name }) => name));
    for (const name of definitions.keys()) if (!known.has(name)) await again(() => boss.createQueue(name));
  };
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || stopping) return;
    looking = true;
    try {
      for (const { name } of (await executeSql(DUE, [])).rows) wake(String(name));
    } catch (error) {
      log.warn({ err: error }, 'jobs');
    } finally {
      looking = false;
    }
  };
  let looks: NodeJS.Timeout | undefined;
  /** Stores the schedules that differ from those of the last start. */
  const schedule = async (): Promise<void> => {
    const known = new Map((await boss.getSchedules()).map((stored) => [stored.name, stored]));
    for (const [name, { every, zone }] of definitions) {
      const stored = known.get(name);
      if (every === null && stored) await boss.unschedule(name);
      if (!every) continue;
      const options = zone === undefined ? {} : { tz: zone, expireInHours: 12, retryLimit: 0 };
      if (stored?.cron === every && isDeepStrictEqual(stored.options, options)) continue;
      await boss.schedule(name, every, {}, options);
    }
  };
  return {
    wake,
    define: (name, run, every, zone) => void definitions.set(name, { run, every, zone }),
    send: async (name, data, retries = 2) => {
      // A request waits for this statement, so it fails at once if the database is unavailable.
      await boss.send(name, data, {
        retryLimit: retries,
        retryDelay: 5,
        retryBackoff: true,
        expireInMinutes: 60,
        db: { executeSql: queryNow },
      });
      // This node looks at once, the others on notification, because this one may be busy. If the notification fails, the job is already
      // stored.
      wake(name);
      await queryNow(`select pg_notify('${JOB_CHANNEL}', $1)`, [name]).catch((error: unknown) => log.warn({ err: error }, 'jobs'));
    },
    start: async () => {
      await boss.start();
      started = true;
      await createQueues();
      for (const [name, { run }] of definitions) {
        const worker = await boss.work(name, { pollingIntervalSeconds: OWN_LOOK, batchSize: 1 }, async ([job]) => {
          if (!job) return;
          const work = run(job.data as Record<string, unknown>);
          running.add(work);
          await work.finally(() => {
            running.delete(work);
            // Several jobs may have been sent at once, but the worker was woken only for the first.
            wake(name);
          });
        });
        workers.set(name, worker);
      }
      await schedule();
      looks = setInterval(() => void look(), lookEvery * 1000);
    },
    stop: async () => {
      stopping = true;
      clearInterval(looks);
      if (started) await boss.stop({ graceful: true, timeout: 8000, wait: true });
      // pg-boss does not wait for a job that was fetched while the stop began.
      await Promise.race([Promise.allSettled(running), pause(8000)]);
      stopped = true;
    },
  };
}

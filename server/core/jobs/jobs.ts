import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { outageOf } from '../db/outage.ts';
import { again } from '../db/retry.ts';
import { JOB_CHANNEL, JOBS_SCHEMA } from './schema.ts';

export type Jobs = {
  /**
   * Says what runs under a name; `every` is a cron line for jobs that come back by themselves, in UTC or in `zone`; null ends what an earlier
   * setting began.
   */
  define: (name: string, run: (data: Record<string, unknown>) => Promise<void>, every?: string | null, zone?: string) => void;
  start: () => Promise<void>;
  /**
   * Hands a job to whichever node is free; it survives a restart. One that fails is tried again `retries` times, after 5 seconds at first and
   * about twice as long each time.
   */
  send: (name: string, data: Record<string, unknown>, retries?: number) => Promise<void>;
  /** This node looks at once for jobs of a name; for what other nodes send (`JOB_CHANNEL`). */
  wake: (name: string) => void;
  stop: () => Promise<void>;
};

/** Milliseconds between two tries of a statement while the database is away. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
/**
 * Seconds between two looks for jobs that nobody told of: due by the clock, tried again, or sent while the channel was down. Every node looks
 * for every name, so a short time would keep an idle database busy.
 */
const LOOK_EVERY = 5;
/** pg-boss reads the one row of such an answer (plans.js, completeJobs and failJobs). */
const COUNTS = /select count\(\*\)/i;

type Definition = { run: (data: Record<string, unknown>) => Promise<void>; every: string | null | undefined; zone: string | undefined };

/** Background work through the database (pg-boss), so that any number of nodes share it and none does it twice. */
export function createJobs(pool: pg.Pool, log: FastifyBaseLogger): Jobs {
  let stopped = false;
  let stopping = false;
  const queryNow = (text: string, values: unknown[]) => pool.query<Record<string, unknown>>(text, values);
  /**
   * pg-boss notes how a job ended without waiting for the answer: a failure of that statement would be an unhandled rejection, and the job
   * would run a second time. So its own statements wait until the database is back.
   */
  const executeSql = async (text: string, values: unknown[]) => {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      // After the stop pg-boss may still want to note how a job ended, on a pool that is gone: what is not noted runs again on the next node.
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
  return {
    wake,
    define: (name, run, every, zone) => void definitions.set(name, { run, every, zone }),
    send: async (name, data, retries = 2) => {
      // A request waits for this one: it fails at once while the database is away.
      await boss.send(name, data, {
        retryLimit: retries,
        retryDelay: 5,
        retryBackoff: true,
        expireInMinutes: 60,
        db: { executeSql: queryNow },
      });
      // This node looks at once, the others as soon as they hear of it: this one may be busy. The job is kept already if telling fails.
      wake(name);
      await queryNow(`select pg_notify('${JOB_CHANNEL}', $1)`, [name]).catch((error: unknown) => log.warn({ err: error }, 'jobs'));
    },
    start: async () => {
      await boss.start();
      started = true;
      for (const [name, { run, every, zone }] of definitions) {
        // A queue is a partition: making it may meet crosswise what other nodes do meanwhile.
        await again(() => boss.createQueue(name));
        const worker = await boss.work(name, { pollingIntervalSeconds: LOOK_EVERY, batchSize: 1 }, async ([job]) => {
          if (!job) return;
          const work = run(job.data as Record<string, unknown>);
          running.add(work);
          await work.finally(() => {
            running.delete(work);
            // The next one may wait already: of several sent at once, the worker was woken for the first.
            wake(name);
          });
        });
        workers.set(name, worker);
        if (every) await boss.schedule(name, every, {}, zone === undefined ? {} : { tz: zone, expireInHours: 12, retryLimit: 0 });
        else if (every === null) await boss.unschedule(name);
      }
    },
    stop: async () => {
      stopping = true;
      if (started) await boss.stop({ graceful: true, timeout: 8000, wait: true });
      // One that was fetched as the stop began is not among those that pg-boss waits for.
      await Promise.race([Promise.allSettled(running), pause(8000)]);
      stopped = true;
    },
  };
}

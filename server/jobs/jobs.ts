import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import { again } from '../db/retry.ts';
import { JOBS_SCHEMA } from './schema.ts';

export type Jobs = {
  /** Says what runs under a name; `every` is a cron line for jobs that come back by themselves. */
  define: (name: string, run: (data: Record<string, unknown>) => Promise<void>, every?: string) => void;
  start: () => Promise<void>;
  /** Hands a job to whichever node is free; it survives a restart. */
  send: (name: string, data: Record<string, unknown>) => Promise<void>;
  stop: () => Promise<void>;
};

type Definition = { run: (data: Record<string, unknown>) => Promise<void>; every: string | undefined };

/** Background work through the database (pg-boss), so that any number of nodes share it and none does it twice. */
export function createJobs(pool: pg.Pool, log: FastifyBaseLogger): Jobs {
  // After the stop pg-boss may still want to note how a job ended, on a pool that is gone: what is not noted runs again on the next node.
  let stopped = false;
  const executeSql = (text: string, values: unknown[]) => (stopped ? Promise.resolve({ rows: [] }) : pool.query(text, values));
  const boss = new PgBoss({ db: { executeSql }, schema: JOBS_SCHEMA, max: 2, migrate: false });
  const running = new Set<Promise<void>>();
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  const definitions = new Map<string, Definition>();
  const workers = new Map<string, string>();
  let started = false;
  return {
    define: (name, run, every) => void definitions.set(name, { run, every }),
    send: async (name, data) => {
      await boss.send(name, data, { retryLimit: 2, expireInMinutes: 60 });
      // This node looks at once; another, if this one is busy, when it looks next.
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    start: async () => {
      await boss.start();
      started = true;
      for (const [name, { run, every }] of definitions) {
        // A queue is a partition: making it may meet crosswise what other nodes do meanwhile.
        await again(() => boss.createQueue(name));
        const worker = await boss.work(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async ([job]) => {
          if (!job) return;
          const work = run(job.data as Record<string, unknown>);
          running.add(work);
          await work.finally(() => running.delete(work));
        });
        workers.set(name, worker);
        if (every) await boss.schedule(name, every);
      }
    },
    stop: async () => {
      if (started) await boss.stop({ graceful: true, timeout: 8000, wait: true });
      // One that was fetched as the stop began is not among those that pg-boss waits for.
      await Promise.race([Promise.allSettled(running), wait(8000, undefined, { ref: false })]);
      stopped = true;
    },
  };
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { createCounter, createHistogram, lines, type Sample } from './metrics.ts';
import type { Storage } from './storage.ts';

/** Seconds. The goal is less than 0.2 for lists and less than 0.15 for scans (reliability.md P36). */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10];
const NANOSECONDS = 1e9;

export type Measurements = {
  /** Counts an answered scan by its outcome. */
  scan: (outcome: string) => void;
  /** Records a backup attempt. `seconds` is the time of completion since 1970. */
  backup: (result: { seconds: number } | 'failed') => void;
  /** All metrics as text. */
  text: () => Promise<string>;
};

type Deps = { pool: pg.Pool; db: Db; storage: Storage; sockets: () => number };

/** Counts and measures the work of this node. Other nodes have their own figures; those of jobs and events are from the database. */
export function measure(app: FastifyInstance, { pool, db, storage, sockets }: Deps): Measurements {
  const calls = createHistogram('kontor_http_request_duration_seconds', 'Time to answer a call, by route and status.', BOUNDS);
  const scans = createCounter('kontor_scans_total', 'Scans answered, by outcome.');
  const failedBackups = createCounter('kontor_backup_failures_total', 'Backups that failed.');
  let backupAt = Number.NaN;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', () => delay.disable());
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    calls.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  });

  const ofProcess = (): string[] => {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const delays = [50, 99].map((part) => ({ labels: { quantile: String(part / 100) }, value: delay.percentile(part) / NANOSECONDS }));
    delay.reset();
    return [
      ...lines('process_cpu_seconds_total', 'counter', 'CPU time of this process.', [{ value: (user + system) / 1e6 }]),
      ...lines('process_resident_memory_bytes', 'gauge', 'Memory of this process.', [{ value: rss }]),
      ...lines('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', [{ value: heapUsed }]),
      ...lines('nodejs_eventloop_delay_seconds', 'gauge', 'Delay of the event loop since the last reading.', delays),
      ...lines('process_start_time_seconds', 'gauge', 'When this process began, in seconds since 1970.', [
        { value: Math.round(Date.now() / 1_000 - process.uptime()) },
      ]),
    ];
  };

  const ofNode = (): string[] => [
    ...lines('kontor_live_sockets', 'gauge', 'Open connections of the live channel.', [{ value: sockets() }]),
    ...lines('kontor_database_connections', 'gauge', 'Connections of the pool, and callers that wait for one.', [
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ]),
    ...lines('kontor_disk_free_bytes', 'gauge', 'Free space of the data folder.', [{ value: storage.free() }]),
    ...lines('kontor_backup_last_success_timestamp_seconds', 'gauge', 'When this node last completed a backup.', [{ value: backupAt }]),
  ];

  const ofDatabase = async (): Promise<string[]> => {
    const up = (value: number) => lines('kontor_database_up', 'gauge', '1 if the database answers.', [{ value }]);
    try {
      const jobs = rowsOf(
        await db.execute(sql`select name, state::text, count(*)::int as n from jobs.job where state < 'completed' group by 1, 2`),
      );
      const [lag] = rowsOf(
        await db.execute(
          sql`select count(*)::int as n, coalesce(extract(epoch from now() - min(at)), 0)::float8 as seconds from live_event where no is null`,
        ),
      );
      const samples: Sample[] = jobs.map(({ name, state, n }) => ({
        labels: { queue: String(name), state: String(state) },
        value: Number(n),
      }));
      return [
        ...up(1),
        ...lines('kontor_jobs', 'gauge', 'Jobs that wait or run, by queue and state.', samples),
        ...lines('kontor_live_events_waiting', 'gauge', 'Events that no node has numbered yet.', [{ value: Number(lag?.['n'] ?? 0) }]),
        ...lines('kontor_live_event_lag_seconds', 'gauge', 'Age of the oldest of them.', [{ value: Number(lag?.['seconds'] ?? 0) }]),
      ];
    } catch (error) {
      app.log.warn({ err: error }, 'metrics without the database');
      return up(0);
    }
  };

  return {
    scan: (outcome) => scans.add({ outcome }),
    backup: (result) => {
      if (result === 'failed') failedBackups.add({});
      else backupAt = result.seconds;
    },
    text: async () =>
      [...calls.lines(), ...scans.lines(), ...failedBackups.lines(), ...ofNode(), ...(await ofDatabase()), ...ofProcess(), ''].join('\n'),
  };
}

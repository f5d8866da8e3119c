import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Milliseconds of CPU, of a server's process and of its connections' processes in PostgreSQL. */
export type Cpu = { server: number; database: number };

/** Linux counts a process's time in ticks of ten milliseconds (proc(5), fields 14 and 15); elsewhere it is not told. */
const TICK = 10;

function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return Number.NaN;
  }
}

/** An address of the database that says who is connected, so that `cpuMeter` finds the connections. */
export function namedUrl(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  return url.href;
}

/**
 * What a server and the connections of this name have used so far. It looks every second, because a connection that rests for some seconds is
 * closed, and what its process used cannot be asked for any more.
 */
export function cpuMeter(pool: Pool, pid: number, name: string): () => Promise<Cpu> {
  const used = new Map<number, number>();
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [name]);
    for (const row of rows) {
      const now = cpuOf(row.pid);
      if (!Number.isNaN(now)) used.set(row.pid, now);
    }
  };
  // The pool is closed when the measuring ends.
  const timer = setInterval(() => void look().catch(() => clearInterval(timer)), 1_000);
  timer.unref();
  return async () => {
    await look();
    return { server: cpuOf(pid), database: used.size === 0 ? Number.NaN : [...used.values()].reduce((sum, one) => sum + one, 0) };
  };
}

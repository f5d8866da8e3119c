import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { houseFolder } from '../support/house-folder.ts';
import { ms, type Table } from './measure.ts';

/** Memory that is a process's own share, in MB; null where the system does not tell. */
function memoryOf(pid: number): number | null {
  try {
    const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return share ? Number(share) / 1_000 : null;
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] => pairs.flatMap(([id = 0, of]) => (of === parent ? [id, ...below(id)] : []));
  return below(pid);
}

type Started = { ready: number; page: number; server: number | null; database: number | null };

async function start(dataDir: string): Promise<Started> {
  const begun = performance.now();
  const server: BuiltServer = await startBuilt({ KONTOR_DATA: dataDir, KONTOR_SAMPLE: 'full' });
  await (await fetch(`${server.url}/login`)).text();
  const page = performance.now() - begun;
  const shares = childrenOf(server.pid).map(memoryOf);
  const database = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const started = { ready: server.readyAfter, page, server: memoryOf(server.pid), database: database || null };
  await server.end();
  return started;
}

export async function benchStart(): Promise<Table[]> {
  const dataDir = houseFolder('start');
  const mb = (value: number | null): string => (value === null ? '–' : `${value.toFixed(0)} MB`);
  const line = (name: string, { ready, page, server, database }: Started) => [name, ms(ready), ms(page), mb(server), mb(database)];
  try {
    const first = await start(dataDir);
    const again = await start(dataDir);
    return [
      {
        title: 'From npm start to the first page',
        note: 'Dependencies installed and built. The first start makes the database and the sample business with its history. Memory: own share of the process after the first page, and of the PostgreSQL it runs.',
        head: ['start', 'ready ms', 'first page ms', 'server', 'PostgreSQL'],
        rows: [line('first, empty data folder', first), line('again', again)],
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

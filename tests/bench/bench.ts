// `npm run bench [part]`: measures and writes docs/benchmarks.md; a part alone (bundle, grid, start, scans, verdict, lists) is only printed.
// It never judges a time: machines differ, and this one may have other work.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../server/db/embedded/start.ts';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { benchBundle } from './bundle.ts';
import { benchGrid } from './grid.ts';
import { benchLists } from './lists.ts';
import { markdown, type Table } from './measure.ts';
import { benchScans } from './scans.ts';
import { benchStart } from './start.ts';
import { benchVerdict } from './verdict.ts';

const ROOT = join(import.meta.dirname, '../..');

async function withServer(run: (server: BuiltServer, token: string, databaseUrl: string) => Promise<Table[]>): Promise<Table[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await startEmbedded({ dataDir: join(dataDir, 'database'), log, address: 'the benchmark' });
  try {
    const server = await startBuilt({ KONTOR_DATA: dataDir, DATABASE_URL: database.url });
    try {
      const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
        account: 'employee@kontor.example',
        passwd: 'kontor-sample',
      });
      return await run(server, data.token, database.url);
    } finally {
      await server.end();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const PARTS: Record<string, () => Promise<Table[]>> = {
  bundle: () => withServer((server, token) => benchBundle(server, token)),
  grid: benchGrid,
  start: benchStart,
  scans: () => withServer((server, _, url) => benchScans(server, url)),
  verdict: () => withServer(benchVerdict),
  lists: () => withServer((server, token, url) => benchLists(server.url, token, url)),
};

async function main([part]: string[]): Promise<void> {
  const names = part ? [part] : Object.keys(PARTS);
  const tables: Table[] = [];
  for (const name of names) {
    const run = PARTS[name];
    if (!run) throw new Error(`There is no part ${name}; there are: ${Object.keys(PARTS).join(', ')}.`);
    console.log(`${name} …`);
    tables.push(...(await run()));
  }
  const [cpu] = cpus();
  const head = `# Benchmarks

Written by \`npm run bench\`. ${cpus().length} cores (${cpu?.model.trim()}), ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.versions.node},
${process.platform}. Load average at the end ${loadavg()[1]?.toFixed(1)}: the machine is shared with other work, so single figures wander; compare
within one table, where both sides ran by turns. Calls a second fall with the cores that others leave.
`;
  const report = [head, ...tables.map(markdown)].join('\n');
  console.log(`\n${report}`);
  if (!part) writeFileSync(join(ROOT, 'docs/benchmarks.md'), report);
}

await main(process.argv.slice(2));

// `npm run bench [part]`: measures and writes docs/benchmarks.md; a part alone (bundle, grid, growth, print, start, restart, scans, beside, verdict, throttled, lists, money, billing, month, connections, outage) replaces its tables there.
// It never judges a time: machines differ, and this one may have other work.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../server/core/db/embedded/start.ts';
import { type BuiltServer, startBuilt } from '../support/built.ts';
import { houseFolder } from '../support/house-folder.ts';
import { benchBeside } from './beside.ts';
import { benchBilling } from './billing.ts';
import { benchBundle } from './bundle.ts';
import { withStandIns } from './connected-house.ts';
import { benchConnections } from './connections.ts';
import { namedUrl } from './cpu.ts';
import { benchGrid } from './grid.ts';
import { benchGrowth } from './growth.ts';
import { benchLists } from './lists.ts';
import { markdown, type Table } from './measure.ts';
import { benchMoney } from './money.ts';
import { benchMonth } from './month.ts';
import { benchOutage, withGateway } from './outage.ts';
import { benchPrint } from './print.ts';
import { benchRestart } from './restart.ts';
import { benchScans } from './scans.ts';
import { benchStart } from './start.ts';
import { benchThrottled } from './throttled.ts';
import { benchVerdict } from './verdict.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPORT = join(ROOT, 'docs/benchmarks.md');

/** What the server's connections to the database are called. */
const SERVER = 'kontor';

async function withServer(
  run: (server: BuiltServer, token: string, databaseUrl: string) => Promise<Table[]>,
  settings: Record<string, string> = {},
): Promise<Table[]> {
  const dataDir = houseFolder('bench');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await startEmbedded({ dataDir: join(dataDir, 'database'), log, address: 'the benchmark' });
  try {
    const server = await startBuilt({ KONTOR_DATA: dataDir, DATABASE_URL: namedUrl(database.url, SERVER), ...settings });
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
  growth: benchGrowth,
  print: benchPrint,
  start: benchStart,
  restart: benchRestart,
  scans: () => withServer((server, _, url) => benchScans(server, url)),
  beside: () => withServer((server, token, url) => benchBeside(server, token, url)),
  verdict: () => withServer(benchVerdict),
  throttled: () => withServer((server, _, url) => benchThrottled(server, url)),
  lists: () => withServer(({ url, pid }, token, databaseUrl) => benchLists({ origin: url, pid, name: SERVER, token, databaseUrl })),
  money: () => withServer((server, _, url) => benchMoney(server, url)),
  billing: () => withServer((server, _, url) => benchBilling(server, url)),
  month: () => withServer((server, _, url) => benchMonth(server, url)),
  connections: () =>
    withStandIns((standIns, settings) => withServer((server, _, url) => benchConnections(server, url, standIns), settings)),
  outage: () =>
    withGateway((standIns, gateway, settings) => withServer((server, _, url) => benchOutage(server, url, standIns, gateway), settings)),
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
  console.log(`\n${[head, ...tables.map(markdown)].join('\n')}`);
  writeFileSync(REPORT, part ? merged(readFileSync(REPORT, 'utf8'), tables) : [head, ...tables.map(markdown)].join('\n'));
}

/** The report with the tables of one part in place of their former ones; a new table comes last. Its note tells the load it was measured under. */
function merged(report: string, tables: readonly Table[]): string {
  const sections = report.split(/^(?=## )/m);
  for (const table of tables) {
    const load = `Load average at the end ${loadavg()[0]?.toFixed(1)}.`;
    const text = `${markdown({ ...table, note: `${table.note} ${load}` })}\n`;
    const at = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`));
    if (at < 0) sections.push(text);
    else sections[at] = text;
  }
  return `${sections.map((section) => section.trimEnd()).join('\n\n')}\n`;
}

await main(process.argv.slice(2));

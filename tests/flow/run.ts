// `npm run sample:flow [-- --url http://…] [--orders file] [--products file] [--data folder] [--papers folder]`: a day of orders through the house, by its calls.
// --papers writes the day's labels, picklists, loading lists and delivery notes as PDF.
// Without --url a server of its own is started on an empty folder, which is removed at the end unless --data names it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { startBuilt } from '../support/built.ts';
import { houseFolder } from '../support/house-folder.ts';
import { caller } from '../support/server.ts';
import type { Call } from './crew.ts';
import { hasRealFiles, madeUpFiles, realFiles } from './files.ts';
import { type Files, type Report, runDay } from './flow.ts';
import { printDay } from './papers.ts';

const ROOT = join(import.meta.dirname, '../..');

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string' },
    orders: { type: 'string' },
    products: { type: 'string' },
    data: { type: 'string' },
    papers: { type: 'string' },
    password: { type: 'string', default: SAMPLE_PASSWORD },
  },
});

function files(): Files {
  const { orders, products } = flags;
  if (orders === undefined) return hasRealFiles ? realFiles() : madeUpFiles();
  return { orders: readFileSync(orders, 'utf8'), products: products === undefined ? null : readFileSync(products, 'utf8') };
}

function print(report: Report): void {
  console.log('');
  console.table(report.steps.map(({ step, done, scans, seconds }) => ({ step, done, scans, seconds: Number(seconds.toFixed(1)) })));
  console.table(Object.entries(report.byStatus).map(([status, orders]) => ({ status, orders })));
  const { ordered, received, shipped, returned, parcels, scans, seconds } = report;
  console.table([{ ordered, received, shipped, returned, parcels, scans, seconds: Number(seconds.toFixed(1)) }]);
}

async function papers(call: Call): Promise<void> {
  if (flags.papers === undefined) return;
  mkdirSync(flags.papers, { recursive: true });
  const made = await printDay(call, flags.password);
  for (const { document, bytes } of made) writeFileSync(join(flags.papers, `${document}.pdf`), bytes);
  console.table(
    made.map(({ document, of, pages, bytes, warnings }) => ({
      document,
      of,
      pages,
      kB: Math.round(bytes.length / 1000),
      warnings: warnings.length,
    })),
  );
}

async function onOwnServer(): Promise<void> {
  const folder = flags.data ?? houseFolder('flow');
  const server = await startBuilt({ KONTOR_DATA: folder });
  try {
    print(await runDay(server.call, flags.password, files(), console.log));
    await papers(server.call);
    const check = spawnSync(process.execPath, [join(ROOT, 'scripts/start.mjs'), '--command', 'check:invariants'], {
      env: { ...process.env, KONTOR_DATA: folder },
      stdio: 'inherit',
    });
    process.exitCode = check.status ?? 1;
  } finally {
    await server.end();
    if (flags.data === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

if (flags.url === undefined) await onOwnServer();
else {
  const call = caller(flags.url);
  print(await runDay(call, flags.password, files(), console.log));
  await papers(call);
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launchBrowser } from '../support/browser.ts';
import type { Drawn, Variant } from './grid/main.tsx';
import { ms, quantile, type Table, times } from './measure.ts';

const COUNTS = [25, 200, 1_000];
const ROUNDS = 5;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

/** The page is built as the application is, and served from a folder of its own: nothing of it is shipped. */
async function servePage(): Promise<{ url: string; close: () => void }> {
  const outDir = mkdtempSync(join(tmpdir(), 'kontor-grid-'));
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'grid'),
    plugins: [react()],
    logLevel: 'error',
    publicDir: join(import.meta.dirname, '../../public'),
    build: { outDir, target: 'es2022', emptyOutDir: true },
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    try {
      const content = readFileSync(join(outDir, path === '/' ? 'index.html' : path));
      response.writeHead(200, { 'content-type': TYPES[extname(path) || '.html'] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

const median = (drawn: readonly Drawn[], key: keyof Drawn): number =>
  quantile(
    drawn.map((one) => one[key]),
    0.5,
  );

export async function benchGrid(): Promise<Table[]> {
  const page = await servePage();
  const browser = await launchBrowser();
  const rows: (string | number)[][] = [];
  try {
    for (const count of COUNTS) {
      const drawn: Record<Variant, Drawn[]> = { grid: [], table: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const variant of ['grid', 'table'] as const) {
          const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
          await tab.goto(page.url);
          await tab.waitForFunction(() => window.draw !== undefined);
          drawn[variant].push(await tab.evaluate(([name, n]) => window.draw?.(name, n) as Promise<Drawn>, [variant, count] as const));
          await tab.close();
        }
      }
      for (const [variant, title] of [
        ['grid', 'our grid'],
        ['table', 'antd Table'],
      ] as const) {
        const paint = median(drawn[variant], 'paint');
        rows.push([
          `${count} rows: ${title}`,
          ms(paint),
          times(median(drawn.table, 'paint') / paint),
          median(drawn[variant], 'frames').toFixed(0),
          ms(median(drawn[variant], 'worst')),
          median(drawn[variant], 'nodes').toFixed(0),
        ]);
      }
    }
  } finally {
    await browser.close();
    page.close();
  }
  return [
    {
      title: 'List on screen, 12 columns',
      note: `Median of ${ROUNDS}, each in a fresh tab. Paint: from the order to draw until after the next frame. Scrolling: one second, 90 px a frame. antd's Table with selection and plain texts, without fixed columns; ours with selection, formatted money, weights, dates and statuses.`,
      head: ['list', 'paint ms', 'times faster than antd', 'frames/s', 'longest frame ms', 'elements'],
      rows,
    },
  ];
}

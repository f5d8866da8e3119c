import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchProfile } from '../support/browser.ts';
import type { BuiltServer } from '../support/built.ts';
import { tablet } from '../support/tablet.ts';
import { ms, quantile, type Table } from './measure.ts';
import { makeOrders } from './scans.ts';
import { bareStation, type Timed, typeCode, watchVerdicts } from './wedge.ts';

/** Scans of each kind, in blocks by turns: what else the machine does falls on both. */
const SCANS = 1_000;
const BLOCK = 250;
const WARM = 40;
const ITEMS = 40;
const ROWS = 1_000;
const LIST = `/eEP/outbound-orders?size=${ROWS}&all=1`;
const sleep = (time: number) => new Promise((done) => setTimeout(done, time));

/** 13 digits with their check digit (GS1 General Specifications 7.9). */
function ean(n: number): string {
  const digits = `29${String(n).padStart(10, '0')}`;
  const sum = Array.from(digits, Number).reduce((all, digit, i) => all + digit * (i % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

type Call = <T>(method: string, path: string, body: unknown) => Promise<T>;

/** A delivery of forty articles, large enough for every scan to be a good one. */
async function announce(call: Call, pool: Pool): Promise<{ no: string; codes: string[] }> {
  const merchantId = (await pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id as string;
  const codes = Array.from({ length: ITEMS }, (_, n) => ean(n + 1));
  for (const [n, barcode] of codes.entries())
    await call('POST', '/v0/items', { sku: `BENCH-${n}`, name: `Article ${n} of the delivery`, merchantId, barcode });
  const lines = codes.map((_, n) => ({ sku: `BENCH-${n}`, qty: Math.ceil((2 * (SCANS + WARM)) / ITEMS) }));
  const { no } = await call<{ no: string }>('POST', '/v0/tasks', { kind: 'inbound', merchantId, lines });
  return { no, codes };
}

type Hand = { page: Page; session: CDPSession };

/** A window with the clock in it, so that all kinds are timed alike. */
async function openPage(context: BrowserContext): Promise<Hand> {
  const page = await context.newPage();
  // What makes TypeScript run here names its functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(watchVerdicts);
  page.on('pageerror', (error) => console.error(error));
  return { page, session: await context.newCDPSession(page) };
}

/** The floor, under another name of the same machine: where the station's service worker lives it would answer with the application. */
async function openBare(context: BrowserContext, origin: string): Promise<Hand> {
  const hand = await openPage(context);
  await hand.page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<p class="s-verdict">Ready</p>' }));
  await hand.page.goto(`${origin.replace('127.0.0.1', 'localhost')}/bare`);
  await hand.page.evaluate(bareStation);
  return hand;
}

async function openStation(context: BrowserContext, delivery: string): Promise<Hand> {
  const hand = await openPage(context);
  await hand.page.goto('/wEP/arrivalScan');
  const dock = tablet(hand.page);
  await dock.stand('ST-DOCK-1');
  await dock.burst(delivery);
  await hand.page.waitForFunction(() => window.kontorWatch?.count() === 1);
  await hand.page.evaluate(() => window.kontorWatch?.take());
  return hand;
}

/** One block: each scan waits for the verdict of the one before and a moment longer, as a hand does. */
async function scanBlock({ page, session }: Hand, codes: () => string, n: number): Promise<Timed[]> {
  for (let i = 1; i <= n; i += 1) {
    await typeCode(session, codes());
    await page.waitForFunction((count) => (window.kontorWatch?.count() ?? 0) >= count, i, { polling: 'raf', timeout: 20_000 });
    await sleep(60 + Math.random() * 40);
  }
  await page.waitForFunction(() => window.kontorWatch?.open() === 0, null, { timeout: 60_000 });
  return page.evaluate(() => window.kontorWatch?.take() ?? []);
}

/** The list in a second window that the station's page opened: both share one thread. Each second one of its orders changes. */
async function beside(context: BrowserContext, page: Page, pool: Pool): Promise<{ end: () => Promise<number> }> {
  const opened = context.waitForEvent('page');
  await page.evaluate((path) => void window.open(path), LIST);
  const list = await opened;
  let reads = 0;
  list.on('response', (response) => (reads += new URL(response.url()).pathname === '/v0/tasks' ? 1 : 0));
  await list.locator(`[role=grid] [data-index]`).first().waitFor({ timeout: 60_000 });
  const rows = Number(await list.locator('[role=grid]').first().getAttribute('aria-rowcount'));
  if (rows < ROWS) throw new Error(`the list beside the station has ${rows} rows`);
  // Only windows of one thread reach into each other.
  if (!(await list.evaluate(() => (window.opener as Window | null)?.document !== undefined)))
    throw new Error('the list has a thread of its own');
  await page.bringToFront();
  reads = 0;
  const timer = setInterval(() => {
    void pool.query(
      `update tasks set remark = now()::text where id = (select id from tasks where source = 'bench' order by sort_at desc limit 1)`,
    );
  }, 1_000);
  return {
    async end() {
      clearInterval(timer);
      await list.close();
      return reads;
    },
  };
}

const NAMES: [string, (one: Timed) => number | null, string][] = [
  ['last key to the commit on the disk', ({ kept }) => kept, ''],
  ['last key to the verdict on the screen', ({ shown }) => shown, 'p99 under 50 ms'],
  ['last key to "confirmed" on the screen', ({ confirmed }) => confirmed, ''],
];

function linesOf(title: string, timed: readonly Timed[]): (string | number)[][] {
  return NAMES.map(([name, of, target]) => {
    const values = timed.map(of).filter((value) => value !== null);
    const figures = [0.5, 0.95, 0.99, 1].map((q) => ms(quantile(values, q)));
    return [`${title}: ${name}`, ...figures, values.length, target];
  });
}

/** From the last key of a scan to its verdict on the screen of a station, alone and beside a list that re-renders. */
export async function benchVerdict(server: BuiltServer, token: string, databaseUrl: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2, options: '-c timezone=UTC' });
  const dir = mkdtempSync(join(tmpdir(), 'kontor-verdict-'));
  const context = await launchProfile(dir, { baseURL: server.url, locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  try {
    const call: Call = async <T>(method: string, path: string, body: unknown) => {
      const answer = await server.call<T>(method, path, body, token);
      if (answer.code !== 'OK') throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.data)}`);
      return answer.data;
    };
    const { no, codes } = await announce(call, pool);
    await makeOrders(pool, ROWS, 1, 1);
    await context.addCookies([
      { name: 'kontor-token', value: token, url: server.url },
      { name: 'kontor-created', value: String(Date.now()), url: server.url },
    ]);
    const station = await openStation(context, no);
    const floor = await openBare(context, server.url);
    let next = 0;
    const code = (): string => codes[next++ % codes.length] as string;
    const block = async (hand: Hand, n = BLOCK): Promise<Timed[]> => {
      await hand.page.bringToFront();
      return scanBlock(hand, code, n);
    };
    await block(station, WARM);
    const bare: Timed[] = [];
    const alone: Timed[] = [];
    const busy: Timed[] = [];
    let reads = 0;
    for (let done = 0; done < SCANS; done += BLOCK) {
      bare.push(...(await block(floor, BLOCK / 5)));
      alone.push(...(await block(station)));
      const list = await beside(context, station.page, pool);
      busy.push(...(await block(station)));
      reads += await list.end();
    }
    await station.page.waitForFunction(() => document.querySelector('.s-count')?.getAttribute('data-some') === 'false');
    const { rows } = await pool.query(
      `select sum(received)::int as n from task_lines where task_id = (select id from tasks where no = $1)`,
      [no],
    );
    const scanned = WARM + alone.length + busy.length;
    if (rows[0].n !== scanned) throw new Error(`${scanned} scans, of which ${rows[0].n} were booked`);
    return [
      {
        title: 'Scan to verdict, in Chromium',
        note: `A delivery of ${ITEMS} articles is received at a station, code after code as a scanner types them (2 to 5 ms a key, the browser's own key events), each 60 to 100 ms after the verdict before. Time counts from the browser's time of the last key until the frame with the verdict was drawn; the verdict stands only after the commit. Floor: a bare page that keeps one record and shows a word. The browser's profile lies on the disk. Beside a list: ${ROWS} orders in a second window of the same page, on the same thread, read again ${reads} times meanwhile. All three by turns in blocks of ${BLOCK}; browser, server and database share the machine.`,
        head: ['milliseconds', 'p50', 'p95', 'p99', 'longest', 'scans', 'target'],
        rows: [
          ...linesOf('floor', bare)
            .slice(0, 2)
            .map((line) => [...line.slice(0, -1), '']),
          ...linesOf('alone', alone),
          ...linesOf('beside a list', busy),
        ],
      },
    ];
  } finally {
    await context.close();
    rmSync(dir, { recursive: true, force: true });
    await pool.end();
  }
}

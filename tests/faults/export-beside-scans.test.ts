import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillItems } from '../bench/rows.ts';
import { figure } from '../support/figure.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { device, type House, openHouse } from '../support/warehouse.ts';
import { checkInvariants, goodScan, makeWork } from './rig.ts';

/** A long export does not hold up the scanners (reliability.md P16). Both run in one process here, as with `npm start`. RIG=long is ten times as long. */
const ROWS = process.env['RIG'] === 'long' ? 200_000 : 20_000;

let server: TestServer;
let house: House;
beforeAll(async () => {
  server = await startServer({ sample: true });
  house = await openHouse(server, 2);
  await fillItems(server.pool, ROWS);
});
afterAll(() => server.close());

type Export = { id: string; state: string; done: number; total: number };

it.each(['csv', 'xlsx'])(`scans are booked while ${ROWS} rows are exported as %s, and both come out whole (P16)`, async (format) => {
  const admin = await server.signIn('admin');
  const { rows } = await server.pool.query(`select id from users where account = 'admin@kontor.example'`);
  const work = await makeWork(server.pool, house, `EXPORT-${format}`);
  const { n: total } = (await server.pool.query('select count(*)::int as n from items')).rows[0];
  const started = await server.call<Export>(
    'POST',
    '/v0/exports',
    {
      mask: 'wms.item.list',
      format,
      fields: ['sku', 'name', 'barcode', 'price', 'weight'],
      q: '',
      filters: [],
      s: null,
      locale: 'en',
    },
    admin,
  );
  expect(started.code).toBe('OK');
  const stateOf = async () => (await server.call<Export>('GET', `/v0/exports/${started.data.id}`, undefined, admin)).data;

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const scansBefore = (await server.pool.query('select count(*)::int as n from scans')).rows[0].n;
  const over = new AbortController();
  const took: number[] = [];
  let beside = 0;
  const scanning = Promise.all(
    [1, 2].map(async () => {
      const scanner = device(server, admin, rows[0].id, house.stationId);
      // On to the end of the export, and long enough to be worth counting.
      for (let n = 0; !over.signal.aborted || n < 40; n++) {
        const from = performance.now();
        const verdicts = await scanner.send(goodScan(work, n).act);
        took.push(performance.now() - from);
        expect(verdicts.map(({ outcome }) => outcome)).toEqual(['applied']);
        if (!over.signal.aborted) beside += 1;
      }
    }),
  );
  await expect.poll(async () => (await stateOf()).state, { timeout: 300_000, interval: 100 }).toBe('done');
  over.abort();
  await scanning;
  delay.disable();

  expect(await stateOf()).toMatchObject({ done: total, total });
  expect(beside).toBeGreaterThan(0);
  expect((await server.pool.query('select count(*)::int as n from scans')).rows[0].n - scansBefore).toBe(took.length);
  await checkInvariants(server.pool);
  const p99 = [...took].sort((a, b) => a - b)[Math.floor(took.length * 0.99)] as number;
  const ms = (nanoseconds: number): number => Math.round(nanoseconds / 1e6);
  figure(
    `${beside} scans beside an export of ${total} rows as ${format}: p99 ${Math.round(p99)} ms; event loop delay p99 ${ms(delay.percentile(99))} ms, at most ${ms(delay.max)} ms (the test's own work included)`,
  );
});

import { afterEach, expect, test } from 'vitest';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { hasRealFiles, madeUpFiles, realFiles } from '../flow/files.ts';
import { type Files, type Report, runDay } from '../flow/flow.ts';
import { figure } from '../support/figure.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * A day of 120 made-up orders has every kind of event that one of 300 has: orders of one piece, of one cart and with a list of their own,
 * wrong addresses, several parcels, three carriers, whole and partial returns with every finding. The real orders add the volume.
 */
const MADE_UP_ORDERS = 120;
let server: TestServer;
afterEach(() => server.close());

async function play(files: Files): Promise<Report> {
  server = await startServer({ sample: true });
  const report = await runDay(server.call, SAMPLE_PASSWORD, files, process.env['TEST_LOG'] ? console.log : undefined);
  expect((await readInvariants(server.pool)).filter(({ broken }) => broken > 0)).toEqual([]);
  expect(report.received).toBe(report.ordered);
  expect(report.shipped).toBe(report.ordered);
  expect(report.returnedOrders).toBe(Math.ceil(report.orders / 20));
  expect(report.byStatus['retourReceived']).toBe(report.wholeReturns);
  const { retourReceived = 0, retourReceivedPartially = 0 } = report.byStatus;
  expect(retourReceived + retourReceivedPartially).toBe(report.returnedOrders);
  const { rows } =
    await server.pool.query(`select (select coalesce(sum(reserved), 0)::int from stock_balances) as held, (select count(*)::int from reservations) as reservations,
    (select coalesce(sum(qty), 0)::int from stock_moves where to_place = 'customer') as out, (select coalesce(sum(qty), 0)::int from stock_moves where from_place = 'customer') as back,
    (select count(*)::int from picklists where state <> 'done') as lists`);
  expect(rows[0]).toEqual({ held: 0, reservations: 0, out: report.shipped, back: report.returned, lists: 0 });
  figure(`${report.orders} orders, ${report.shipped} pieces shipped, ${report.returned} returned`);
  return report;
}

test('a day with 120 orders: every piece that was ordered leaves the house once, and one order in twenty comes back (P5)', async () => {
  const report = await play(madeUpFiles(MADE_UP_ORDERS));
  expect(report.orders).toBe(MADE_UP_ORDERS);
  expect(report.parcels).toBeGreaterThan(report.orders);
});

test.runIf(hasRealFiles)('the same with real orders: 300 orders, 800 lines, 19,382 pieces (P5)', async () => {
  const report = await play(realFiles());
  expect([report.orders, report.lines, report.shipped]).toEqual([300, 800, 19_382]);
});

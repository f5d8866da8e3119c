import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { chargedMonth, type Month, openMonth } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Far enough back for a month of last year. */
const DAYS = 2_000;

let server: TestServer;
let db: Db;
let finance: string;
let month: Month;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;

/** Sums of the charges of the month by category: number, quantity and exact amount in euro, as text. */
async function sums(): Promise<Record<string, [number, string, string]>> {
  const rows = await rowsOf(
    `select q.code, count(*)::int as n, trim_scale(sum(c.qty) / 1000.0)::text as qty, trim_scale(sum(c.exact) / 10000000.0)::text as euro
      from charges c join quotation_categories q on q.id = c.category_id where c.happened_on between '2025-10-31' and '2025-11-30' and c.state <> 'void' and q.metered_from = '2025-10-31' group by 1`,
  );
  return Object.fromEntries(rows.map(({ code, n, qty, euro }) => [code, [n, qty, euro]]));
}
const total = async (): Promise<string> =>
  (
    await rowsOf(
      `select trim_scale(coalesce(sum(c.exact), 0) / 10000000.0)::text as euro from charges c join quotation_categories q on q.id = c.category_id where q.metered_from = '2025-10-31' and c.state <> 'void'
        and c.merchant_id = $1 and (c.happened_on < '2026-01-01' or c.reverses_id is not null)`,
      [month.merchantId],
    )
  )[0].euro;

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  month = await openMonth(server.pool);
  await chargedMonth(server.pool, month);
});
afterAll(() => server.close());

describe('November of M-1001', () => {
  it('is collected when the days of its gap are asked for, however long ago they are', async () => {
    const collect = (since: string) => server.call<{ made: number }>('POST', `/v0/charges/collect${since}`, {}, finance);
    await collect('');
    const missing = await server.call<{ facts: number; charged: number }>(
      'GET',
      '/v0/charges/gaps?from=2025-10-31&to=2025-11-30',
      undefined,
      finance,
    );
    expect(missing.data.facts - missing.data.charged).toBeGreaterThan(0);
    expect((await collect('?from=2025-10-31')).data.made).toBeGreaterThan(0);
  });

  it('is charged as it was calculated by hand, to the seventh decimal', async () => {
    await collectCharges(db, DAYS);
    expect(await sums()).toEqual({
      // 1 container of 40 feet at 280.00
      'X-CONT': [1, '1', '280'],
      // 12 pallets counted at 8.50
      'X-INPAL': [1, '12', '102'],
      // 3,600 pieces at 0.08
      'X-INPC': [12, '3600', '288'],
      // 12 pallets × 31 days, of which 7 days each are free: 288 at 0.35
      'X-STORE': [372, '372', '100.8'],
      // 420 orders at 1.25
      'X-ORDER': [420, '420', '525'],
      // 505 lines at 0.10
      'X-LINE': [505, '505', '50.5'],
      // 610 pieces: 420 first ones at 1.20 and 190 further at 0.35
      'X-PICK': [505, '610', '570.5'],
      // 431 parcels at 0.60
      'X-SHIP': [431, '431', '258.6'],
      // 431 labels at 0.0425; one by one rounded it would be 17.24
      'X-PRINT': [431, '431', '18.3175'],
      // 200 × 3.49 + 130 × 3.89 + 71 × 4.49 + 30 × 5.10 = 1,675.49, and 6 %; the two voided ones cost nothing
      'X-LABEL': [431, '431', '1776.0194'],
      // 18 returns at 1.95
      'X-RET': [18, '18', '35.1'],
      // 15 restocked at 0.50 and 3 scrapped at 0.80
      'X-RETPC': [18, '18', '9.9'],
      // 3 pieces disposed of at 0.25
      'X-DISP': [3, '3', '0.75'],
      // 2.25 hours at 38.00
      'X-WORK': [1, '2.25', '85.5'],
      // 49.00 a month
      'X-FEE': [1, '1', '49'],
    });
    expect(await total()).toBe('4149.9869');
  });

  it('is charged once: a second collection, and two at the same time, add nothing', async () => {
    const again = await collectCharges(db, DAYS);
    const both = await Promise.all([collectCharges(db, DAYS), collectCharges(db, DAYS)]);
    expect([again, ...both]).toEqual(Array.from({ length: 3 }, () => ({ made: 0, undone: 0 })));
    expect(await total()).toBe('4149.9869');
  });

  it('has no gap: every fact has a charge with a price, and free days are a stated zero', async () => {
    const { data } = await server.call<{ facts: number; charged: number; gaps: object[] }>(
      'GET',
      '/v0/charges/gaps?from=2025-10-31&to=2025-11-30',
      undefined,
      finance,
    );
    expect(data.gaps).toEqual([]);
    expect(data.facts).toBe(data.charged);
    const [free] = await rowsOf(
      `select count(*)::int as n, sum(c.exact)::text as exact from charges c join quotation_categories q on q.id = c.category_id where q.code = 'X-STORE' and (c.facts->>'free')::boolean`,
    );
    expect(free).toEqual({ n: 84, exact: '0' });
  });
});

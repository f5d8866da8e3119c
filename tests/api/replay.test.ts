import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import type { Replay } from '../../server/modules/billing/replay-month.ts';
import { chargedMonth, type Month, openMonth } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A month under another tariff: November of M-1001, whose amounts were calculated by hand (tests/api/charges.test.ts). */

/** Far enough back for a month of last year. */
const DAYS = 2_000;
let server: TestServer;
let finance: string;
let month: Month;
let tariffId: string;

const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const replay = (query: Record<string, string>, token = finance) =>
  server.call<Replay>('GET', `/v0/charges/replay?${new URLSearchParams({ month: '2025-11', ...query })}`, undefined, token);
const sumOf = ({ lines }: Replay, side: 'before' | 'after'): number => lines.reduce((sum, line) => sum + line[side], 0);
/** What differs, by the code of the service: before and after. */
const changed = ({ lines }: Replay) =>
  Object.fromEntries(lines.filter(({ before, after }) => before !== after).map((line) => [line.category.en, [line.before, line.after]]));
const copyTariff = async (): Promise<string> => {
  const copy = await server.call<{ id: string }>('POST', `/v0/tariffs/${tariffId}/copy`, {}, finance);
  expect(copy.code).toBe('OK');
  return copy.data.id;
};
const setPrices = (id: string, code: string, bands: readonly (readonly [number, number])[]) =>
  rowsOf(
    `update price_rules r set bands = $3 from quotation_categories q where q.id = r.category_id and r.tariff_id = $1 and q.code = $2`,
    [id, code, JSON.stringify(bands.map(([from, price]) => ({ id: crypto.randomUUID(), from: from * 1000, price })))],
  );

beforeAll(async () => {
  server = await startServer({ sample: true });
  finance = await server.signIn('finance');
  month = await openMonth(server.pool);
  await chargedMonth(server.pool, month);
  await collectCharges(createDb(server.appPool), DAYS);
  [{ id: tariffId }] = await rowsOf(`select id from tariffs where name = 'Of the month'`);
});
afterAll(() => server.close());

describe('a month is priced again', () => {
  it('to the same cents under the tariffs that were in force', async () => {
    const { data } = await replay({ merchantId: month.merchantId });
    expect(data.count).toBeGreaterThan(3000);
    expect(data.lines.length).toBeGreaterThan(10);
    expect(changed(data)).toEqual({});
    expect(sumOf(data, 'after')).toBe(sumOf(data, 'before'));
    const [stored] = await rowsOf(
      `select count(*)::int as n from charges where merchant_id = $1 and happened_on between '2025-11-01' and '2025-11-30' and reverses_id is null`,
      [month.merchantId],
    );
    expect(data.count).toBe(stored.n);
  });

  it('with the prices of a draft, by service, and changes nothing', async () => {
    const draft = await copyTariff();
    // 420 orders at 1.25 cost 525.00; at 1.50 they cost 630.00. 420 first pieces at 1.20 and 190 at 0.35: with 0.30 they are 561.00.
    await setPrices(draft, 'X-ORDER', [[0, 15_000]]);
    await setPrices(draft, 'X-PICK', [
      [0, 12_000],
      [1, 3_000],
    ]);
    const hash = `select md5(string_agg(c::text, '|' order by c.id)) as hash from charges c`;
    const [before] = await rowsOf(hash);
    const { data } = await replay({ tariffId: draft, merchantId: month.merchantId });
    expect(changed(data)).toEqual({ 'X-ORDER': [52_500, 63_000], 'X-PICK': [57_050, 56_100] });
    expect(sumOf(data, 'after') - sumOf(data, 'before')).toBe(10_500 - 950);
    expect((await rowsOf(hash))[0]).toEqual(before);
  });

  it('and says which charges would have no price', async () => {
    const draft = await copyTariff();
    await rowsOf(
      `update price_rules r set deleted_at = now() from quotation_categories q where q.id = r.category_id and r.tariff_id = $1 and q.code = 'X-RET'`,
      [draft],
    );
    const { data } = await replay({ tariffId: draft, merchantId: month.merchantId });
    expect(changed(data)).toEqual({ 'X-RET': [3_510, 0] });
    expect(
      data.lines.filter(({ unpricedAfter }) => unpricedAfter > 0).map(({ category, unpricedAfter }) => [category.en, unpricedAfter]),
    ).toEqual([['X-RET', 18]]);
  });

  it('for the house only, and for a tariff that exists', async () => {
    expect((await replay({ tariffId: crypto.randomUUID() })).code).toBe('NotFound');
    expect((await replay({ month: '2025-13' })).code).toBe('InvalidInput');
    for (const role of ['merchant', 'warehouse', 'carrier']) expect((await replay({}, await server.signIn(role))).code).toBe('NotAllowed');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { activate, draftTariff, type Month, openMonth, price } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Storage at 1.00 a pallet-day and 1.00 a cubic metre and day. Pallets have 0.3 m³ each. Every figure is calculated by hand. */
const DAYS = 2_000;

let server: TestServer;
let db: Db;
let finance: string;
let month: Month;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;

/** Pallets that lie on each of these days. @param volume cubic millimetres; null of an item without sizes */
async function lay(codes: readonly string[], from: string, to: string, came: string, volume: number | null = 300_000_000): Promise<void> {
  for (const code of codes)
    await rowsOf(
      `with fresh as (insert into merged_units (code, kind, merchant_id, compartment_id)
           select $5::text, 'pallet', $1::uuid, $3::uuid where not exists (select from merged_units where code = $5::text) returning id),
         u as (select id from fresh union all select id from merged_units where code = $5::text)
         insert into storage_days (day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in)
           select d::date, $4, $1, $3, u.id, $2, 300, $9, 150000, $8 from u, generate_series($6::date, $7::date, interval '1 day') d`,
      [month.merchantId, month.itemId, month.palletPlaceId, month.storehouseId, code, from, to, came, volume],
    );
}
const agree = async (terms: object): Promise<{ id: string; version: number }> => {
  const answer = await server.call<{ id: string; version: number }>(
    'POST',
    '/v0/merchantTerms',
    { merchantId: month.merchantId, ...terms },
    finance,
  );
  expect(answer.code).toBe('OK');
  return answer.data;
};
/** Amounts in euro of a period, by unit. */
async function charged(from: string, to: string, days = DAYS): Promise<Record<string, string>> {
  await collectCharges(db, days);
  const rows = await rowsOf(
    `select q.unit, trim_scale(sum(c.exact) / 10000000.0)::text as euro from charges c join quotation_categories q on q.id = c.category_id
      where q.code in ('S-PAL', 'S-CBM') and c.state <> 'void' and c.merchant_id = $1 and c.happened_on between $2 and $3 group by 1`,
    [month.merchantId, from, to],
  );
  return Object.fromEntries(rows.map(({ unit, euro }) => [unit, euro]));
}
type Proof = { facts: number; charged: number; gaps: { kind: string; mend: string; count: number }[] };
const proof = async (from: string, to: string): Promise<Proof> =>
  (await server.call<Proof>('GET', `/v0/charges/gaps?from=${from}&to=${to}`, undefined, finance)).data;

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  month = await openMonth(server.pool);
  const tariff = await draftTariff(server.pool, '2025-08-01');
  await price(server.pool, tariff, 'S-PAL', 'storage', 'palletDay', { bands: [[0, 10_000]] });
  await price(server.pool, tariff, 'S-CBM', 'storage', 'cbmDay', { bands: [[0, 10_000]] });
  await rowsOf(`update quotation_categories set metered_from = '2025-08-01' where code in ('S-PAL', 'S-CBM')`);
  await activate(server.pool, tariff, '2025-12-31');
});
afterAll(() => server.close());

describe('storage by the terms of a merchant', () => {
  let august: { id: string; version: number };

  it('by the first of the month is charged for what lay there on that day, on every day of the month', async () => {
    august = await agree({ validFrom: '2025-08-01', validTo: '2025-08-31', storageBasis: 'monthStart' });
    await lay(['ST-1', 'ST-2'], '2025-08-01', '2025-08-31', '2025-08-01');
    await lay(['ST-3'], '2025-08-02', '2025-08-31', '2025-08-02');
    // 2 pallets × 31 days, 0.6 m³ × 31 days.
    expect(await charged('2025-08-01', '2025-08-31')).toEqual({ palletDay: '62', cbmDay: '18.6' });
    const { gaps, facts, charged: done } = await proof('2025-08-01', '2025-08-31');
    expect([gaps, done]).toEqual([[], facts]);
  });

  it('is charged anew, and the former charges are taken back, if the basis of days that are not billed is changed', async () => {
    const changed = { storageBasis: 'monthEnd', version: august.version };
    expect((await server.call('PUT', `/v0/merchantTerms/${august.id}`, changed, finance)).code).toBe('OK');
    // Facts are read from the last of August on only; what was charged on the first is taken back all the same.
    const days = (Date.now() - Date.parse('2025-09-01T12:00:00Z')) / 86_400_000;
    // 3 pallets × 31 days on the last of August.
    expect(await charged('2025-08-01', '2025-08-31', days)).toEqual({ palletDay: '93', cbmDay: '27.9' });
    expect(await collectCharges(db, DAYS)).toEqual({ made: 0, undone: 0 });
  });

  it('counts no day twice and leaves none out where terms end within a month', async () => {
    await agree({ validFrom: '2025-09-01', validTo: '2025-09-20', storageBasis: 'monthEnd' });
    await agree({ validFrom: '2025-09-21', validTo: '2025-09-30' });
    await lay(['ST-1', 'ST-2'], '2025-09-01', '2025-09-20', '2025-08-01');
    await lay(['ST-3'], '2025-09-01', '2025-09-30', '2025-08-02');
    // 3 pallets on the 20th × 20 days, and 1 pallet at the end of each of 10 days.
    expect(await charged('2025-09-01', '2025-09-30')).toEqual({ palletDay: '70', cbmDay: '21' });
  });

  it('leaves the agreed number of pallets of each day free; those in their free days use up none', async () => {
    await agree({ validFrom: '2025-10-01', validTo: '2025-10-31', freeDays: 3, freePallets: 2, volumeStep: 'half' });
    await lay(['ST-4'], '2025-10-01', '2025-10-02', '2025-10-01');
    await lay(['ST-1', 'ST-2', 'ST-3'], '2025-10-01', '2025-10-02', '2025-08-01');
    // Four pallets: one in its free days, two free, one charged on each of two days.
    expect((await charged('2025-10-01', '2025-10-02'))['palletDay']).toBe('2');
    const free = await rowsOf(
      `select count(*)::int as n from charges c join quotation_categories q on q.id = c.category_id where q.code = 'S-PAL' and c.happened_on between '2025-10-01' and '2025-10-02'
        and (c.facts->>'free')::boolean`,
    );
    expect(free).toEqual([{ n: 6 }]);
  });

  it('rounds the cubic metres of a day up once, for all goods together', async () => {
    // 3 × 0.3 = 0.9, so 1.0 on each of two days; the pallet in its free days is not counted.
    expect((await charged('2025-10-01', '2025-10-02'))['cbmDay']).toBe('2');
    const { gaps, facts, charged: done } = await proof('2025-10-01', '2025-10-02');
    expect([gaps, done]).toEqual([[], facts]);
  });

  it('rounds nothing while an item has no sizes: the item is the gap, and closing it charges both', async () => {
    await lay(['ST-1', 'ST-2', 'ST-3'], '2025-10-10', '2025-10-10', '2025-08-01');
    await lay(['ST-5'], '2025-10-10', '2025-10-10', '2025-08-01', null);
    expect((await charged('2025-10-10', '2025-10-10'))['cbmDay']).toBe('0.9');
    expect((await proof('2025-10-10', '2025-10-10')).gaps).toMatchObject([{ kind: 'notMeasured', count: 1, mend: 'MONTH-1' }]);
    await rowsOf(`update storage_days set volume = 250000000 where day = '2025-10-10' and volume is null`);
    // 0.9 and 0.25 are 1.15, rounded up to 1.5.
    expect((await charged('2025-10-10', '2025-10-10'))['cbmDay']).toBe('1.5');
    expect((await proof('2025-10-10', '2025-10-10')).gaps).toEqual([]);
  });

  it('says its basis in the annex of the invoice', async () => {
    const { data: run } = await server.call<{ id: string }>(
      'POST',
      '/v0/billingRuns',
      { periodFrom: '2025-08-01', periodTo: '2025-08-31', merchantIds: [month.merchantId] },
      finance,
    );
    expect((await server.call('POST', `/v0/billingRuns/${run.id}/check`, {}, finance)).code).toBe('OK');
    const answer = await fetch(`${server.url}/v0/billingRuns/${run.id}/annex?merchantId=${month.merchantId}`, {
      headers: { 'x-token': finance },
    });
    const rows = (await answer.text()).split('\r\n').filter((row) => row.includes('"S-PAL"'));
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatch(/^2025-08-31,"S-PAL",palletDay\/monthEnd,31\.000,1\.0000,31\.0000000,EUR,/);
  });
});

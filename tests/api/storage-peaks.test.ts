import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { takeStoragePeaks } from '../../server/modules/billing/storage-peaks.ts';
import { takeStorageDays } from '../../server/modules/stock/storage-days.ts';
import { activate, draftTariff, price } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

/**
 * Three days of a merchant, at 1.00 for each unit. Two kinds of goods, each piece 0.3 m³. Every figure is calculated by hand.
 *
 * Day 1: 10 pieces come to shelf A; 6 of them go to shelf B and leave from there; one more leaves from A. 20 pieces come on a pallet to floor F,
 * which is driven to floor G. 50 pieces are booked to shelf C by mistake, and taken back. Day 2: the pallet leaves. Day 3: the last 3 pieces leave A.
 */
const LOOK_BACK = 20;

let server: TestServer;
let db: Db;
let finance: string;
let merchantId: string;
/** A draft that holds the prices; each merchant has a copy of it. */
let tariff: string;
let terms: { id: string; version: number };
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const call = async <T>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, finance);
/** A day of the test, from 1: the first is six days before today. */
const dayOf = async (n: number): Promise<string> => (await rowsOf(`select (kontor_day() - 7 + $1::int)::text as day`, [n]))[0].day;

type Step = {
  day: number;
  hour: number;
  sku: string;
  qty: number;
  from: string | null;
  to: string | null;
  unit?: string;
  reverses?: string;
};
let moves = 0;
/** Books a move at an hour of the storehouse's clock. Null: from a supplier, to a customer. No two are booked at the same instant. */
const move = async ({ day, hour, sku, qty, from, to, unit, reverses }: Step, of = merchantId): Promise<string> => {
  const [{ id }] = await rowsOf(
    `with t as (select ((kontor_day() - 7 + $1::int)::timestamp + make_interval(hours => $2)) at time zone (select timezone from storehouses where code = 'HH') + make_interval(secs => $11::float8 / 1000000) as at),
       u as (select id from merged_units where code = $8 and merchant_id = $7)
     insert into stock_moves (at, sort_at, merchant_id, item_id, sku, qty, from_place, from_id, from_unit_id, to_place, to_id, to_unit_id, reverses_id)
       select t.at, t.at, i.merchant_id, i.id, i.sku, $4, case when $5::text is null then 'supplier' else 'stock' end, f.id, case when f.id is not null then (select id from u) end,
         case when $6::text is null then $10 else 'stock' end, g.id, case when g.id is not null then (select id from u) end, $9::uuid
       from t, items i left join compartments f on f.code = $5 left join compartments g on g.code = $6 where i.sku = $3 and i.merchant_id = $7 returning id`,
    [day, hour, sku, qty, from, to, of, unit ?? null, reverses ?? null, reverses ? 'supplier' : 'customer', moves++],
  );
  return id;
};
const setTerms = async (over: object): Promise<void> => {
  const answer = await call<{ id: string; version: number }>('PUT', `/v0/merchantTerms/${terms.id}`, { version: terms.version, ...over });
  expect(answer.code).toBe('OK');
  terms = answer.data;
};
/** Amounts in euro by unit; a unit of which nothing is charged is left out. */
async function charged(of = merchantId): Promise<Record<string, string>> {
  await takeStoragePeaks(db);
  await collectCharges(db, LOOK_BACK);
  const rows = await rowsOf(
    `select q.unit, trim_scale(sum(c.exact) / 10000000.0)::text as euro from charges c join quotation_categories q on q.id = c.category_id
      where q.code like 'P-%' and c.state <> 'void' and c.merchant_id = $1 group by 1 having sum(c.exact) <> 0`,
    [of],
  );
  return Object.fromEntries(rows.map(({ unit, euro }) => [unit, euro]));
}
const peaks = () =>
  rowsOf(
    `select (p.day - (kontor_day() - 7))::int as day, c.code as place, i.sku, p.qty from storage_peaks p join compartments c on c.id = p.compartment_id join items i on i.id = p.item_id
      where p.merchant_id = $1 order by 1, 2`,
    [merchantId],
  );

const END_OF_DAY = {
  // Day 1: 3 pieces on A, 20 on G. Day 2: 3 on A.
  pieceDay: '26',
  locationDay: '3',
  palletDay: '1',
  cbmDay: '7.8',
};
const PEAK = {
  // Day 1: 10 on A, 6 on B, 20 on F and again on G. Day 2: 3 on A, 20 on G. Day 3: 3 on A.
  pieceDay: String(56 + 23 + 3),
  locationDay: String(4 + 2 + 1),
  // The pallet counts once a day, wherever it was driven to.
  palletDay: '2',
  cbmDay: '24.6',
};

/** A merchant with the three days and a tariff. @returns its id */
async function comes(no: string, pallet: string): Promise<string> {
  const [{ id }] = await rowsOf(
    `insert into merchants (no, name, currency, address) select $1, $1, 'EUR', address from merchants where no = 'M-1001' returning id`,
    [no],
  );
  for (const sku of ['PK-1', 'PK-2'])
    await rowsOf(
      `insert into items (merchant_id, sku, name, weight, length, width, height) values ($1, $2, 'A thing', 500, 1000, 1000, 300)`,
      [id, sku],
    );
  await rowsOf(
    `insert into merged_units (code, kind, merchant_id, compartment_id) select $2, 'pallet', $1, id from compartments where code = 'PK-G'`,
    [id, pallet],
  );
  const [goods, load] = [{ sku: 'PK-1' }, { sku: 'PK-2', qty: 20, unit: pallet }];
  await move({ ...goods, day: 1, hour: 9, qty: 10, from: null, to: 'PK-A' }, id);
  await move({ ...goods, day: 1, hour: 11, qty: 6, from: 'PK-A', to: 'PK-B' }, id);
  await move({ ...goods, day: 1, hour: 14, qty: 6, from: 'PK-B', to: null }, id);
  await move({ ...goods, day: 1, hour: 15, qty: 1, from: 'PK-A', to: null }, id);
  const wrong = await move({ ...goods, day: 1, hour: 16, qty: 50, from: null, to: 'PK-C' }, id);
  await move({ ...goods, day: 1, hour: 17, qty: 50, from: 'PK-C', to: null, reverses: wrong }, id);
  await move({ ...load, day: 1, hour: 8, from: null, to: 'PK-F' }, id);
  await move({ ...load, day: 1, hour: 13, from: 'PK-F', to: 'PK-G' }, id);
  await move({ ...load, day: 2, hour: 8, from: 'PK-G', to: null }, id);
  await move({ ...goods, day: 3, hour: 10, qty: 3, from: 'PK-A', to: null }, id);
  const [{ id: own }] = await rowsOf(`insert into tariffs (name, valid_from, merchant_id) values ($1, $2, $3) returning id`, [
    no,
    await dayOf(1),
    id,
  ]);
  await rowsOf(
    `insert into price_rules (name, tariff_id, category_id, bands, mode, per, conditions) select name, $2, category_id, bands, mode, per, conditions from price_rules where tariff_id = $1`,
    [tariff, own],
  );
  await activate(server.pool, own, await dayOf(30));
  return id;
}
const agree = async (of: string, over: object): Promise<{ id: string; version: number }> => {
  const answer = await call<{ id: string; version: number }>('POST', '/v0/merchantTerms', {
    merchantId: of,
    validFrom: await dayOf(1),
    ...over,
  });
  expect(answer.code).toBe('OK');
  return answer.data;
};

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  for (const [code, hall, kind] of [
    ['PK-A', 'HH-A', 'shelf'],
    ['PK-B', 'HH-A', 'shelf'],
    ['PK-C', 'HH-A', 'shelf'],
    ['PK-F', 'HH-P', 'floor'],
    ['PK-G', 'HH-P', 'floor'],
  ])
    await rowsOf(`insert into compartments (warehouse_id, code, kind) values ((select id from warehouses where code = $2), $1, $3)`, [
      code,
      hall,
      kind,
    ]);
  tariff = await draftTariff(server.pool, await dayOf(1));
  for (const unit of ['pieceDay', 'locationDay', 'palletDay', 'cbmDay'])
    await price(server.pool, tariff, `P-${unit}`, 'storage', unit, { bands: [[0, 10_000]] });
  merchantId = await comes('M-PEAK', 'PK-U');
  await takeStorageDays(db);
  terms = await agree(merchantId, {});
});
afterAll(() => server.close());

describe('storage by the largest quantity of each day', () => {
  it('is not taken down for a merchant who pays for the end of each day', async () => {
    expect(await charged()).toEqual(END_OF_DAY);
    expect(await peaks()).toEqual([]);
  });

  it('charges what lay in a place at any time of the day, and nothing that was booked and taken back', async () => {
    await setTerms({ storageBasis: 'dayPeak' });
    expect(await charged()).toEqual(PEAK);
    expect(await peaks()).toEqual([
      { day: 1, place: 'PK-A', sku: 'PK-1', qty: 10 },
      { day: 1, place: 'PK-B', sku: 'PK-1', qty: 6 },
      { day: 1, place: 'PK-F', sku: 'PK-2', qty: 20 },
      { day: 1, place: 'PK-G', sku: 'PK-2', qty: 20 },
      { day: 2, place: 'PK-A', sku: 'PK-1', qty: 3 },
      { day: 2, place: 'PK-G', sku: 'PK-2', qty: 20 },
      { day: 3, place: 'PK-A', sku: 'PK-1', qty: 3 },
    ]);
    type Proof = { gaps: { merchantId: string }[] };
    const { data } = await call<Proof>('GET', `/v0/charges/gaps?from=${await dayOf(1)}&to=${await dayOf(4)}`);
    expect(data.gaps.filter((gap) => gap.merchantId === merchantId)).toEqual([]);
  });

  it('is the same when a day is caught up later, and is taken down once', async () => {
    const before = await peaks();
    expect(await takeStoragePeaks(db)).toBe(0);
    for (const table of ['storage_peaks', 'storage_peak_runs'])
      await rowsOf(`delete from ${table} where merchant_id = $1 and day = $2`, [merchantId, await dayOf(1)]);
    // What happens today changes no past day.
    await move({ day: 7, hour: 0, sku: 'PK-1', qty: 5, from: null, to: 'PK-B' });
    expect(await takeStoragePeaks(db)).toBeGreaterThan(0);
    expect(await peaks()).toEqual(before);
    expect(await charged()).toEqual(PEAK);
    expect(await collectCharges(db, LOOK_BACK)).toEqual({ made: 0, undone: 0 });
  });

  it('has the same free days, free pallets and steps of cubic metres as the other bases', async () => {
    const [free, pallets] = [await comes('M-FREE', 'PK-V'), await comes('M-PALLETS', 'PK-W')];
    await agree(free, { storageBasis: 'dayPeak', freeDays: 1, volumeStep: 'whole' });
    await agree(pallets, { storageBasis: 'dayPeak', freePallets: 1 });
    // Day 1 is free. Day 2: 23 pieces, the pallet, two places, 6.9 m³ are 7. Day 3: 3 pieces, one place, 0.9 m³ are 1.
    expect(await charged(free)).toEqual({ pieceDay: '26', locationDay: '3', palletDay: '1', cbmDay: '8' });
    const { palletDay: _, ...others } = PEAK;
    expect(await charged(pallets)).toEqual(others);
  });

  it('gives way to the end of each day again, whose charges are what they were', async () => {
    await setTerms({ storageBasis: 'dayEnd' });
    expect(await charged()).toEqual(END_OF_DAY);
  });
});

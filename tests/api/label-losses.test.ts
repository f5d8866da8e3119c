import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Home } from '#contract/core/home';
import { encodeFilters } from '#contract/core/query';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { keepLosses } from '../../server/modules/billing/label-losses.ts';
import { activate, draftTariff, type Month, openMonth, price } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Labels of two carriers at 0.10 for printing and 80 per cent of their cost: each brings less than it cost as soon as it costs more than 0.50. By hand. */

const DAYS = 2_000;

let server: TestServer;
let db: Db;
let finance: string;
let month: Month;
let otherId: string;
const rowsOf = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.pool.query(text, values)).rows as T[];
const label = async (no: string, cost: number | null, { carrierId = month.carrierId, months = 1, currency = 'EUR' } = {}) => {
  const [made] = await rowsOf<{ id: string }>(
    `with t as (insert into tasks (no, kind, merchant_id, carrier_id, consignee) values ($1, 'outbound', $2, $3, '{"country": "DE"}') returning id),
        p as (insert into parcels (no, task_id, task_no, merchant_id, seq, state, carrier_id, weight) select $1, t.id, $1, $2, 1, 'closed', $3, 900 from t returning id, task_id)
      insert into label_purchases (parcel_id, task_id, merchant_id, round, role, carrier_id, shipment_id, weight, country, cost, currency, bought_at)
      select p.id, p.task_id, $2, 0, 'ship', $3, $1, 900, 'DE', $4, $5, date_trunc('month', now() at time zone 'Europe/Berlin') - make_interval(months => $6) + interval '12 hours' from p returning id`,
    [no, month.merchantId, carrierId, cost, currency, months],
  );
  return made?.id ?? '';
};
const lossesOf = async (ids: readonly string[]) => {
  const found = await rowsOf<{ id: string; loss: number | null; n: number }>(
    `select source_id as id, sum(loss)::int as loss, count(loss)::int as n from charges where source_id = any($1) group by 1`,
    [ids],
  );
  return ids.map((id) => found.find((one) => one.id === id)?.loss ?? null);
};
const collect = async () => {
  await collectCharges(db, DAYS);
  await keepLosses(db, DAYS);
};
const tileOf = async (token: string) =>
  (await server.call<Home>('GET', '/v0/home', undefined, token)).data.tiles.find(({ key }) => key === 'labelsBelowCost');

let ids: Record<'dear' | 'now' | 'fair' | 'old' | 'dollar' | 'unknown' | 'other', string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  month = await openMonth(server.pool);
  const [other] = await rowsOf<{ id: string }>(`select id from carriers where id <> $1 order by sort_at limit 1`, [month.carrierId]);
  otherId = other?.id ?? '';
  await rowsOf(
    `update carriers set name = case id when $1 then 'Slow Freight' else 'Fast Freight' end where id = any(array[$1, $2]::uuid[])`,
    [month.carrierId, otherId],
  );
  // No other label of the sample is charged.
  await rowsOf(`update quotation_categories set active = false where meter is not null`);
  await rowsOf(`update tariffs set valid_to = valid_from where merchant_id is null`);
  const tariff = await draftTariff(server.pool, '2026-01-02');
  await price(server.pool, tariff, 'L-PRINT', 'label.ship', 'label', { bands: [[0, 1000]] });
  await price(server.pool, tariff, 'L-COST', 'label.ship', 'cost', { bands: [[0, 8000]] });
  await activate(server.pool, tariff, '2099-12-31');
  ids = {
    dear: await label('LL-1', 500),
    now: await label('LL-2', 1000, { months: 0 }),
    // Costs 0.50 and brings 0.10 + 0.40.
    fair: await label('LL-3', 50),
    old: await label('LL-4', 500, { months: 2 }),
    dollar: await label('LL-5', 500, { currency: 'USD' }),
    unknown: await label('LL-6', null),
    other: await label('LL-7', 2000, { carrierId: otherId }),
  };
  await collect();
});
afterAll(() => server.close());

describe('a label that costs more than it brings', () => {
  it('says by how much, once for the label, over all of its charges', async () => {
    // 5.00 - 0.10 - 4.00; 10.00 - 0.10 - 8.00; 20.00 - 0.10 - 16.00. What was paid in dollars is not compared with euro.
    expect(await lossesOf(Object.values(ids))).toEqual([90, 190, null, 90, null, null, 390]);
    const kept = await rowsOf(
      `select q.code, count(*)::int as n from charges c join quotation_categories q on q.id = c.category_id where c.loss is not null group by 1`,
    );
    expect(kept).toEqual([{ code: 'L-COST', n: 4 }]);
    await collect();
    expect(await lossesOf([ids.dear])).toEqual([90]);
  });

  it('is counted on Home by carrier for the last full month and this one, and opens the list of these charges', async () => {
    const tile = await tileOf(finance);
    expect(tile).toMatchObject({
      count: 3,
      detail: {
        kind: 'carriers',
        carriers: [
          { name: 'Fast Freight', currency: 'EUR', amount: 390 },
          { name: 'Slow Freight', currency: 'EUR', amount: 280 },
        ],
      },
    });
    expect(await tileOf(await server.signIn('manager'))).toEqual(tile);
    const query = new URLSearchParams(encodeFilters(tile?.filters ?? []));
    const list = await server.call<{ sourceId: string; loss: number }[]>('GET', `/v0/charges?l=50&${query}`, undefined, finance);
    expect(list.data).toHaveLength(3);
    expect(Object.fromEntries(list.data.map(({ sourceId, loss }) => [sourceId, loss]))).toEqual({
      [ids.dear]: 90,
      [ids.now]: 190,
      [ids.other]: 390,
    });
  });

  it('is none once it is voided, or once it is priced at what it cost', async () => {
    await rowsOf(`update label_purchases set voided_at = now() where id = $1`, [ids.other]);
    await collect();
    expect(await lossesOf([ids.other])).toEqual([null]);
    expect(await tileOf(finance)).toMatchObject({ count: 2 });
    await rowsOf(
      `update charges set exact = 50_000_000 where source_id = $1 and category_id = (select id from quotation_categories where code = 'L-COST')`,
      [ids.dear],
    );
    await collect();
    expect(await lossesOf([ids.dear, ids.now])).toEqual([null, 190]);
  });

  it('is told to nobody outside the house', async () => {
    for (const role of ['merchant', 'carrier']) {
      const token = await server.signIn(role);
      const home = await server.call<Home>('GET', '/v0/home', undefined, token);
      expect(home.code).toBe('OK');
      expect(JSON.stringify(home.data), role).not.toMatch(/labelsBelowCost|"loss"|"cost"/);
    }
    const merchant = await server.signIn('merchant');
    const own = await server.call<{ sourceId: string; loss: number | null }[]>(
      'GET',
      `/v0/charges?l=100&sourceKind=label`,
      undefined,
      merchant,
    );
    expect(own.data.find(({ sourceId }) => sourceId === ids.now)).toMatchObject({ loss: null, cost: null });
    for (const query of ['loss.gt=0', 's=loss'])
      expect((await server.call('GET', `/v0/charges?l=5&${query}`, undefined, merchant)).code, query).not.toBe('OK');
    const mask = await server.call('GET', '/v0/masken/?q=mEP.charge.list', undefined, merchant);
    expect(JSON.stringify(mask.data)).not.toContain('"loss"');
    expect((await server.call('GET', '/v0/charges?l=5', undefined, await server.signIn('carrier'))).code).toBe('NotAllowed');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METER_UNITS, METERS } from '#contract/trade/meters';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { activate, at, draftTariff, type Month, openMonth, price } from '../support/charged-month.ts';
import { eachMeter } from '../support/each-meter.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** One service for each meter in each of its units, at 1.00 a unit, and 1.10 of what the house paid. */
const DAYS = 2_000;
/** What is charged by a decision about the bill of a carrier; api/carrier-lists has it. */
const DECIDED = 'label.surcharge cost';

let server: TestServer;
let db: Db;
let finance: string;
let month: Month;
let facts: Awaited<ReturnType<typeof eachMeter>>;
let tariff: string;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;

/** Quantity and amount in euro of what stands, by meter and unit. */
async function charged(): Promise<Record<string, [string, string]>> {
  const rows = await rowsOf(
    `select q.code, trim_scale(sum(c.qty) / 1000.0)::text as qty, trim_scale(sum(c.exact) / 10000000.0)::text as euro
      from charges c join quotation_categories q on q.id = c.category_id where q.code like '% %' group by 1`,
  );
  return Object.fromEntries(rows.map(({ code, qty, euro }) => [code, [qty, euro]]));
}
type Gap = { kind: string; category: { en: string }; mendArea: string | null; mend: string; count: number; example: object | null };
const gaps = async (): Promise<Gap[]> =>
  (await server.call<{ gaps: Gap[] }>('GET', '/v0/charges/gaps?from=2025-11-01&to=2025-11-30', undefined, finance)).data.gaps;
const gapOf = async (service: string) => (await gaps()).find(({ category }) => category.en === service);

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  month = await openMonth(server.pool);
  tariff = await draftTariff(server.pool, '2025-10-01');
  const ids = new Map<string, string>();
  for (const meter of METERS)
    for (const unit of METER_UNITS[meter]) {
      const bands = [[0, unit === 'cost' ? 11_000 : 10_000]] as const;
      ids.set(`${meter} ${unit}`, await price(server.pool, tariff, `${meter} ${unit}`, meter, unit, { bands }));
    }
  await activate(server.pool, tariff, '2025-12-31');
  facts = await eachMeter(server.pool, month);
  await facts.work(ids.get('work hour') ?? '', 90, 0);
  await facts.work(ids.get('work piece') ?? '', 0, 12);
  await facts.work(ids.get('work flat') ?? '', 5, 0);
  await facts.terms(ids.get('periodic flat') ?? '');
  await collectCharges(db, DAYS);
});
afterAll(() => server.close());

describe('every meter', () => {
  it('counts its facts in each of its units', async () => {
    expect(await charged()).toEqual({
      'inbound.container container': ['1', '1'],
      'inbound.order order': ['1', '1'],
      'inbound.line line': ['2', '2'],
      'inbound.pallet pallet': ['2', '2'],
      'inbound.carton carton': ['30', '30'],
      'inbound.piece piece': ['40', '40'],
      // 40 pieces of 500 g and of 200 × 100 × 50 mm.
      'inbound.piece kg': ['20', '20'],
      'inbound.piece cbm': ['0.04', '0.04'],
      // Two pallets on two days in one place, 50 pieces each.
      'storage palletDay': ['4', '4'],
      'storage locationDay': ['2', '2'],
      'storage cbmDay': ['0.2', '0.2'],
      'storage kgDay': ['100', '100'],
      'storage pieceDay': ['200', '200'],
      'out.order order': ['1', '1'],
      'out.line line': ['1', '1'],
      'out.piece piece': ['3', '3'],
      'out.piece kg': ['1.5', '1.5'],
      'out.parcel parcel': ['1', '1'],
      'out.pallet pallet': ['1', '1'],
      'pack.material piece': ['1', '1'],
      // 4.00 and 3.00, and 10 per cent.
      'label.ship label': ['1', '1'],
      'label.ship cost': ['1', '4.4'],
      'label.return label': ['1', '1'],
      'label.return cost': ['1', '3.3'],
      'return.order return': ['1', '1'],
      'return.order order': ['1', '1'],
      'return.piece piece': ['2', '2'],
      'swap piece': ['1', '1'],
      'serial piece': ['2', '2'],
      'count place': ['1', '1'],
      // 250.00 and 80.00, and 10 per cent.
      'freight flat': ['1', '1'],
      'freight cost': ['1', '275'],
      'collection flat': ['1', '1'],
      'collection cost': ['1', '88'],
      'disposal piece': ['1', '1'],
      'disposal kg': ['0.5', '0.5'],
      'cancelled order': ['1', '1'],
      'work hour': ['1.5', '1.5'],
      'work piece': ['12', '12'],
      'work flat': ['1', '1'],
      // 15 of 30 days.
      'periodic flat': ['0.5', '0.5'],
    });
    expect(await gaps()).toEqual([]);
  });

  it('is in this list', async () => {
    const all = METERS.flatMap((meter) => METER_UNITS[meter].map((unit) => `${meter} ${unit}`));
    expect(Object.keys(await charged()).toSorted()).toEqual(all.filter((one) => one !== DECIDED).toSorted());
  });

  it('takes a charge back once its fact is undone, and charges nothing twice', async () => {
    expect(await collectCharges(db, DAYS)).toEqual({ made: 0, undone: 0 });
    await facts.undo();
    await collectCharges(db, DAYS);
    const stands = Object.entries(await charged()).filter(([, [qty, euro]]) => qty !== '0' || euro !== '0');
    // What was counted and what lay in stock has no undo.
    expect(stands.map(([service]) => service).toSorted()).toEqual([
      'count place',
      'storage cbmDay',
      'storage kgDay',
      'storage locationDay',
      'storage palletDay',
      'storage pieceDay',
    ]);
  });
});

describe('a gap', () => {
  it('of what cannot be counted names the record to correct, and is closed by correcting it', async () => {
    const [bare] = await rowsOf(`insert into items (merchant_id, sku, name) values ($1, 'EM-BARE', 'Without sizes') returning id`, [
      month.merchantId,
    ]);
    const [delivery] = await rowsOf(
      `insert into tasks (no, kind, merchant_id, receipt_closed_at) values ('EM-GAP', 'inbound', $1, $2) returning id`,
      [month.merchantId, at(14)],
    );
    await rowsOf(
      `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, task_id) values ($1, $2, $3, 'EM-BARE', 10, 'supplier', 'stock', $4, $5)`,
      [at(14), month.merchantId, bare.id, month.shelfId, delivery.id],
    );
    await collectCharges(db, DAYS);
    expect(await gapOf('inbound.piece cbm')).toMatchObject({ kind: 'notMeasured', mendArea: 'items', mend: 'EM-BARE', count: 1 });
    expect(await gapOf('inbound.carton carton')).toMatchObject({ kind: 'notMeasured', mendArea: 'tasks', mend: 'EM-GAP', count: 1 });
    await rowsOf(`update items set weight = 100, length = 100, width = 100, height = 100 where id = $1`, [bare.id]);
    await rowsOf(`update tasks set received_boxes = 1, received_pallets = 0 where id = $1`, [delivery.id]);
    await collectCharges(db, DAYS);
    expect(await gaps()).toEqual([]);
    expect((await charged())['inbound.piece cbm']).toEqual(['0.01', '0.01']);
  });

  it('of a label without a cost is closed once it is known, and a charge that no price fits says what its fact is like', async () => {
    const [order] = await rowsOf(`select id from tasks where no = 'EM-OUT'`);
    const [parcel] = await rowsOf(`select id from parcels where no = 'EM-P1'`);
    const [label] = await rowsOf(
      `insert into label_purchases (parcel_id, task_id, merchant_id, round, role, carrier_id, shipment_id, country, bought_at) values ($1, $2, $3, 1, 'ship', $4, 'EM-2', 'CH', $5) returning id`,
      [parcel.id, order.id, month.merchantId, month.carrierId, at(15)],
    );
    await rowsOf(
      `insert into quotation_categories (code, name, unit, text, meter, metered_from) values ('Unpriced', 'Unpriced', 'order', '{"en": "Unpriced", "de": "Unpriced", "cn": "Unpriced"}', 'inbound.order', '2025-11-01')`,
    );
    await collectCharges(db, DAYS);
    expect(await gapOf('label.ship cost')).toMatchObject({ kind: 'notMeasured', mendArea: 'parcels', mend: 'EM-P1', count: 1 });
    await rowsOf(`update label_purchases set cost = 900, currency = 'EUR' where id = $1`, [label.id]);
    await collectCharges(db, DAYS);
    expect(await gapOf('label.ship cost')).toBeUndefined();
    expect(await gapOf('Unpriced')).toMatchObject({ kind: 'noPrice', mendArea: null, count: 1, example: { dims: { priority: 'normal' } } });
    expect(
      await rowsOf(`select state from charges c join quotation_categories q on q.id = c.category_id where q.code = 'Unpriced'`),
    ).toEqual([{ state: 'noPrice' }]);
  });
});

import type { Pool } from 'pg';

/**
 * November 2025 of merchant M-1001, written as the rows that its work leaves. The figures are those of the worked example: they are counted
 * here and nowhere else. It imports no product code.
 */

/** One month of facts. `day` is a day of November 2025. */
export const at = (day: number, hour = 10): string => `2025-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;

export type Month = {
  merchantId: string;
  itemId: string;
  shelfId: string;
  palletPlaceId: string;
  carrierId: string;
  storehouseId: string;
  userId: string;
};

export async function openMonth(pool: Pool): Promise<Month> {
  const one = async (text: string, values: unknown[] = []): Promise<string> => (await pool.query(text, values)).rows[0].id;
  const merchantId = await one(`select id from merchants where no = 'M-1001'`);
  return {
    merchantId,
    itemId: await one(
      `insert into items (merchant_id, sku, name, weight, length, width, height) values ($1, 'MONTH-1', 'A thing', 500, 200, 100, 50) returning id`,
      [merchantId],
    ),
    shelfId: await one(
      `insert into compartments (warehouse_id, code, kind) values ((select id from warehouses where code = 'HH-A'), 'M-SHELF', 'shelf') returning id`,
    ),
    palletPlaceId: await one(
      `insert into compartments (warehouse_id, code, kind) values ((select id from warehouses where code = 'HH-P'), 'M-PALLET', 'floor') returning id`,
    ),
    carrierId: await one(`select id from carriers where api = 'simulated' order by sort_at limit 1`),
    storehouseId: await one(`select id from storehouses where code = 'HH'`),
    userId: await one(`select id from users where account = 'admin@kontor.example'`),
  };
}

type Shipped = { at: string; merchantId?: string; fromId?: string; count?: number };
/** Orders of one piece each that left, named `no`, or `no-1` and so on if there are several. */
export async function shipOrders(pool: Pool, month: Month, no: string, { at: when, count = 1, ...over }: Shipped): Promise<void> {
  const { merchantId = month.merchantId, fromId = month.shelfId } = over;
  await pool.query(
    `with t as (insert into tasks (no, kind, merchant_id) select $1 || case when $6::int > 1 then '-' || n else '' end, 'outbound', $2 from generate_series(1, $6::int) n returning id)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, task_id) select $5::timestamptz, $2, $3, 'MONTH-1', 1, 'stock', $4, 'customer', id from t`,
    [no, merchantId, month.itemId, fromId, when, count],
  );
}

type Rule = {
  bands: readonly (readonly [number, number])[];
  mode?: string;
  per?: string;
  conditions?: readonly (readonly [string, string])[];
};

/** A category that counts a meter from 31 October 2025 on, with its prices in the tariff. @returns its id */
export async function price(pool: Pool, tariffId: string, code: string, meter: string, unit: string, ...rules: Rule[]): Promise<string> {
  const { rows } = await pool.query(
    `insert into quotation_categories (code, name, unit, text, meter, metered_from, position) values ($1, $1, $2, $3, $4, '2025-10-31', 50) returning id`,
    [code, unit, JSON.stringify({ en: code, de: code, cn: code }), meter],
  );
  for (const { bands, mode = 'tier', per = 'fact', conditions = [] } of rules)
    await pool.query(
      `insert into price_rules (name, tariff_id, category_id, bands, mode, per, conditions) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        code,
        tariffId,
        rows[0].id,
        JSON.stringify(bands.map(([from, unitPrice]) => ({ id: crypto.randomUUID(), from: from * 1000, price: unitPrice }))),
        mode,
        per,
        JSON.stringify(conditions.map(([dimension, value]) => ({ id: crypto.randomUUID(), dimension, value }))),
      ],
    );
  return rows[0].id;
}

export const draftTariff = async (pool: Pool, validFrom: string): Promise<string> =>
  (await pool.query(`insert into tariffs (name, valid_from) values ('Of the month', $1) returning id`, [validFrom])).rows[0].id;
export const activate = (pool: Pool, id: string, validTo: string): Promise<unknown> =>
  pool.query(`update tariffs set status = 'active', activated_at = now(), valid_to = $2 where id = $1`, [id, validTo]);

/** One container of 40 feet, one delivery of 12 pallets with 3,600 pieces, stored for 31 days from 31 October on. */
export async function receiveMonth(pool: Pool, { merchantId, itemId, shelfId, palletPlaceId, storehouseId }: Month): Promise<void> {
  await pool.query(
    `with t as (insert into tasks (no, kind, merchant_id) values ('MC-1', 'container', $1) returning id)
     insert into containers (id, no, merchant_id, container_no, size_type, devanned_at) select id, 'MC-1', $1, 'MSKU3333332', '45G1', $2 from t`,
    [merchantId, '2025-10-31T09:00:00Z'],
  );
  await pool.query(
    `with t as (insert into tasks (no, kind, merchant_id, receipt_closed_at, received_pallets) values ('MI-1', 'inbound', $1, $4, 12) returning id),
       l as (insert into task_lines (task_id, merchant_id, item_id, sku, name, ordered, received) select id, $1, $2, 'MONTH-1', 'A thing', 3600, 3600 from t returning id, task_id)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, task_id, line_id)
       select $4::timestamptz, $1, $2, 'MONTH-1', 300, 'supplier', 'stock', $3, l.task_id, l.id from l, generate_series(1, 12)`,
    [merchantId, itemId, shelfId, '2025-10-31T11:00:00Z'],
  );
  await pool.query(
    `with u as (insert into merged_units (code, kind, merchant_id, compartment_id) select 'MU-' || n, 'pallet', $1, $3 from generate_series(1, 12) n returning id)
     insert into storage_days (day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in)
       select d::date, $4, $1, $3, u.id, $2, 300, 300000000, 150000, '2025-10-31' from u, generate_series('2025-10-31'::date, '2025-11-30'::date, interval '1 day') d`,
    [merchantId, itemId, palletPlaceId, storehouseId],
  );
}

/**
 * 420 orders: 85 have two lines, so 505 lines; the first lines of 105 orders have two pieces, so 610 pieces; 11 have two parcels, so 431.
 * Labels: 200 at 3.49, 130 at 3.89, 71 at 4.49, 30 at 5.10, and two that were voided.
 */
export async function shipMonth(pool: Pool, { merchantId, itemId, shelfId, carrierId }: Month): Promise<void> {
  await pool.query(
    `with t as (insert into tasks (no, kind, merchant_id, carrier_id, consignee)
         select 'MO-' || n, 'outbound', $1, $4, '{"country": "DE"}' from generate_series(1, 420) n returning id, no, substr(no, 4)::int as n),
       l as (insert into task_lines (task_id, merchant_id, item_id, sku, name, ordered, picked, packed, shipped, position)
         select t.id, $1, $2, 'MONTH-1', 'A thing', q, q, q, q, k from t cross join generate_series(1, case when t.n <= 85 then 2 else 1 end) k
           cross join lateral (select case when k = 1 and t.n > 315 then 2 else 1 end as q) x returning id, task_id, ordered)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, task_id, line_id)
       select '2025-11-03T10:00:00Z'::timestamptz + make_interval(days => t.n % 25), $1, $2, 'MONTH-1', l.ordered, 'stock', $3, 'customer', l.task_id, l.id from l join t on t.id = l.task_id`,
    [merchantId, itemId, shelfId, carrierId],
  );
  await pool.query(
    `insert into parcels (no, task_id, task_no, merchant_id, seq, state, carrier_id, weight, closed_at, handed_over_at)
       select t.no || '/' || k, t.id, t.no, $1, k, 'handedOver', $2, 900, '2025-11-03T09:00:00Z', '2025-11-03T10:00:00Z'::timestamptz + make_interval(days => substr(t.no, 4)::int % 25)
       from tasks t cross join generate_series(1, case when substr(t.no, 4)::int <= 11 then 2 else 1 end) k where t.no like 'MO-%'`,
    [merchantId, carrierId],
  );
  await pool.query(
    `insert into label_purchases (parcel_id, task_id, merchant_id, round, role, carrier_id, shipment_id, weight, country, cost, currency, bought_at)
       select p.id, p.task_id, $1, 0, 'ship', $2, 'MS-' || n, 900, 'DE', case when n <= 200 then 349 when n <= 330 then 389 when n <= 401 then 449 else 510 end, 'EUR', p.handed_over_at
       from (select p.*, row_number() over (order by p.no) as n from parcels p where p.no like 'MO-%') p`,
    [merchantId, carrierId],
  );
  await pool.query(
    `insert into label_purchases (parcel_id, task_id, merchant_id, round, role, carrier_id, shipment_id, weight, country, cost, currency, bought_at, voided_at)
       select p.id, p.task_id, $1, 0, 'ship', $2, 'MV-' || p.no, 900, 'DE', 510, 'EUR', p.handed_over_at, p.handed_over_at
       from parcels p where p.no in ('MO-1/1', 'MO-2/1')`,
    [merchantId, carrierId],
  );
}

/** 18 returns of one piece: 15 are restocked, 3 are scrapped; 2.25 hours of work; a fixed fee for the month. */
export async function serveMonth(pool: Pool, { merchantId, itemId, shelfId, userId }: Month, workId: string, feeId: string): Promise<void> {
  await pool.query(
    `with t as (insert into tasks (no, kind, merchant_id, receipt_closed_at) select 'MR-' || n, 'retour', $1, $4 from generate_series(1, 18) n returning id, substr(no, 4)::int as n)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, reason, task_id)
       select $4::timestamptz, $1, $2, 'MONTH-1', 1, 'customer', case when n <= 15 then 'stock' else 'scrap' end, case when n <= 15 then $3::uuid end, case when n <= 15 then 'restock' else 'scrap' end, t.id from t`,
    [merchantId, itemId, shelfId, at(20)],
  );
  await pool.query(
    `insert into work_entries (merchant_id, category_id, worked_on, user_id, minutes, note, approved_at, approved_by) values ($1, $2, '2025-11-12', $3, 135, 'Relabelled', $4, $3)`,
    [merchantId, workId, userId, at(13)],
  );
  await pool.query(
    `insert into merchant_terms (merchant_id, valid_from, valid_to, minimum, free_days, fee_ids) values ($1, '2025-11-01', '2025-11-30', 150000, 7, array[$2::uuid]),
       ($1, '2025-10-01', '2025-10-31', 0, 7, '{}')`,
    [merchantId, feeId],
  );
}

/** The prices of the worked example, in ten-thousandths of a euro, and all facts of the month. */
export async function chargedMonth(pool: Pool, month: Month): Promise<void> {
  const tariff = await draftTariff(pool, '2025-10-01');
  const flat = (unitPrice: number) => ({ bands: [[0, unitPrice]] as const });
  await price(pool, tariff, 'X-CONT', 'inbound.container', 'container', { ...flat(2_800_000), conditions: [['containerType', '40']] });
  await price(pool, tariff, 'X-INPAL', 'inbound.pallet', 'pallet', flat(85_000));
  await price(pool, tariff, 'X-INPC', 'inbound.piece', 'piece', flat(800));
  await price(pool, tariff, 'X-STORE', 'storage', 'palletDay', flat(3500));
  await price(pool, tariff, 'X-ORDER', 'out.order', 'order', flat(12_500));
  await price(pool, tariff, 'X-LINE', 'out.line', 'line', flat(1000));
  const pick = [
    [0, 12_000],
    [1, 3500],
  ] as const;
  await price(pool, tariff, 'X-PICK', 'out.piece', 'piece', { bands: pick, mode: 'graduated', per: 'order' });
  await price(pool, tariff, 'X-SHIP', 'out.parcel', 'parcel', flat(6000));
  await price(pool, tariff, 'X-PRINT', 'label.ship', 'label', flat(425));
  await price(pool, tariff, 'X-LABEL', 'label.ship', 'cost', flat(10_600));
  await price(pool, tariff, 'X-RET', 'return.order', 'return', flat(19_500));
  await price(
    pool,
    tariff,
    'X-RETPC',
    'return.piece',
    'piece',
    { ...flat(5000), conditions: [['outcome', 'restock']] },
    { ...flat(8000), conditions: [['outcome', 'scrap']] },
  );
  await price(pool, tariff, 'X-DISP', 'disposal', 'piece', flat(2500));
  const work = await price(pool, tariff, 'X-WORK', 'work', 'hour', flat(380_000));
  const fee = await price(pool, tariff, 'X-FEE', 'periodic', 'flat', flat(490_000));
  await activate(pool, tariff, '2025-12-31');
  await receiveMonth(pool, month);
  await shipMonth(pool, month);
  await serveMonth(pool, month, work, fee);
}

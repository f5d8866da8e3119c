import type { Pool } from 'pg';
import { at, type Month } from './charged-month.ts';

/**
 * Facts of November 2025 that the worked example has not, one or a few of each meter, written as the rows that the work leaves, and how each
 * of them is undone. It imports no product code.
 */
export async function eachMeter(pool: Pool, { merchantId, itemId, shelfId, carrierId, storehouseId, userId }: Month) {
  const one = async (text: string, values: unknown[] = []): Promise<string> => (await pool.query(text, values)).rows[0].id;
  const run = (text: string, values: unknown[] = []) => pool.query(text, values);

  /** A delivery of 40 pieces in two lines, on 2 pallets and in 30 cartons. */
  const delivery = await one(
    `insert into tasks (no, kind, merchant_id, receipt_closed_at, received_pallets, received_boxes) values ('EM-IN', 'inbound', $1, $2, 2, 30) returning id`,
    [merchantId, at(4)],
  );
  const lines = await run(
    `insert into task_lines (task_id, merchant_id, item_id, sku, name, received) select $1, $2, $3, 'MONTH-1', 'A thing', 20 from generate_series(1, 2) returning id`,
    [delivery, merchantId, itemId],
  );
  for (const { id } of lines.rows)
    await run(
      `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, task_id, line_id) values ($1, $2, $3, 'MONTH-1', 20, 'supplier', 'stock', $4, $5, $6)`,
      [at(4), merchantId, itemId, shelfId, delivery, id],
    );
  const container = await one(
    `with t as (insert into tasks (no, kind, merchant_id) values ('EM-C', 'container', $1) returning id)
     insert into containers (id, no, merchant_id, container_no, size_type, devanned_at) select id, 'EM-C', $1, 'MSKU3333348', '22G1', $2 from t returning id`,
    [merchantId, at(4)],
  );

  /** An order of three pieces in one line, that left as a parcel in a carton and as a pallet. */
  const order = await one(
    `insert into tasks (no, kind, merchant_id, carrier_id, consignee) values ('EM-OUT', 'outbound', $1, $2, '{"country": "DE"}') returning id`,
    [merchantId, carrierId],
  );
  const line = await one(
    `insert into task_lines (task_id, merchant_id, item_id, sku, name) values ($1, $2, $3, 'MONTH-1', 'A thing') returning id`,
    [order, merchantId, itemId],
  );
  const left = await one(
    `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, task_id, line_id) values ($1, $2, $3, 'MONTH-1', 3, 'stock', $4, 'customer', $5, $6) returning id`,
    [at(6), merchantId, itemId, shelfId, order, line],
  );
  const carton = await one(`insert into items (sku, name, kind) values ('EM-CARTON', 'Carton', 'packaging') returning id`);
  const parcel = await one(
    `insert into parcels (no, task_id, task_no, merchant_id, seq, state, kind, carrier_id, weight, packaging_id, closed_at, handed_over_at)
       values ('EM-P1', $1, 'EM-OUT', $2, 1, 'handedOver', 'parcel', $3, 900, $4, $5, $5) returning id`,
    [order, merchantId, carrierId, carton, at(6)],
  );
  const pallet = await one(
    `insert into parcels (no, task_id, task_no, merchant_id, seq, state, kind, carrier_id, weight, closed_at, handed_over_at)
       values ('EM-P2', $1, 'EM-OUT', $2, 2, 'handedOver', 'pallet', $3, 90000, $4, $4) returning id`,
    [order, merchantId, carrierId, at(6)],
  );
  /** Labels of 4.00 to the customer and 3.00 for the way back. */
  const labels = await run(
    `insert into label_purchases (parcel_id, task_id, merchant_id, round, role, carrier_id, shipment_id, country, cost, currency, bought_at)
       select $1, $2, $3, 0, role, $4, 'EM-' || role, 'DE', cost, 'EUR', $5::timestamptz from (values ('ship', 400), ('return', 300)) v(role, cost) returning id`,
    [parcel, order, merchantId, carrierId, at(6)],
  );

  /** A return of two pieces, one of which is put back and one thrown away. */
  const comeBack = await one(
    `insert into tasks (no, kind, merchant_id, receipt_closed_at) values ('EM-RET', 'retour', $1, $2) returning id`,
    [merchantId, at(20)],
  );
  const returned = await run(
    `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, reason, task_id)
       select $1::timestamptz, $2, $3, 'MONTH-1', 1, 'customer', place, case place when 'stock' then $4::uuid end, reason, $5 from (values ('stock', 'restock'), ('scrap', 'scrap')) v(place, reason) returning id`,
    [at(20), merchantId, itemId, shelfId, comeBack],
  );

  const scan = (act: string, n: number, taskId: string | null = null): Promise<string> =>
    one(
      `insert into scans (device_id, seq, at, profile, source, code, act, body, outcome, merchant_id, task_id)
         values (gen_random_uuid(), $1, $2, 'loggingScan', 'typed', 'X', $3, '{}', 'applied', $4, $5) returning id`,
      [n, at(7), act, merchantId, taskId],
    );
  const scans = [await scan('swapLabel', 1), await scan('bindSerial', 2), await scan('bindSerial', 3)];
  const counted = await one(`insert into counts (no, compartment_ids) values ('EM-COUNT', array[$1::uuid]) returning id`, [shelfId]);
  await run(`insert into count_lines (count_id, round, compartment_id, merchant_id, item_id) values ($1, 1, $2, $3, $4)`, [
    counted,
    shelfId,
    merchantId,
    itemId,
  ]);
  await run(`insert into count_places (count_id, round, compartment_id, at) values ($1, 1, $2, $3)`, [counted, shelfId, at(8)]);

  /** A transport of 250.00 and a collection of 80.00, each ended with the order that it became. */
  const accepted = (taskId: string, price: number) =>
    run(
      `insert into offers (task_id, merchant_id, carrier_id, state, price, currency, weight) values ($1, $2, $3, 'accepted', $4, 'EUR', 100000)`,
      [taskId, merchantId, carrierId, price],
    );
  const service = (no: string, kind: string, closedAt: string | null): Promise<string> =>
    one(`insert into tasks (no, kind, merchant_id, closed_at) values ($1, $2, $3, $4) returning id`, [no, kind, merchantId, closedAt]);
  const transport = await service('EM-T-END', 'outbound', at(9));
  const quote = await service('EM-T', 'transportQuote', null);
  await run(`insert into transport_quotes (id, no, merchant_id, pieces, order_id) values ($1, 'EM-T', $2, '1 pallet', $3)`, [
    quote,
    merchantId,
    transport,
  ]);
  await accepted(quote, 25_000);
  const collection = await service('EM-K-END', 'collectOrder', at(9));
  const request = await service('EM-K', 'collectRequest', null);
  await run(
    `insert into collections (id, no, kind, merchant_id, goods, pickup_date, order_id)
       values ($1, 'EM-K-END', 'collectOrder', $3, '1 pallet', '2025-11-09', null), ($2, 'EM-K', 'collectRequest', $3, '1 pallet', '2025-11-09', $1)`,
    [collection, request, merchantId],
  );
  await accepted(request, 8000);
  const transports = [transport, collection];

  /** An order of which something was picked when it was cancelled. */
  const cancelled = await one(
    `insert into tasks (no, kind, merchant_id, cancel_reason, deleted_at) values ('EM-CANCEL', 'outbound', $1, 'customer', $2) returning id`,
    [merchantId, at(9)],
  );
  await scan('pick', 4, cancelled);

  /** Two days on which 100 pieces lay on two pallets in one place: 50 kg, 0.1 m³. */
  await run(
    `with u as (insert into merged_units (code, kind, merchant_id, compartment_id) select 'EM-U' || n, 'pallet', $1, $3 from generate_series(1, 2) n returning id)
     insert into storage_days (day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in)
       select d::date, $4, $1, $3, u.id, $2, 50, 50000000, 25000, '2025-11-04' from u, generate_series('2025-11-10'::date, '2025-11-11'::date, interval '1 day') d`,
    [merchantId, itemId, shelfId, storehouseId],
  );

  /** 90 minutes, 12 pieces and one flat piece of work; a fee from the 16th on, that is for half of the month. */
  const work = async (serviceId: string, minutes: number, pieces: number): Promise<string> =>
    one(
      `insert into work_entries (merchant_id, category_id, worked_on, user_id, minutes, pieces, note, approved_at, approved_by) values ($1, $2, '2025-11-12', $3, $4, $5, 'EM', $6, $3) returning id`,
      [merchantId, serviceId, userId, minutes, pieces, at(13)],
    );
  const terms = (feeId: string): Promise<string> =>
    one(
      `insert into merchant_terms (merchant_id, valid_from, valid_to, fee_ids) values ($1, '2025-11-16', '2025-11-30', array[$2::uuid]) returning id`,
      [merchantId, feeId],
    );

  const reverse = (id: string) =>
    run(
      `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, to_id, task_id, line_id, reverses_id)
         select now(), merchant_id, item_id, sku, qty, to_place, to_id, from_place, from_id, task_id, line_id, id from stock_moves where id = $1`,
      [id],
    );
  /** Takes every fact back but the counted place and the days in stock, which cannot be undone. */
  const undo = async (): Promise<void> => {
    await run(`update tasks set receipt_closed_at = null where id = any($1)`, [[delivery, comeBack]]);
    await run(`update containers set devanned_at = null where id = $1`, [container]);
    const { rows } = await run(`select id from stock_moves where task_id = $1`, [delivery]);
    for (const { id } of [...rows, { id: left }, ...returned.rows]) await reverse(id);
    await run(`update parcels set handed_over_at = null, closed_at = null, packaging_id = null, state = 'open' where id = any($1)`, [
      [parcel, pallet],
    ]);
    await run(`update label_purchases set voided_at = now() where id = any($1)`, [labels.rows.map(({ id }) => id)]);
    for (const id of scans)
      await run(
        `insert into scans (device_id, seq, at, profile, source, code, act, body, outcome, merchant_id, undoes)
           select device_id, seq + 100, now(), profile, source, code, 'undo', '{}', 'applied', merchant_id, id from scans where id = $1`,
        [id],
      );
    await run(`update tasks set closed_at = null where id = any($1)`, [transports]);
    await run(`update tasks set deleted_at = null, cancel_reason = '' where id = $1`, [cancelled]);
    await run(`update work_entries set approved_at = null, approved_by = null where note = 'EM'`);
    await run(`update merchant_terms set deleted_at = now() where valid_from = '2025-11-16' and merchant_id = $1`, [merchantId]);
  };
  return { work, terms, undo };
}

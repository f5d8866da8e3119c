import type { Pool } from 'pg';
import { activate, draftTariff, type Month, price } from '../support/charged-month.ts';

const FACTS = 100_000;

/** A tariff of two bands for each piece that leaves, and so many shipped rows of November 2025. @returns the id of the service */
export async function shipFacts(pool: Pool, { merchantId, itemId, shelfId }: Month): Promise<string> {
  const tariff = await draftTariff(pool, '2025-10-31');
  const id = await price(pool, tariff, 'BENCH-PIECE', 'out.piece', 'piece', {
    bands: [
      [0, 1200],
      [10, 900],
    ],
  });
  await activate(pool, tariff, '2025-12-31');
  await pool.query(
    `with t as (insert into tasks (no, kind, merchant_id, consignee) select 'BENCH-' || n, 'outbound', $1, '{"country": "DE"}' from generate_series(1, $4::int / 10) n returning id, no)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, task_id)
       select '2025-11-03T10:00:00Z'::timestamptz + make_interval(days => (substr(t.no, 7)::int + k) % 25), $1, $2, 'MONTH-1', 1 + k % 12, 'stock', $3, 'customer', t.id from t, generate_series(1, 10) k`,
    [merchantId, itemId, shelfId, FACTS],
  );
  await pool.query('analyze');
  return id;
}

import type { Pool } from 'pg';

/** What the list bench filters by, and words that few and many rows have. */
export const RARE = 'qzx';
export const BROAD = 'oak';

/** What a bare page reads. */
export const BARE_COLUMNS = 'id, sku, name, kind, barcode, category, merchant_id, supplier_id, price, weight, sort_at';

/**
 * Fills the items up to a count, newest last. Triggers stay off: they would give every row its audit entry and its event, which no
 * list reads. The search index is made anew afterwards, as it would be after any load of this size.
 */
export async function fillItems(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from items');
    const from = (rows[0]?.n ?? 0) + 1;
    const { rows: indexes } = await client.query<{ indexdef: string }>(`select indexdef from pg_indexes where indexname = 'items_search'`);
    await client.query('begin');
    await client.query('drop index items_search');
    await client.query('alter table items disable trigger user');
    await client.query(
      `insert into items (sort_at, sku, name, merchant_id, kind, barcode, category, supplier_id, price, weight)
       select timestamptz '2020-01-01Z' + i * interval '1 millisecond', 'SKU-' || lpad(i::text, 8, '0'),
         (array['Walnut', 'Linen', 'Enamel', 'Copper', 'Wool', 'Oak', 'Slate', 'Brass'])[1 + i % 8] || ' '
           || (array['tray', 'runner', 'mug', 'can', 'blanket', 'board', 'bowl', 'lamp', 'pen'])[1 + i % 9] || ' ' || substr(md5(i::text), 1, 6)
           || case when i % 5000 = 0 then ' ${RARE}' else '' end,
         m.ids[1 + i % array_length(m.ids, 1)], (array['physical', 'physical', 'physical', 'logical', 'packedProduct'])[1 + i % 5],
         (4000000000000 + i)::text, (array['Kitchen', 'Home', 'Garden', 'Office'])[1 + i % 4], s.ids[1 + i % array_length(s.ids, 1)],
         100 + i % 9900, 10 + i % 5000
       from generate_series($1::int, $2::int) i, (select array_agg(id) ids from merchants) m, (select array_agg(id) ids from suppliers) s`,
      [from, count],
    );
    await client.query('alter table items enable trigger user');
    if (indexes[0]) await client.query(indexes[0].indexdef);
    await client.query('commit');
    await client.query('vacuum analyze items');
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
}

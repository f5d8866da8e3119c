import type { Pool, PoolClient } from 'pg';

/** A word that only the oldest order has. */
export const OLD_WORD = 'amaranth';
/** The newest orders are still open, and none of them was worked on: as many in an old house as in a young one. */
const OPEN = 1_000;
const openOrders = `least(${OPEN}, $1::int / 10)`;

/** Rising ids, one series a table, so that rows find each other by their number and indexes grow at one end. */
const id = (series: string, number: string): string => `('01800000-0000-7000-${series}-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const sortAt = (number: string): string => `timestamptz '2024-01-01Z' + ${number} * interval '20 second'`;
const at = (number: string): string => `date_trunc('milliseconds', ${sortAt(number)})`;

/** The n-th merchant's m-th item lies on a shelf of its own; eight carts and one table take what is picked. */
const SETUP = `
create temporary table bench_items on commit drop as
  select row_number() over (order by i.merchant_id, i.sku) - 1 as n, i.id, i.sku, i.name, i.merchant_id from items i join merchants m on m.id = i.merchant_id
  where i.deleted_at is null and i.serial_mode = 'none';
create temporary table bench_shelves on commit drop as
  select row_number() over (order by code) - 1 as n, id, code from compartments where kind = 'shelf' and deleted_at is null;
create temporary table bench_carts on commit drop as
  select row_number() over (order by code) - 1 as n, id, code from compartments where kind = 'cart' and deleted_at is null;
create temporary table bench_lines on commit drop as
  select l.n, l.task, l.open, l.item % (select count(*) from bench_items) as item, l.task % 8 as cart, 1 + l.n % 3 as qty, l.position
  from (select i * 2 + p as n, i as task, i > $1::int - ${openOrders} as open, i * 7 + p as item, p as position
    from generate_series(1, $1::int) i cross join generate_series(0, 1) p where p = 0 or i % 2 = 0) l;
create index on bench_lines (task);
analyze bench_items; analyze bench_lines`;

const shelf = `join bench_shelves s on s.n = i.n % (select count(*) from bench_shelves)`;
const cart = `join bench_carts c on c.n = l.cart % (select count(*) from bench_carts)`;
const item = 'join bench_items i on i.n = l.item';
const MOVE =
  '(id, sort_at, created_at, at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, to_id, reason, task_id, line_id, scan_id)';

/** Each table by one statement; `$1` is the number of orders. */
const TABLES: readonly [table: string, statement: string][] = [
  [
    'tasks',
    `insert into tasks (id, sort_at, created_at, updated_at, no, kind, merchant_id, status, status_since, source, ref_order_id, ordered_at, actual_ship_at, closed_at, allocated_at,
       pieces, picked, packed, shipped, parcel_count, remark, carrier_id, cut_off_at)
     select ${id('8001', 'i')}, ${sortAt('i')}, ${at('i')}, ${at('i')}, 'G-' || i, 'outbound', b.merchant_id, case when o.open then 'inProcess' else 'finish' end, ${at('i')}, 'growth', 'R' || i,
       ${at('i')}, case when not o.open then ${at('i')} end, case when not o.open then ${at('i')} end, case when not o.open then ${at('i')} end,
       l.qty, l.done, l.done, l.done, case when o.open then 0 else 1 end, case when i = 1 then '${OLD_WORD}' else substr(md5(i::text), 1, 8) end, k.id, ${at('i')}
     from generate_series(1, $1::int) i
     cross join lateral (select i > $1::int - ${openOrders} as open) o
     cross join lateral (select sum(qty)::int as qty, (case when o.open then 0 else sum(qty) end)::int as done, min(item) as item from bench_lines where task = i) l
     join bench_items b on b.n = l.item cross join (select id from carriers order by code limit 1) k`,
  ],
  [
    'task_lines',
    `insert into task_lines (id, sort_at, created_at, task_id, merchant_id, item_id, sku, name, ordered, picked, packed, shipped, position)
     select ${id('8002', 'l.n')}, ${sortAt('l.task')} + l.position * interval '1 millisecond', ${at('l.task')}, ${id('8001', 'l.task')}, i.merchant_id, i.id, i.sku, i.name, l.qty,
       d.qty, d.qty, d.qty, l.position from bench_lines l ${item} cross join lateral (select case when l.open then 0 else l.qty end as qty) d`,
  ],
  [
    'scans',
    `insert into scans (id, sort_at, created_at, device_id, seq, at, profile, source, code, act, body, outcome, task_id, merchant_id)
     select ${id('8003', 'i * 2 + p')}, ${sortAt('i')} + p * interval '1 millisecond', ${at('i')}, ${id('8004', 'i % 8')}, (i / 8 - case when i % 8 = 0 then 1 else 0 end) * 2 + p + 1, ${at('i')},
       'pickingScan', 'wedge', '4012345000016', 'pick', '{}', 'applied', ${id('8001', 'i')}, null from generate_series(1, $1::int) i cross join generate_series(0, 1) p`,
  ],
  [
    'scan_devices',
    `insert into scan_devices (id, last_seq) select device_id, count(*) from scans where device_id = any(array(select ${id('8004', 'd')} from generate_series(0, 7) d)) group by 1`,
  ],
  [
    'parcels',
    `insert into parcels (id, sort_at, created_at, no, task_id, task_no, merchant_id, state, pieces, carrier_id, tracking_no, label_state, closed_at, handed_over_at, delivered_at)
     select ${id('8005', 'i')}, ${sortAt('i')}, ${at('i')}, 'GP-' || i, t.id, t.no, t.merchant_id, 'delivered', t.shipped, t.carrier_id, 'TR' || lpad(i::text, 10, '0'), 'bought', ${at('i')}, ${at('i')}, ${at('i')}
     from generate_series(1, $1::int - ${openOrders}) i join tasks t on t.id = ${id('8001', 'i')}`,
  ],
  [
    'parcel_contents',
    `insert into parcel_contents (parcel_id, line_id, qty) select ${id('8005', 'l.task')}, ${id('8002', 'l.n')}, l.qty from bench_lines l where not l.open`,
  ],
  [
    'stock_moves',
    `insert into stock_moves ${MOVE}
     select ${id('8006', 'i.n')}, ${sortAt('0')} - (i.n + 1) * interval '1 second', ${at('0')} - (i.n + 1) * interval '1 second', ${at('0')}, i.merchant_id, i.id, i.sku, 100000 + coalesce(u.qty, 0), 'supplier', null, 'stock', s.id,
       'growth', null, null, null from bench_items i ${shelf} left join (select item, sum(qty)::int as qty from bench_lines where not open group by 1) u on u.item = i.n
     union all
     select ${id('8007', 'l.n')}, ${sortAt('l.task')} + l.position * interval '1 millisecond', ${at('l.task')}, ${at('l.task')}, i.merchant_id, i.id, i.sku, l.qty, 'stock', s.id, 'stock', c.id, 'pick',
       ${id('8001', 'l.task')}, ${id('8002', 'l.n')}, ${id('8003', 'l.task * 2 + l.position')} from bench_lines l ${item} ${shelf} ${cart} where not l.open
     union all
     select ${id('8008', 'l.n')}, ${sortAt('l.task')} + (2 + l.position) * interval '1 millisecond', ${at('l.task')}, ${at('l.task')}, i.merchant_id, i.id, i.sku, l.qty, 'stock', c.id, 'customer', null, 'ship',
       ${id('8001', 'l.task')}, ${id('8002', 'l.n')}, null from bench_lines l ${item} ${cart} where not l.open`,
  ],
  [
    'stock_balances',
    `insert into stock_balances as b (sort_at, merchant_id, item_id, sku, item_name, compartment_id, place, on_hand)
     select timestamptz '2023-06-01Z' + i.n * interval '1 second', i.merchant_id, i.id, i.sku, i.name, s.id, s.code, 100000 from bench_items i ${shelf}
     on conflict on constraint stock_balances_key do update set on_hand = b.on_hand + excluded.on_hand`,
  ],
  [
    'task_events',
    `insert into task_events (id, task_id, command, from_status, to_status, at)
     select ${id('8009', 'i * 2')}, ${id('8001', 'i')}, 'status', null, 'inProcess', ${at('i')} from generate_series(1, $1::int) i
     union all
     select ${id('8009', 'i * 2 + 1')}, ${id('8001', 'i')}, 'status', 'inProcess', 'finish', ${at('i')} from generate_series(1, $1::int - ${openOrders}) i`,
  ],
  [
    'audit_log',
    `insert into audit_log (at, area, row_id, action, before, after)
     select ${at('i')}, 'tasks', ${id('8001', 'i')}, case when p = 0 then 'create' else 'update' end, '{"status":"inProcess"}', '{"status":"finished"}'
     from generate_series(1, $1::int) i cross join generate_series(0, 3) p where p < 3 or i % 2 = 0`,
  ],
];

/** Indexes of words are made anew afterwards, as after any load of this size: filled row by row they take many times as long. */
async function withoutWords(client: PoolClient, table: string, run: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = $1 and indexdef like '%using gin%'`,
    [table],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  await run();
  for (const { indexdef } of rows) await client.query(indexdef);
}

/**
 * So many orders with everything that hangs on them, set by set, on the sample business. Triggers stay off: they would write an event for each
 * row. The books agree: the stock proof holds on it.
 */
export async function fillOrders(pool: Pool, orders: number, tell: (text: string) => void = () => undefined): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    await client.query('begin');
    for (const statement of SETUP.split(';')) await client.query(statement, statement.includes('$1') ? [orders] : []);
    for (const [table, statement] of TABLES) {
      const begun = performance.now();
      await withoutWords(client, table, () => client.query(statement, statement.includes('$1') ? [orders] : []));
      tell(`${table}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    await client.query('commit');
    await client.query('vacuum analyze');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await client.query('reset all');
    client.release();
  }
}

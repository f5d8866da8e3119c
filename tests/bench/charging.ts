import { Pool } from 'pg';
import { addDays, houseToday } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import { collectCharges, NIGHTLY_DAYS } from '../../server/modules/billing/collect-charges.ts';
import { roundingCosts } from '../../server/modules/money/rounding-costs.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import type { BuiltServer } from '../support/built.ts';
import { activate, draftTariff, type Month, openMonth, price, shipOrders } from '../support/charged-month.ts';
import { cpuMeter } from './cpu.ts';
import { ms, quantile, type Table, times } from './measure.ts';
import { atRate, openStations, type Station } from './scans.ts';
import { shipFacts } from './shipped-facts.ts';

/** What charging costs: the scans beside it, the same facts in bare SQL, a night over storage, and the sheet of rounding. Both sides by turns. */

const TURNS = 7;
const SCAN_SECONDS = 60;
const ASKED_SECONDS = 15;
const RATE = 25;
/** Orders that leave in a minute. */
const SHIPPED = 60;
/** A month of last year, far enough back for the sample. */
const DAYS = 2_000;
const PALLETS = 2_000;
/** Days that a night reads of storage. */
const STORED_DAYS = 78;
const INVOICES = 5_000;
const LINES_OF_INVOICE = 10;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Writes rows as they are, without the triggers that what a person does goes through. */
async function asRows(pool: Pool, write: (query: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await write((text, values) => client.query(text, values));
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** Services are counted or not; the house collects each minute either way. `asked`: a person asks for a collection of 45 days, and again once it is done. */
const SIDES = ['without', 'with', 'asked'] as const;
type Side = (typeof SIDES)[number];

/** Scans of one turn: a whole minute, so that the collection of a minute runs beside them once. */
async function scanTurn(server: BuiltServer, stations: Station[], token: string, side: Side): Promise<number[]> {
  const asking = { on: side === 'asked' };
  const asked = (async () => {
    while (asking.on) await server.call('POST', '/v0/charges/collect', {}, token);
  })();
  const taken = await atRate(server, stations, RATE, asking.on ? ASKED_SECONDS : SCAN_SECONDS);
  asking.on = false;
  await asked;
  return taken;
}

type Of = { token: string; name: string; month: Month };

async function scans(server: BuiltServer, pool: Pool, { token, name, month }: Of): Promise<Table> {
  await server.call('POST', '/v0/charges/collect', {}, token);
  const stations = await openStations(server, pool);
  await atRate(server, stations, RATE, 5);
  const cpu = cpuMeter(pool, server.pid, name);
  const taken: Record<Side, number[][]> = { without: [], with: [], asked: [] };
  const used: Record<Side, number[]> = { without: [], with: [], asked: [] };
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const side of SIDES) {
      await pool.query(`update quotation_categories set active = $1 where meter is not null`, [side !== 'without']);
      await shipOrders(pool, month, `MINUTE-${turn}-${side}`, { at: new Date().toISOString(), count: SHIPPED });
      const before = await cpu();
      const times = await scanTurn(server, stations, token, side);
      const after = await cpu();
      taken[side].push(times);
      used[side].push((after.server + after.database - before.server - before.database) / times.length);
    }
  const middle = (side: Side, q: number): number =>
    quantile(
      taken[side].map((times) => quantile(times, q)),
      0.5,
    );
  const ratio = (of: (side: Side) => number): string => `${(of('with') / of('without')).toFixed(2)}x`;
  const row = (what: string, of: (side: Side) => number, target = '') => [what, ...SIDES.map((side) => ms(of(side))), ratio(of), target];
  return {
    title: 'Scans with and without charges',
    note: `Milliseconds at ${RATE} scans a second, from when a scan was due to its confirmation. With: all services are counted, and the house collects each minute; without: it collects and no service is counted; ${SHIPPED} orders leave in each turn; asked: a person asks for ${NIGHTLY_DAYS} days, again and again. ${TURNS} turns of ${SCAN_SECONDS} s (${ASKED_SECONDS} where asked), alternating; each figure is the median of its turns, ${taken.with.flat().length} scans a side. CPU: of the server and its connections in PostgreSQL, the collector included; it holds where other work keeps the scans waiting.`,
    head: ['what', 'without', 'with', 'asked', 'with / without', 'target'],
    rows: [
      row('p50', (side) => middle(side, 0.5)),
      row('p95', (side) => middle(side, 0.95)),
      row('p99', (side) => middle(side, 0.99), '0.95x to 1.05x'),
      row('CPU of a scan', (side) => quantile(used[side], 0.5), '0.95x to 1.05x'),
    ],
  };
}

/** The same charges by one statement: facts that have none, their conditions as JSON, the price of their band. */
const BARE = `insert into charges (sort_at, merchant_id, category_id, source_kind, source_id, part, happened_on, storehouse_id, task_id, qty, facts, state, currency, rule_id, tariff_id, unit_price, parts, exact, priced_at)
  select now() + (row_number() over ()) * interval '1 microsecond', m.merchant_id, $1, 'move', m.id, '', (m.at at time zone 'Europe/Berlin')::date,
    (select w.storehouse_id from compartments c join warehouses w on w.id = c.warehouse_id where c.id = m.from_id), t.id, m.qty::bigint * 1000,
    jsonb_strip_nulls(jsonb_build_object('orderId', t.id, 'country', t.consignee->>'country', 'carrierId', t.carrier_id, 'itemKind', i.kind, 'weight', i.weight,
      'dims', jsonb_build_object('service', nullif(t.service, ''), 'priority', t.priority, 'transportMode', t.transport_mode, 'weekday', extract(isodow from m.at)))),
    'open', 'EUR', r.id, r.tariff_id, (b ->> 'price')::bigint,
    jsonb_build_array(jsonb_build_object('from', (b ->> 'from')::bigint, 'quantity', m.qty::bigint * 1000, 'unitPrice', (b ->> 'price')::bigint)), m.qty::bigint * 1000 * (b ->> 'price')::bigint, clock_timestamp()
  from stock_moves m join items i on i.id = m.item_id join tasks t on t.id = m.task_id and t.kind = 'outbound' join price_rules r on r.category_id = $1
    cross join lateral (select b from jsonb_array_elements(r.bands) b where (b ->> 'from')::bigint <= m.qty::bigint * 1000 order by (b ->> 'from')::bigint desc limit 1) x(b)
  where m.to_place = 'customer' and m.reverses_id is null and not exists (select from stock_moves u where u.reverses_id = m.id) and m.at >= '2025-10-31'
    and not exists (select from charges c where c.category_id = $1 and c.source_kind = 'move' and c.source_id = m.id and c.part = '')`;

async function collecting(pool: Pool, month: Month): Promise<Table> {
  const db = createDb(pool);
  // Only the pieces are charged, as in the bare statement.
  await pool.query('update quotation_categories set active = false where meter is not null');
  const categoryId = await shipFacts(pool, month);
  const taken: Record<'bare' | 'guarded' | 'collect', number[]> = { bare: [], guarded: [], collect: [] };
  const empty = () => asRows(pool, async (query) => void (await query('truncate charges cascade')));
  for (let turn = 0; turn < 3; turn += 1) {
    await empty();
    await asRows(pool, async (query) => {
      // The server's own collector waits meanwhile, as it does for a collection.
      await query('select pg_advisory_lock(726)');
      taken.bare.push(await timed(() => query(BARE, [categoryId])));
      await query('select pg_advisory_unlock(726)');
    });
    await empty();
    const guarded = BARE.replaceAll('$1', `'${categoryId}'`);
    taken.guarded.push(await timed(() => db.transaction((tx) => tx.execute(`select pg_advisory_xact_lock(726); ${guarded}`))));
    await empty();
    taken.collect.push(await timed(() => collectCharges(db, DAYS)));
  }
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from charges where category_id = $1`, [categoryId]);
  const [bare, guarded, collect] = [quantile(taken.bare, 0.5), quantile(taken.guarded, 0.5), quantile(taken.collect, 0.5)];
  const n = rows[0]?.n ?? 0;
  return {
    title: 'Collecting beside bare SQL',
    note: 'Milliseconds, median of 3, by turns, each into an empty table with all of its indexes. Collect: facts read, priced in Node by the rules in force, stored through the triggers, and looked at again for what is undone. SQL: one statement that inserts the same charges with the price of their band, into the table as it is; bare table: the same statement without the triggers and foreign keys of the table.',
    head: ['what', 'charges', 'ms', 'against SQL', 'target'],
    rows: [
      ['SQL into a bare table', n, ms(bare), times(bare / guarded), ''],
      ['SQL', n, ms(guarded), '', ''],
      ['collect', n, ms(collect), times(collect / guarded), '2.0x; 15,000 ms'],
    ],
  };
}

/** Pallets that lay in the house for all days that a night reads, charged by the first one. */
async function night(pool: Pool): Promise<(string | number)[][]> {
  const db = createDb(pool);
  const { merchantId, itemId, palletPlaceId, storehouseId } = (
    await pool.query<Month>(
      `select m.id as "merchantId", i.id as "itemId", c.id as "palletPlaceId", s.id as "storehouseId" from merchants m, items i, compartments c, storehouses s
      where m.no = 'M-1001' and i.sku = 'MONTH-1' and i.merchant_id = m.id and c.code = 'M-PALLET' and s.code = 'HH'`,
    )
  ).rows[0] as Month;
  const from = addDays(houseToday(), -STORED_DAYS);
  await asRows(pool, async (query) => void (await query('truncate charges cascade')));
  await pool.query(`update tariffs set valid_to = valid_from where merchant_id is null and valid_from >= '2026-01-01'`);
  const tariff = await draftTariff(pool, '2026-01-02');
  await price(pool, tariff, 'BENCH-STORE', 'storage', 'palletDay', { bands: [[0, 3500]] });
  await activate(pool, tariff, '2099-12-31');
  await pool.query(
    `with u as (insert into merged_units (code, kind, merchant_id, compartment_id) select 'BU-' || n, 'pallet', $1, $3 from generate_series(1, $6::int) n returning id)
     insert into storage_days (day, storehouse_id, merchant_id, compartment_id, unit_id, item_id, qty, volume, weight, first_in)
       select d::date, $4, $1, $3, u.id, $2, 300, 300000000, 150000, $5::date from u, generate_series($5::date, $5::date + $7::int - 1, interval '1 day') d`,
    [merchantId, itemId, palletPlaceId, storehouseId, from, PALLETS, STORED_DAYS],
  );
  await pool.query('analyze');
  const first = await timed(() => collectCharges(db, NIGHTLY_DAYS + 33));
  await pool.query('analyze charges');
  const nights: number[] = [];
  for (let n = 0; n < 5; n += 1) nights.push(await timed(() => collectCharges(db, NIGHTLY_DAYS)));
  const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from charges where source_kind = 'storage'`);
  return [
    [`the first collection of ${STORED_DAYS} days of storage`, rows[0]?.n ?? 0, ms(first)],
    [`a night: ${NIGHTLY_DAYS} days read, ${STORED_DAYS} looked at for what is undone`, rows[0]?.n ?? 0, ms(quantile(nights, 0.5))],
  ];
}

/** The sheet of a month whose invoices have lines of fractions of a cent. */
async function rounding(pool: Pool): Promise<(string | number)[][]> {
  const to = addDays(`${houseToday().slice(0, 7)}-01`, -1);
  const from = `${to.slice(0, 7)}-01`;
  await asRows(pool, async (query) => {
    await query(
      `insert into invoices (sort_at, merchant_id, currency, no, status, issue_date, due_date, net, tax, gross, rate, party_name, posted_at, pdf_file, lines, sums)
        select timestamptz '2022-01-01Z' + n * interval '1 microsecond', (select id from merchants where no = 'M-1001'), 'EUR', 'ROUND-' || n, 'posted', $1::date + n % 27, $1::date + 40, 1000, 190, 1190, 1000000, 'Bench', now(), 'made', l.lines, l.sums
        from generate_series(1, $2::int) n cross join lateral (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'text', 'Piece', 'qty', 1000 + n + k, 'unitPrice', 425 + k, 'vatCategory', 'S', 'vatRate', 1900)) as lines,
          jsonb_build_object('nets', jsonb_agg(round((1000 + n + k)::numeric * (425 + k) / 100000)), 'vat', jsonb_build_array(jsonb_build_object('category', 'S', 'rate', 1900, 'base', 1003, 'tax', 191))) as sums from generate_series(1, $3::int) k) l`,
      [from, INVOICES, LINES_OF_INVOICE],
    );
  });
  await pool.query('analyze invoices');
  const db = createDb(pool);
  const taken: number[] = [];
  let n = 0;
  for (let turn = 0; turn < 10; turn += 1)
    taken.push(
      await timed(async () => {
        n = (await roundingCosts(db, { from, to })).reduce((sum, { count }) => sum + count, 0);
      }),
    );
  return [[`what rounding cost in a month of ${INVOICES} invoices of ${LINES_OF_INVOICE} lines`, n, ms(quantile(taken, 0.5))]];
}

export async function benchCharging(server: BuiltServer, databaseUrl: string, name: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 8, options: '-c timezone=UTC' });
  try {
    const login = { account: 'finance@kontor.example', passwd: SAMPLE_PASSWORD };
    const { token } = (await server.call<{ token: string }>('POST', '/v0/auth/login', login)).data;
    const month = await openMonth(pool);
    return [
      await scans(server, pool, { token, name, month }),
      await collecting(pool, month),
      {
        title: 'A night of charges, and the sheet of rounding',
        note: `${PALLETS} pallets lie in the house. Medians of 5 nights and of 10 sheets, in the process of the benchmark.`,
        head: ['what', 'rows', 'ms'],
        rows: [...(await night(pool)), ...(await rounding(pool))],
      },
    ];
  } finally {
    await pool.end();
  }
}

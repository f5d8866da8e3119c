import { Pool } from 'pg';
import { createDb } from '../../server/core/db/client.ts';
import { allocate } from '../../server/modules/orders/allocate.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import type { BuiltServer } from '../support/built.ts';
import { uuid7 } from '../support/warehouse.ts';
import { getter } from './lists.ts';
import { ms, quantile, type Table } from './measure.ts';

const STATIONS = 8;
const LINES = 10_000;
const LINES_AN_ORDER = 4;
/** Seconds of scans at a given rate: long enough for the jobs of a whole minute to run beside them. */
const PACED = 75;

export type Station = {
  deviceId: string;
  stationId: string;
  authorId: string;
  token: string;
  seq: number;
  cartId: string;
  walks: string[];
  next: number;
};
const sleep = (time: number) => new Promise((done) => setTimeout(done, time));
const one = async (pool: Pool, text: string, values: unknown[] = []): Promise<string> => (await pool.query(text, values)).rows[0].id;

/** Orders of one merchant, each line of many pieces, made straight in the database: what is measured is the scanning. */
export async function makeOrders(pool: Pool, orders: number, lines: number, qty: number): Promise<void> {
  await pool.query(
    `with made as (insert into tasks (no, kind, merchant_id, source, ref_order_id, label_source)
       select 'B-' || nextval('task_no'), 'outbound', (select id from merchants where no = 'M-1001'), 'bench', gen_random_uuid()::text, 'none' from generate_series(1, $1) returning id, merchant_id)
     insert into task_lines (task_id, merchant_id, item_id, sku, name, ordered, position)
       select m.id, m.merchant_id, i.id, i.sku, i.name, $3, n from made m cross join generate_series(1, $2) n
       cross join lateral (select id, sku, name from items where merchant_id = m.merchant_id and serial_mode = 'none' order by sku offset n - 1 limit 1) i`,
    [orders, lines, qty],
  );
}

async function stockUp(pool: Pool, pieces: number): Promise<void> {
  await pool.query(
    `select kontor_move(jsonb_build_object('merchant_id', i.merchant_id, 'item_id', i.id, 'qty', $1::int, 'from_place', 'adjust', 'to_place', 'stock', 'reason', 'bench',
       'to_id', (select id from compartments where kind = 'shelf' order by pick_order offset i.n limit 1)))
     from (select id, merchant_id, row_number() over (order by sku)::int as n from items where merchant_id = (select id from merchants where no = 'M-1001') and serial_mode = 'none') i`,
    [pieces],
  );
}

/** Eight pickers, each with a list of their own; lists that are there already are picked on. */
export async function openStations(server: Pick<BuiltServer, 'call'>, pool: Pool): Promise<Station[]> {
  const madeBefore = (await pool.query(`select from tasks where source = 'bench' limit 1`)).rowCount === 1;
  if (!madeBefore) await stockUp(pool, 50_000_000 / 1000);
  if (!madeBefore) await makeOrders(pool, STATIONS, LINES_AN_ORDER, 5_000);
  const db = createDb(pool);
  const tasks = (await pool.query(`select id from tasks where source = 'bench'`)).rows.map(({ id }) => id as string);
  if (!madeBefore) await db.transaction((tx) => allocate(tx as never, tasks, null));
  const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
    account: 'manager@kontor.example',
    passwd: 'kontor-sample',
  });
  const authorId = await one(pool, `select id from users where account = 'manager@kontor.example'`);
  const stationId = await one(pool, 'select id from stations order by code limit 1');
  const cartId = await one(pool, `select id from compartments where kind = 'cart' order by code limit 1`);
  if (!madeBefore) await server.call('POST', '/v0/picklists', { kind: 'order', taskIds: tasks }, data.token);
  const lists = (
    await pool.query('select array_agg(id order by seq) as walks from picklist_lines where task_id = any($1) group by picklist_id', [tasks])
  ).rows;
  return lists.map(({ walks }) => ({ deviceId: uuid7(), stationId, authorId, token: data.token, seq: 0, cartId, walks, next: 0 }));
}

const scan = (station: Station) => ({
  id: uuid7(),
  seq: ++station.seq,
  at: new Date().toISOString(),
  profile: 'pickingScan',
  source: 'wedge',
  code: '4012345000016',
  act: { do: 'pick', picklistLineId: station.walks[station.next++ % station.walks.length], qty: 1, serial: '', cartId: station.cartId },
});
export const scanBody = (station: Station, n: number) => {
  const { deviceId, stationId, authorId } = station;
  return { deviceId, stationId, authorId, events: Array.from({ length: n }, () => scan(station)) };
};

async function send(server: Pick<BuiltServer, 'call'>, station: Station, n: number): Promise<void> {
  const answer = await server.call<{ verdicts: { outcome: string; why: string | null }[] }>(
    'POST',
    '/v0/scan/events',
    scanBody(station, n),
    station.token,
  );
  const wrong = answer.data.verdicts?.find(({ outcome }) => outcome !== 'applied');
  if (answer.code !== 'OK' || wrong) throw new Error(`a scan of the benchmark was not booked: ${answer.code} ${wrong?.why}`);
}

/** Scans at a given rate, whether the former were answered or not; times count from when the scan was due, not from when it was sent. */
export async function atRate(
  server: Pick<BuiltServer, 'call'>,
  stations: Station[],
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const taken: number[] = [];
  const queues = stations.map(() => Promise.resolve());
  const begun = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begun + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const i = n % stations.length;
    // A device sends its scans one after the other.
    queues[i] = (queues[i] as Promise<void>)
      .then(() => send(server, stations[i] as Station, 1))
      .then(() => void taken.push(performance.now() - due));
  }
  await Promise.all(queues);
  return taken;
}

async function atMost(server: BuiltServer, stations: Station[], seconds: number): Promise<number> {
  let booked = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    stations.map(async (station) => {
      while (performance.now() < until) {
        await send(server, station, 1);
        booked++;
      }
    }),
  );
  return booked / seconds;
}

async function allocateMany(pool: Pool): Promise<{ time: number; held: number }> {
  await pool.query(`update tasks set deleted_at = now() where source = 'bench'`);
  await makeOrders(pool, LINES / LINES_AN_ORDER, LINES_AN_ORDER, 3);
  const db = createDb(pool);
  const ids = (await pool.query(`select id from tasks where source = 'bench' and deleted_at is null`)).rows.map(({ id }) => id as string);
  const begun = performance.now();
  await db.transaction((tx) => allocate(tx as never, ids, null));
  const time = performance.now() - begun;
  const { rows } = await pool.query(
    `select count(*)::int as n from task_lines l join tasks t on t.id = l.task_id where t.source = 'bench' and t.deleted_at is null and l.reserved = 3`,
  );
  return { time, held: rows[0].n };
}

/** Section 6 of the warehouse: from the scan to the server's confirmation, rates, a flushed queue, allocation, lists meanwhile. */
export async function benchScans(server: BuiltServer, databaseUrl: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4, options: '-c timezone=UTC' });
  try {
    // The work of weeks that the sample brings is charged in the first minute; a house that runs has that behind it.
    const login = { account: 'finance@kontor.example', passwd: SAMPLE_PASSWORD };
    const { token } = (await server.call<{ token: string }>('POST', '/v0/auth/login', login)).data;
    await server.call('POST', '/v0/charges/collect', {}, token);
    const stations = await openStations(server, pool);
    const get = getter(server.url, (stations[0] as Station).token);
    const page = async (): Promise<number> => {
      const begun = performance.now();
      await get('/v0/tasks?l=25&o=1970-01-01T00:00:00.000Z');
      return performance.now() - begun;
    };
    for (const station of stations) await send(server, station, 5);
    const idle: number[] = [];
    for (let n = 0; n < 60; n++) idle.push(await page());
    const busy: number[] = [];
    const reader = { on: true };
    const reading = (async () => {
      while (reader.on) {
        busy.push(await page());
        await sleep(100);
      }
    })();
    const paced = await atRate(server, stations, 50, PACED);
    reader.on = false;
    await reading;
    const most = await atMost(server, stations, 8);
    const flushes: number[] = [];
    for (let n = 0; n < 5; n++) {
      const begun = performance.now();
      for (const part of [200, 200, 100]) await send(server, stations[n] as Station, part);
      flushes.push(performance.now() - begun);
    }
    const { time, held } = await allocateMany(pool);
    const row = (what: string, value: string, target: string) => [what, value, target];
    return [
      {
        title: 'Scanning, seen from the stations',
        note: `${STATIONS} stations pick from shelves; each scan is a call of its own with its ledger row, balances, reservations, order line and status. Caller, server and database share the machine. At 50 scans a second the time counts from when the scan was due; they last ${PACED} seconds, so that the jobs of a minute run beside them.`,
        head: ['what', 'measured', 'target'],
        rows: [
          row('scan to confirmation at 50 scans/s, p50', `${ms(quantile(paced, 0.5))} ms`, ''),
          row('scan to confirmation at 50 scans/s, p99', `${ms(quantile(paced, 0.99))} ms`, 'under 150 ms'),
          row('scans a second, one node, 8 stations', most.toFixed(0), '50'),
          row('500 queued scans flushed, median of 5', `${ms(quantile(flushes, 0.5))} ms`, 'under 1,000 ms'),
          row(`allocation of ${held.toLocaleString('en-GB')} lines`, `${ms(time)} ms`, ''),
          row('list of 25 orders, idle, p50', `${ms(quantile(idle, 0.5))} ms`, ''),
          row('list of 25 orders while 50 scans/s run, p50', `${ms(quantile(busy, 0.5))} ms`, ''),
          row('list of 25 orders while 50 scans/s run, p99', `${ms(quantile(busy, 0.99))} ms`, 'under 250 ms'),
        ],
      },
    ];
  } finally {
    await pool.end();
  }
}

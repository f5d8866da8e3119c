import { createDb } from '../../server/core/db/client.ts';
import { makeCheckpoints } from '../../server/modules/stock/checkpoint.ts';
import { readInvariants } from '../../server/modules/stock/invariants.ts';
import { readProof } from '../../server/modules/stock/proof.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Statement, statementRecorder } from '../support/statements.ts';
import { type KeptHouse, openKeptHouse } from './kept-house.ts';
import { ms, quantile, type Table } from './measure.ts';
import { besideListsTable, type ScansBesideLists, scanBesideLists } from './open-lists.ts';
import { OLD_WORD } from './orders.ts';
import { pagesRead } from './pages.ts';
import { openStations, type Station, scanBody } from './scans.ts';

const CALLS = 40;
/** A server that has worked for a while: its code is compiled, and its statements are prepared on every connection. */
const CALLS_BEFORE = 160;
const SIZES = '10000,100000,1000000';

type Measured = { statements: number; pages: number; p50: number };
/** `again`: statements that make room for the writes of the last run, so that they can be run once more. */
type Call = { run: (n: number) => Promise<unknown>; again?: () => Statement[] };
type Calls = Record<string, Call>;

async function callsOf(server: TestServer, { database }: KeptHouse): Promise<Calls> {
  const [admin, merchant] = [await server.signIn('admin'), await server.signIn('merchant')];
  const db = createDb(server.appPool);
  const one = async (text: string): Promise<Record<string, string>> => (await database.owner.query(text)).rows[0];
  const { id } = await one(`select id from tasks where source = 'growth' order by sort_at desc limit 1`);
  const { middle } = await one(
    `select (min(sort_at) + (max(sort_at) - min(sort_at)) / 2)::text as middle from stock_moves where scan_id is not null or task_id is not null`,
  );
  const past = (n: number): string => new Date(Date.parse(middle ?? '') + n).toISOString();
  const get = (path: (n: number) => string, token = admin): Call => ({
    run: async (n) => {
      const answer = await server.app.inject({ method: 'GET', url: path(n), headers: { 'x-token': token } });
      if (answer.json().code !== 'OK') throw new Error(`${path(n)}: ${answer.body}`);
    },
  });
  const stations = await openStations(server, database.owner);
  const [station] = stations;
  if (!station) throw new Error('there is no station');
  return {
    'one scan': scanCall(server, station),
    'order list': get(() => '/v0/tasks?l=25'),
    'order list as merchant, with its total': get(() => '/v0/tasks?l=25', merchant),
    'order list, a word of the oldest order': get(() => `/v0/tasks?l=25&q=${OLD_WORD}`),
    'order list, a frequent word and a new filter': get((n) => `/v0/tasks?l=25&q=r10&remark.ne=${Date.now()}${n}`),
    'order page': get(() => `/v0/tasks/${id}/story`),
    'floor board': get(() => '/v0/shipping/board'),
    home: get(() => '/v0/home'),
    'unfinished orders': get(() => '/v0/auth/stat'),
    'palette search': get(() => `/v0/search?q=${OLD_WORD}`),
    'stock proof': { run: () => readProof(db) },
    'stock of a past day': get((n) => `/v0/stock/asOf?at=${past(n)}`),
    'total of movements': get(() => '/v0/stockMoves/totals?fields=qty'),
    'total of movements as merchant': get(() => '/v0/stockMoves/totals?fields=qty', merchant),
  };
}

function scanCall(server: TestServer, station: Station): Call {
  let last = { id: '', deviceId: '' };
  return {
    run: async () => {
      const body = scanBody(station, 1);
      last = { id: body.events[0]?.id ?? '', deviceId: body.deviceId };
      const headers = { 'x-token': station.token };
      const answer = await server.app.inject({ method: 'POST', url: '/v0/scan/events', headers, payload: body });
      if (answer.json().data?.verdicts?.[0]?.outcome !== 'applied') throw new Error(`a scan was not booked: ${answer.body}`);
    },
    again: () => [
      { text: 'set local session_replication_role = replica', values: [] },
      { text: 'delete from stock_moves where scan_id = $1', values: [last.id] },
      { text: 'delete from scans where id = $1', values: [last.id] },
      { text: 'update scan_devices set last_seq = last_seq - 1 where id = $1', values: [last.deviceId] },
      { text: 'set local session_replication_role = origin', values: [] },
    ],
  };
}

/** Calls of the daily work over a house of so many orders. */
async function measureHouse(house: KeptHouse): Promise<{ results: Map<string, Measured>; beside: ScansBesideLists }> {
  const { owner, pool, url } = house.database;
  const server = await startServer({ beside: { pool: owner, appPool: pool, databaseUrl: url } });
  try {
    const record = statementRecorder(server);
    const begun = performance.now();
    await makeCheckpoints(createDb(pool));
    await owner.query('analyze stock_checkpoints, stock_checkpoint_sums, stock_checkpoint_flows');
    console.log(`checkpoints: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    const results = new Map<string, Measured>();
    for (const [title, { run, again }] of Object.entries(await callsOf(server, house))) {
      const taken: number[] = [];
      for (let n = 0; n < CALLS_BEFORE; n += 1) await run(n);
      for (let n = 0; n < CALLS; n += 1) {
        const start = performance.now();
        await run(CALLS_BEFORE + n);
        taken.push(performance.now() - start);
      }
      const statements = await record(() => run(CALLS_BEFORE + CALLS));
      const pages = await pagesRead(again ? owner : pool, statements, again?.());
      results.set(title, { statements: statements.length, pages, p50: quantile(taken, 0.5) });
      console.log(title, results.get(title));
    }
    const beside = await scanBesideLists(server, await openStations(server, owner));
    const full = performance.now();
    const broken = (await readInvariants(owner)).filter((rule) => rule.broken > 0);
    if (broken.length > 0) throw new Error(`the books of the data set do not agree: ${JSON.stringify(broken)}`);
    results.set('full stock proof, at night', { statements: 1, pages: Number.NaN, p50: performance.now() - full });
    return { results, beside };
  } finally {
    await server.app.close();
  }
}

/** The same calls over houses of different age. KONTOR_BENCH_ORDERS names other numbers of orders. */
export async function benchGrowth(): Promise<Table[]> {
  const sizes = (process.env['KONTOR_BENCH_ORDERS'] ?? SIZES).split(',').map(Number);
  const houses: { orders: number; note: string; results: Map<string, Measured>; beside: ScansBesideLists }[] = [];
  for (const orders of sizes) {
    console.log(`${orders} orders`);
    const house = await openKeptHouse(orders);
    try {
      const note = `${orders.toLocaleString('en-GB')} orders ${house.seconds.toFixed(0)} s and ${(house.bytes / 1e9).toFixed(1)} GB`;
      houses.push({ orders, note, ...(await measureHouse(house)) });
    } finally {
      await house.database.close();
    }
  }
  const titles = [...(houses[0]?.results.keys() ?? [])];
  const cell = (title: string, show: (measured: Measured) => string): string[] =>
    houses.map(({ results }) => {
      const measured = results.get(title);
      return measured ? show(measured) : '–';
    });
  const sizesHead = (unit: string): string[] => houses.map(({ orders }) => `${unit} at ${orders.toLocaleString('en-GB')}`);
  return [
    {
      title: 'Calls of the daily work in a young house and in an old one',
      note: `Orders with their lines, movements, scans, parcels and audit rows; 1,000 of them are open in each house. Filled once into \`.bench/\`: ${houses.map(({ note }) => note).join(', ')}. Other sizes: \`KONTOR_BENCH_ORDERS=10000,100000 npm run bench growth\`. Median of ${CALLS} calls after ${CALLS_BEFORE} that are not counted, caller and server in one process. Pages: of 8 kB, touched by the statements of one call (EXPLAIN, without triggers after a statement). The full proof ran once.`,
      head: ['call', 'statements', ...sizesHead('pages'), ...sizesHead('ms')],
      rows: titles.map((title) => [
        title,
        Math.max(...houses.map(({ results }) => results.get(title)?.statements ?? 0)),
        ...cell(title, ({ pages }) => (Number.isNaN(pages) ? '–' : pages.toLocaleString('en-GB'))),
        ...cell(title, ({ p50 }) => ms(p50)),
      ]),
    },
    besideListsTable(houses),
  ];
}

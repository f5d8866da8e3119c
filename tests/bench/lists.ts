import { Agent, request } from 'node:http';
import { Pool } from 'pg';
import { startBare } from './bare.ts';
import { type Cpu, cpuMeter, namedUrl } from './cpu.ts';
import { byTurns, ms, ratesByTurns, type Table, type Timing, times } from './measure.ts';
import { BARE_COLUMNS, BROAD, fillItems, RARE } from './rows.ts';

const COUNTS = [1_000, 100_000, 1_000_000];
const LIMITS = { rounds: 150, limit: 8_000 };

type Get = (path: string) => Promise<string>;

/** Kept connections without a client library in between: what is measured is the server. */
export function getter(origin: string, token: string, connections = 1): Get {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return (path) =>
    new Promise((resolve, reject) => {
      const call = request(`${origin}${path}`, { agent, headers: { 'x-token': token } }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () =>
          response.statusCode === 200 ? resolve(body) : reject(new Error(`${path}: ${response.statusCode} ${body}`)),
        );
      });
      call.on('error', reject);
      call.end();
    });
}

type Kinds = 'first' | 'deep' | 'rare' | 'broad' | 'fresh';
const titles = (depth: number): Record<Kinds, string> => ({
  first: 'first page',
  deep: `page ${(depth / 25 + 1).toLocaleString('en-GB')} by cursor`,
  rare: 'search, 1 row in 5,000',
  broad: 'search, 1 row in 8, with a filter',
  fresh: 'the same with a further filter, each time another',
});

type Sides = { pool: Pool; get: Get; bareCall: () => Promise<unknown> };

async function measure({ pool, get, bareCall }: Sides, count: number): Promise<(string | number)[][]> {
  const depth = Math.min(25 * 999, count - 25);
  const { rows } = await pool.query<{ at: string }>(
    `select to_char(sort_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from items order by sort_at desc offset $1 limit 1`,
    [depth - 1],
  );
  const cursor = rows[0]?.at ?? '';
  const bare =
    (name: string, where: string, values: unknown[] = []) =>
    () =>
      pool.query({
        name,
        text: `select ${BARE_COLUMNS} from items where deleted_at is null ${where} order by sort_at desc limit 25`,
        values,
      });
  const like = (word: string) => `%${word}%`;
  let price = 0;
  const calls: Record<Kinds, () => Promise<unknown>> = {
    first: () => get('/v0/items?l=25'),
    deep: () => get(`/v0/items?l=25&o=${cursor}`),
    rare: () => get(`/v0/items?l=25&q=${RARE}`),
    broad: () => get(`/v0/items?l=25&q=${BROAD}&kind=physical`),
    fresh: () => get(`/v0/items?l=25&q=${BROAD}&kind=physical&price.gte=${(price += 1)}`),
  };
  const bares: Record<Kinds, () => Promise<unknown>> = {
    first: bare('first', ''),
    deep: bare('deep', 'and sort_at < $1', [cursor]),
    rare: bare('rare', 'and search like $1', [like(RARE)]),
    broad: bare('broad', `and search like $1 and kind = 'physical'`, [like(BROAD)]),
    fresh: () => bare('fresh', `and search like $1 and kind = 'physical' and price >= $2`, [like(BROAD), price])(),
  };
  const lines: (string | number)[][] = [];
  let first: Timing | null = null;
  for (const [kind, title] of Object.entries(titles(depth)) as [Kinds, string][]) {
    const { call, sql, http } = await byTurns({ call: calls[kind], sql: bares[kind], http: bareCall }, LIMITS);
    first ??= call;
    lines.push([
      `${count.toLocaleString('en-GB')} rows: ${title}`,
      ms(call.p50),
      ms(call.p95),
      ms(sql.p50),
      ms(sql.p95),
      ms(http.p50),
      times(call.p50 / sql.p50),
      times(call.p50 / http.p50),
      times(call.p50 / first.p50),
    ]);
  }
  return lines;
}

/** `name` is what the server's connections are called. */
type Measured = { origin: string; pid: number; name: string; token: string; databaseUrl: string };

export async function benchLists({ origin, pid, name, token, databaseUrl }: Measured): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  const bare = await startBare(namedUrl(databaseUrl, 'bare'));
  try {
    await pool.query(`insert into suppliers (no, name, address) select 'B-' || i, 'Supplier ' || i, '{}' from generate_series(1, 20) i`);
    const bareGet = getter(bare.url, '');
    const lines: (string | number)[][] = [];
    for (const count of COUNTS) {
      await fillItems(pool, count);
      lines.push(...(await measure({ pool, get: getter(origin, token), bareCall: () => bareGet('/list') }, count)));
    }
    const mine = getter(origin, token, 20);
    const theirs = getter(bare.url, '', 20);
    const { own, other } = await ratesByTurns({
      own: { run: () => mine('/v0/items?l=25'), cpu: cpuMeter(pool, pid, name) },
      other: { run: () => theirs('/list'), cpu: cpuMeter(pool, bare.pid, 'bare') },
    });
    const cpu = ({ server, database }: Cpu): string[] => [
      ms(server),
      ms(database),
      times((server + database) / (other.cpu.server + other.cpu.database)),
    ];
    return [
      {
        title: 'List call of 25 rows',
        note: 'Milliseconds. The call: HTTP, session, privileges, titles of what a row points to, the total to 10,000, which is kept while the area does not change. Bare SQL: one prepared statement of the same page over `pg`; bare call: Fastify with the statement of the first page and nothing else; all three by turns. A search never asked before is counted once: that is the last line of each table, where a total to 10,000 costs more than its page.',
        head: [
          'list',
          'call p50',
          'call p95',
          'bare SQL p50',
          'bare SQL p95',
          'bare call p50',
          'call / SQL',
          'call / bare call',
          'call / first page',
        ],
        rows: lines,
      },
      {
        title: 'List calls a second, 20 connections, 25 of 1,000,000 rows',
        note: 'Caller, server and database share the machine. Bare: Fastify and one prepared statement of 11 columns, no session, no total, no titles; Kontor answers all 32 fields and the titles. CPU: milliseconds a call, of the server and of its connections in PostgreSQL; it holds where calls a second fall with what else the machine does.',
        head: ['server', 'calls/s', 'p50 ms', 'p95 ms', 'CPU server', 'CPU PostgreSQL', 'CPU / bare'],
        rows: [
          ['Kontor', own.perSecond.toFixed(0), ms(own.p50), ms(own.p95), ...cpu(own.cpu)],
          ['bare Fastify + pg', other.perSecond.toFixed(0), ms(other.p50), ms(other.p95), ...cpu(other.cpu)],
        ],
      },
    ];
  } finally {
    await bare.close();
    await pool.end();
  }
}

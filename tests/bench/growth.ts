import { Pool } from 'pg';
import type { BuiltServer } from '../support/built.ts';
import { getter } from './lists.ts';
import { ms, quantile, type Table } from './measure.ts';
import { fillOrders, OLD_WORD } from './orders.ts';

const CALLS = 20;
const DEFAULT_ORDERS = 10_000;

const pathsOf = (taskId: string): Record<string, string> => ({
  'order list': '/v0/tasks?l=25',
  'order list, search of a word that only the oldest order has': `/v0/tasks?l=25&q=${OLD_WORD}`,
  'order page': `/v0/tasks/${taskId}/story`,
  'floor board': '/v0/shipping/board',
  home: '/v0/home',
  'unfinished orders': '/v0/auth/stat',
  'palette search': `/v0/search?q=${OLD_WORD}`,
  'stock of a past day': '/v0/stock/asOf?at=2024-03-01T00:00:00.000Z',
  'stock proof (asked once a minute)': '/v0/stock/proof',
});

/** Calls of the daily work over a house of so many orders (KONTOR_BENCH_ORDERS), 1 % of them open. */
export async function benchGrowth(server: BuiltServer, databaseUrl: string): Promise<Table[]> {
  const orders = Number(process.env['KONTOR_BENCH_ORDERS'] ?? DEFAULT_ORDERS);
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  try {
    await fillOrders(pool, orders, console.log);
    const { rows: found } = await pool.query<{ id: string }>(`select id from tasks where source = 'growth' order by sort_at desc limit 1`);
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
      account: 'admin@kontor.example',
      passwd: 'kontor-sample',
    });
    const get = getter(server.url, data.token);
    const rows: string[][] = [];
    const { broken } = (await server.call<{ broken: number }>('GET', '/v0/stock/proof', undefined, data.token)).data;
    if (broken > 0) throw new Error(`the books of the data set do not agree in ${broken} rows`);
    for (const [title, path] of Object.entries(pathsOf(found[0]?.id ?? ''))) {
      const taken: number[] = [];
      for (let n = 0; n < CALLS; n += 1) {
        const start = performance.now();
        await get(path);
        taken.push(performance.now() - start);
      }
      rows.push([title, ms(taken[0] ?? Number.NaN), ms(quantile(taken, 0.5))]);
    }
    return [
      {
        title: `Calls over ${orders.toLocaleString('en-GB')} orders`,
        note: `One order in a hundred is open; ${CALLS} calls each. Other sizes: KONTOR_BENCH_ORDERS=100000 npm run bench growth.`,
        head: ['call', 'first ms', 'p50 ms'],
        rows,
      },
    ];
  } finally {
    await pool.end();
  }
}

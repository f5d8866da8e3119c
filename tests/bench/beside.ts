import { Pool } from 'pg';
import type { BuiltServer } from '../support/built.ts';
import { getter } from './lists.ts';
import { ms, quantile, type Table, times } from './measure.ts';
import { fillItems } from './rows.ts';
import { atRate, openStations, type Station } from './scans.ts';

const ROWS = 100_000;
const FIELDS = ['sku', 'name', 'barcode', 'price', 'weight'];
const LABELS = 500;
const SCANS_A_SECOND = 20;
const sleep = (time: number) => new Promise((done) => setTimeout(done, time));
const clocked = async (run: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
};

/** The rows of the export as the database alone gives them: the same pages of a thousand, prepared. */
async function bareExport(pool: Pool): Promise<void> {
  let before = 'infinity';
  for (;;) {
    const { rows } = await pool.query<{ at: string }>({
      name: 'bare-export',
      text: `select sku, name, barcode, price, weight, to_char(sort_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from items where deleted_at is null and sort_at < $1 order by sort_at desc limit 1000`,
      values: [before],
    });
    if (rows.length === 0) return;
    before = rows.at(-1)?.at ?? '';
  }
}

/** A job of the user's, from the call until its file is there. */
async function exportAll(server: BuiltServer, token: string): Promise<void> {
  const body = { mask: 'wms.item.list', format: 'csv', fields: FIELDS, filters: [], locale: 'en' };
  const { data, code } = await server.call<{ id: string }>('POST', '/v0/exports', body, token);
  if (code !== 'OK') throw new Error(`no export: ${code}`);
  for (;;) {
    const answer = await server.call<{ state: string; done: number }>('GET', `/v0/exports/${data.id}`, undefined, token);
    if (answer.data.state === 'failed') throw new Error('the export failed');
    if (answer.data.state === 'done') {
      if (answer.data.done < ROWS) throw new Error(`only ${answer.data.done} rows were exported`);
      return;
    }
    await sleep(50);
  }
}

type Seen = { scans: number[]; lists: number[] };
/** Scans at a steady rate and a list ten times a second, for as long as `work` takes; without any, for so many seconds. */
async function watch(server: BuiltServer, stations: Station[], page: () => Promise<unknown>, work: (() => Promise<unknown>) | number) {
  const seen: Seen = { scans: [], lists: [] };
  const state = { on: true };
  const reading = (async () => {
    while (state.on) {
      seen.lists.push(await clocked(page));
      await sleep(100);
    }
  })();
  if (typeof work === 'number') seen.scans.push(...(await atRate(server, stations, SCANS_A_SECOND, work)));
  else {
    const scanning = (async () => {
      while (state.on) seen.scans.push(...(await atRate(server, stations, SCANS_A_SECOND, 1)));
    })();
    await work();
    state.on = false;
    await scanning;
  }
  state.on = false;
  await reading;
  return seen;
}

/** A long export and a batch of labels beside the scanners (reliability.md P16), and what the export costs over its bare database work. */
export async function benchBeside(server: BuiltServer, token: string, databaseUrl: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4, options: '-c timezone=UTC' });
  try {
    const stations = await openStations(server, pool);
    await fillItems(pool, ROWS);
    const get = getter(server.url, token);
    const page = () => get('/v0/items?l=25');
    const { rows: items } = await pool.query<{ id: string }>(`select id from items order by sort_at desc limit ${LABELS}`);
    const ids = items.map(({ id }) => id);
    const labels = async () => {
      const { code } = await server.call('POST', '/v0/print/data', { document: 'itemLabel', ids }, token);
      if (code !== 'OK') throw new Error(`no labels: ${code}`);
    };
    await bareExport(pool);
    const bare = await clocked(() => bareExport(pool));
    await watch(server, stations, page, 3);
    const alone = await clocked(() => exportAll(server, token));
    const idle = await watch(server, stations, page, 20);
    const took: number[] = [];
    const busy = await watch(server, stations, page, async () => {
      for (let n = 0; n < 8; n += 1) took.push(await clocked(() => Promise.all([exportAll(server, token), labels()])));
    });
    const line = (what: string, { scans, lists }: Seen) => [
      what,
      ms(quantile(scans, 0.5)),
      ms(quantile(scans, 0.99)),
      ms(quantile(lists, 0.5)),
      ms(quantile(lists, 0.99)),
      scans.length,
    ];
    return [
      {
        title: `An export of ${ROWS.toLocaleString('en-GB')} rows`,
        note: `Milliseconds. Five columns as CSV by a background job, from the call until the file is there. Bare: the same rows in the same pages of a thousand, prepared, without titles, formats and file. Beside: the export, data for ${LABELS} labels, ${SCANS_A_SECOND} scans a second and a list ten times a second, all by one node; median of 8.`,
        head: ['export', 'bare', 'alone', 'alone / bare', 'beside all that'],
        rows: [['CSV', ms(bare), ms(alone), times(alone / bare), ms(quantile(took, 0.5))]],
      },
      {
        title: 'Scans and lists beside an export',
        note: `Milliseconds. ${SCANS_A_SECOND} scans a second from eight stations, from when the scan was due to its confirmation; a list of 25 items ten times a second. Caller, server and database share the machine. Wanted: p99 of the scans beside it under twice the idle one (reliability.md P16).`,
        head: ['meanwhile', 'scan p50', 'scan p99', 'list p50', 'list p99', 'scans'],
        rows: [line('nothing else', idle), line(`eight exports, each with ${LABELS} labels`, busy)],
      },
    ];
  } finally {
    await pool.end();
  }
}

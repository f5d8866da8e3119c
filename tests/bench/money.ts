import { Pool } from 'pg';
import { LAYOUTS } from '#print/layouts/layouts';
import { writePrint } from '#print/write';
import { loadPage } from '../../server/modules/printing/fonts.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import type { BuiltServer } from '../support/built.ts';
import { benchFiles } from './e-invoices.ts';
import { getter } from './lists.ts';
import { byTurns, ms, type Table, times } from './measure.ts';
import { BROAD_PARTY, fillBooks, makeDrafts, RARE_NO } from './money-rows.ts';

const LIMITS = { rounds: 150, limit: 10_000 };
const POSTED = 1_000;
const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
type Work = () => Promise<unknown>;
const prepared =
  (pool: Pool, name: string, text: string, values: unknown[] = []): Work =>
  () =>
    pool.query({ name, text, values });

/** The kept sums of what is open, with their ages: the least that a database can be asked for the same answer. */
const OPEN_ITEMS = `select customer_id, merchant_id, currency, count(*), sum(open), sum(open) filter (where due_date >= current_date), sum(open) filter (where due_date < current_date - 90)
  from invoices where open > 0 group by 1, 2, 3 union all select supplier_id, carrier_id, currency, count(*), sum(open), 0, 0 from bills where open > 0 group by 1, 2, 3
  union all select customer_id, merchant_id, currency, count(*), sum(open), 0, 0 from payments where open > 0 group by 1, 2, 3`;
/** The same figure from the lines of the ledger, as of a day. */
const LEDGER = `select t.party, t.currency, sum(t.debit - t.credit) from transactions t join accounts a on a.id = t.account_id
  where a.kind in ('receivable', 'payable') and t.booked_on <= $1 group by 1, 2 having sum(t.debit - t.credit) <> 0`;

async function balances(pool: Pool, get: (path: string) => Promise<string>): Promise<(string | number)[][]> {
  const lines: [string, string, Work][] = [
    ['balances today', '/v0/balances', prepared(pool, 'open', OPEN_ITEMS)],
    ['balances a month ago', `/v0/balances?asOf=${ago(30)}`, prepared(pool, 'ledger30', LEDGER, [ago(30)])],
    ['balances a year ago', `/v0/balances?asOf=${ago(365)}`, prepared(pool, 'ledger365', LEDGER, [ago(365)])],
  ];
  const rows: (string | number)[][] = [];
  for (const [what, path, sql] of lines) {
    const { call, bare } = await byTurns({ call: () => get(path), bare: sql }, { rounds: 30, limit: 20_000 });
    rows.push([what, ms(call.p50), ms(call.p95), ms(bare.p50), ms(bare.p95), times(call.p50 / bare.p50)]);
  }
  return rows;
}

const TITLES = `concat_ws(' · ', nullif(a.no, ''), nullif(a.name, '')) as account, i.no as invoice, b.no as bill, p.no as payment`;
const JOINS = `left join accounts a on a.id = t.account_id left join invoices i on i.id = t.invoice_id left join bills b on b.id = t.bill_id left join payments p on p.id = t.payment_id`;

async function transactions(pool: Pool, get: (path: string) => Promise<string>): Promise<(string | number)[][]> {
  const { rows: found } = await pool.query<{ at: string }>(
    `select to_char(sort_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from transactions order by sort_at desc offset 24999 limit 1`,
  );
  const cursor = found[0]?.at ?? '';
  /** What an answer asks of the database: the page with the titles of what it points to, and the total to 10,000. */
  const bare = (name: string, where: string, page: string, values: unknown[]): Work => {
    const inWhere = values.slice(0, where.split('$').length - 1);
    const one = prepared(
      pool,
      `${name}-page`,
      `select t.*, ${TITLES} from transactions t ${JOINS} where t.deleted_at is null ${where} ${page} order by t.sort_at desc limit 26`,
      values,
    );
    const all = prepared(
      pool,
      `${name}-total`,
      `select count(*) from (select 1 from transactions t where t.deleted_at is null ${where} limit 10001) c`,
      inWhere,
    );
    return async () => {
      await one();
      await all();
    };
  };
  const lines: [string, string, Work][] = [
    ['first page', '/v0/transactions?l=25', bare('first', '', '', [])],
    ['page 1,001 by cursor', `/v0/transactions?l=25&o=${cursor}`, bare('deep', '', 'and t.sort_at < $1', [cursor])],
    [
      'search for one document',
      `/v0/transactions?l=25&q=${RARE_NO}`,
      bare('rare', 'and t.search like $1', '', [`%${RARE_NO.toLowerCase()}%`]),
    ],
    [
      'search for a party, 1 line in 18',
      `/v0/transactions?l=25&q=${encodeURIComponent(BROAD_PARTY)}`,
      bare(
        'broad',
        `and t.search like $1 and t.search like $2`,
        '',
        BROAD_PARTY.split(' ').map((word) => `%${word}%`),
      ),
    ],
    [
      'payments by their booking day (bare: unsorted)',
      `/v0/transactions?l=25&s=-bookedOn&source=payment`,
      bare('source', 'and t.source = $1', '', ['payment']),
    ],
  ];
  const rows: (string | number)[][] = [];
  for (const [what, path, sql] of lines) {
    const { call, bare: alone } = await byTurns({ call: () => get(path), bare: sql }, LIMITS);
    rows.push([what, ms(call.p50), ms(call.p95), ms(alone.p50), ms(alone.p95), times(call.p50 / alone.p50)]);
  }
  return rows;
}

/** The writes of a posting and nothing else, on copies of the tables without our triggers: number, invoice, three lines, three balances, file. */
async function barePosting(pool: Pool): Promise<Work> {
  for (const table of ['invoices', 'transactions', 'accounts', 'files', 'invoice_circles'])
    await pool.query(`create table bare_${table} (like ${table} including all)`);
  await pool.query(
    `insert into bare_accounts (id, sort_at, no, name, kind, currency) select id, sort_at, no, name, kind, currency from accounts`,
  );
  const { rows: drafts } = await pool.query<{ id: string }>(
    `insert into bare_invoices (id, sort_at, customer_id, lines, net, tax, gross) select gen_random_uuid(), timestamptz '2020-01-01Z' + i * interval '1 second', i.customer_id, i.lines, 29871, 5675, 35546
       from (select customer_id, lines, row_number() over () as i from invoices where status = 'draft' and customer_id is not null) i returning id`,
  );
  const { rows: accounts } = await pool.query<{ id: string; kind: string }>(
    `select id, kind from accounts where standard and currency = 'EUR' and kind in ('receivable', 'revenue', 'vat') order by id`,
  );
  let next = 0;
  return async () => {
    const draft = drafts[next++ % drafts.length]?.id;
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ last: number }>({
        name: 'bare-number',
        text: `insert into bare_invoice_circles as c (circle, year, last) values ('E', 2026, 1) on conflict (circle, year) do update set last = c.last + 1 returning last`,
      });
      await client.query({
        name: 'bare-invoice',
        text: `update bare_invoices set no = 'E-2026-' || $2::int, issue_date = current_date, due_date = current_date, rate = 1000000, posted_at = now(), status = 'posted', paper = lines where id = $1`,
        values: [draft, rows[0]?.last],
      });
      await client.query({
        name: 'bare-lines',
        text: `insert into bare_transactions (sort_at, entry_id, booked_on, account_id, currency, debit, source) select clock_timestamp() + n * interval '1 second' + random() * interval '1000 days', gen_random_uuid(), current_date, a, 'EUR', 100, 'invoice' from unnest($1::uuid[]) with ordinality u(a, n)`,
        values: [accounts.map(({ id }) => id)],
      });
      await client.query({
        name: 'bare-balance',
        text: 'update bare_accounts set balance = balance + 1 where id = any($1)',
        values: [accounts.map(({ id }) => id)],
      });
      await client.query('commit');
      await client.query({
        name: 'bare-file',
        text: `with f as (insert into bare_files (sort_at, name, mime, size, checksum, visibility) values (clock_timestamp() + random() * interval '1000 days', 'x', 'application/pdf', 1, 'x', 'intern') returning id)
          update bare_invoices set pdf_file = (select id::text from f), pdf_hash = 'x' where id = $1`,
        values: [draft],
      });
    } finally {
      client.release();
    }
  };
}

async function posting(server: BuiltServer, token: string, pool: Pool): Promise<(string | number)[][]> {
  const ids = await makeDrafts(pool, POSTED + 50);
  const bare = await barePosting(pool);
  const queue = [...ids];
  const post = async (): Promise<void> => {
    const { code } = await server.call('POST', `/v0/invoices/${queue.shift() ?? ''}/post`, undefined, token);
    if (code !== 'OK') throw new Error(code);
  };
  const { rows } = await pool.query<{ paper: { data: unknown; locales: ['de'] } | null }>(
    `select paper from invoices where paper is not null limit 1`,
  );
  await post();
  const posted =
    rows[0]?.paper ??
    (await pool.query<{ paper: { data: unknown; locales: ['de'] } }>('select paper from invoices where paper is not null limit 1')).rows[0]
      ?.paper;
  const draw = () =>
    writePrint(
      {
        document: 'invoice',
        layout: LAYOUTS.invoice,
        records: [posted?.data],
        locales: posted?.locales ?? ['de'],
        dpi: 203,
        format: 'pdf',
        copies: 1,
        title: 'x',
      },
      loadPage,
    );
  const timed = await byTurns({ call: post, bare, draw }, { rounds: POSTED - 10, limit: 150_000 });
  return [
    [
      `${(ids.length - queue.length).toLocaleString('en-GB')} invoices of three lines, each with its PDF and XML kept`,
      ms(timed.call.p50),
      ms(timed.call.p95),
      ms(timed.bare.p50),
      ms(timed.bare.p95),
      times(timed.call.p50 / timed.bare.p50),
      ms(timed.draw.p50),
      times((timed.call.p50 - timed.draw.p50) / timed.bare.p50),
    ],
  ];
}

export async function benchMoney(server: BuiltServer, databaseUrl: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  try {
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', {
      account: 'finance@kontor.example',
      passwd: SAMPLE_PASSWORD,
    });
    await fillBooks(pool);
    const get = getter(server.url, data.token);
    const head = ['call p50', 'call p95', 'bare p50', 'bare p95', 'call / bare'];
    return [
      {
        title: 'Balances over 1,000,000 lines of the ledger',
        note: 'Milliseconds. 200,000 invoices of 2,000 customers, 10,000 of them open. The call: HTTP, session, privileges, ages, names, the answer. Bare: for today one prepared statement over the kept sums of what is open; for a past day one over the lines of the ledger until then, without ages. By turns.',
        head: ['balances', ...head],
        rows: await balances(pool, get),
      },
      {
        title: 'Transactions, 1,000,000 rows, 25 a page',
        note: 'Milliseconds. Bare: what such an answer asks of the database, by hand over `pg` and prepared: the page with the titles of what it points to, and the total to 10,000. The call keeps the total while nothing is booked. By turns.',
        head: ['list', ...head],
        rows: await transactions(pool, get),
      },
      {
        title: 'Posting invoices',
        note: 'Milliseconds, one after the other. Bare: its writes alone, on copies of the tables without triggers (no history, no events, no guards): number, invoice, three lines, three balances, commit, file. Drawn: the PDF alone, in this process. By turns. Wanted: a call of 25 ms at the median.',
        head: ['posting', ...head, 'drawn p50', '(call - drawn) / bare'],
        rows: await posting(server, data.token, pool),
      },
      await benchFiles(pool),
    ];
  } finally {
    await pool.end();
  }
}

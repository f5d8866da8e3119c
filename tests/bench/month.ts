import { Pool } from 'pg';
import { addDays, houseToday } from '#contract/core/house-day';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { addressOf } from '../support/address.ts';
import { camtFile, germanIban } from '../support/bank-files.ts';
import type { BuiltServer } from '../support/built.ts';
import { ms, quantile, type Table } from './measure.ts';

/** The month end of a large house, by the calls that its book-keepers make: from the facts to the file of the accountant and the bank's file. */

const MERCHANTS = 50;
const FACTS = 100_000;
const BILLS = 100;
const LINES = 100_000;
const PAID = 10_000;
const PAYERS = 500;

type Row = (string | number)[];
type Answer = { code: string; data: unknown };

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  const result = await work();
  return [result, performance.now() - begun];
}

/** The month before this one. */
function lastMonth(): { from: string; to: string; month: string } {
  const to = addDays(`${houseToday().slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to, month: to.slice(0, 7) };
}

/** Merchants with picked pieces in last month, under the tariff of the sample. @returns their ids */
async function fillMonth(pool: Pool): Promise<string[]> {
  const { from } = lastMonth();
  const { rows } = await pool.query<{ id: string }>(
    `insert into merchants (no, name, address) select 'M-BENCH-' || n, 'Bench merchant ' || n, $2::jsonb from generate_series(1, $1::int) n returning id`,
    [MERCHANTS, JSON.stringify(addressOf({ name1: 'Bench' }))],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    `with i as (insert into items (merchant_id, sku, name, weight, length, width, height) select m, 'MONTH-1', 'A thing', 500, 200, 100, 50 from unnest($1::uuid[]) m returning id, merchant_id),
       t as (insert into tasks (no, kind, merchant_id, consignee) select 'MONTH-' || i.merchant_id || '-' || n, 'outbound', i.merchant_id, '{"country": "DE"}' from i, generate_series(1, $2::int / 10) n returning id, merchant_id, no)
     insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, from_id, to_place, task_id)
       select $3::date + interval '10 hours' + make_interval(days => (right(t.no, 1)::int + k) % 25), t.merchant_id, i.id, 'MONTH-1', 1 + k % 12, 'stock',
         (select id from compartments order by code limit 1), 'customer', t.id from t join i using (merchant_id), generate_series(1, 10) k`,
    [ids, FACTS / MERCHANTS, from],
  );
  await pool.query('analyze');
  return ids;
}

type Calls = { get: (path: string) => Promise<Answer>; post: <T = { id: string }>(path: string, body?: unknown) => Promise<T> };

function callsOf(server: BuiltServer, token: string): Calls {
  const checked = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await server.call<unknown>(method, path, body, token);
    if (answer.code !== 'OK') throw new Error(`${method} ${path}: ${answer.code} ${JSON.stringify(answer.data)}`);
    return answer;
  };
  return {
    get: (path) => checked('GET', path),
    post: async <T>(path: string, body?: unknown) => (await checked('POST', path, body)).data as T,
  };
}

/** The running bill where the house has charged a million facts, and of a merchant that has a tenth of them in one month. */
async function manyCharges(pool: Pool, { get }: Calls): Promise<Row[]> {
  const { rows: made } = await pool.query<{ id: string }>(`select id from merchants where no like 'M-BENCH-%' order by no`);
  const [large = '', ...ids] = made.map(({ id }) => id);
  const { from, month } = lastMonth();
  const earlier = addDays(from, -1).slice(0, 7);
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    // The months before, in which nothing is billed here: copies of the charges of last month, a tenth of all in one month of one merchant.
    await client.query(
      `insert into charges (sort_at, merchant_id, category_id, source_kind, source_id, part, happened_on, storehouse_id, task_id, qty, facts, state, currency, rule_id, tariff_id, unit_price, parts, exact, priced_at)
        select timestamptz '2020-01-01Z' + row_number() over () * interval '1 microsecond', case when n = 1 then $1 else c.merchant_id end, c.category_id, c.source_kind, gen_random_uuid(), c.part,
          case when n = 1 then $3::date + (c.happened_on - $2::date) % 28 else c.happened_on - n * 31 end, c.storehouse_id, c.task_id, c.qty, c.facts, 'open', c.currency, c.rule_id, c.tariff_id, c.unit_price, c.parts, c.exact, c.priced_at
        from charges c cross join generate_series(1, 9) n where c.happened_on >= $2::date and c.state in ('open', 'billed') and c.reverses_id is null order by n desc`,
      [large, from, `${earlier}-01`],
    );
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
  // As the database does by itself once a fifth of a table is new.
  await pool.query('vacuum analyze charges');
  const { rows } = await pool.query<{ all: number; large: number }>(
    `select count(*)::int as all, (count(*) filter (where merchant_id = $1 and to_char(happened_on, 'YYYY-MM') = $2))::int as large from charges`,
    [large, earlier],
  );
  const p95 = async (of: readonly string[], when: string): Promise<string> => {
    const taken: number[] = [];
    for (let n = 0; n < BILLS; n += 1)
      taken.push((await timed(() => get(`/v0/charges/bill?month=${when}&merchantId=${of[n % of.length]}`)))[1]);
    return ms(quantile(taken, 0.95));
  };
  return [
    [`of one of ${MERCHANTS} merchants; charges of the house`, rows[0]?.all ?? 0, await p95(ids, month), '150'],
    ['of a merchant with so many charges in the month', rows[0]?.large ?? 0, await p95([large], earlier), ''],
  ];
}

async function charges(pool: Pool, { get, post }: Calls): Promise<Row[]> {
  const { from, to, month } = lastMonth();
  const ids = await fillMonth(pool);
  const [{ made }, collected] = await timed(() => post<{ made: number }>('/v0/charges/collect'));
  const [, gaps] = await timed(() => get(`/v0/charges/gaps?from=${from}&to=${to}`));
  const bills: number[] = [];
  for (let n = 0; n < BILLS; n += 1)
    bills.push((await timed(() => get(`/v0/charges/bill?month=${month}&merchantId=${ids[n % MERCHANTS]}`)))[1]);
  const { id } = await post('/v0/billingRuns', { periodFrom: from, periodTo: to, merchantIds: ids });
  const [, checked] = await timed(() => post(`/v0/billingRuns/${id}/check`));
  const [, read] = await timed(() => get(`/v0/billingRuns/${id}/merchants`));
  await post(`/v0/billingRuns/${id}/approve`, { reason: 'Checked' });
  const [, posted] = await timed(async () => {
    await post(`/v0/billingRuns/${id}/post`);
    // The files are made after the run is posted, and would slow down what is measured next.
    for (let left = MERCHANTS; left > 0; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { rows } = await pool.query<{ made: number }>(
        `select count(*)::int as made from billing_documents d join invoices i on i.id = d.invoice_id where d.run_id = $1 and i.pdf_file is not null`,
        [id],
      );
      left = MERCHANTS - (rows[0]?.made ?? 0);
    }
  });
  return [
    ['collect, price and store facts, by the call', made, ms(collected), '15,000'],
    ['facts without a charge, read', made, ms(gaps), '1,000'],
    ['the running bill of a merchant, p95', made / MERCHANTS, ms(quantile(bills, 0.95)), '150'],
    [`preview of ${MERCHANTS} merchants: compute and compare`, made, ms(checked), '20,000'],
    ['the preview, read', MERCHANTS, ms(read), ''],
    ['post it: invoices with their PDF and XML', MERCHANTS, ms(posted), ''],
  ];
}

/** Bookings of last month, as if made by hand, handed to the accountant. */
async function accountant(pool: Pool, { post }: Calls): Promise<Row[]> {
  const { from } = lastMonth();
  await pool.query(`update settings set value = '"1001"' where key = 'datev.consultant'`);
  await pool.query(`update settings set value = '"1"' where key = 'datev.client'`);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `with entries as (select gen_random_uuid() as id, n from generate_series(1, $2::int / 2) n)
       insert into transactions (sort_at, entry_id, booked_on, account_id, currency, debit, credit, base, source, document_no, party)
         select timestamptz '2022-01-01Z' + (e.n * 2 + l.n) * interval '1 millisecond', e.id, $1::date + e.n % 27, (select id from accounts where no = l.no), 'EUR',
           greatest(l.amount, 0), greatest(-l.amount, 0), l.amount, 'manual', 'B-' || e.n, '' from entries e cross join (values (0, '1200', 4200), (1, '1360', -4200)) l(n, no, amount)`,
      [from, LINES],
    );
    await client.query(`insert into book_periods (month) values ($1) on conflict do nothing`, [from]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const [, took] = await timed(() => post('/v0/accountantExports/month', { month: from }));
  return [['DATEV batch of lines', LINES, ms(took), '5,000']];
}

/** Invoices that are open, and the file in which the bank says that each was paid. */
async function bank(server: BuiltServer, pool: Pool, token: string, { post }: Calls): Promise<Row[]> {
  const iban = germanIban('10020030', 9_876_543);
  const { rows } = await pool.query<{ id: string }>(`select id from accounts where no = '1200'`);
  await post('/v0/bankAccounts', { name: 'Bench', holder: 'Kontor GmbH', iban, bic: 'COBADEFFXXX', accountId: rows[0]?.id });
  await pool.query(
    `with c as (insert into customers (no, name, address, delivery_address) select 'C-BENCH-' || n, 'Payer ' || n, $4::jsonb, '{}' from generate_series(0, $3::int - 1) n returning id, name)
     insert into invoices (customer_id, currency, no, status, issue_date, due_date, net, tax, gross, rate, party_name, posted_at, pdf_file)
       select c.id, 'EUR', 'BANK-' || lpad(n::text, 6, '0'), 'posted', $1::date - 10, $1::date + 4, 10000 + n, 0, 10000 + n, 1000000, c.name, now(), 'made'
       from generate_series(1, $2::int) n join c on c.name = 'Payer ' || n % $3::int`,
    [houseToday(), PAID, PAYERS, JSON.stringify(addressOf({ name1: 'Bench' }))],
  );
  const movements = Array.from({ length: PAID }, (_, i) => ({
    bookedOn: houseToday(),
    amount: 10_001 + i,
    bankRef: `REF-${i}`,
    name: `Payer ${(i + 1) % PAYERS}`,
    purpose: `Invoice BANK-${String(i + 1).padStart(6, '0')}`,
  }));
  const send = (way: string): Promise<Answer> => {
    const form = new FormData();
    form.append('file', new Blob([camtFile({ iban, number: '1', opening: 0, movements, on: houseToday() })]), 'statement.xml');
    return server.call('POST', `/v0/bankStatements/${way}`, form, token);
  };
  const [preview, looked] = await timed(() => send('read'));
  const [stored, took] = await timed(() => send('upload'));
  const { rows: found } = await pool.query<{ n: number }>(
    `select count(*)::int as n from bank_entries where bank_ref like 'REF-%' and state <> 'open'`,
  );
  return [
    [`statement of the bank: read (${preview.code})`, PAID, ms(looked), '2,000'],
    [`stored and matched (${stored.code})`, found[0]?.n ?? 0, ms(took), '5,000'],
  ];
}

export async function benchMonth(server: BuiltServer, databaseUrl: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  try {
    const login = { account: 'finance@kontor.example', passwd: SAMPLE_PASSWORD };
    const { token } = (await server.call<{ token: string }>('POST', '/v0/auth/login', login)).data;
    const calls = callsOf(server, token);
    return [
      {
        title: 'A month end',
        note: `One run each, by calls of the built server, over a house of ${MERCHANTS} merchants.`,
        head: ['what', 'rows', 'ms', 'wanted'],
        rows: [...(await charges(pool, calls)), ...(await accountant(pool, calls)), ...(await bank(server, pool, token, calls))],
      },
      {
        title: 'Running bills over a million charges',
        note: `The slowest in twenty of ${BILLS} calls.`,
        head: ['bill', 'charges', 'p95 in ms', 'wanted'],
        rows: await manyCharges(pool, calls),
      },
    ];
  } finally {
    await pool.end();
  }
}

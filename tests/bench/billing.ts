import { Pool } from 'pg';
import { createDb } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import type { BuiltServer } from '../support/built.ts';
import { buyLabels, labelledList, listFile, totalOf } from '../support/carrier-list.ts';
import { openMonth } from '../support/charged-month.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';
import { ms, quantile, type Table } from './measure.ts';
import { shipFacts } from './shipped-facts.ts';

/** Large months: facts that become charges and are priced again, lists of carriers, and e-invoices with many lines. */

const LINES = 10_000;
/** Far enough back for a month of last year. */
const DAYS = 2_000;

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  const result = await work();
  return [result, performance.now() - begun];
}

/** Answers of the server while something long runs: the longest one shows how long it was deaf. */
async function beside(server: BuiltServer, work: Promise<unknown>): Promise<{ p95: number; most: number }> {
  const taken: number[] = [];
  const end = { reached: false };
  void work.finally(() => {
    end.reached = true;
  });
  while (!end.reached) taken.push((await timed(() => fetch(`${server.url}/healthz`)))[1]);
  return { p95: quantile(taken, 0.95), most: Math.max(...taken) };
}

async function charges(server: BuiltServer, pool: Pool, token: string): Promise<(string | number)[][]> {
  const month = await openMonth(pool);
  const { merchantId } = month;
  await shipFacts(pool, month);
  const db = createDb(pool);
  const [{ made }, first] = await timed(() => collectCharges(db, DAYS));
  const [again, second] = await timed(() => collectCharges(db, DAYS));
  const path = `/v0/charges/replay?${new URLSearchParams({ month: '2025-11', merchantId })}`;
  const [replay, third] = await timed(() => server.call<{ count: number }>('GET', path, undefined, token));
  return [
    [`collect and price facts`, made, ms(first)],
    ['collect again', again.made, ms(second)],
    ['price the month again under its tariff', replay.data.count, ms(third)],
  ];
}

async function carrierList(server: BuiltServer, pool: Pool, token: string): Promise<(string | number)[][]> {
  const carrier = String((await pool.query(`select id from carriers where api = 'simulated' order by sort_at limit 1`)).rows[0].id);
  const merchants = (await pool.query<{ id: string }>(`select id from merchants order by no limit 2`)).rows.map(({ id }) => id);
  const { rows, labels } = labelledList(16, LINES);
  await buyLabels(pool, carrier, merchants, labels);
  const form = new FormData();
  form.append('file', new Blob([listFile(rows)]), 'parcels.csv');
  const query = new URLSearchParams({ carrier, no: 'BENCH-1', total: String(totalOf(rows)) });
  const [stored, took] = await timed(() => server.call('POST', `/v0/carrierBills/upload?${query}`, form, token));
  return [[`read a list of a carrier and compare it (${stored.code})`, rows.length, ms(took)]];
}

async function eInvoice(server: BuiltServer, token: string): Promise<(string | number)[][]> {
  const lines = Array.from({ length: LINES }, (_, i) => ({ name: `Parcel 0034043416123${i}`, qty: 1000, price: 42_500 + i }));
  const form = new FormData();
  form.append('file', new Blob([writeUbl(supplierInvoice({ no: 'BENCH-1', lines }))]), 'invoice.xml');
  const work = timed(() => server.call('POST', '/v0/incomingBills/upload', form, token));
  const others = await beside(server, work);
  const [stored, took] = await work;
  return [
    [`receive an e-invoice (${stored.code})`, LINES, ms(took)],
    ['the longest answer to somebody else meanwhile (p95)', '', `${ms(others.most)} (${ms(others.p95)})`],
  ];
}

export async function benchBilling(server: BuiltServer, databaseUrl: string): Promise<Table[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  try {
    const login = { account: 'finance@kontor.example', passwd: SAMPLE_PASSWORD };
    const { token } = (await server.call<{ token: string }>('POST', '/v0/auth/login', login)).data;
    return [
      {
        title: 'Months, lists of carriers and e-invoices',
        note: `One run each. Collecting runs in the process of the benchmark, the rest are calls of the built server.`,
        head: ['what', 'rows', 'ms'],
        rows: [...(await charges(server, pool, token)), ...(await carrierList(server, pool, token)), ...(await eInvoice(server, token))],
      },
    ];
  } finally {
    await pool.end();
  }
}

import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { createPool } from '../../server/core/db/client.ts';
import { migrate, migrateUpTo } from '../../server/core/db/migrate.ts';
import { DECLARATIONS } from '../../server/modules/index.ts';
import { databaseUrl } from '../support/database.ts';

/** The last version whose ledger knew no tax codes. */
const OLD = 14;
const name = `kontor_${randomBytes(6).toString('hex')}`;
const admin = databaseUrl(inject('databaseServer'), 'postgres');
const run = async <T>(url: string, act: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
};
afterAll(() => run(admin, (client) => client.query(`drop database if exists ${name} with (force)`)));

it('the ledger of an existing house gets the codes, tax points and numbers of parties that its documents tell', async () => {
  await run(admin, (client) => client.query(`create database ${name}`));
  const url = databaseUrl(admin, name);
  const ids = { merchant: randomUUID(), supplier: randomUUID(), one: randomUUID(), mixed: randomUUID(), bill: randomUUID() };
  await run(url, async (client) => {
    await migrateUpTo(client, OLD);
    await client.query(`insert into merchants (id, no, name, address) values ($1, 'M-1', 'Northwind', '{}')`, [ids.merchant]);
    await client.query(`insert into suppliers (id, no, name, address, delivery_address) values ($1, 'S-1', 'Cloud', '{}', '{}')`, [
      ids.supplier,
    ]);
    await client.query(`insert into tax (code, name, country, rate) values ('OWN19', 'Their own code', 'DE', 1900)`);
    const line = (category: string, rate: number) => ({
      id: randomUUID(),
      vatCategory: category,
      vatRate: rate,
      qty: 1000,
      unitPrice: 1_000_000,
    });
    const invoice = (id: string, no: string, lines: object[]) =>
      client.query(
        `insert into invoices (id, merchant_id, no, lines, issue_date, due_date, service_to, rate, posted_at, status) values ($1, $2, $3, $4, '2026-05-10', '2026-05-24', '2026-04-30', 1000000, now(), 'posted')`,
        [id, ids.merchant, no, JSON.stringify(lines)],
      );
    await invoice(ids.one, 'E-1', [line('S', 1900)]);
    await invoice(ids.mixed, 'E-2', [line('S', 1900), line('S', 700)]);
    await client.query(
      `insert into bills (id, supplier_id, no, their_no, bill_date, due_date, their_total, lines, approved_at, rate, status) values ($1, $2, 'B-1', 'R-1', '2026-05-11', '2026-05-20', 100, $3, now(), 1000000, 'approved')`,
      [ids.bill, ids.supplier, JSON.stringify([line('AE', 0)])],
    );
    for (const [id, kind] of [
      [randomUUID(), 'receivable'],
      [randomUUID(), 'revenue'],
      [randomUUID(), 'vat'],
      [randomUUID(), 'expense'],
      [randomUUID(), 'payable'],
    ])
      await client.query(`insert into accounts (id, no, name, kind, standard) values ($1, $2, $2, $2, true)`, [id, kind]);
    const book = (column: string, id: string, source: string, kinds: string[]) =>
      client.query(
        `with e as (select gen_random_uuid() as id) insert into transactions (entry_id, booked_on, account_id, currency, debit, source, ${column})
          select e.id, '2026-05-10', a.id, 'EUR', 1, $2, $1 from e, accounts a where a.kind = any($3)`,
        [id, source, kinds],
      );
    await book('invoice_id', ids.one, 'invoice', ['receivable', 'revenue', 'vat']);
    await book('invoice_id', ids.mixed, 'invoice', ['receivable', 'revenue', 'vat']);
    await book('bill_id', ids.bill, 'bill', ['expense', 'payable']);
  });
  const pool = createPool(url, { max: 2 }, () => undefined);
  try {
    await migrate(pool, DECLARATIONS);
    const { rows } = await pool.query(
      `select coalesce(t.invoice_id, t.bill_id) as id, a.kind, t.tax_code as code, t.tax_on::text as on, t.party_account as party
        from transactions t join accounts a on a.id = t.account_id order by t.source desc, t.invoice_id = $1 desc, a.kind`,
      [ids.one],
    );
    const of = (id: string, on: string, party: string, codes: Record<string, string>) =>
      Object.entries(codes).map(([kind, code]) => ({ id, kind, code, on, party }));
    expect(rows).toEqual([
      ...of(ids.one, '2026-04-30', '10000', { receivable: '', revenue: 'OWN19', vat: 'OWN19' }),
      ...of(ids.mixed, '2026-04-30', '10000', { receivable: '', revenue: '', vat: '' }),
      ...of(ids.bill, '2026-05-11', '70000', { expense: 'RC19', payable: '' }),
    ]);
    expect((await pool.query(`select code, box_base as box from tax order by code`)).rows).toEqual([
      { code: 'DE7', box: '86' },
      { code: 'OWN19', box: '81' },
      { code: 'RC19', box: '46' },
    ]);
    expect((await pool.query(`select month::text, state from book_periods`)).rows).toEqual([{ month: '2026-05-01', state: 'open' }]);
    await expect(pool.query(`update transactions set text = 'x'`)).rejects.toThrow('never changed or removed');
  } finally {
    await pool.end();
  }
});

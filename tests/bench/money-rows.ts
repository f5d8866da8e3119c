import type { Pool, PoolClient } from 'pg';
import { addressOf } from '../support/address.ts';

const INVOICES = 200_000;
const PARTIES = 2_000;
/** One of so many invoices is still open. */
const OPEN = 20;
/** Customers that the posting bench bills; the others have history only. */
const BILLED_PARTY = 'Bench customer 1';
/** In one document of the ledger only, and in one of twenty. */
export const RARE_NO = 'E-2024-123456';
export const BROAD_PARTY = 'customer 12';

/** An id that follows from a text, in the shape of RFC 9562. */
const uuid = (text: string): string => `overlay(overlay(md5(${text}) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`;

const ADDRESS = JSON.stringify(addressOf({ name1: 'Bench' }));

/** The search index of a table is dropped for the load and made anew, as after any load of this size. */
async function withoutSearch(client: PoolClient, tables: readonly string[], load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    'select indexname, indexdef from pg_indexes where indexname = any($1)',
    [tables.map((table) => `${table}_search`)],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  await load();
  for (const { indexdef } of rows) await client.query(indexdef);
}

/**
 * Two hundred thousand invoices of 119.00, nineteen of twenty paid: a million lines in the ledger. Triggers stay off: history and events of
 * these rows are read by nobody here.
 */
export async function fillBooks(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into customers (id, sort_at, no, name, address, delivery_address)
         select ${uuid("'customer' || i")}, timestamptz '2020-01-01Z' + i * interval '1 second', 'C-B' || i, 'Bench customer ' || i, $1::jsonb, '{}' from generate_series(1, $2::int) i`,
      [ADDRESS, PARTIES],
    );
    await withoutSearch(client, ['invoices', 'payments', 'transactions'], async () => {
      const document = `${uuid("'invoice' || i")} as id, ${uuid("'payment' || i")} as payment, ${uuid(`'customer' || (1 + i / ${OPEN} % ${PARTIES})`)} as customer,
        'Bench customer ' || (1 + i / ${OPEN} % ${PARTIES}) as party, 'E-2024-' || lpad(i::text, 6, '0') as no, current_date - 1 - i % 400 as day, i % ${OPEN} = 0 as waits`;
      await client.query(`create temporary table made on commit drop as select i, ${document} from generate_series(1, ${INVOICES}) i`);
      await client.query(
        `insert into invoices (id, sort_at, customer_id, currency, no, status, issue_date, due_date, net, tax, gross, settled, rate, party_name, posted_at)
           select id, timestamptz '2021-01-01Z' + i * interval '1 millisecond', customer, 'EUR', no, case when waits then 'posted' else 'paid' end, day, day + 14, 10000, 1900, 11900,
             case when waits then 0 else 11900 end, 1000000, party, day from made`,
      );
      await client.query(
        `insert into payments (id, sort_at, no, customer_id, paid_on, account_id, currency, amount, settled, rate, status)
           select payment, timestamptz '2021-01-01Z' + i * interval '1 millisecond', 'P-B' || i, customer, least(day + 10, current_date), (select id from accounts where no = '1200'), 'EUR', 11900, 11900, 1000000, 'allocated'
           from made where not waits`,
      );
      await client.query(
        `insert into allocations (allocated_on, payment_id, invoice_id, amount, from_base, to_base) select least(day + 10, current_date), payment, id, 11900, 11900, 11900 from made where not waits`,
      );
      // Three lines an invoice, two a payment.
      await client.query(
        `insert into transactions (sort_at, entry_id, booked_on, account_id, currency, debit, credit, base, source, document_no, party, invoice_id, payment_id)
           select timestamptz '2021-01-01Z' + (m.i * 5 + l.n) * interval '1 millisecond', case when l.n < 3 then m.id else m.payment end, case when l.n < 3 then m.day else least(m.day + 10, current_date) end,
             a.id, 'EUR', greatest(l.amount, 0), greatest(-l.amount, 0), l.amount, case when l.n < 3 then 'invoice' else 'payment' end, case when l.n < 3 then m.no else 'P-B' || m.i end, m.party,
             case when l.n < 3 then m.id end, case when l.n < 3 then null else m.payment end
           from made m cross join (values (0, 'receivable', 11900), (1, 'revenue', -10000), (2, 'vat', -1900), (3, 'bank', 11900), (4, 'receivable', -11900)) l(n, kind, amount)
           join accounts a on a.kind = l.kind and a.currency = 'EUR' and a.standard where l.n < 3 or not m.waits`,
      );
    });
    await client.query('commit');
    await client.query('vacuum analyze invoices, payments, allocations, transactions, customers');
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
}

/** Drafts of three lines for one customer, to be posted. @returns their ids */
export async function makeDrafts(pool: Pool, count: number): Promise<string[]> {
  const line = (text: string, unitPrice: number) =>
    `jsonb_build_object('id', gen_random_uuid(), 'text', '${text}', 'note', '', 'qty', 12000, 'unit', 'h', 'unitPrice', ${unitPrice}, 'discount', 0, 'vatCategory', 'S', 'vatRate', 1900, 'ofLine', null)`;
  const { rows } = await pool.query<{ id: string }>(
    `insert into invoices (customer_id, currency, lines, net, tax, gross, party_name)
       select (select id from customers where name = $1), 'EUR', jsonb_build_array(${line('Storage, pallet and day', 425)}, ${line('Picking', 8500)}, ${line('Handling of a container', 240_000)}), 29871, 5675, 35546, $1
       from generate_series(1, $2::int) returning id`,
    [BILLED_PARTY, count],
  );
  return rows.map(({ id }) => id);
}

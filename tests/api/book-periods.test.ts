import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { line, openBooks, type Row, today } from '../support/books.ts';

/** Months of the books (reliability.md P41): the database refuses what the screens would not offer. */
const { server, finance, merchantId, bank, post, read, posted, pay, allocate } = await openBooks();
afterAll(() => server.close());

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const current = firstOfMonth(today());
const last = firstOfMonth(addDays(current, -1));
const before = firstOfMonth(addDays(last, -1));
const lastDay = addDays(current, -1);

let manager: string;
let warehouse: string;
let ids: Map<string, string>;
const periods = async (): Promise<Row[]> => (await server.call<Row[]>('GET', '/v0/bookPeriods?l=50', undefined, finance)).data;
const act = (month: string, what: string, body?: unknown, token = finance) => post(`bookPeriods/${ids.get(month)}/${what}`, body, token);
const stateOf = async (month: string) => (await periods()).find((row) => row['month'] === month)?.['state'];
/** A balanced entry by raw SQL, as the application's own role. */
const rawEntry = (day: string): string => `with e as (select '${randomUUID()}'::uuid as id)
  insert into transactions (entry_id, booked_on, account_id, currency, debit, credit, base, source)
    select e.id, '${day}', a.id, 'EUR', greatest(s.n, 0), greatest(-s.n, 0), s.n, 'manual' from e, accounts a, (values (100), (-100)) s(n) where a.no = '1200'`;
const supplierId = async (): Promise<string> =>
  (
    await server.pool.query<{ id: string }>(
      `insert into suppliers (no, name, address, delivery_address) values ('S-' || left(gen_random_uuid()::text, 8), 'Pallet works', '{}', '{}') returning id`,
    )
  ).rows[0]?.id as string;

beforeAll(async () => {
  manager = await server.signIn('manager');
  warehouse = await server.signIn('warehouse');
  // The months of the sample's documents, and one before them.
  await server.pool.query(`insert into book_periods (month) values ($1), ($2), ($3) on conflict do nothing`, [current, last, before]);
  ids = new Map((await periods()).map((row) => [String(row['month']), row.id]));
});

describe('a month', () => {
  it('is closed when it is over and all earlier months are, by who may; and is reopened with a reason, the latest first', async () => {
    expect(await act(current, 'close')).toMatchObject({ code: 'StateRefused', data: 'bookPeriods.refusals.notEnded' });
    expect(await act(last, 'close')).toMatchObject({ code: 'StateRefused', data: 'bookPeriods.refusals.earlierOpen' });
    expect(await act(before, 'close', undefined, warehouse)).toMatchObject({ code: 'NotAllowed' });
    expect(await act(before, 'close')).toMatchObject({ code: 'OK' });
    expect(await act(before, 'close')).toMatchObject({ code: 'OK' });
    expect(await act(last, 'close')).toMatchObject({ code: 'OK' });
    expect(await act(before, 'reopen', { reason: 'Bill found' }, manager)).toMatchObject({ data: 'bookPeriods.refusals.laterClosed' });
    expect(await act(last, 'reopen', { reason: 'Bill found' })).toMatchObject({ code: 'NotAllowed' });
    expect(await act(last, 'reopen', {}, manager)).toMatchObject({ code: 'InvalidInput' });
    expect(await act(last, 'reopen', { reason: 'Bill found' }, manager)).toMatchObject({ code: 'OK' });
    expect(await stateOf(last)).toBe('open');
    const { rows } = await server.pool.query(
      `select count(*)::int as n from audit_log where row_id = $1 and after::text like '%Bill found%'`,
      [ids.get(last)],
    );
    expect(rows).toEqual([{ n: 1 }]);
    expect(await act(last, 'close')).toMatchObject({ code: 'OK' });
    // What was forgotten once is forgotten again: the same reason is a reason.
    expect(await act(last, 'reopen', { reason: 'Bill found' }, manager)).toMatchObject({ code: 'OK' });
    expect(await act(last, 'close')).toMatchObject({ code: 'OK' });
  });

  it('that is closed takes no booking by raw SQL, and is not reopened by raw SQL without a reason or taken out of the list', async () => {
    const why = (sql: string) =>
      server.pool.query(sql).then(
        () => 'done',
        (error: { message: string }) => error.message,
      );
    expect(await why(rawEntry(lastDay))).toBe('bookPeriods.refusals.isClosed');
    // A month that is not in the list and lies before a closed one is closed, too.
    expect(await why(rawEntry('2019-05-05'))).toBe('bookPeriods.refusals.isClosed');
    expect(await why(rawEntry(today()))).toBe('done');
    expect(await why(`update book_periods set state = 'open' where month = '${last}'`)).toBe('bookPeriods.refusals.reasonMissing');
    expect(await why(`delete from book_periods where month = '${last}'`)).toContain('never changed or removed');
    expect(await why(`truncate book_periods`)).toContain('never changed or removed');
  });

  it('that is closed lets its documents in on the first open day, and the tax point stays', async () => {
    const made = await post('bills', {
      supplierId: await supplierId(),
      theirNo: 'R-1',
      billDate: lastDay,
      theirTotal: 11_900,
      lines: [line({ qty: 100_000, unitPrice: 10_000 })],
    });
    expect(await post(`bills/${made.data.id}/approve`)).toMatchObject({ code: 'OK' });
    const bookings = `select distinct booked_on::text as booked, tax_on::text as taxed from transactions where $1 in (bill_id, payment_id, invoice_id)`;
    expect((await server.pool.query(bookings, [made.data.id])).rows).toEqual([{ booked: current, taxed: lastDay }]);
    const invoice = await posted({ serviceFrom: last, serviceTo: lastDay });
    expect((await server.pool.query(bookings, [invoice.id])).rows).toEqual([{ booked: today(), taxed: lastDay }]);
  });

  it('that is closed lets money for its invoices in', async () => {
    const { rows } = await server.pool.query<{ id: string; open: number }>(
      `select id, open::int as open from invoices where merchant_id = $1 and issue_date < $2 and open > 0 and kind = 'invoice' and currency = 'EUR' limit 1`,
      [merchantId, current],
    );
    const old = rows[0] ?? (await posted());
    const payment = await pay(100, { paidOn: lastDay });
    expect((await allocate(payment.id, old.id, 100)).code).toBe('OK');
    expect(await read('payments', payment.id)).toMatchObject({ paidOn: lastDay, status: 'allocated' });
    const booked = await server.pool.query(`select distinct booked_on::text as on from transactions where payment_id = $1`, [payment.id]);
    expect(booked.rows).toEqual([{ on: current }]);
    expect((await post(`payments/${payment.id}/reverse`, { reason: 'Bounced' })).code).toBe('OK');
  });

  it('that is soft-closed takes bookings of those with the privilege only', async () => {
    expect(await act(last, 'reopen', { reason: 'One more bill' }, manager)).toMatchObject({ code: 'OK' });
    expect(await act(last, 'softClose')).toMatchObject({ code: 'OK' });
    const paid = async () => {
      const { id } = await pay(100, { paidOn: lastDay });
      return (await server.pool.query<{ on: string }>(`select booked_on::text as on from transactions where payment_id = $1 limit 1`, [id]))
        .rows[0]?.on;
    };
    expect(await paid()).toBe(lastDay);
    const { rows } = await server.pool.query<{ id: string }>(
      `update roles r set privilege_ids = array(select p.id from privileges p where p.id = any(r.privilege_ids) and p.key <> 'bookPeriods.bookSoft') where r.key = 'finance' returning id`,
    );
    expect(rows).toHaveLength(1);
    expect(await paid()).toBe(current);
    await expect(server.pool.query(rawEntry(lastDay))).rejects.toThrow('bookPeriods.refusals.isClosed');
    await server.pool.query(
      `update roles r set privilege_ids = r.privilege_ids || array(select p.id from privileges p where p.key = 'bookPeriods.bookSoft') where r.key = 'finance'`,
    );
    expect(await act(last, 'close')).toMatchObject({ code: 'OK' });
  });
});

describe('closing and posting at the same time', () => {
  it('leave nothing in the month after it is closed: one waits for the other, on two connections', async () => {
    expect(await act(last, 'reopen', { reason: 'Race' }, manager)).toMatchObject({ code: 'OK' });
    const [poster, closer] = [await server.pool.connect(), await server.pool.connect()];
    try {
      // The posting came first: the closing waits for it.
      await poster.query('begin');
      await poster.query(rawEntry(lastDay));
      let closed = false;
      const closing = closer.query(`update book_periods set state = 'closed' where month = '${last}'`).then(() => {
        closed = true;
      });
      await expect
        .poll(
          async () =>
            (
              await server.pool.query(
                `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'update book_periods%'`,
              )
            ).rows[0].n,
        )
        .toBe(1);
      expect(closed).toBe(false);
      await poster.query('commit');
      await closing;
      // The closing came first: the posting waits, then is refused.
      await closer.query(`update book_periods set state = 'open', reason = 'Again' where month = '${last}'`);
      await closer.query('begin');
      await closer.query(`update book_periods set state = 'closed' where month = '${last}'`);
      const late = poster.query(rawEntry(lastDay)).then(
        () => 'booked',
        (error: { message: string }) => error.message,
      );
      await expect
        .poll(
          async () =>
            (
              await server.pool.query(
                `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'with e as%'`,
              )
            ).rows[0].n,
        )
        .toBe(1);
      await closer.query('commit');
      expect(await late).toBe('bookPeriods.refusals.isClosed');
    } finally {
      poster.release();
      closer.release();
    }
  });

  it('by many calls end with all postings on open days', async () => {
    expect(await act(last, 'reopen', { reason: 'Race of calls' }, manager)).toMatchObject({ code: 'OK' });
    const calls = Array.from({ length: 12 }, () => post('payments', { merchantId, accountId: bank, paidOn: lastDay, amount: 100 }));
    const [closing, ...payments] = await Promise.all([act(last, 'close'), ...calls]);
    expect(closing.code).toBe('OK');
    expect(payments.map(({ code }) => code)).toEqual(payments.map(() => 'OK'));
    const { rows } = await server.pool.query<{ late: number }>(
      `select count(*)::int as late from transactions t join book_periods p on p.month = date_trunc('month', t.booked_on)
        where p.month = $1 and t.created_at > p.closed_at`,
      [last],
    );
    expect(rows).toEqual([{ late: 0 }]);
  });
});

describe('a payment', () => {
  it('of 2019 or of tomorrow is refused with a sentence', async () => {
    const body = { merchantId, accountId: bank, amount: 100 };
    expect(await post('payments', { ...body, paidOn: '2019-03-01' })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'paidOn', rule: 'tooOld', params: { days: 366 } }],
    });
    expect(await post('payments', { ...body, paidOn: addDays(today(), 1) })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'paidOn', rule: 'inFuture' }],
    });
  });
});

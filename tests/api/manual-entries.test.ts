import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { openBooks, type Row, today } from '../support/books.ts';

const { server, finance, merchant, post, read } = await openBooks();
afterAll(() => server.close());

const rows = (await server.pool.query<{ no: string; id: string }>(`select no, id from accounts`)).rows;
const account = (no: string): string => rows.find((row) => row.no === no)?.id as string;
const entryLine = (no: string, debit: number | null, credit: number | null, over: object = {}) => ({
  id: randomUUID(),
  accountId: account(no),
  debit,
  credit,
  ...over,
});
const entry = (lines: object[], over: object = {}) => post('manualEntries', { bookedOn: today(), text: 'Rent', lines, ...over });
const balance = async (no: string): Promise<number> =>
  Number((await server.pool.query<{ n: string }>(`select balance as n from accounts where no = $1`, [no])).rows[0]?.n);

describe('an entry that a person types', () => {
  it('is booked at once, once however often it is sent, and shown with its lines', async () => {
    const { rows: codes } = await server.pool.query<{ id: string }>(
      `insert into tax (code, name, country, rate, direction) values ('V19', 'Input', 'DE', 1900, 'in') returning id`,
    );
    const before = await balance('3100');
    const body = {
      bookedOn: today(),
      text: 'Rent of November',
      lines: [
        entryLine('3100', 100_000, null, { taxId: codes[0]?.id, text: 'Hall 2' }),
        entryLine('1576', 19_000, null),
        entryLine('1200', null, 119_000),
      ],
    };
    const send = () =>
      fetch(`${server.url}/v0/manualEntries`, {
        method: 'POST',
        headers: { 'x-token': finance, 'content-type': 'application/json', 'idempotency-key': 'rent-november' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json() as Promise<{ code: string; data: Row }>);
    const [one, two] = [await send(), await send()];
    expect(one).toMatchObject({ code: 'OK', data: { total: 119_000, status: 'posted' } });
    expect(two.data.id).toBe(one.data.id);
    expect((await balance('3100')) - before).toBe(100_000);
    const saved = await read('manualEntries', one.data.id);
    expect(saved.no).toMatch(/^J-/);
    expect(saved['lines']).toMatchObject([
      { accountIdLabel: expect.stringContaining('3100'), taxIdLabel: 'V19', debit: 100_000, credit: null },
      { debit: 19_000 },
      { credit: 119_000 },
    ]);
    const { rows: booked } = await server.pool.query(
      `select t.debit::int, t.credit::int, t.tax_code as code, t.source, t.text from transactions t where t.manual_id = $1 order by t.sort_at`,
      [one.data.id],
    );
    expect(booked).toEqual([
      { debit: 100_000, credit: 0, code: 'V19', source: 'manual', text: 'Hall 2' },
      { debit: 19_000, credit: 0, code: '', source: 'manual', text: 'Rent of November' },
      { debit: 0, credit: 119_000, code: '', source: 'manual', text: 'Rent of November' },
    ]);
  });

  it('is refused with the difference where it does not balance, and for every other fault with its place', async () => {
    expect(await entry([entryLine('3100', 10_000, null), entryLine('1200', null, 9_950)])).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'lines', rule: 'debitAbove', params: { difference: '0.50', currency: 'EUR' } }],
    });
    expect(await entry([entryLine('3100', 10_000, null), entryLine('1200', null, 10_001)])).toMatchObject({
      data: [{ path: 'lines', rule: 'creditAbove', params: { difference: '0.01' } }],
    });
    const fault = async (...lines: object[]) => (await entry(lines)).data;
    expect(await fault(entryLine('3100', 100, null))).toMatchObject([{ path: 'lines', rule: 'twoLines' }]);
    expect(await fault(entryLine('3100', 100, 100), entryLine('1200', null, 100))).toMatchObject([
      { path: 'lines.0.debit', rule: 'oneSide' },
    ]);
    expect(await fault(entryLine('3100', null, null), entryLine('1200', null, 100))).toMatchObject([
      { path: 'lines.0.debit', rule: 'oneSide' },
    ]);
    expect(await fault(entryLine('1400', 100, null), entryLine('1200', null, 100))).toMatchObject([
      { path: 'lines.0.accountId', rule: 'controlAccount' },
    ]);
    expect(await fault(entryLine('3100-USD', 100, null), entryLine('1200', null, 100))).toMatchObject([
      { path: 'lines.0.accountId', rule: 'accountCurrency' },
    ]);
    expect(await entry([entryLine('3100', 1, null), entryLine('1200', null, 1)], { bookedOn: addDays(today(), 1) })).toMatchObject({
      data: [{ path: 'bookedOn', rule: 'inFuture' }],
    });
    expect(await post('manualEntries', { bookedOn: today(), text: 'x', lines: [] }, merchant)).toMatchObject({ code: 'NotAllowed' });
  });

  it('takes opening balances, of customers and suppliers too, and of another currency at its rate', async () => {
    const opening = { kind: 'opening', text: 'Taken over' };
    expect(await entry([entryLine('1400', 50_000, null), entryLine('9000', null, 50_000)], opening)).toMatchObject({ code: 'OK' });
    const lines = [entryLine('1200-USD', 333, null), entryLine('1000-USD', 333, null), entryLine('9000-USD', null, 666)];
    const { data } = await entry(lines, { ...opening, currency: 'USD' });
    const { rows: uneven } = await server.pool.query(`select sum(base)::int as base from transactions where manual_id = $1`, [data.id]);
    expect(uneven).toEqual([{ base: 0 }]);
  });

  it('is reversed by its opposite, once, and never changed', async () => {
    const before = await balance('3100');
    const { data } = await entry([entryLine('3100', 700, null), entryLine('1200', null, 700)]);
    const reason = { reason: 'Wrong account' };
    const answers = await Promise.all([post(`manualEntries/${data.id}/reverse`, reason), post(`manualEntries/${data.id}/reverse`, reason)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
    expect(await balance('3100')).toBe(before);
    expect(await read('manualEntries', data.id)).toMatchObject({ status: 'reversed', reason: 'Wrong account' });
    expect(await server.call('PUT', `/v0/manualEntries/${data.id}`, { version: 1, text: 'x' }, finance)).toMatchObject({
      data: 'invoices.refusals.postedStands',
    });
    for (const set of [`text = 'x'`, 'total = 1', `lines = '[]'`, `entry_id = gen_random_uuid()`, `status = 'posted'`])
      await expect(server.pool.query(`update manual_entries set ${set} where id = $1`, [data.id]), set).rejects.toThrow('postedStands');
  });

  it('is refused in a closed month, where no document is moved for it', async () => {
    const lastDay = addDays(`${today().slice(0, 8)}01`, -1);
    await server.pool.query(
      `insert into book_periods (month, state) values ($1, 'closed') on conflict (month) do update set state = 'closed'`,
      [`${lastDay.slice(0, 8)}01`],
    );
    const lines = [entryLine('3100', 100, null), entryLine('1200', null, 100)];
    expect(await entry(lines, { bookedOn: lastDay })).toMatchObject({ code: 'StateRefused', data: 'bookPeriods.refusals.isClosed' });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, openBooks, today } from '../support/books.ts';

const { server, finance, merchantId, bank, pounds, post, read, draft, pay, allocate } = await openBooks();
afterAll(() => server.close());

describe('bad input', () => {
  it.each([
    [{ lines: [line({ qty: -1000 })] }, 'lines.0.qty', 'aboveZero'],
    [{ lines: [line({ qty: 10_000_000_000, unitPrice: 100_000_000_000 })] }, 'lines.0.unitPrice', 'amountTooBig'],
    [{ lines: [line({ vatRate: 0 })] }, 'lines.0.vatRate', 'vatRateMissing'],
    [{ currency: 'XXX' }, 'currency', 'choice'],
    [{ serviceTo: '2026-02-30' }, 'serviceTo', 'date'],
    [{ serviceFrom: '2026-03-02', serviceTo: '2026-03-01' }, 'serviceTo', 'beforeStart'],
    [{ merchantId: null }, 'merchantId', 'oneParty'],
  ])('%o is refused at %s: %s', async (over, path, rule) => {
    const answer = await post('invoices', { merchantId, lines: [line()], ...over });
    expect(answer).toMatchObject({ code: 'InvalidInput', data: expect.arrayContaining([expect.objectContaining({ path, rule })]) });
  });
  it('cannot be posted without lines, without an address, or without a rate', async () => {
    expect(await post(`invoices/${(await draft({ lines: [] })).id}/post`)).toMatchObject({ data: [{ path: 'lines', rule: 'required' }] });
    const bare = await server.pool.query<{ id: string }>(
      `insert into customers (no, name, address, delivery_address) values ('C-78', 'Nobody', '{}', '{}') returning id`,
    );
    const nobody = await draft({ merchantId: null, customerId: bare.rows[0]?.id });
    expect(await post(`invoices/${nobody.id}/post`)).toMatchObject({ data: 'invoices.refusals.addressMissing' });
    expect(await post('payments', { merchantId, accountId: pounds, paidOn: today(), amount: 100, currency: 'GBP' })).toMatchObject({
      data: 'invoices.refusals.noRate',
    });
  });
  it('of a payment is refused: nothing, below nothing, tomorrow, nobody, a conversion that is missing', async () => {
    const pays = (over: object) => post('payments', { merchantId, accountId: bank, paidOn: today(), amount: 100, ...over });
    expect(await pays({ amount: 0 })).toMatchObject({ data: [{ path: 'amount', rule: 'aboveZero' }] });
    expect(await pays({ amount: -5 })).toMatchObject({ data: [{ path: 'amount', rule: 'aboveZero' }] });
    expect(await pays({ paidOn: '2999-01-01' })).toMatchObject({ data: [{ path: 'paidOn', rule: 'inFuture' }] });
    expect(await pays({ merchantId: null })).toMatchObject({ data: [{ path: 'merchantId', rule: 'oneParty' }] });
    expect(await pays({ currency: 'USD' })).toMatchObject({ data: [{ path: 'accountAmount', rule: 'conversionMissing' }] });
  });
});

describe('a bill', () => {
  let supplierId: string;
  const enter = (over: object = {}) =>
    post('bills', {
      supplierId,
      theirNo: randomUUID().slice(0, 8),
      billDate: today(),
      theirTotal: 11_900,
      lines: [line({ qty: 100_000, unitPrice: 10_000 })],
      ...over,
    });
  beforeAll(async () => {
    const made = await server.pool.query<{ id: string }>(
      `insert into suppliers (no, name, address, delivery_address) values ('S-77', 'Pallet works', '{}', '{}') returning id`,
    );
    supplierId = made.rows[0]?.id as string;
  });
  it('is entered once, compared with order and receipt, approved, and paid', async () => {
    const bill = (
      await enter({
        theirNo: 'R-1',
        lines: [line({ qty: 100_000, unitPrice: 10_000, ordered: 90_000, orderedPrice: 10_000, received: 100_000 })],
      })
    ).data;
    expect(bill).toMatchObject({ status: 'entered', differences: 1, gross: 11_900, open: 0 });
    expect(await enter({ theirNo: 'r-1' })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'theirNo', rule: 'billedTwice', params: { no: bill.no } }],
    });
    expect((await post(`bills/${bill.id}/approve`)).code).toBe('OK');
    expect(await read('bills', bill.id)).toMatchObject({ status: 'approved', open: 11_900 });
    const payment = await pay(11_900, { direction: 'out', merchantId: null, supplierId });
    expect((await allocate(payment.id, bill.id, 11_900, 'bill')).code).toBe('OK');
    expect(await read('bills', bill.id)).toMatchObject({ status: 'paid', open: 0 });
    expect(await server.call('PUT', `/v0/bills/${bill.id}`, { version: 9, remark: 'x' }, finance)).not.toMatchObject({ code: 'OK' });
  });
  it('billed above the receipt is approved with a reason only, which is kept on the bill and in its history', async () => {
    const lines = [line({ qty: 100_000, unitPrice: 10_000, received: 40_000 })];
    const bill = (await enter({ lines })).data;
    expect(bill).toMatchObject({ aboveReceipt: 1 });
    const refused = { code: 'StateRefused', data: 'bills.refusals.aboveReceipt' };
    expect(await post(`bills/${bill.id}/approve`)).toMatchObject(refused);
    expect(await post(`bills/${bill.id}/approve`, { reason: '  ' })).toMatchObject(refused);
    expect(await read('bills', bill.id)).toMatchObject({ status: 'entered', approvedAt: null });
    expect((await post(`bills/${bill.id}/approve`, { reason: 'The rest was used up at the dock' })).code).toBe('OK');
    expect(await read('bills', bill.id)).toMatchObject({ status: 'approved', approvalReason: 'The rest was used up at the dock' });
    const history = await server.call<{ byName: string; after: Record<string, unknown> | null }[]>(
      'GET',
      `/v0/bills/${bill.id}/history`,
      undefined,
      finance,
    );
    expect(history.data.filter(({ after }) => after?.['approvalReason'] === 'The rest was used up at the dock')).not.toEqual([]);
  });
  it('with another total than theirs is not approved, nor while it is disputed', async () => {
    const wrong = (await enter({ theirTotal: 11_901 })).data;
    expect(await post(`bills/${wrong.id}/approve`)).toMatchObject({ code: 'StateRefused', data: 'bills.refusals.totalDiffers' });
    const bill = (await enter()).data;
    await post(`bills/${bill.id}/dispute`, { reason: 'Half of it never came' });
    expect(await read('bills', bill.id)).toMatchObject({ status: 'disputed' });
    expect(await post(`bills/${bill.id}/approve`)).toMatchObject({ data: 'bills.refusals.disputed' });
    await post(`bills/${bill.id}/settleDispute`);
    expect((await post(`bills/${bill.id}/approve`)).code).toBe('OK');
  });
});

describe('balances', () => {
  it('say what was open on any day, by party, currency and age, and agree with the ledger', async () => {
    const answer = await server.call<{ rows: Record<string, number | string>[]; totals: Record<string, number | string>[] }>(
      'GET',
      '/v0/balances',
      undefined,
      finance,
    );
    expect(answer.code).toBe('OK');
    const { rows } = await server.pool.query<{ currency: string; sum: string }>(
      `select t.currency, sum(t.debit - t.credit) as sum from transactions t join accounts a on a.id = t.account_id where a.kind in ('receivable', 'payable') group by 1`,
    );
    const sidesOf = (currency: string) => answer.data.totals.filter((one) => one['currency'] === currency);
    for (const { currency, sum } of rows)
      expect(
        sidesOf(currency).reduce((all, one) => all + Number(one['total']), 0),
        currency,
      ).toBe(Number(sum));
    // What we owe is not set off against what others owe us.
    for (const { currency, side, notDue } of answer.data.totals) {
      const kinds = side === 'receivable' ? ['merchants', 'customers'] : ['suppliers', 'carriers'];
      const own = answer.data.rows.filter((row) => row['currency'] === currency && kinds.includes(String(row['partyKind'])));
      expect(
        own.reduce((all, row) => all + Number(row['notDue']), 0),
        `${side} ${currency}`,
      ).toBe(notDue);
    }
    expect(new Set(answer.data.totals.map(({ side }) => side))).toEqual(new Set(['receivable', 'payable']));
    for (const row of answer.data.rows) {
      const ages = ['notDue', 'd30', 'd60', 'd90', 'older', 'unallocated'].reduce((sum, key) => sum + Number(row[key]), 0);
      expect(ages).toBe(row['total']);
    }
    const past = await server.call<{ rows: unknown[] }>('GET', '/v0/balances?asOf=2001-01-01', undefined, finance);
    expect(past.data.rows).toEqual([]);
    expect((await server.call('GET', '/v0/balances?asOf=2026-02-30', undefined, finance)).code).toBe('InvalidInput');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import type { ImportError } from '#contract/transfer/imports';
import { line, openBooks, today } from '../support/books.ts';
import { lookUp, paramsOf } from '../support/texts.ts';

/** Each is refused with a sentence in the reader's language, and nothing of it is stored. */
const { server, finance, merchantId, customerId, bank, post, posted, pay, allocate } = await openBooks();
afterAll(() => server.close());

type Params = Record<string, string | number>;
/** The sentences that a rule or a refusal is read as, all three; fails where one is missing, says a key, or lacks a value. */
function sentences(key: string, params: Params = {}): string[] {
  const texts = LOCALES.map((locale) => {
    const text = lookUp(locale, key);
    expect(text, `${key} in ${locale}`).toBeTruthy();
    for (const name of paramsOf(text ?? '')) expect(Object.keys(params), `${key} in ${locale}`).toContain(name);
    return text ?? '';
  });
  expect(new Set(texts).size, `${key} is translated`).toBe(LOCALES.length);
  return texts;
}

/** Everything of the books, and what hangs on them. */
const TABLES = ['invoices', 'bills', 'payments', 'customers', 'allocations', 'transactions', 'invoice_circles'];
async function stored(): Promise<unknown> {
  const counts = [
    ...TABLES.map((table) => `select '${table}' as name, count(*)::int as n from ${table}`),
    `select 'history', count(*)::int from audit_log where area in ('invoices', 'bills', 'payments', 'customers')`,
    `select 'numbers', sum(next)::int from number_series`,
  ];
  return (await server.pool.query(`${counts.join(' union all ')} order by 1`)).rows;
}
type Fault = { path: string; rule: string; params?: Params };
async function refused(path: string, body: object, at: string, rule: string): Promise<void> {
  const before = await stored();
  const answer = await post<Fault[]>(path, body);
  expect(answer, JSON.stringify(answer.data)).toMatchObject({
    code: 'InvalidInput',
    data: expect.arrayContaining([expect.objectContaining({ path: at, rule })]),
  });
  for (const fault of answer.data) sentences(`rules.${fault.rule}`, fault.params);
  expect(await stored()).toEqual(before);
}

const HUGE = 1_000_000_000_001;

describe('an invoice', () => {
  it.each([
    ['an impossible day', { serviceFrom: '2026-02-30' }, 'serviceFrom', 'date'],
    ['a day in words', { serviceTo: 'tomorrow' }, 'serviceTo', 'date'],
    ['an end before its start', { serviceFrom: '2026-03-02', serviceTo: '2026-03-01' }, 'serviceTo', 'beforeStart'],
    ['a quantity below zero', { lines: [line({ qty: -1000 })] }, 'lines.0.qty', 'aboveZero'],
    ['no quantity', { lines: [line({ qty: 0 })] }, 'lines.0.qty', 'aboveZero'],
    ['a price below zero', { lines: [line({ unitPrice: -1 })] }, 'lines.0.unitPrice', 'notNegative'],
    ['a price beyond all sense', { lines: [line({ unitPrice: 100_000_000_001 })] }, 'lines.0.unitPrice', 'amountTooBig'],
    [
      'a line beyond all sense',
      { lines: [line({ qty: 10_000_000_000, unitPrice: 100_000_000_000 })] },
      'lines.0.unitPrice',
      'amountTooBig',
    ],
    ['a discount above all', { lines: [line({ discount: 10_001 })] }, 'lines.0.discount', 'percentTooBig'],
    ['a currency that is none', { currency: 'XXX' }, 'currency', 'choice'],
    ['a currency that the house does not bill in', { currency: 'GBP' }, 'currency', 'choice'],
    ['no party', { merchantId: null }, 'merchantId', 'oneParty'],
    ['two parties', { customerId: 'both' }, 'merchantId', 'oneParty'],
    ['a party that is not there', { merchantId: randomUUID() }, 'merchantId', 'reference'],
    ['a rate of tax where there is none', { lines: [line({ vatCategory: 'AE' })] }, 'lines.0.vatRate', 'vatRateZero'],
    ['no rate of tax where there is one', { lines: [line({ vatRate: 0 })] }, 'lines.0.vatRate', 'vatRateMissing'],
    ['a line without a text', { lines: [line({ text: '' })] }, 'lines.0.text', 'required'],
    ['a field that nobody may set', { no: 'E-2026-00001' }, 'no', 'unknownField'],
  ])('with %s is refused', async (_, over, at, rule) => {
    const both = 'customerId' in over ? { customerId } : over;
    await refused('invoices', { merchantId, lines: [line()], ...both }, at, rule);
  });
});

describe('a bill', () => {
  let supplierId: string;
  beforeAll(async () => {
    supplierId = (
      await server.pool.query<{ id: string }>(
        `insert into suppliers (no, name, address, delivery_address) values ('S-91', 'Pallet works', '{}', '{}') returning id`,
      )
    ).rows[0]?.id as string;
  });
  it.each([
    ['an impossible day', { billDate: '2026-13-01' }, 'billDate', 'date'],
    ['a day to come', { billDate: '2999-01-01' }, 'billDate', 'inFuture'],
    ['a due date before its date', { dueDate: '2001-01-01' }, 'dueDate', 'beforeStart'],
    ['a total below zero', { theirTotal: -1 }, 'theirTotal', 'notNegative'],
    ['a total beyond all sense', { theirTotal: HUGE }, 'theirTotal', 'amountTooBig'],
    ['an amount in words', { theirTotal: 'much' }, 'theirTotal', 'type'],
    ['a currency that is none', { currency: 'EURO' }, 'currency', 'choice'],
    ['no number', { theirNo: '' }, 'theirNo', 'required'],
    ['nobody who sent it', { supplierId: null }, 'supplierId', 'oneParty'],
    ['a receipt below zero', { lines: [line({ received: -1 })] }, 'lines.0.received', 'notNegative'],
  ])('with %s is refused', async (_, over, at, rule) => {
    const bill = { supplierId, theirNo: 'R-91', billDate: today(), theirTotal: 11_900, lines: [line()] };
    await refused('bills', { ...bill, ...over }, at, rule);
  });
  it('that was entered before is refused, and says where it stands', async () => {
    const bill = { supplierId, theirNo: 'R-92', billDate: today(), theirTotal: 11_900, lines: [line()] };
    expect((await post('bills', bill)).code).toBe('OK');
    await refused('bills', { ...bill, theirNo: 'r-92' }, 'theirNo', 'billedTwice');
  });
});

describe('a payment', () => {
  it.each([
    ['an impossible day', { paidOn: '2026-02-31' }, 'paidOn', 'date'],
    ['a day to come', { paidOn: '2999-01-01' }, 'paidOn', 'inFuture'],
    ['nothing', { amount: 0 }, 'amount', 'aboveZero'],
    ['less than nothing', { amount: -500 }, 'amount', 'aboveZero'],
    ['parts of a cent', { amount: 0.5 }, 'amount', 'type'],
    ['an amount beyond all sense', { amount: HUGE }, 'amount', 'amountTooBig'],
    ['a currency that is none', { currency: 'DM' }, 'currency', 'choice'],
    ['nobody', { merchantId: null }, 'merchantId', 'oneParty'],
    ['a conversion that is missing', { currency: 'USD' }, 'accountAmount', 'conversionMissing'],
    ['an account that is not there', { accountId: randomUUID() }, 'accountId', 'reference'],
  ])('of %s is refused', async (_, over, at, rule) => {
    await refused('payments', { merchantId, accountId: bank, paidOn: today(), amount: 100, ...over }, at, rule);
  });

  it('is never given out beyond what it is, what is open, or to somebody else, and then nothing of it is given out', async () => {
    const [invoice, foreign] = [
      await posted(),
      await posted({ merchantId: null, customerId, lines: [line({ vatCategory: 'AE', vatRate: 0 })] }),
    ];
    const payment = await pay(20_000);
    const before = await stored();
    const kind = 'invoice';
    const wants: [object[], string][] = [
      [[{ kind, id: invoice.id, amount: 11_901 }], 'overAllocated'],
      // The first alone would fit; both go back.
      [
        [
          { kind, id: invoice.id, amount: 11_000 },
          { kind, id: invoice.id, amount: 1000 },
        ],
        'overAllocated',
      ],
      [
        [
          { kind, id: invoice.id, amount: 100 },
          { kind, id: foreign.id, amount: 10 },
        ],
        'otherParty',
      ],
    ];
    for (const [items, why] of wants) {
      const answer = await post(`payments/${payment.id}/allocate`, { items });
      expect(answer).toMatchObject({ code: 'StateRefused', data: `invoices.refusals.${why}` });
      sentences(String(answer.data));
    }
    await refused(`payments/${payment.id}/allocate`, { items: [{ kind, id: invoice.id, amount: -5 }] }, 'items.0.amount', 'aboveZero');
    const small = await pay(100);
    const after = await stored();
    expect(await allocate(small.id, invoice.id, 101)).toMatchObject({ data: 'invoices.refusals.overAllocated' });
    expect(await stored()).toEqual(after);
    expect(after).not.toEqual(before);
  });
});

describe('a customer', () => {
  const customer = (over: object) => ({ name: 'Berg', merchantId, ...over });
  it.each([
    ['a VAT id of no shape', { vatId: 'DE12' }, 'vatId', 'vatIdShape'],
    ['a VAT id with a wrong check digit', { vatId: 'DE136695977' }, 'vatId', 'vatIdCheckDigit'],
    ['no name', { name: '' }, 'name', 'required'],
    ['a currency that is none', { currency: '???' }, 'currency', 'choice'],
    ['a mail address that is none', { email: 'berg at home' }, 'email', 'email'],
    ['a payment term below zero', { paymentDays: -1 }, 'paymentDays', 'tooSmall'],
  ])('with %s is refused', async (_, over, at, rule) => {
    await refused('customers', customer(over), at, rule);
  });
});

describe('an import with a broken row', () => {
  type Import = { id: string; state: string; created: number; failed: number; errors: ImportError[] };
  async function run(mask: string, text: string): Promise<Import> {
    const form = new FormData();
    form.set('file', new Blob([text]), 'file.csv');
    const { data: file } = await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', form, finance);
    const made = await post<Import>('imports', { mask, fileId: file.id, merchantId });
    expect(made.code).toBe('OK');
    expect((await post(`imports/${made.data.id}/run`, { mode: 'all' })).code).toBe('OK');
    const read = async () => (await server.call<Import>('GET', `/v0/imports/${made.data.id}`, undefined, finance)).data;
    await expect.poll(async () => (await read()).state).not.toMatch(/checking|running|uploaded/);
    return read();
  }

  it('stores none of its rows and names row, column and reason: payments', async () => {
    const account = (await server.pool.query<{ no: string; name: string }>(`select no, name from accounts where id = $1`, [bank])).rows[0];
    const merchant = (await server.pool.query<{ name: string }>(`select name from merchants where id = $1`, [merchantId])).rows[0];
    const before = await stored();
    const good = `${merchant?.name},${today()},${account?.no},EUR,10.00`;
    const result = await run(
      'accounting.payment.list',
      ['merchantId,paidOn,accountId,currency,amount', good, good.replace(today(), '2026-02-30'), good.replace('10.00', '-5.00'), ''].join(
        '\n',
      ),
    );
    expect(result, JSON.stringify(result)).toMatchObject({ failed: 2 });
    expect(result.errors.map(({ row, column, rule }) => [row, column, rule])).toEqual([
      [3, 'paidOn', 'date'],
      [4, 'amount', 'aboveZero'],
    ]);
    for (const { rule, params } of result.errors) sentences(`rules.${rule}`, params);
    expect(await stored()).toEqual(before);
  });

  it('stores none of its rows and names row, column and reason: customers', async () => {
    const before = await stored();
    const result = await run('customer.list', 'name,vatId,email\nBerg,DE136695976,\nTal,DE136695977,\nFluss,,not a mail\n');
    expect(result.errors.map(({ row, column, rule }) => [row, column, rule])).toEqual([
      [3, 'vatId', 'vatIdCheckDigit'],
      [4, 'email', 'email'],
    ]);
    for (const { rule, params } of result.errors) sentences(`rules.${rule}`, params);
    expect(await stored()).toEqual(before);
  });
});

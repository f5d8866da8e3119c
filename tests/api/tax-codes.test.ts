import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { line, openBooks, type Row, today } from '../support/books.ts';

const { server, customerId, post, read, draft, posted } = await openBooks();
afterAll(() => server.close());

const supplierId = (
  await server.pool.query<{ id: string }>(
    `insert into suppliers (no, name, address, delivery_address) values ('S-77', 'Cloud Dublin', '{}', '{}') returning id`,
  )
).rows[0]?.id as string;
type Booked = { kind: string; code: string; amount: number };
const booked = async (column: 'invoice_id' | 'bill_id', id: string): Promise<Booked[]> => {
  const { rows } = await server.pool.query<Booked>(
    `select a.kind, t.tax_code as code, (t.debit - t.credit)::int as amount from transactions t join accounts a on a.id = t.account_id
      where t.${column} = $1 order by a.kind, t.tax_code`,
    [id],
  );
  return rows;
};
let bills = 0;
const bill = async (over: object): Promise<Row> => {
  const made = await post('bills', { supplierId, theirNo: `R-${++bills}`, billDate: today(), ...over });
  expect(made).toMatchObject({ code: 'OK' });
  return made.data;
};
const approve = (id: string) => post(`bills/${id}/approve`);

describe('the lines of the ledger', () => {
  it('have one line of revenue and one of VAT for each code and rate, the day of the service and the number of the party', async () => {
    const serviceTo = addDays(today(), -40);
    const lines = [
      line({ qty: 1000, unitPrice: 100_000 }),
      line({ qty: 1000, unitPrice: 50_000, vatRate: 700 }),
      line({ qty: 1000, unitPrice: 30_000, vatCategory: 'E', vatRate: 0 }),
    ];
    const { id } = await posted({ lines, serviceFrom: serviceTo, serviceTo });
    expect(await booked('invoice_id', id)).toEqual([
      { kind: 'receivable', code: '', amount: 1000 + 190 + 500 + 35 + 300 },
      { kind: 'revenue', code: 'DE19', amount: -1000 },
      { kind: 'revenue', code: 'DE7', amount: -500 },
      { kind: 'revenue', code: 'EX-4', amount: -300 },
      { kind: 'vat', code: 'DE19', amount: -190 },
      { kind: 'vat', code: 'DE7', amount: -35 },
    ]);
    const { rows } = await server.pool.query(
      `select distinct tax_on::text as on, party_account ~ '^[1-6]\\d{4}$' as debtor, booked_on = $2::date as today from transactions where invoice_id = $1`,
      [id, today()],
    );
    expect(rows).toEqual([{ on: serviceTo, debtor: true, today: true }]);
  });

  it('book the tax of a service from abroad on both sides: owed and deducted (§ 13b UStG)', async () => {
    const made = await bill({ theirTotal: 100_000, lines: [line({ qty: 1000, unitPrice: 10_000_000, vatCategory: 'AE', vatRate: 0 })] });
    expect(await approve(made.id)).toMatchObject({ code: 'OK' });
    expect(await booked('bill_id', made.id)).toEqual([
      { kind: 'expense', code: 'RC19', amount: 100_000 },
      { kind: 'inputVat', code: 'RC19', amount: 19_000 },
      { kind: 'payable', code: '', amount: -100_000 },
      { kind: 'vat', code: 'RC19', amount: -19_000 },
    ]);
    const { rows } = await server.pool.query(
      `select distinct party_account ~ '^[7-9]\\d{4}$' as creditor from transactions where bill_id = $1`,
      [made.id],
    );
    expect(rows).toEqual([{ creditor: true }]);
  });

  it('are in the account that the code names, in the currency of the document', async () => {
    const admin = await server.signIn('finance');
    for (const no of ['8336', '8336-USD'])
      await server.call(
        'POST',
        '/v0/accounts',
        { no, name: 'Services EU', kind: 'revenue', currency: no.endsWith('USD') ? 'USD' : 'EUR' },
        admin,
      );
    const { data } = await server.call<Row[]>('GET', '/v0/tax?l=50&code=EU0', undefined, admin);
    const code = data.find((row) => row['code'] === 'EU0') as Row;
    expect((await server.call('PUT', `/v0/tax/${code.id}`, { version: code.version, accountNo: '8336' }, admin)).code).toBe('OK');
    const lines = [line({ vatCategory: 'AE', vatRate: 0 })];
    for (const [currency, no] of [
      ['EUR', '8336'],
      ['USD', '8336-USD'],
    ] as const) {
      const { id } = await posted({ merchantId: null, customerId, currency, lines });
      const { rows } = await server.pool.query(
        `select a.no from transactions t join accounts a on a.id = t.account_id where t.invoice_id = $1 and a.kind = 'revenue'`,
        [id],
      );
      expect(rows).toEqual([{ no }]);
    }
    const again = await read('tax', code.id);
    const change = await server.call('PUT', `/v0/tax/${code.id}`, { version: again.version, category: 'O' }, admin);
    expect(change).toMatchObject({ code: 'InvalidInput', data: [{ path: 'category', rule: 'fixed' }] });
  });

  it('add up by code to what the documents say by code', async () => {
    const { rows } = await server.pool.query(`with docs as (
        select i.currency, g ->> 'category' as category, (g ->> 'rate')::int as rate, case i.kind when 'invoice' then -1 else 1 end * (g ->> 'base')::bigint as base,
            case i.kind when 'invoice' then -1 else 1 end * (g ->> 'tax')::bigint as tax from invoices i, jsonb_array_elements(i.sums -> 'vat') g where i.posted_at is not null
      ), documents as (select currency, category, rate, sum(base) as base, sum(tax) as tax from docs group by 1, 2, 3),
      ledger as (select t.currency, x.category, x.rate, coalesce(sum(t.debit - t.credit) filter (where a.kind = 'revenue'), 0) as base,
          coalesce(sum(t.debit - t.credit) filter (where a.kind = 'vat'), 0) as tax
        from transactions t join accounts a on a.id = t.account_id join tax x on x.code = t.tax_code where x.direction = 'out' group by 1, 2, 3)
      select coalesce(d.category, l.category) as category, d.base::int as d, l.base::int as l, d.tax::int as dt, l.tax::int as lt
        from documents d full join ledger l using (currency, category, rate) where d.base is distinct from l.base or d.tax is distinct from l.tax`);
    expect(rows).toEqual([]);
  });
});

describe('the rate', () => {
  it('is that of the day of the service, not of today', async () => {
    await server.pool.query(`update tax set valid_from = $1 where code = 'DE19'`, [addDays(today(), -20)]);
    await server.pool.query(
      `insert into tax (code, name, country, category, rate, valid_to) values ('DE16', 'Germany, lowered', 'DE', 'S', 1600, $1)`,
      [addDays(today(), -21)],
    );
    const before = addDays(today(), -30);
    const { id } = await draft({ serviceFrom: before, serviceTo: before });
    expect(await post(`invoices/${id}/post`)).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.taxCodeMissing' });
    expect((await post(`invoices/${id}/terms`)).code).toBe('OK');
    expect(await read('invoices', id)).toMatchObject({ tax: 1600, lines: [expect.objectContaining({ vatRate: 1600 })] });
    expect((await post(`invoices/${id}/post`)).code).toBe('OK');
    expect((await booked('invoice_id', id)).find(({ kind }) => kind === 'vat')).toMatchObject({ code: 'DE16', amount: -1600 });
    await server.pool.query(`update tax set valid_from = null where code = 'DE19'`);
  });
});

describe('a supplier who rounds each line', () => {
  const lines = [1, 2, 3, 4].map(() => line({ qty: 1000, unitPrice: 1300 }));
  it('is paid what the bill says, within half a cent a line, and the difference is booked as rounding', async () => {
    // 4 × 0.13 = 0.52, VAT 0.0988 = 0.10; line by line 0.02 × 4 = 0.08.
    const made = await bill({ theirTotal: 60, lines });
    expect(made).toMatchObject({ net: 52, tax: 10, rounding: -2, gross: 60 });
    expect(await approve(made.id)).toMatchObject({ code: 'OK' });
    expect(await read('bills', made.id)).toMatchObject({ gross: 60, rounding: -2, open: 60 });
    expect(await booked('bill_id', made.id)).toEqual([
      { kind: 'expense', code: 'VST19', amount: 52 },
      { kind: 'inputVat', code: 'VST19', amount: 10 },
      { kind: 'payable', code: '', amount: -60 },
      { kind: 'rounding', code: '', amount: -2 },
    ]);
  });
  it('is refused one cent more', async () => {
    const made = await bill({ theirTotal: 59, lines });
    expect(await approve(made.id)).toMatchObject({ code: 'StateRefused', data: 'bills.refusals.totalDiffers' });
  });
});

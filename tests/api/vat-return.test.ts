import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { line, openBooks, today } from '../support/books.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
type Return = {
  figures: { box: string; kind: string; amount: number; tax: number | null; codes: string[] }[];
  due: number;
  withoutBox: string[];
  reconciliation: Record<'accounts' | 'withoutCode' | 'otherPeriod' | 'bookedElsewhere' | 'unexplained', number>;
};

/** A year without documents of the sample. */
const PERIOD = { from: '2023-01-01', to: '2023-01-31' };
const read = async (from = PERIOD.from, to = PERIOD.to): Promise<Return> =>
  (await books.server.call<Return>('GET', `/v0/ledger/vatReturn?from=${from}&to=${to}`, undefined, books.finance)).data;
const figure = (found: Return, box: string) => found.figures.find((one) => one.box === box);

beforeAll(async () => {
  books = await openBooks();
  const { posted, merchantId, customerId, post, server } = books;
  const service = { serviceFrom: '2023-01-05', serviceTo: '2023-01-20' };
  // 100.99 + 200.50 at 19 %, 50.25 at 7 %, 1,000.10 dollars of 19 %, a service to France, one abroad.
  await posted({ ...service, lines: [line({ qty: 1000, unitPrice: 1_009_900 }), line({ qty: 1000, unitPrice: 502_500, vatRate: 700 })] });
  const second = await posted({ ...service, lines: [line({ qty: 1000, unitPrice: 2_005_000 })] });
  await posted({ ...service, currency: 'USD', lines: [line({ qty: 1000, unitPrice: 10_001_000 })] });
  await posted({
    ...service,
    merchantId: null,
    customerId,
    lines: [line({ qty: 1000, unitPrice: 3_333_300, vatCategory: 'AE', vatRate: 0 })],
  });
  await posted({ ...service, merchantId, lines: [line({ qty: 1000, unitPrice: 700_000, vatCategory: 'O', vatRate: 0 })] });
  await post(`invoices/${second.id}/reverse`);
  const suppliers = await server.pool.query<{ id: string }>(
    `insert into suppliers (no, name, address, delivery_address) values ('L-9', 'Karton', '{}', '{}') returning id`,
  );
  for (const [theirNo, theirTotal, over] of [
    ['V1', 11_900, {}],
    ['V2', 10_000, { vatCategory: 'AE', vatRate: 0 }],
    ['V3', 20_000, { vatCategory: 'K', vatRate: 0, unitPrice: 2_000_000 }],
  ] as const) {
    const bill = await post<{ id: string }>('bills', {
      supplierId: suppliers.rows[0]?.id,
      theirNo,
      billDate: '2023-01-15',
      theirTotal,
      lines: [line({ qty: 1000, unitPrice: 1_000_000, ...over })],
    });
    expect(bill).toMatchObject({ code: 'OK' });
    expect(await post(`bills/${bill.data.id}/approve`, { reason: 'Checked' })).toMatchObject({ code: 'OK' });
  }
});
afterAll(() => books.server.close());

describe('the figures of the VAT return', () => {
  test('count by the day of the service, bases in whole euros and taxes in cents', async () => {
    const found = await read();
    // Tax: 19.19, and 190.02 dollars at 1.10 are 172.75. Base: 100.99 + 909.18 (1,000.10 dollars at 1.10) = 1,010.17; the reversed invoice cancels itself.
    expect(figure(found, '81')).toMatchObject({ amount: 101_000, tax: 1919 + 17_275 });
    expect(figure(found, '86')).toMatchObject({ amount: 5000, tax: 352 });
    expect(figure(found, '21')).toMatchObject({ amount: 33_300, tax: null });
    expect(figure(found, '45')).toMatchObject({ amount: 7000 });
    expect(figure(found, '66')).toMatchObject({ kind: 'input', amount: 1900 });
    expect(figure(found, '46')).toMatchObject({ amount: 10_000 });
    expect(figure(found, '47')).toMatchObject({ kind: 'tax', amount: 1900 });
    expect(figure(found, '67')).toMatchObject({ amount: 1900 });
    expect(figure(found, '89')).toMatchObject({ amount: 20_000, tax: 3800 });
    expect(figure(found, '61')).toMatchObject({ amount: 3800 });
    expect(found.due).toBe(1919 + 17_275 + 352 - 1900);
    expect(found.withoutBox).toEqual([]);
  });

  test('are opened to the lines that they are made of: their codes and tax points give the same base and tax', async () => {
    const found = await read();
    for (const { box, kind, codes, amount, tax } of found.figures) {
      // As the link of the page asks for them.
      const { rows } = await books.server.pool.query<{ base: number; tax: number }>(
        `select coalesce(sum(t.base) filter (where a.kind in ('revenue', 'expense')), 0)::int as base,
            coalesce(sum(t.base) filter (where a.kind in ('vat', 'inputVat')), 0)::int as tax
          from transactions t join accounts a on a.id = t.account_id where t.tax_code = any($1) and t.tax_on between $2 and $3`,
        [codes, PERIOD.from, PERIOD.to],
      );
      const [{ base, tax: taxes } = { base: 0, tax: 0 }] = rows;
      expect(codes.length, box).toBeGreaterThan(0);
      if (kind === 'base') expect([box, amount]).toEqual([box, Math.trunc(Math.abs(base) / 100) * 100]);
      // Under reverse charge the tax is owed and deducted, so that its lines come to nothing.
      if (kind === 'base' && tax !== null && !['89'].includes(box)) expect([box, tax]).toEqual([box, Math.abs(taxes)]);
    }
    expect(found.figures.length).toBeGreaterThan(6);
  });

  test('agree with the tax accounts, and what lies between is explained', async () => {
    const { due, reconciliation } = await read();
    // Posted today, so nothing of it moved the accounts in January, except the bills, which carry their own day.
    expect(reconciliation.unexplained).toBe(0);
    expect(reconciliation.bookedElsewhere).not.toBe(0);
    const now = await read(`${today().slice(0, 7)}-01`, today());
    expect(now.reconciliation).toMatchObject({ unexplained: 0 });
    expect(now.reconciliation.otherPeriod).not.toBe(0);
    expect(due).toBeGreaterThan(0);
  });

  test('a supply to the EU stands in the EC sales list with its VAT id and kind', async () => {
    const { data } = await books.server.call<unknown[]>(
      'GET',
      `/v0/ledger/ecSales?from=${PERIOD.from}&to=${PERIOD.to}`,
      undefined,
      books.finance,
    );
    expect(data).toEqual([{ vatId: 'FR40303265045', party: 'Atelier Lyon', kind: 'services', amount: 33_333 }]);
  });

  test('a wrong period is refused, and a merchant sees nothing', async () => {
    expect(await books.server.call('GET', '/v0/ledger/vatReturn?from=2023-02-01&to=2023-01-01', undefined, books.finance)).toMatchObject({
      code: 'InvalidInput',
    });
    expect(
      await books.server.call('GET', `/v0/ledger/vatReturn?from=${PERIOD.from}&to=${PERIOD.to}`, undefined, books.merchant),
    ).toMatchObject({ code: 'NotAllowed' });
  });
});

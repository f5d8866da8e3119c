import { afterAll, describe, expect, it } from 'vitest';
import { line, openBooks, today } from '../support/books.ts';

const { server, finance, post, posted } = await openBooks();
afterAll(() => server.close());

type Cost = { cause: string; amount: number; count: number };
const month = `${today().slice(0, 7)}-01`;
/** In ten-thousandths of a euro. */
const costs = async (): Promise<Record<string, Cost>> => {
  const { data } = await server.call<{ rounding: Cost[] }>('GET', `/v0/ledger/monthEnd?month=${month}`, undefined, finance);
  return Object.fromEntries(data.rounding.map((one) => [one.cause, one]));
};
/** What was added by these documents, without causes that nothing was added to. */
async function added(book: () => Promise<unknown>): Promise<Record<string, [amount: number, count: number]>> {
  const before = await costs();
  await book();
  return Object.fromEntries(
    Object.values(await costs()).flatMap(({ cause, amount, count }) => {
      const more: [number, number] = [amount - (before[cause]?.amount ?? 0), count - (before[cause]?.count ?? 0)];
      return more.some((one) => one !== 0) ? [[cause, more]] : [];
    }),
  );
}
const onAccounts = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ base: number }>(
    `select coalesce(sum(t.base), 0)::int as base from transactions t join accounts a on a.id = t.account_id and a.kind = 'rounding'
      where date_trunc('month', t.booked_on) = $1::date`,
    [month],
  );
  return rows[0]?.base ?? 0;
};

describe('the cost of rounding in the month end', () => {
  it('is told for lines and VAT groups of invoices, by hand', async () => {
    // 1.234 × 0.0425 = 0.052445, billed at 0.05; three of them are 0.15, whose VAT of 0.0285 is billed at 0.03.
    const lines = [1, 2, 3].map(() => line({ qty: 1234, unitPrice: 425 }));
    expect(await added(() => posted({ lines }))).toEqual({ lines: [73, 3], vatGroups: [-15, 1] });
  });

  it('is given back by the credit note of the whole invoice', async () => {
    const lines = [line({ qty: 1234, unitPrice: 425 })];
    const told = await added(async () => {
      const { id } = await posted({ lines });
      expect(await post(`invoices/${id}/reverse`)).toMatchObject({ code: 'OK' });
    });
    expect(told).toEqual({ lines: [0, 2], vatGroups: [0, 2] });
  });

  it('is told for suppliers who round each line, and for conversion, apart from each other', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into suppliers (no, name, address, delivery_address) values ('S-78', 'Cloud Cork', '{}', '{}') returning id`,
    );
    const bill = async (currency: string): Promise<void> => {
      // 4 × 0.13 = 0.52, VAT 0.0988 = 0.10; line by line 0.08, so that 0.02 less are paid.
      const lines = [1, 2, 3, 4].map(() => line({ qty: 1000, unitPrice: 1300 }));
      const made = await post('bills', {
        supplierId: rows[0]?.id,
        theirNo: `R-${currency}`,
        billDate: today(),
        currency,
        theirTotal: 60,
        lines,
      });
      expect(made).toMatchObject({ code: 'OK' });
      expect(await post(`bills/${made.data.id}/approve`)).toMatchObject({ code: 'OK' });
    };
    expect(await added(() => bill('EUR'))).toEqual({ suppliers: [-200, 1] });
    // At 1.1: 0.60 are 0.55, 0.52 are 0.47, 0.10 are 0.09 and 0.02 are 0.02, so that conversion costs 0.01.
    expect(await added(() => bill('USD'))).toEqual({ suppliers: [-200, 1], currencies: [100, 1] });
  });

  it('stays below half a cent for each line and each group, and what is booked of it is what the accounts say', async () => {
    for (let n = 1; n <= 30; n++) {
      const lines = [1, 2, 3].map((k) => line({ qty: 1000 + 37 * n * k, unitPrice: 331 + 89 * n + 7 * k, vatRate: k === 3 ? 700 : 1900 }));
      await posted({ lines, currency: n % 3 === 0 ? 'USD' : 'EUR' });
    }
    const told = await costs();
    for (const cause of ['lines', 'vatGroups']) {
      const { amount = NaN, count = 0 } = told[cause] ?? {};
      expect(count).toBeGreaterThanOrEqual(60);
      expect(amount).not.toBe(0);
      expect(Math.abs(amount)).toBeLessThanOrEqual(50 * count);
    }
    // Of a document: its total, and base and tax of each group are converted.
    expect(Math.abs(told['currencies']?.amount ?? NaN)).toBeLessThanOrEqual(50 * 5 * (told['currencies']?.count ?? 0));
    const booked = ['currencies', 'suppliers', 'byHand'].reduce((sum, cause) => sum + (told[cause]?.amount ?? NaN), 0);
    expect(booked).toBe((await onAccounts()) * 100);
  });
});

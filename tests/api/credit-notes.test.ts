import { afterAll, describe, expect, it } from 'vitest';
import { line, openBooks, type Row, today } from '../support/books.ts';
import { worth } from '../support/credit-oracle.ts';
import type { DrawnLine } from '../support/money-oracle.ts';

const { server, finance, post, read, posted } = await openBooks();
afterAll(() => server.close());

type Line = DrawnLine & { ofLine: string | null };
/** Drafts a credit note of an invoice with this quantity of each line. */
async function credit(invoiceId: string, qty: (line: Line) => number): Promise<Row> {
  const { id } = (await post(`invoices/${invoiceId}/credit`)).data;
  const row = await read('invoices', id);
  const lines = (row['lines'] as Line[]).map((one) => ({ ...one, qty: qty(one) })).filter((one) => one.qty > 0);
  const saved = await server.call<Row>('PUT', `/v0/invoices/${id}`, { version: row.version, lines }, finance);
  expect(saved.code).toBe('OK');
  return saved.data;
}
/** What an invoice and its credit notes leave in the ledger, by kind of account: cents of the currency and of euro. */
const left = async (id: string): Promise<unknown[]> => {
  const { rows } = await server.pool.query(
    `select a.kind, sum(t.debit - t.credit)::int as amount, sum(t.base)::int as base from transactions t join accounts a on a.id = t.account_id
      join invoices i on i.id = t.invoice_id where $1 in (i.id, i.reverses_id) group by 1 having sum(t.debit - t.credit) <> 0 or sum(t.base) <> 0`,
    [id],
  );
  return rows;
};

describe('an invoice that is credited in parts', () => {
  it.each(['EUR', 'USD'])('leaves nothing once all of it is credited, and is reversed: %s', async (currency) => {
    await server.pool.query(`update fx_rates set rate = 1083177 where currency = 'USD' and valid_on = $1`, [today()]);
    const lines = [
      line({ qty: 7000, unitPrice: 425 }),
      line({ qty: 3333, unitPrice: 12_345, discount: 333 }),
      line({ qty: 3000, unitPrice: 50, vatRate: 700 }),
    ];
    const invoice = await posted({ currency, lines });
    for (const part of [2000, 1000, 333]) {
      const draft = await credit(invoice.id, ({ qty }) => Math.min(qty, part));
      expect((await post(`invoices/${draft.id}/post`)).code).toBe('OK');
      expect(await read('invoices', draft.id)).toMatchObject({ gross: draft.gross, kind: 'creditNote' });
    }
    const rest = await credit(invoice.id, ({ qty }) => qty);
    expect((await post(`invoices/${rest.id}/post`)).code).toBe('OK');
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'reversed', open: 0, credited: invoice.gross });
    expect(await left(invoice.id)).toEqual([]);
  });

  it('never credits a piece twice when two credit notes are posted at once, and what is left is exact', async () => {
    const invoice = await posted({ lines: [line({ qty: 3000, unitPrice: 50 }), line({ qty: 9000, unitPrice: 333 })] });
    const drafts = [await credit(invoice.id, ({ qty }) => (qty * 2) / 3), await credit(invoice.id, ({ qty }) => (qty * 2) / 3)];
    const third = await credit(invoice.id, ({ qty }) => qty / 3);
    const answers = await Promise.all([...drafts, third].map(({ id }) => post(`invoices/${id}/post`)));
    expect(answers.filter(({ code }) => code === 'InvalidInput').length).toBeGreaterThanOrEqual(1);
    // Whoever came first: the rest of the invoice, if any, is credited by one more.
    const more = await post(`invoices/${invoice.id}/credit`);
    if (more.code === 'OK') expect((await post(`invoices/${more.data.id}/post`)).code).toBe('OK');
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'reversed', open: 0 });
    expect(await left(invoice.id)).toEqual([]);
  });
});

describe('an invoice in dollars with German VAT', () => {
  it('has one euro tax: in the ledger, on the paper and in its data; what conversion leaves over is rounding', async () => {
    await server.pool.query(`update fx_rates set rate = 1083177 where currency = 'USD' and valid_on = $1`, [today()]);
    const lines = [
      line({ qty: 1000, unitPrice: 333_333, discount: 0 }),
      line({ qty: 1000, unitPrice: 199_900, discount: 0, vatRate: 700 }),
    ] as unknown as DrawnLine[];
    const { id } = await posted({ currency: 'USD', lines });
    const judged = worth(lines, ({ qty }) => qty, 'USD', 1_083_177);
    const tax = Object.values(judged.groups).reduce((sum, { houseTax }) => sum + houseTax, 0);
    const { rows } = await server.pool.query(
      `select (select -sum(t.base) from transactions t join accounts a on a.id = t.account_id where t.invoice_id = i.id and a.kind = 'vat')::int as ledger,
          (i.sums ->> 'houseTax')::int as data, i.paper -> 'data' ->> 'houseTax' as paper,
          (select coalesce(sum(t.base), 0) from transactions t join accounts a on a.id = t.account_id where t.invoice_id = i.id and a.kind = 'rounding' and a.currency = 'USD')::int as rounding
        from invoices i where i.id = $1`,
      [id],
    );
    const houseNet = Object.values(judged.groups).reduce((sum, { houseBase }) => sum + houseBase, 0);
    expect(rows).toEqual([
      {
        ledger: tax,
        data: tax,
        paper: expect.stringContaining((tax / 100).toFixed(2).replace('.', ',')),
        rounding: -(judged.houseGross - houseNet - tax) + 0,
      },
    ]);
    expect(rows[0].paper).toContain('1,083177');
  });
  it('says nothing of euro where the invoice is in euro', async () => {
    const { id } = await posted();
    const { rows } = await server.pool.query(`select paper -> 'data' ->> 'houseTax' as told from invoices where id = $1`, [id]);
    expect(rows).toEqual([{ told: '' }]);
  });
});

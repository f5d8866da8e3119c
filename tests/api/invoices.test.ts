import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { line, openBooks, type Row, today } from '../support/books.ts';

const { server, finance, merchant, merchantId, customerId, post, read, draft, posted, pay, allocate } = await openBooks();
afterAll(() => server.close());

describe('an invoice', () => {
  it('is a draft without a number until it is posted, then frozen with its number, sums and paper (P41)', async () => {
    const before = await draft();
    expect(before).toMatchObject({ no: '', status: 'draft', net: 10_000, tax: 1900, gross: 11_900 });
    expect((await post(`invoices/${before.id}/post`)).code).toBe('OK');
    const after = await read('invoices', before.id);
    expect(after).toMatchObject({ status: 'posted', gross: 11_900, open: 11_900, issueDate: today(), merchantIdLabel: expect.any(String) });
    expect(after.no).toMatch(/^E-\d{4}-\d{5}$/);
    const file = await fetch(`${server.url}/v0/static/${String(after['pdfFile'])}`, { headers: { 'x-token': finance } });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(after['pdfHash']);
  });
  it('is booked in lines that come to zero', async () => {
    const { id } = await posted();
    const { rows } = await server.pool.query<{ kind: string; sum: string }>(
      `select a.kind, sum(t.debit - t.credit) as sum from transactions t join accounts a on a.id = t.account_id where t.invoice_id = $1 group by 1 order by 1`,
      [id],
    );
    expect(rows.map(({ kind, sum }) => [kind, Number(sum)])).toEqual([
      ['receivable', 11_900],
      ['revenue', -10_000],
      ['vat', -1900],
    ]);
  });
  it('takes currency, days and tax of its party when asked to', async () => {
    const { id } = await draft({ merchantId: null, customerId });
    expect((await post(`invoices/${id}/terms`)).code).toBe('OK');
    expect(await read('invoices', id)).toMatchObject({
      gross: 10_000,
      tax: 0,
      lines: [expect.objectContaining({ vatCategory: 'AE', vatRate: 0 })],
    });
  });
  it('is paid in parts, by the oldest payment that is left, and says how far it is', async () => {
    const invoice = await posted();
    const payment = await pay(15_000);
    const items = await server.call<Row[]>('GET', `/v0/payments/${payment.id}/open-items`, undefined, finance);
    expect(items.data.map(({ id }) => id)).toContain(invoice.id);
    expect((await allocate(payment.id, invoice.id, 5000)).code).toBe('OK');
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'partPaid', open: 6900 });
    expect((await allocate(payment.id, invoice.id, 6900)).code).toBe('OK');
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'paid', open: 0 });
    expect(await read('payments', payment.id)).toMatchObject({ status: 'partAllocated', open: 3100 });
  });
  it('is never paid beyond its amount, nor beyond the payment, also by two at once', async () => {
    const invoice = await posted();
    const [one, other] = [await pay(11_900), await pay(11_900)];
    const answers = await Promise.all([allocate(one.id, invoice.id, 8000), allocate(other.id, invoice.id, 8000)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
    expect(answers.find(({ code }) => code !== 'OK')?.data).toBe('invoices.refusals.overAllocated');
    expect(await read('invoices', invoice.id)).toMatchObject({ settled: 8000 });
    const small = await pay(100);
    expect(await allocate(small.id, invoice.id, 101)).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.overAllocated' });
  });
  it('is open again when its payment is taken back', async () => {
    const invoice = await posted();
    const payment = await pay(11_900);
    await allocate(payment.id, invoice.id, 11_900);
    expect((await post(`payments/${payment.id}/reverse`, { reason: 'Bounced' })).code).toBe('OK');
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'posted', open: 11_900 });
    expect(await read('payments', payment.id)).toMatchObject({ status: 'reversed', open: 0 });
  });
  it('is taken back by a credit note with a number of its own, and issued anew as a draft (P41)', async () => {
    const invoice = await posted();
    const answer = await post(`invoices/${invoice.id}/reverse`);
    expect(answer.code).toBe('OK');
    const credit = await read('invoices', answer.data.id);
    expect(credit.no).toMatch(/^EC-\d{4}-\d{5}$/);
    expect(credit).toMatchObject({ kind: 'creditNote', status: 'paid', gross: 11_900, reversesId: invoice.id });
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'reversed', open: 0 });
    expect(await post(`invoices/${invoice.id}/reverse`)).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.allTakenBack' });
    const again = await post(`invoices/${invoice.id}/reissue`);
    expect(await read('invoices', again.data.id)).toMatchObject({ status: 'draft', no: '', gross: 11_900 });
  });
  it('is taken back in part, never twice over', async () => {
    const invoice = await posted();
    const credit = await post(`invoices/${invoice.id}/credit`);
    const row = await read('invoices', credit.data.id);
    const [only] = row['lines'] as ReturnType<typeof line>[];
    const less = await server.call<Row>(
      'PUT',
      `/v0/invoices/${row.id}`,
      { version: row.version, lines: [{ ...only, qty: 40_000 }] },
      finance,
    );
    expect(less.data).toMatchObject({ gross: 4760 });
    expect((await post(`invoices/${row.id}/post`)).code).toBe('OK');
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'partPaid', open: 7140 });
    const rest = await read('invoices', (await post(`invoices/${invoice.id}/credit`)).data.id);
    expect(rest.gross).toBe(7140);
    const [left] = rest['lines'] as ReturnType<typeof line>[];
    const more = await server.call<Row>(
      'PUT',
      `/v0/invoices/${rest.id}`,
      { version: rest.version, lines: [{ ...left, qty: 70_000 }] },
      finance,
    );
    expect(more.code).toBe('OK');
    expect(await post(`invoices/${rest.id}/post`)).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'lines.0.qty', rule: 'tooBig', params: { max: 60 } }],
    });
  });
  it('taken back after a part was paid gives back exactly that part, and no difference is left in the books', async () => {
    const invoice = await posted();
    await allocate((await pay(5000)).id, invoice.id, 5000);
    const credit = await read('invoices', (await post(`invoices/${invoice.id}/reverse`)).data.id);
    expect(credit).toMatchObject({ status: 'partPaid', open: 5000 });
    const back = await pay(5000, { direction: 'out' });
    expect((await allocate(back.id, credit.id, 5000)).code).toBe('OK');
    expect(await read('invoices', credit.id)).toMatchObject({ status: 'paid', open: 0 });
    const { rows } = await server.pool.query(`select id from transactions where source = 'allocation' and $1 in (invoice_id, payment_id)`, [
      back.id,
    ]);
    expect(rows).toEqual([]);
  });
  it('in dollars is paid by a euro account at what the bank gave, and the difference is booked', async () => {
    const invoice = await posted({ currency: 'USD', lines: [line({ qty: 100_000, unitPrice: 11_000, vatCategory: 'O', vatRate: 0 })] });
    expect(invoice.no).toMatch(/^U-/);
    expect(invoice).toMatchObject({ gross: 11_000, rate: 1_100_000 });
    const payment = await pay(11_000, { currency: 'USD', accountAmount: 10_200 });
    expect((await allocate(payment.id, invoice.id, 11_000)).code).toBe('OK');
    const { rows } = await server.pool.query<{ base: string; amount: string }>(
      `select sum(t.base) as base, sum(t.debit - t.credit) as amount from transactions t join accounts a on a.id = t.account_id where a.kind = 'receivable' and $1 in (invoice_id) or (a.kind = 'receivable' and payment_id = $2 and invoice_id is null)`,
      [invoice.id, payment.id],
    );
    expect([Number(rows[0]?.amount), Number(rows[0]?.base)]).toEqual([0, 0]);
    const gain = await server.pool.query<{ base: string }>(
      `select sum(t.base) as base from transactions t join accounts a on a.id = t.account_id where a.kind = 'fxDifference' and payment_id = $1`,
      [payment.id],
    );
    expect(Number(gain.rows[0]?.base)).toBe(-200);
  });
});

describe('numbers', () => {
  it('go up one by one while many post at once, and what cannot be posted takes none (P42)', async () => {
    const year = today().slice(0, 4);
    const taken = async (): Promise<number[]> => {
      const { rows } = await server.pool.query<{ n: number }>(
        `select split_part(no, '-', 3)::int as n from invoices where no like $1 and posted_at is not null order by 1`,
        [`E-${year}-%`],
      );
      return rows.map(({ n }) => n);
    };
    const before = await taken();
    const drafts = await Promise.all(Array.from({ length: 24 }, (_, i) => draft(i % 3 === 2 ? { lines: [] } : {})));
    const codes = await Promise.all(drafts.map(({ id }) => post(`invoices/${id}/post`)));
    expect(codes.filter(({ code }) => code === 'OK')).toHaveLength(16);
    expect(codes.filter(({ code }) => code === 'InvalidInput')).toHaveLength(8);
    expect(await taken()).toEqual(Array.from({ length: before.length + 16 }, (_, i) => i + 1));
  });
});

describe('a merchant', () => {
  it('sees the own invoices once they are posted, and nothing of the books (P17)', async () => {
    const { id } = await draft();
    expect(await server.call('GET', `/v0/invoices/${id}`, undefined, merchant)).toMatchObject({ code: 'NotFound' });
    await post(`invoices/${id}/post`);
    const seen = await server.call<Row>('GET', `/v0/invoices/${id}`, undefined, merchant);
    expect(seen).toMatchObject({ code: 'OK' });
    const file = await fetch(`${server.url}/v0/static/${String(seen.data['pdfFile'])}`, { headers: { 'x-token': merchant } });
    expect(file.status).toBe(200);
    const foreign = await posted({ merchantId: null, customerId, lines: [line({ vatCategory: 'AE', vatRate: 0 })] });
    expect(await server.call('GET', `/v0/invoices/${foreign.id}`, undefined, merchant)).toMatchObject({ code: 'NotFound' });
    for (const path of ['accounts', 'transactions', 'payments', 'bills', 'fxRates', 'balances'])
      expect(await server.call('GET', `/v0/${path}`, undefined, merchant), path).toMatchObject({ code: 'NotAllowed' });
    expect(await post('invoices', { merchantId }, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await post(`invoices/${id}/reverse`, undefined, merchant)).toMatchObject({ code: 'NotAllowed' });
  });
});

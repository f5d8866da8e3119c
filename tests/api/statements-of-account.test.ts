import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import type { DataOf } from '#contract/printing/documents';
import { line, openBooks, type Row, today } from '../support/books.ts';
import { pdfToLines } from '../support/render.ts';

const { server, finance, merchant, merchantId, customerId, post, posted, pay, allocate } = await openBooks();
afterAll(() => server.close());

type Statement = DataOf<'merchantStatement'>;
const print = async (id = merchantId, token = finance) =>
  server.call<{ records: Statement[] }>('POST', '/v0/print/data', { document: 'merchantStatement', ids: [id] }, token);
const linesOf = async (): Promise<Statement['lines']> => (await print()).data.records[0]?.lines ?? [];
const balanceOf = async (currency: string): Promise<number> => {
  const { data } = await server.call<{ rows: { partyId: string; currency: string; total: number }[] }>(
    'GET',
    '/v0/balances',
    undefined,
    finance,
  );
  return data.rows.find((row) => row.partyId === merchantId && row.currency === currency)?.total ?? 0;
};

describe('a statement of account', () => {
  it('ends with the balance that the books have, whatever was billed, credited, paid or taken back', async () => {
    const first = await posted();
    const second = await posted({ currency: 'USD' });
    await post(`invoices/${second.id}/reverse`);
    const payment = await pay(5000);
    await allocate(payment.id, first.id, 3000);
    const wrong = await pay(700);
    expect((await post(`payments/${wrong.id}/reverse`, { reason: 'Typed twice' })).code).toBe('OK');
    const lines = await linesOf();
    for (const currency of ['EUR', 'USD']) {
      const own = lines.filter((one) => one.currency === currency);
      expect(own[0]).toMatchObject({ kind: 'opening' });
      expect(own.at(-1)).toMatchObject({ kind: 'closing', day: today(), balance: await balanceOf(currency) });
      let balance = own[0]?.balance ?? 0;
      for (const one of own.slice(1, -1)) {
        balance += one.amount ?? 0;
        expect(one.balance).toBe(balance);
      }
      expect(own.at(-1)?.balance).toBe(balance);
    }
    const kinds = new Set(lines.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(['closing', 'creditNote', 'invoice', 'opening', 'payment', 'reversal']);
    expect(lines.find(({ no }) => no === first.no)).toMatchObject({ kind: 'invoice', amount: first.gross, due: addDays(today(), 14) });
  });

  it('is sent as PDF for the days that are asked for, and refused for days in the wrong order', async () => {
    await server.pool.query(`update merchants set invoice_email = 'books@northwind.example' where id = $1`, [merchantId]);
    const sent = await post<Row>(`merchants/${merchantId}/statement`, { from: '2026-01-01', to: today() });
    expect(sent.code).toBe('OK');
    const { data } = await server.call<Row>('GET', `/v0/outgoingMails/${sent.data.id}`, undefined, finance);
    expect(data).toMatchObject({ kind: 'statement', status: 'waiting', mailTo: 'books@northwind.example', merchantId });
    const file = await fetch(`${server.url}/v0/static/${String(data['pdfFile'])}`, { headers: { 'x-token': finance } });
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain('/GTS_PDFA1');
    expect(await post(`merchants/${merchantId}/statement`, { from: today(), to: '2026-01-01' })).toMatchObject({ code: 'InvalidInput' });
    // Each statement is of another day, so it is sent as often as somebody asks.
    expect((await post(`merchants/${merchantId}/statement`, {})).code).toBe('OK');
    expect(await post(`customers/${customerId}/statement`, {})).toMatchObject({ data: 'invoices.refusals.invoiceEmailMissing' });
  });

  it('is saved as PDF for the days that are asked for, of the day on which it is written', async () => {
    const save = (period: string, id = merchantId, token = finance) =>
      fetch(`${server.url}/v0/merchants/${id}/statement?${period}`, { headers: { 'x-token': token } });
    const answer = await save('from=2025-01-01&to=2025-01-31');
    expect(answer.headers.get('content-disposition')).toContain('2025-01-31.pdf');
    const text = (await pdfToLines(Buffer.from(await answer.arrayBuffer()), 0)).join('\n');
    const written = (day: string): string => day.split('-').toReversed().join('.');
    for (const day of ['2025-01-01', '2025-01-31', today()]) expect(text).toContain(written(day));
    expect(await (await save('from=2025-02-01&to=2025-01-31')).json()).toMatchObject({ data: [{ path: 'to', rule: 'beforeStart' }] });
    // Without days: the usual ones. A merchant saves its own, and no other's.
    expect((await save('from=&to=', merchantId, merchant)).headers.get('content-type')).toBe('application/pdf');
    const other = await server.pool.query<{ id: string }>('select id from merchants where id <> $1 limit 1', [merchantId]);
    expect(await (await save('', other.rows[0]?.id, merchant)).json()).toMatchObject({ code: 'NotFound' });
  });

  it('is read by the merchant it is about and by nobody without the right to read invoices', async () => {
    expect((await print(merchantId, merchant)).code).toBe('OK');
    const other = await server.pool.query<{ id: string }>('select id from merchants where id <> $1 limit 1', [merchantId]);
    expect((await print(other.rows[0]?.id, merchant)).code).toBe('NotFound');
    expect((await print(merchantId, await server.signIn('warehouse'))).code).toBe('NotAllowed');
  });
});

it('a quotation is sent as PDF in the language of its reader, once it is sent as a quotation', async () => {
  await server.pool.query(`update customers set email = 'achat@atelier.example' where id = $1`, [customerId]);
  const { ofLine: _, ...priced } = { ...line({ vatCategory: 'AE', vatRate: 0 }), ofLine: null };
  const made = await post<Row>('quotations', { customerId, subject: 'Storage', validUntil: '2099-12-31', lines: [priced] });
  expect((await post(`quotations/${made.data.id}/mail`)).code).toBe('StateRefused');
  expect((await post(`quotations/${made.data.id}/send`)).code).toBe('OK');
  const sent = await post<Row>(`quotations/${made.data.id}/mail`);
  expect(sent.code).toBe('OK');
  const { data } = await server.call<Row>('GET', `/v0/outgoingMails/${sent.data.id}`, undefined, finance);
  expect(data).toMatchObject({ kind: 'quotation', documentNo: made.data.no, mailTo: 'achat@atelier.example', locale: 'en' });
  expect((await post(`quotations/${made.data.id}/mail`)).data).toBe('outgoingMails.refusals.alreadySent');
});

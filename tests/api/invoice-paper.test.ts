import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { DOCUMENTS } from '#contract/printing/documents';
import type { PrintMask } from '#contract/printing/mask';
import { createDb } from '../../server/core/db/client.ts';
import { markOverdue } from '../../server/modules/money/overdue.ts';
import { line, openBooks, type Row } from '../support/books.ts';

const { server, finance, post, draft, posted, pay, allocate, read } = await openBooks();
afterAll(() => server.close());

async function paperOf(invoice: Row): Promise<Buffer> {
  const file = await fetch(`${server.url}/v0/static/${String(invoice['pdfFile'])}`, { headers: { 'x-token': finance } });
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(invoice['pdfHash']);
  return bytes;
}
/** Width of the sheet in millimetres, as the PDF declares it. */
const widthOf = (pdf: Buffer): number => {
  const [, width] = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf.toString('latin1')) ?? [];
  return Math.round((Number(width) * 25.4) / 72);
};

describe('the paper of an invoice', () => {
  it('is drawn with the layout that the house has published, and stays as it was sent when that changes again', async () => {
    const admin = await server.signIn('admin');
    const key = DOCUMENTS.invoice.mask;
    const before = await posted();
    expect(widthOf(await paperOf(before))).toBe(210);
    const { data: mask } = await server.call<PrintMask>('GET', `/v0/masken/builtin?q=${key}`, undefined, admin);
    const definition = { ...mask, layout: { ...mask.layout, size: { ...mask.layout.size, width: 220 } } };
    const made = await server.call<{ id: string }>('POST', '/v0/masken/draft', { key, definition, scope: {}, note: 'wider' }, admin);
    expect((await server.call('POST', '/v0/masken/publish', { id: made.data.id }, admin)).code).toBe('OK');
    const after = await posted();
    expect(widthOf(await paperOf(after))).toBe(220);
    expect(widthOf(await paperOf(await read('invoices', before.id)))).toBe(210);
    // What was frozen has the layout with it: drawn late, by the job, it is the same sheet.
    const { rows } = await server.pool.query<{ width: number }>(
      `select (paper #>> '{layout,size,width}')::int as width from invoices where id = $1`,
      [after.id],
    );
    expect(rows).toEqual([{ width: 220 }]);
  });

  it('prints a price with its parts of a cent, and the discount that was agreed', async () => {
    const { id } = await draft({ lines: [line({ qty: 1_000_000, unitPrice: 425, discount: 1250 })] });
    const { data } = await post<{ records: { lines: object[] }[] }>('print/data', { document: 'invoice', ids: [id] });
    expect(data.records[0]?.lines).toMatchObject([{ price: 4.25, discount: 1250, net: 3719 }]);
  });
});

describe('an invoice', () => {
  it('is overdue from the day after its due date by the house’s clock, wherever the server stands', async () => {
    const invoice = await posted({ paymentDays: 0 });
    const bill = await posted({ paymentDays: 1 });
    // East of the date line it is tomorrow for most of the day, west of it yesterday for the rest: one of both is another day than the server's.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin']) {
      await server.pool.query('update storehouses set timezone = $1', [zone]);
      const houseDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
      await markOverdue(createDb(server.pool));
      for (const { id } of [invoice, bill]) {
        const row = await read('invoices', id);
        expect(row['overdue'], `${String(row['dueDate'])} on ${houseDay} in ${zone}`).toBe(String(row['dueDate']) < houseDay);
      }
    }
    await server.pool.query(`update storehouses set timezone = 'Pacific/Kiritimati'`);
    const payment = await pay(100);
    await allocate(payment.id, invoice.id, 100);
    const houseDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
    expect((await read('invoices', invoice.id))['overdue']).toBe(String(invoice['dueDate']) < houseDay);
  });
});

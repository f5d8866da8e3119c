/** E-invoices that come by other ways than an upload of the house: at the carrier gate, and in mails. */
import { afterAll, describe, expect, it } from 'vitest';
import type { IncomingDocument } from '#contract/money/incoming-bills';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { germanIban } from '../support/bank-files.ts';
import { openBooks, type Row, today } from '../support/books.ts';
import { pdfWith } from '../support/e-invoice/pdf-with.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';

const { server, finance, post, read } = await openBooks();
afterAll(() => server.close());
const [manager, carrier] = [await server.signIn('manager'), await server.signIn('carrier')];
const KNOWN = germanIban('20041133', 52);
const OTHER = germanIban('20041133', 53);
const VAT_ID = 'DE136695976';

const supplier = (await post('suppliers', { name: 'Hansa Fracht GmbH', vatId: VAT_ID, iban: KNOWN })).data;
const { rows } = await server.pool.query<{ id: string; name: string }>(
  `update carriers set supplier_id = $1 where id = (select carrier_id from users where account = 'carrier@kontor.example') returning id, name`,
  [supplier.id],
);
const own = rows[0] as { id: string; name: string };

/** An invoice of the carrier, or of the seller in `over`. */
const invoice = (no: string, over: Parameters<typeof supplierInvoice>[0] = {}) =>
  supplierInvoice({ no, issueDate: today(), iban: KNOWN, ...over, seller: { name: 'Hansa Fracht GmbH', vatId: VAT_ID, ...over.seller } });
const upload = (content: string | Buffer, token = carrier) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'invoice.xml');
  return server.call<{ id: string; no: string }>('POST', '/v0/incomingBills/upload', form, token);
};
const documentOf = (id: string, token = finance) =>
  server.call<IncomingDocument>('GET', `/v0/incomingBills/${id}/document`, undefined, token);
const codesOf = async (id: string, token = finance): Promise<string[]> =>
  (await documentOf(id, token)).data.findings.map(({ code }) => code);
const takeOver = (id: string, body: object, token = finance) => post<Row>(`incomingBills/${id}/takeOver`, body, token);

describe('an e-invoice that a carrier sends', () => {
  it('is received in UBL, CII and PDF, belongs to the carrier, and becomes its bill', async () => {
    const files = [
      writeUbl(invoice('F-1')),
      writeCii(invoice('F-2')),
      pdfWith([{ name: 'factur-x.xml', bytes: Buffer.from(writeCii(invoice('F-3'))) }], 'stream'),
    ];
    const ids: string[] = [];
    for (const file of files) {
      const made = await upload(file);
      expect(made).toMatchObject({ code: 'OK' });
      ids.push(made.data.id);
      expect(await read('incomingBills', made.data.id)).toMatchObject({
        source: 'carrier',
        carrierId: own.id,
        carrierBy: 'vatId',
        supplierId: supplier.id,
        status: 'received',
      });
    }
    const [first = ''] = ids;
    expect(await codesOf(first)).toEqual(expect.arrayContaining(['carrierFound', 'ibanSame']));
    const made = await takeOver(first, { carrierId: own.id });
    expect(made).toMatchObject({ code: 'OK' });
    expect(await read('bills', made.data.id, carrier)).toMatchObject({ theirNo: 'F-1', carrierId: own.id, gross: 14_875 });
    expect(await read('incomingBills', first, carrier)).toMatchObject({ status: 'booked', billId: made.data.id });
  });

  it('shows the carrier what concerns it, without the records of the house', async () => {
    const { data } = await upload(writeUbl(invoice('F-4', { iban: OTHER, dueDate: '2020-01-01', orderReference: 'PO-9' })));
    const row = await read('incomingBills', data.id, carrier);
    expect(row).toMatchObject({ no: data.no, supplierId: null, supplierBy: null, remarks: null, knownIban: null, bookedBy: null });
    const told = (await documentOf(data.id, carrier)).data.findings;
    expect(told.map(({ code }) => code)).toEqual(expect.arrayContaining(['dueBeforeIssue', 'ibanChanged', 'carrierFound']));
    expect(told.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['orderUnknown']));
    expect(JSON.stringify(told)).not.toContain(KNOWN);
    expect(told.every(({ link }) => link === null)).toBe(true);
    expect(await codesOf(data.id)).toEqual(expect.arrayContaining(['orderUnknown', 'ibanChanged']));
    const filtered = await server.call('GET', '/v0/incomingBills?f.knownIban.null=false', undefined, carrier);
    expect(filtered.code).not.toBe('OK');
  });

  it('is nothing that another carrier or a merchant finds, and no carrier decides about it', async () => {
    const { data } = await upload(writeUbl(invoice('F-5')));
    const file = String((await read('incomingBills', data.id))['file']);
    const openFile = (token: string) => fetch(`${server.url}/v0/static/${file}`, { headers: { 'x-token': token } });
    expect((await openFile(carrier)).status).toBe(200);
    await server.pool.query(
      `update users set carrier_id = (select id from carriers where code = 'DHL') where account = 'carrier@kontor.example'`,
    );
    try {
      expect(await server.call('GET', `/v0/incomingBills/${data.id}`, undefined, carrier)).toMatchObject({ code: 'NotFound' });
      expect(await documentOf(data.id, carrier)).toMatchObject({ code: 'NotFound' });
      expect((await server.call<Row[]>('GET', '/v0/incomingBills', undefined, carrier)).data).toEqual([]);
      expect((await openFile(carrier)).status).toBe(404);
      // The same file of another sender is a document of its own: nobody blocks the invoice of somebody else.
      const foreign = await upload(writeUbl(invoice('F-5')));
      expect(foreign).toMatchObject({ code: 'OK' });
      expect(await codesOf(foreign.data.id)).toContain('sellerOther');
    } finally {
      await server.pool.query(`update users set carrier_id = $1 where account = 'carrier@kontor.example'`, [own.id]);
    }
    for (const act of ['takeOver', 'reject', 'confirmIban']) {
      const body = act === 'takeOver' ? { carrierId: own.id } : { reason: 'mine' };
      expect(await post(`incomingBills/${data.id}/${act}`, body, carrier)).toMatchObject({ code: 'NotAllowed' });
    }
    const merchant = await server.signIn('merchant');
    expect(await server.call('GET', '/v0/incomingBills', undefined, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await upload(writeUbl(invoice('F-6')), merchant)).toMatchObject({ code: 'NotAllowed' });
  });

  it('of another seller is never assigned in silence, and does not block that seller', async () => {
    const seller = { name: 'Paletten Groß GmbH', vatId: 'ATU33864707' };
    const { data } = await upload(writeUbl(invoice('P-1', { seller })));
    const row = await read('incomingBills', data.id);
    expect(row).toMatchObject({ carrierBy: 'none', supplierId: null, faults: 1 });
    expect(await codesOf(data.id)).toContain('sellerOther');
    expect(await takeOver(data.id, { carrierId: own.id })).toMatchObject({ data: 'incomingBills.refusals.reasonMissing' });
    // The supplier itself sends its invoice, in another file with the same number.
    expect(await upload(writeCii(invoice('P-1', { seller })), finance)).toMatchObject({ code: 'OK' });
    // The name agrees, the VAT id does not: another company.
    const renamed = await upload(writeUbl(invoice('P-2', { seller: { vatId: 'ATU33864707' } })));
    expect(await read('incomingBills', renamed.data.id)).toMatchObject({ carrierBy: 'none' });
    // Without a VAT id the account shows it, and the name alone is only a proposal.
    const seller2 = { vatId: '', taxNo: '22/815/08154' };
    const byIban = await upload(writeUbl(invoice('P-3', { seller: seller2 })));
    expect(await read('incomingBills', byIban.data.id)).toMatchObject({ carrierBy: 'iban' });
    const byName = await upload(writeUbl(invoice('P-4', { seller: seller2, iban: OTHER })));
    expect(await read('incomingBills', byName.data.id)).toMatchObject({ carrierBy: 'name' });
    expect(await codesOf(byName.data.id)).toContain('carrierProposed');
  });

  it('is received once, and a broken file is refused in a sentence', async () => {
    const file = writeUbl(invoice('T-1'));
    const both = await Promise.all([upload(file), upload(file)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['FileUnreadable', 'OK']);
    expect(both.find(({ code }) => code !== 'OK')).toMatchObject({ data: expect.stringContaining('already received as ER-') });
    // The house got it by another way: the carrier is told so without the number of a document that it does not see.
    const known = await upload(writeUbl(invoice('T-2')), finance);
    expect(known).toMatchObject({ code: 'OK' });
    const again = await upload(writeUbl(invoice('T-2')));
    expect(again).toMatchObject({ code: 'FileUnreadable', data: expect.stringContaining('already received invoice T-2') });
    expect(String(again.data)).not.toContain('ER-');
    expect(await upload(writeUbl(invoice('T-1')), finance)).toMatchObject({ code: 'FileUnreadable' });
    expect(await upload(file.slice(0, 900))).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringMatching(/^Line \d+: the file ends too early/),
    });
  });

  it('with a new account is paid only after a second person confirmed it', async () => {
    const { data } = await upload(writeUbl(invoice('I-1', { iban: OTHER })));
    const made = await takeOver(data.id, { carrierId: own.id });
    expect(made).toMatchObject({ code: 'OK' });
    expect(await read('incomingBills', data.id)).toMatchObject({ ibanState: 'open', knownIban: KNOWN });
    expect(await post(`incomingBills/${data.id}/confirmIban`)).toMatchObject({ data: 'incomingBills.refusals.ownIban' });
    expect(await post(`incomingBills/${data.id}/keepIban`, undefined, manager)).toMatchObject({ code: 'OK' });
    expect((await read('suppliers', supplier.id))['iban']).toBe(KNOWN);
  });

  it('that is rejected tells the carrier why', async () => {
    const { data } = await upload(writeUbl(invoice('R-1')));
    expect(await post(`incomingBills/${data.id}/reject`, { reason: 'The order number is missing.' })).toMatchObject({ code: 'OK' });
    expect(await read('incomingBills', data.id, carrier)).toMatchObject({ status: 'rejected', reason: 'The order number is missing.' });
    const { rows: told } = await server.pool.query(`select title, link from messages where text like 'The order number%'`);
    expect(told).toEqual([{ title: 'E-invoice R-1 was rejected', link: '/carriergate/e-invoices' }]);
  });
});

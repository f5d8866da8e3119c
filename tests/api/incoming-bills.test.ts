import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { IncomingDocument } from '#contract/money/incoming-bills';
import { writeCii } from '../../server/modules/money/e-invoice/cii.ts';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { germanIban } from '../support/bank-files.ts';
import { openBooks, type Row, today } from '../support/books.ts';
import { pdfWith } from '../support/e-invoice/pdf-with.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';

const { server, finance, bank, post, read } = await openBooks();
afterAll(() => server.close());
const manager = await server.signIn('manager');
const day = today();
const KNOWN = germanIban('20041133', 42);
const OTHER = germanIban('20041133', 43);

const { id: bankAccountId } = (
  await post('bankAccounts', { name: 'Main', holder: 'Kontor', iban: germanIban('10020030', 7), accountId: bank })
).data;

const upload = (content: string | Buffer, token = finance) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'invoice.xml');
  return server.call<{ id: string; no: string }>('POST', '/v0/incomingBills/upload', form, token);
};
let numbers = 0;
const nextNo = (): string => `RE-${++numbers}`;
const taxNumber = (): string => `22/${String(100_000 + numbers).slice(1)}/${randomUUID().slice(0, 5)}`;
async function supplier(over: object = {}): Promise<Row> {
  const made = await post('suppliers', { name: `Paletten ${randomUUID()}`, iban: KNOWN, ...over });
  expect(made).toMatchObject({ code: 'OK' });
  return made.data;
}
/** Receives an invoice of this supplier, whom its name says. */
async function received(party: Row, over: Parameters<typeof supplierInvoice>[0] = {}): Promise<Row> {
  const seller = { name: String(party['name']), vatId: '', taxNo: taxNumber(), ...over.seller };
  const made = await upload(writeUbl(supplierInvoice({ no: nextNo(), iban: KNOWN, issueDate: day, ...over, seller })));
  expect(made).toMatchObject({ code: 'OK' });
  return read('incomingBills', made.data.id);
}
const document = async (id: string): Promise<IncomingDocument> =>
  (await server.call<IncomingDocument>('GET', `/v0/incomingBills/${id}/document`, undefined, finance)).data;
const codes = async (id: string): Promise<string[]> => (await document(id)).findings.map(({ code }) => code);
const takeOver = (id: string, body: object, token = finance) => post<Row>(`incomingBills/${id}/takeOver`, body, token);
async function booked(party: Row, over: Parameters<typeof supplierInvoice>[0] = {}): Promise<{ incoming: Row; bill: Row }> {
  const incoming = await received(party, over);
  const made = await takeOver(incoming.id, { supplierId: party.id, reason: 'agreed by phone' });
  expect(made).toMatchObject({ code: 'OK' });
  return { incoming: await read('incomingBills', incoming.id), bill: await read('bills', made.data.id) };
}

describe('a file that is dropped', () => {
  it('is kept as it came with its hash, in UBL, CII and PDF, and says what was found', async () => {
    const party = await supplier();
    const name = String(party['name']);
    const of = (no: string) => supplierInvoice({ no, seller: { name, vatId: '', taxNo: taxNumber() } });
    const files = [
      Buffer.from(writeUbl(of('A-1'))),
      Buffer.from(writeCii(of('A-2'))),
      pdfWith([{ name: 'factur-x.xml', bytes: Buffer.from(writeCii(of('A-3'))) }], 'stream'),
    ];
    for (const file of files) {
      const made = await upload(file);
      expect(made).toMatchObject({ code: 'OK' });
      const row = await read('incomingBills', made.data.id);
      expect(row).toMatchObject({
        status: 'received',
        sellerName: name,
        supplierId: party.id,
        supplierBy: 'name',
        gross: 14_875,
        receivedOn: day,
        checksum: createHash('sha256').update(file).digest('hex'),
      });
      const answer = await fetch(`${server.url}/v0/static/${String(row['file'])}`, { headers: { 'x-token': finance } });
      expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
    }
  });

  it('is refused in a sentence when it is no e-invoice, and nothing is stored', async () => {
    const count = async () => (await server.pool.query(`select count(*)::int as n from incoming_bills`)).rows[0].n;
    const before = await count();
    expect(await upload('<a><b></a>')).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringMatching(/^Line 1: the file is damaged/),
    });
    expect(await upload('hello')).toMatchObject({ code: 'FileUnreadable', data: expect.stringContaining('no e-invoice') });
    expect(await count()).toBe(before);
  });

  it('is refused twice: the same bytes, the same number of a seller and year, and a bill that was typed', async () => {
    const party = await supplier({ vatId: 'ATU33864707' });
    const seller = { name: String(party['name']), vatId: 'ATU33864707' };
    const first = writeUbl(supplierInvoice({ no: 'D-1', seller }));
    const both = await Promise.all([upload(first), upload(first)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['FileUnreadable', 'OK']);
    expect(both.find(({ code }) => code !== 'OK')).toMatchObject({ data: expect.stringContaining('already received as ER-') });
    const corrected = writeUbl(supplierInvoice({ no: 'd-1', seller, note: 'corrected' }));
    expect(await upload(corrected)).toMatchObject({ code: 'FileUnreadable', data: expect.stringContaining('of this seller and year') });
    // Numbers may begin anew each year, and a rejected invoice makes room for the corrected one.
    expect(await upload(writeUbl(supplierInvoice({ no: 'D-1', seller, issueDate: '2025-11-05' })))).toMatchObject({ code: 'OK' });
    const { id } = both.find(({ code }) => code === 'OK')?.data ?? { id: '' };
    expect(await post(`incomingBills/${id}/reject`, { reason: 'wrong address' })).toMatchObject({ code: 'OK' });
    expect(await upload(corrected)).toMatchObject({ code: 'OK' });
    expect(await post(`incomingBills/${id}/reopen`)).toMatchObject({ code: 'FileUnreadable' });
    const lines = [{ id: randomUUID(), text: 'x', qty: 1000, unitPrice: 10_000, vatCategory: 'S', vatRate: 1900 }];
    await post('bills', { supplierId: party.id, theirNo: 'D-9', billDate: '2026-11-01', theirTotal: 119, lines });
    expect(await upload(writeUbl(supplierInvoice({ no: 'D-9', seller })))).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringContaining('already entered as bill'),
    });
  });
});

describe('what is found', () => {
  it('names sums, VAT and dates that are wrong, and asks for a reason', async () => {
    const party = await supplier();
    const row = await received(party, { net: 12_400, dueDate: '2020-01-01', seller: { vatId: 'DE1', taxNo: '' } });
    expect(row).toMatchObject({ faults: expect.any(Number) });
    const found = await codes(row.id);
    expect(found).toEqual(expect.arrayContaining(['sumLines', 'grossTotal', 'sellerVatId', 'dueBeforeIssue', 'supplierProposed']));
    const refused = await takeOver(row.id, { supplierId: party.id });
    expect(refused).toMatchObject({ code: 'StateRefused', data: 'incomingBills.refusals.reasonMissing' });
  });

  it('finds the supplier by VAT id before the name, and what differs from it', async () => {
    const party = await supplier({ vatId: 'FR40303265045', name: 'Atelier de Lyon' });
    const row = await received(party, { iban: OTHER, seller: { name: 'Quite another name', vatId: 'FR40 303265045', taxNo: '' } });
    expect(row).toMatchObject({ supplierId: party.id, supplierBy: 'vatId' });
    expect(await codes(row.id)).toEqual(expect.arrayContaining(['supplierFound', 'supplierName', 'ibanChanged']));
    const unknown = await received({ ...party, name: randomUUID() }, { iban: '' });
    expect(await codes(unknown.id)).toEqual(expect.arrayContaining(['supplierUnknown', 'ibanMissing']));
    expect(await post(`incomingBills/${unknown.id}/supplier`, { supplierId: party.id })).toMatchObject({ code: 'OK' });
    expect(await read('incomingBills', unknown.id)).toMatchObject({ supplierId: party.id, supplierBy: 'person' });
  });
});

describe('taking over', () => {
  it('books the breakdown of VAT that the supplier states, rounded by line', async () => {
    const party = await supplier();
    const lines = [1, 2, 3].map((n) => ({ name: `Label ${n}`, qty: 1000, price: 1300 }));
    // Three lines of 0.13 at 19 % are 0.46; a supplier that rounds each line says 0.45.
    const plain = supplierInvoice({ lines });
    const over = { lines, tax: 6, gross: 45, vat: plain.vat.map((group) => ({ ...group, tax: 6 })) };
    const incoming = await received(party, over);
    expect(await codes(incoming.id)).toContain('vatRounded');
    const made = await takeOver(incoming.id, { supplierId: party.id });
    expect(made).toMatchObject({ code: 'OK' });
    expect(await post(`bills/${made.data.id}/approve`, {})).toMatchObject({ code: 'OK' });
    const bill = await read('bills', made.data.id);
    expect(bill).toMatchObject({ net: 39, tax: 6, gross: 45, rounding: 0, open: 45, receivedOn: day, file: incoming['file'] });
    expect(bill['lines']).toHaveLength(3);
    const { rows } = await server.pool.query(
      `select a.kind, sum(t.debit - t.credit)::int as amount from transactions t join accounts a on a.id = t.account_id where t.bill_id = $1 group by 1 order by 1`,
      [bill.id],
    );
    expect(rows).toEqual([
      { kind: 'expense', amount: 39 },
      { kind: 'inputVat', amount: 6 },
      { kind: 'payable', amount: -45 },
    ]);
  });

  it('compares lines without an item number with the order by their words', async () => {
    const party = await supplier();
    const ordered = (text: string, unitPrice: number) => ({
      id: randomUUID(),
      text,
      qty: 20_000,
      unitPrice,
      vatCategory: 'S',
      vatRate: 1900,
    });
    const made = await post('purchaseOrders', { supplierId: party.id, lines: [ordered('Carton 300 × 200', 5800), ordered('Tape', 4100)] });
    expect(made).toMatchObject({ code: 'OK' });
    expect(await post(`purchaseOrders/${made.data.id}/order`)).toMatchObject({ code: 'OK' });
    const lines = [
      { name: 'Tape', qty: 20_000, price: 4300 },
      { name: 'carton  300 × 200', qty: 20_000, price: 5800 },
      { name: 'Pallet', qty: 1000, price: 90_000 },
    ];
    const incoming = await received(party, { lines, orderReference: made.data['no'] });
    expect(await codes(incoming.id)).toContain('orderFound');
    const bill = await takeOver(incoming.id, { supplierId: party.id, purchaseOrderId: made.data.id });
    expect((await read('bills', bill.data.id))['lines']).toMatchObject([
      { text: 'Tape', ordered: 20_000, orderedPrice: 4100 },
      { text: 'carton 300 × 200', ordered: 20_000, orderedPrice: 5800 },
      { text: 'Pallet', ordered: 0 },
    ]);
  });

  it('happens once when two people do it at the same moment, and is taken back while nobody approved the bill', async () => {
    const party = await supplier();
    const row = await received(party);
    const both = await Promise.all([takeOver(row.id, { supplierId: party.id }), takeOver(row.id, { supplierId: party.id })]);
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
    const billId = both.find(({ code }) => code === 'OK')?.data.id ?? '';
    const remove = (id: string) => server.call('DELETE', `/v0/bills/${id}`, undefined, finance);
    expect(await remove(billId)).toMatchObject({ data: 'bills.refusals.fromEInvoice' });
    const changed = await server.call(
      'PUT',
      `/v0/bills/${billId}`,
      { theirTotal: 1, version: (await read('bills', billId)).version },
      finance,
    );
    expect(changed).toMatchObject({ code: 'InvalidInput', data: [{ path: 'theirTotal', rule: 'fixed' }] });
    expect(await post(`incomingBills/${row.id}/takeBack`)).toMatchObject({ code: 'OK' });
    expect(await read('incomingBills', row.id)).toMatchObject({ status: 'received', billId: null });
    const again = await takeOver(row.id, { supplierId: party.id });
    expect(again).toMatchObject({ code: 'OK' });
    await post(`bills/${again.data.id}/approve`, {});
    expect(await post(`incomingBills/${row.id}/takeBack`)).toMatchObject({ data: 'incomingBills.refusals.approved' });
  });

  it('makes a credit of a credit note, for the bill that it names', async () => {
    const party = await supplier();
    const { bill } = await booked(party, { no: 'K-1' });
    await post(`bills/${bill.id}/approve`, {});
    const lines = [{ name: 'Euro pallets', qty: 2000, price: 125_000 }];
    const credit = await received(party, { typeCode: '381', preceding: { no: 'K-1', issueDate: day }, lines });
    const made = await takeOver(credit.id, { supplierId: party.id });
    expect(made).toMatchObject({ code: 'OK' });
    expect(await read('bills', made.data.id)).toMatchObject({ kind: 'credit', creditsId: bill.id, gross: 2975 });
    expect(await post(`bills/${made.data.id}/approve`, {})).toMatchObject({ code: 'OK' });
    expect(await read('bills', bill.id)).toMatchObject({ open: 14_875 - 2975 });
  });
});

describe('a new account', () => {
  type Due = { id: string; blocked: string | null; iban: string };
  const dueOf = async (id: string): Promise<Due | undefined> =>
    (await server.call<Due[]>('GET', `/v0/paymentRuns/due?until=2099-12-31&executeOn=${day}`, undefined, finance)).data.find(
      (row) => row.id === id,
    );
  it('keeps the bill out of payment runs until a second person confirms it, and is audited', async () => {
    const party = await supplier();
    const { incoming, bill } = await booked(party, { iban: OTHER });
    await post(`bills/${bill.id}/approve`, {});
    expect(incoming).toMatchObject({ ibanState: 'open', sellerIban: OTHER, knownIban: KNOWN });
    expect(await dueOf(bill.id)).toMatchObject({ blocked: 'ibanOpen', iban: KNOWN });
    const run = () => post('paymentRuns/prepare', { bankAccountId, executeOn: day, bills: [{ billId: bill.id }] });
    expect(await run()).toMatchObject({ data: 'paymentRuns.refusals.blocked' });
    const confirm = (token: string) => post(`incomingBills/${incoming.id}/confirmIban`, undefined, token);
    expect(await confirm(finance)).toMatchObject({ code: 'StateRefused', data: 'incomingBills.refusals.ownIban' });
    const both = await Promise.all([confirm(manager), post(`incomingBills/${incoming.id}/keepIban`, undefined, manager)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
    const decided = await read('incomingBills', incoming.id);
    const isConfirmed = decided['ibanState'] === 'confirmed';
    expect(await dueOf(bill.id)).toMatchObject({ blocked: null, iban: isConfirmed ? OTHER : KNOWN });
    expect((await read('suppliers', party.id))['iban']).toBe(isConfirmed ? OTHER : KNOWN);
    expect(await run()).toMatchObject({ code: 'OK' });
    const history = await server.call<{ userId: string }[]>('GET', `/v0/incomingBills/${incoming.id}/history`, undefined, manager);
    expect(history.data.length).toBeGreaterThanOrEqual(3);
  });

  it('cannot be confirmed by whoever took it over, by any statement of SQL; nor over an account that was changed since', async () => {
    const party = await supplier();
    const { incoming } = await booked(party, { iban: OTHER });
    const sql = `update incoming_bills set iban_state = 'confirmed', iban_by = booked_by, iban_at = now() where id = $1`;
    await expect(server.pool.query(sql, [incoming.id])).rejects.toThrow('incoming_bills_two');
    await expect(server.pool.query(`update incoming_bills set seller_iban = $2 where id = $1`, [incoming.id, KNOWN])).rejects.toThrow();
    await server.pool.query(`update suppliers set iban = $2 where id = $1`, [party.id, germanIban('20041133', 99)]);
    const confirm = () => post(`incomingBills/${incoming.id}/confirmIban`, undefined, manager);
    expect(await confirm()).toMatchObject({ data: 'incomingBills.refusals.ibanMoved' });
    expect(await post(`incomingBills/${incoming.id}/keepIban`, undefined, manager)).toMatchObject({ code: 'OK' });
    expect(await confirm()).toMatchObject({ data: 'incomingBills.refusals.ibanDecided' });
  });
});

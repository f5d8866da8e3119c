import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeUbl } from '../../server/modules/money/e-invoice/ubl.ts';
import { attachmentsOf } from '../../server/modules/money/e-invoice-in/pdf-attachments.ts';
import { line, openBooks, today } from '../support/books.ts';
import { readBookings, readExtf, turnovers } from '../support/datev-reader.ts';
import { supplierInvoice } from '../support/e-invoice/supplier-invoice.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
let supplierId: string;

beforeAll(async () => {
  books = await openBooks();
  const { rows } = await books.server.pool.query<{ id: string }>(
    `insert into suppliers (no, name, vat_id, address, delivery_address) values ('L-9', 'Müller & Söhne "Karton"', 'DE136695976', '{"streetName":"Straße","streetNumber":"1","zip":"10115","city":"Köln","country":"DE"}', '{}') returning id`,
  );
  supplierId = rows[0]?.id as string;
  // The sample's own bookings are not part of these figures.
  await books.server.pool.query(`update settings set value = '"1001"' where key = 'datev.consultant'`);
});
afterAll(() => books.server.close());

type Export = { id: string; file: string; no: string; part: number; entries: number; rows: number; debit: number; checksum: string };
const month = (): string => today().slice(0, 7);
const hand = () => books.post<{ id: string; missing: string[] }>('accountantExports/month', { month: today() });
async function opened(id: string) {
  const { data } = await books.server.call<Export>('GET', `/v0/accountantExports/${id}`, undefined, books.finance);
  const bytes = readFileSync(join(books.server.config.KONTOR_DATA, 'files', data.file.slice(0, 2), data.file));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(data.checksum);
  return { ...data, files: unzipSync(bytes) };
}
const bookingsIn = (files: Record<string, Uint8Array>) =>
  Object.entries(files)
    .filter(([name]) => name.startsWith('EXTF_Buchungsstapel'))
    .flatMap(([, bytes]) => readBookings(bytes));

/** Euro cents by account of the ledger that are in an export; parties by their number. */
async function ledgerOf(id: string): Promise<Record<string, number>> {
  const { rows } = await books.server.pool.query<{ no: string; base: string }>(
    `select case when a.kind in ('receivable', 'payable') and t.party_account <> '' then t.party_account else split_part(a.no, '-', 1) end as no, sum(t.base) as base
      from transactions t join accounts a on a.id = t.account_id where t.batch_id = $1 group by 1 having sum(t.base) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ no, base }) => [no, Number(base)] as const));
}
const AUTOMATIC = { '8400': { rate: 1900, tax: '1776' }, '8300': { rate: 700, tax: '1771' } };
const KEYS = {
  '9': { rate: 1900, tax: '1576' },
  '8': { rate: 700, tax: '1571' },
  '94': { rate: 1900, tax: '1577', owed: '1787' },
  '19': { rate: 1900, tax: '1574', owed: '1774' },
};
const netOf = (found: ReturnType<typeof turnovers>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(found)
      .map(([no, { debit, credit }]) => [no, debit - credit] as const)
      .filter(([, net]) => net !== 0),
  );

describe('the month for the accountant', () => {
  test('holds everything that was booked: balances of all accounts are those of the ledger', async () => {
    const { post, posted, pay, merchantId, customerId } = books;
    const first = await posted();
    await posted({ lines: [line({ unitPrice: 333, qty: 3000 }), line({ vatRate: 700, unitPrice: 7777 })] });
    await posted({ currency: 'USD', lines: [line({ vatCategory: 'S', vatRate: 1900, unitPrice: 1_000_100 })] });
    await posted({ merchantId: null, customerId, lines: [line({ vatCategory: 'AE', vatRate: 0, unitPrice: 55_555 })] });
    const credit = await post<{ id: string }>(`invoices/${first.id}/reverse`);
    expect(credit).toMatchObject({ code: 'OK' });
    const paid = await pay(50_000, { merchantId });
    await books.allocate(paid.id, first.id, 30_000);
    for (const [theirNo, over] of [
      ['R 1/2026', { vatCategory: 'S', vatRate: 1900 }],
      ['R 2/2026', { vatCategory: 'AE', vatRate: 0 }],
    ] as const) {
      const theirTotal = over.vatRate === 0 ? 12_346 : 14_692;
      const bill = await post<{ id: string }>('bills', {
        supplierId,
        theirNo,
        billDate: today(),
        theirTotal,
        lines: [line({ qty: 1000, unitPrice: 1_234_600, ...over })],
      });
      expect(bill).toMatchObject({ code: 'OK' });
      expect(await post(`bills/${bill.data.id}/approve`, {})).toMatchObject({ code: 'OK' });
    }

    const made = await hand();
    expect(made).toMatchObject({ code: 'OK' });
    const export_ = await opened(made.data.id);
    const rows = bookingsIn(export_.files);
    expect(rows).toHaveLength(export_.rows);
    expect(netOf(turnovers(rows, AUTOMATIC, KEYS))).toEqual(await ledgerOf(made.data.id));
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(export_.debit);
    expect(rows.map(({ document }) => document)).toContain('R1/2026');
    expect(rows.some(({ foreign }) => foreign.startsWith('USD'))).toBe(true);
  });

  test('a second export of the month holds only what was booked since, and nothing is handed over twice', async () => {
    expect(await hand()).toMatchObject({ code: 'StateRefused', data: 'accountantExports.refusals.nothingNew' });
    await books.posted();
    const made = await hand();
    expect(made).toMatchObject({ code: 'OK' });
    const export_ = await opened(made.data.id);
    expect(export_).toMatchObject({ part: 2, entries: 1, rows: 1 });
    expect(Object.keys(export_.files).some((name) => name.endsWith('_2.csv'))).toBe(true);
  });

  test('the month end tells by how much its VAT has changed since', async () => {
    type MonthEnd = { due: number; sinceExport: { day: string | null; due: number } };
    const monthEnd = async () =>
      (await books.server.call<MonthEnd>('GET', `/v0/ledger/monthEnd?month=${month()}-01`, undefined, books.finance)).data;
    await books.posted();
    await hand();
    const before = await monthEnd();
    expect(before.sinceExport).toEqual({ day: today(), due: 0 });
    await books.posted({ lines: [line({ qty: 1000, unitPrice: 1_000_000 })] });
    expect(await monthEnd()).toMatchObject({ due: before.due + 1900, sinceExport: { day: today(), due: 1900 } });
    await hand();
    expect((await monthEnd()).sinceExport.due).toBe(0);
    const never = await books.server.call<MonthEnd>('GET', '/v0/ledger/monthEnd?month=2019-03-01', undefined, books.finance);
    expect(never.data.sinceExport).toEqual({ day: null, due: 0 });
  });

  test('two at once: one holds the bookings, the other finds nothing left', async () => {
    await books.posted();
    const answers = await Promise.all([hand(), hand()]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['OK', 'StateRefused']);
  });

  test('the parties and the documents of the bookings come with it', async () => {
    await books.posted();
    const made = await hand();
    const { files } = await opened(made.data.id);
    const parties = readExtf(Object.entries(files).find(([name]) => name.includes('DebKred'))?.[1] ?? new Uint8Array());
    expect(parties.columns).toHaveLength(254);
    expect(parties.rows.every((row) => row.length === 254 && /^[17]\d{4}$/.test(row[0] ?? ''))).toBe(true);
    const documents = Object.entries(files).find(([name]) => name.startsWith('Belege'))?.[1];
    const inside = unzipSync(documents ?? new Uint8Array());
    const xml = Buffer.from(inside['document.xml'] ?? []).toString();
    const [guid = ''] = /(?<=guid=")[0-9A-F-]{36}/.exec(xml) ?? [];
    expect(Object.keys(inside)).toContain(`${guid}.pdf`);
    const link = readExtf(Object.entries(files).find(([name]) => name.includes('Buchungsstapel'))?.[1] ?? new Uint8Array()).rows[0]?.[19];
    expect(link).toBe(`"BEDI ""${guid}"""`);
  });

  test('an invoice that came as XML is in the package as a PDF that holds the XML, and nothing is missing', async () => {
    const xml = writeUbl(
      supplierInvoice({ no: 'XR-1', issueDate: today(), seller: { name: 'Paletten XR', vatId: '', taxNo: '22/815/12345' } }),
    );
    const form = new FormData();
    form.append('file', new Blob([xml]), 'rechnung.xml');
    const came = await books.server.call<{ id: string }>('POST', '/v0/incomingBills/upload', form, books.finance);
    const bill = await books.post(`incomingBills/${came.data.id}/takeOver`, { supplierId, reason: 'agreed by phone' });
    expect(bill.code).toBe('OK');
    expect(await books.post(`bills/${bill.data.id}/approve`)).toMatchObject({ code: 'OK' });
    const made = await hand();
    expect(made.data.missing).toEqual([]);
    const { files } = await opened(made.data.id);
    const inside = unzipSync(Object.entries(files).find(([name]) => name.startsWith('Belege'))?.[1] ?? new Uint8Array());
    const [, guid = ''] =
      /guid="([0-9A-F-]{36})"[^>]*>\s*<description>[^<]+, lesbare Fassung/.exec(Buffer.from(inside['document.xml'] ?? []).toString()) ?? [];
    const [original] = attachmentsOf(Buffer.from(inside[`${guid}.pdf`] ?? []));
    expect(original?.bytes.toString()).toBe(xml);
  });

  test('names the chart of accounts of the settings: SKR03, another one, or the one of the client', async () => {
    const charts: string[] = [];
    for (const chart of ['03', '04', '']) {
      await books.server.pool.query(`update settings set value = to_jsonb($1::text) where key = 'datev.chart'`, [chart]);
      await books.posted();
      const { files } = await opened((await hand()).data.id);
      const [, bytes] = Object.entries(files).find(([name]) => name.startsWith('EXTF_Buchungsstapel')) ?? [];
      charts.push(readExtf(bytes ?? new Uint8Array()).head[26] ?? '');
    }
    expect(charts).toEqual(['"03"', '"04"', '""']);
  });

  test('without the numbers that DATEV gives, or in a month without bookings, nothing is made and the reason is said', async () => {
    const { pool } = books.server;
    expect(await books.post('accountantExports/month', { month: '2019-03-05' })).toMatchObject({
      data: 'accountantExports.refusals.nothingBooked',
    });
    await books.posted();
    await pool.query(`update settings set value = '""' where key = 'datev.client'`);
    expect(await hand()).toMatchObject({ code: 'StateRefused', data: 'accountantExports.refusals.numbersMissing' });
    await pool.query(`update settings set value = '"1"' where key = 'datev.client'`);
    const { rows } = await pool.query<{ left: string }>(
      'select count(*) as left from transactions where batch_id is null and booked_on >= $1',
      [`${month()}-01`],
    );
    expect(Number(rows[0]?.left)).toBeGreaterThan(0);
    expect(await books.post('accountantExports/month', { month: today() }, books.merchant)).toMatchObject({ code: 'NotAllowed' });
  });
});

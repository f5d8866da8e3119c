import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EInvoice } from '#contract/money/e-invoice';
import type { DataOf } from '#contract/printing/documents';
import { line, openBooks, type Row } from '../support/books.ts';
import { asModel } from '../support/e-invoice/as-model.ts';
import { readCii } from '../support/e-invoice/read-cii.ts';
import { readUbl } from '../support/e-invoice/read-ubl.ts';
import { brokenRules, CORE_RULES, XRECHNUNG_RULES } from '../support/e-invoice/rules.ts';
import { pdfToLines } from '../support/render.ts';

let { server, finance, merchantId, post, draft, posted, read } = {} as Awaited<ReturnType<typeof openBooks>>;
beforeAll(async () => {
  ({ server, finance, merchantId, post, draft, posted, read } = await openBooks());
});
afterAll(() => server.close());

const fileOf = async (id: unknown): Promise<Buffer> => {
  const answer = await fetch(`${server.url}/v0/static/${String(id)}`, { headers: { 'x-token': finance } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const frozenOf = async (id: string) => {
  const { rows } = await server.pool.query<{ paper: { data: DataOf<'invoice'> }; model: EInvoice }>(
    'select paper, e_invoice as model from invoices where id = $1',
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('no invoice');
  return row;
};
const format = (value: string, reference = '') =>
  server.pool.query('update merchants set invoice_format = $2, buyer_reference = $3, invoice_email = $4 where id = $1', [
    merchantId,
    value,
    reference,
    'invoices@northwind.example',
  ]);
const setting = (key: string, value: unknown) =>
  server.pool.query('update settings set value = $2 where key = $1', [key, JSON.stringify(value)]);
const xmlOf = async (invoice: Row): Promise<string> => {
  const bytes = await fileOf(invoice['xmlFile']);
  expect(hashOf(bytes)).toBe(invoice['xmlHash']);
  return bytes.toString('utf8');
};

describe('a posted document', () => {
  it('is a ZUGFeRD PDF whose XML is the one for download and keeps the rules of EN 16931', async () => {
    await format('zugferd');
    const invoice = await posted({
      lines: [line({ qty: 12_500, unitPrice: 425, discount: 1000 }), line({ vatRate: 700 })],
      reference: 'PO 7',
    });
    const [pdf, xml] = [await fileOf(invoice['pdfFile']), await xmlOf(invoice)];
    expect(hashOf(pdf)).toBe(invoice['pdfHash']);
    expect(brokenRules(readCii(xml), CORE_RULES)).toEqual([]);
    const { format: kept, ...model } = (await frozenOf(invoice.id)).model;
    expect(kept).toBe('zugferd');
    expect(asModel(readCii(xml))).toEqual(model);
    expect(pdf.toString('latin1')).toContain('/F(factur-x.xml)');
    expect(pdf.toString('latin1')).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  });

  it('is an XRechnung in the syntax that the party wants', async () => {
    await format('xrechnung-cii', '04011000-1234512345-35');
    const cii = await posted({ serviceFrom: '2026-10-01', serviceTo: '2026-10-31' });
    expect(brokenRules(readCii(await xmlOf(cii)), XRECHNUNG_RULES)).toEqual([]);
    expect((await fileOf(cii['pdfFile'])).toString('latin1')).toContain('/F(xrechnung.xml)');
    await format('xrechnung-ubl', '04011000-1234512345-35');
    const ubl = await posted();
    expect(brokenRules(readUbl(await xmlOf(ubl)), XRECHNUNG_RULES)).toEqual([]);
    expect((await fileOf(ubl['pdfFile'])).toString('latin1')).not.toContain('EmbeddedFiles');
    const { data } = await post<Row>(`invoices/${ubl.id}/reverse`);
    const credit = await read('invoices', data.id);
    const read381 = readUbl(await xmlOf(credit));
    expect(brokenRules(read381, XRECHNUNG_RULES)).toEqual([]);
    expect(read381.head).toMatchObject({ 'BT-3': '381', 'BT-25': ubl.no, 'BT-81': '97' });
  });

  it('is only a PDF for a party that wants no more', async () => {
    await format('paper');
    const invoice = await posted();
    expect(invoice).toMatchObject({ xmlFile: null, xmlHash: '' });
    expect((await fileOf(invoice['pdfFile'])).toString('latin1')).not.toContain('EmbeddedFiles');
  });

  it('states the euro VAT of a dollar invoice once, on paper, in the XML and in the books', async () => {
    await format('zugferd');
    const invoice = await posted({ currency: 'USD' });
    const head = readCii(await xmlOf(invoice)).head;
    expect(head).toMatchObject({
      'BT-5': 'USD',
      'BT-6': 'EUR',
      'BT-111-currency': 'EUR',
      'BT-81': '30',
      'BT-84': 'DE88100900001234567892',
    });
    const { rows } = await server.pool.query<{ vat: string }>(
      `select to_char(-sum(t.base) / 100.0, 'FM999990.00') as vat from transactions t join accounts a on a.id = t.account_id where t.invoice_id = $1 and a.kind = 'vat'`,
      [invoice.id],
    );
    expect(head['BT-111']).toBe(rows[0]?.vat);
    const { paper } = await frozenOf(invoice.id);
    expect(paper.data.houseTax).toContain(String(head['BT-111']).replace('.', ','));
    expect(paper.data.houseTax).toMatch(/Kurs vom \d\d\.\d\d\.\d{4}/);
    expect(head['BT-22']).toBe(paper.data.houseTax);
    // Only transfers in euro have a code.
    expect(paper.data.epc).toBe('');
  });

  it('never changes: neither its files nor what they were made from', async () => {
    await format('zugferd');
    const invoice = await posted();
    for (const change of ['xml_file = null', "xml_hash = 'x'", "e_invoice = '{}'::jsonb"])
      await expect(server.pool.query(`update invoices set ${change} where id = $1`, [invoice.id])).rejects.toThrow('postedStands');
    await expect(
      server.pool.query(`update files set name = 'x' where replace(id::text, '-', '') = $1`, [invoice['xmlFile']]),
    ).rejects.toThrow('paperKept');
  });

  it('says the same on paper and in its XML', async () => {
    await format('zugferd', 'KST 4711');
    const invoice = await posted({
      lines: [line({ qty: 12_500, discount: 1000, note: 'Halle 2' }), line({ vatRate: 700, text: 'Bücher' })],
      reference: 'PO 7',
      note: 'Danke.',
    });
    const printed = (await pdfToLines(await fileOf(invoice['pdfFile']), 0)).join(' ').replaceAll(/\s+/g, ' ');
    const { head, vat, lines } = readCii(await xmlOf(invoice));
    const german = (amount: string | undefined): string => (amount ?? '').replace('.', ',').replaceAll(/\B(?=(\d{3})+,)/g, '.');
    const day = (iso: string | undefined): string => (iso ?? '').split('-').toReversed().join('.');
    const spaced = (iban: string | undefined): string => (iban ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ');
    const expected: Record<string, string | undefined> = {
      'BT-1': head['BT-1'],
      'BT-2': day(head['BT-2']),
      'BT-9': day(head['BT-9']),
      'BT-10': head['BT-10'],
      'BT-13': head['BT-13'],
      'BT-20': head['BT-20'],
      'BT-22': head['BT-22'],
      'BT-27': head['BT-27'],
      'BT-28': head['BT-28'],
      'BT-30': head['BT-30'],
      'BT-31': head['BT-31'],
      'BT-32': head['BT-32'],
      'BT-35': head['BT-35'],
      'BT-37': head['BT-37'],
      'BT-38': head['BT-38'],
      'BT-44': head['BT-44'],
      'BT-46': head['BT-46'],
      'BT-48': head['BT-48'],
      'BT-50': head['BT-50'],
      'BT-52': head['BT-52'],
      'BT-53': head['BT-53'],
      'BT-83': head['BT-83'],
      'BT-84': spaced(head['BT-84']),
      'BT-86': head['BT-86'],
      'BT-109': german(head['BT-109']),
      'BT-110': german(head['BT-110']),
      'BT-112': german(head['BT-112']),
      ...Object.fromEntries(
        vat.flatMap((group, i) => [
          [`BT-116 ${i}`, german(group['BT-116'])],
          [`BT-117 ${i}`, german(group['BT-117'])],
        ]),
      ),
      ...Object.fromEntries(
        lines.flatMap((one, i) => [
          [`BT-131 ${i}`, german(one['BT-131'])],
          [`BT-153 ${i}`, one['BT-153']],
          [`BT-154 ${i}`, one['BT-154'] ?? ''],
        ]),
      ),
    };
    expect(Object.keys(expected).length).toBeGreaterThanOrEqual(30);
    expect(Object.entries(expected).filter(([, value]) => !printed.includes(value ?? '?'))).toEqual([]);
  });
});

describe('nothing is posted', () => {
  it('while the house or the party lacks what the law or the format asks for', async () => {
    const refusal = async (over: object = {}) => {
      const { id } = await draft(over);
      const { code, data } = await post<unknown>(`invoices/${id}/post`);
      return code === 'OK' ? 'OK' : data;
    };
    await format('zugferd');
    const vatId = await server.pool.query<{ value: string }>(`select value from settings where key = 'house.vatId'`);
    await setting('house.vatId', '');
    expect(await refusal()).toBe('invoices.refusals.houseVatIdMissing');
    await setting('house.vatId', vatId.rows[0]?.value ?? '');
    await setting('house.address.city', '');
    expect(await refusal()).toBe('invoices.refusals.houseAddressMissing');
    await setting('house.address.city', 'Hamburg');
    await format('xrechnung-cii');
    expect(await refusal()).toBe('invoices.refusals.buyerReferenceMissing');
    await format('xrechnung-cii', '04011000-1234512345-35');
    await setting('house.contact.phone', 'x');
    expect(await refusal()).toBe('invoices.refusals.houseContactMissing');
    await setting('house.contact.phone', '+49 40 555 0120');
    expect(await refusal()).toBe('OK');
    await format('zugferd');
  });

  it('with lines outside the scope of VAT beside others', async () => {
    const mixed = await post('invoices', { merchantId, lines: [line(), line({ vatCategory: 'O', vatRate: 0 })] });
    expect(mixed).toMatchObject({ code: 'InvalidInput', data: [{ path: 'lines.1.vatCategory', rule: 'outsideMixed' }] });
    const alone = await posted({ lines: [line({ vatCategory: 'O', vatRate: 0 })] });
    const { head } = readCii(await xmlOf(alone));
    expect([head['BT-31'], head['BT-48']]).toEqual([undefined, undefined]);
    expect(head['BT-32']).toBe('22/815/08154');
  });
});

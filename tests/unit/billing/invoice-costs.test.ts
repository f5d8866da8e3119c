import { describe, expect, it } from 'vitest';
import { costsOfInvoice, possibleKeys } from '#contract/billing/invoice-costs';
import type { ReceivedLine } from '#contract/money/received-invoice';
import { writeUbl } from '../../../server/modules/money/e-invoice/ubl.ts';
import { readEInvoice } from '../../../server/modules/money/e-invoice-in/read.ts';
import { supplierInvoice } from '../../support/e-invoice/supplier-invoice.ts';

const received = readEInvoice(Buffer.from(writeUbl(supplierInvoice({ no: 'C-1', issueDate: '2026-11-05' }))));
const [first] = received.lines;
if (!first) throw new Error('no line');
const invoice = (lines: Partial<ReceivedLine>[], typeCode = '380') => ({
  ...received,
  typeCode,
  lines: lines.map((line) => ({ ...first, name: 'Paket', net: 400, ...line })),
});
const UPS = '1Z12345E0205271686';
const S10 = 'RR123456785DE';
const said = (lines: Partial<ReceivedLine>[], known: string[] = []) =>
  costsOfInvoice(invoice(lines), new Set(known)).costs.map(({ trackingNo, kind, heading, amount }) => [trackingNo, kind, heading, amount]);

describe('a line of a carrier’s e-invoice', () => {
  it.each([
    ['the name', { name: `Paket ${UPS}` }],
    ['the description', { description: `Sendungsnummer: ${UPS}` }],
    ['the note', { note: `shipped as ${UPS}` }],
    ['the item of the seller', { sellerItem: UPS }],
    ['the object', { object: '1Z 12345E-02 0527 1686' }],
    ['an attribute', { attributes: [{ name: 'Paketnummer', value: UPS }] }],
  ])('names its parcel in %s', (_, line) => {
    expect(said([line]).map(([no, kind, , amount]) => [String(no).replaceAll(/[ -]/g, ''), kind, amount])).toEqual([[UPS, 'base', 400]]);
  });

  it('without a number that proves itself counts only if a label has that number', () => {
    expect(said([{ name: 'Paket 4711000815' }])).toEqual([]);
    expect(said([{ name: 'Paket 4711000815' }], ['4711000815'])).toEqual([['4711000815', 'base', '', 400]]);
    expect(said([{ name: 'Transport', note: 'Shipment: HH20261105' }])).toEqual([]);
    expect(possibleKeys(invoice([{ name: 'Paket 00004711000815', object: 'AB-123 456' }]))).toEqual(['AB123456', '4711000815']);
  });

  it('is a surcharge by its words, and a second name of the same parcel is no second transport', () => {
    expect(
      said([
        { name: `DHL Paket ${UPS}` },
        { name: `Treibstoffzuschlag ${UPS}`, net: 40 },
        { name: `Mautzuschlag ${UPS}`, net: 19 },
        { name: `Etikett ${UPS}`, net: 10 },
        { name: `DHL Paket ${UPS}` },
      ]),
    ).toEqual([
      [UPS, 'base', '', 400],
      [UPS, 'fuel', 'Treibstoffzuschlag', 40],
      [UPS, 'toll', 'Mautzuschlag', 19],
      [UPS, 'other', 'Etikett', 10],
      [UPS, 'base', '', 400],
    ]);
  });

  it('keeps its charges apart from the transport, and reads weight and zone', () => {
    const charge = { isCharge: true, amount: 55, base: null, percent: null, category: 'S', rate: 1900, reason: 'Sperrgut', reasonCode: '' };
    const attributes = [
      { name: 'Gewicht (kg)', value: '2,35' },
      { name: 'Zone', value: '3' },
    ];
    const { costs } = costsOfInvoice(invoice([{ object: UPS, net: 455, allowances: [charge], attributes }]), new Set());
    expect(costs).toMatchObject([
      { kind: 'base', amount: 400, weight: 2350, zone: '3', billedOn: '2026-11-05', line: 1 },
      { kind: 'size', heading: 'Sperrgut', amount: 55 },
    ]);
  });

  it('that names several parcels is counted and not compared; a credit note gives the money back', () => {
    const both = invoice([{ name: `${UPS} und ${S10}` }, { object: UPS }]);
    expect(costsOfInvoice(both, new Set())).toMatchObject({ shared: 1, costs: [{ line: 2, amount: 400 }] });
    expect(costsOfInvoice(invoice([{ object: UPS }], '381'), new Set()).costs).toMatchObject([{ amount: -400 }]);
  });
});

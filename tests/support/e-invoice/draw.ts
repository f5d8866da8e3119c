import { EMPTY_ADDRESS } from '#contract/core/fields';
import { creditSums, type DocumentSums, documentSums } from '#contract/money/document-sums';
import type { EInvoice } from '#contract/money/e-invoice';
import { INVOICE_FORMATS, type InvoiceFormat } from '#contract/money/e-invoice-formats';
import { PAR } from '#contract/money/fx';
import type { InvoiceLine } from '#contract/money/invoices';
import { eInvoiceOf } from '../../../server/modules/money/e-invoice/build.ts';
import { paymentOf } from '../../../server/modules/money/e-invoice/payment.ts';
import { composePaper, type Paper } from '../../../server/modules/money/paper.ts';
import type { Party } from '../../../server/modules/money/party.ts';
import type { House } from '../../../server/modules/printing/index.ts';
import { between, drawLines, oneOf } from '../money-oracle.ts';

/** Random invoices and credit notes with everything that the house can write on them. */

type Random = () => number;
/** Numbers from a seed, so that a case can be drawn again (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const HOUSE: House = {
  name: 'Kontor & Co',
  legalName: 'Kontor Lager & Logistik GmbH',
  vatId: 'DE136695976',
  taxNo: '22/815/08154',
  registerCourt: 'Amtsgericht Hamburg',
  registerNo: 'HRB 12345',
  managers: 'Geschäftsführerin: Ida Petersen',
  legal: 'Kontor Lager & Logistik GmbH · Amtsgericht Hamburg · HRB 12345 · Geschäftsführerin: Ida Petersen',
  bank: '',
  accounts: [
    { currency: 'EUR', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', holder: 'Kontor Lager & Logistik GmbH' },
    { currency: 'USD', iban: 'DE88100900001234567892', bic: '', holder: 'Kontor Lager & Logistik GmbH' },
  ],
  contact: { name: 'Rechnungsstelle', phone: '+49 40 555 0120', email: 'rechnung@kontor.example' },
  address: {
    ...EMPTY_ADDRESS,
    name1: 'Kontor & Co',
    streetName: 'Köhlfleetdamm',
    streetNumber: '7',
    zip: '21129',
    city: 'Hamburg',
    country: 'DE',
  },
  zone: 'Europe/Berlin',
};

const PARTIES: readonly Pick<Party, 'name' | 'vatId' | 'address'>[] = [
  ['Northwind "Tee" <Handel>', 'DE136695976', 'Am Sandtorkai', '1', '20457', 'Hamburg', 'DE'],
  ['Atelier Lyon', 'FR40303265045', 'Rue de la République', '2', '69001', 'Lyon', 'FR'],
  ['深圳灯具有限公司', '', '深南大道', '88', '518000', '深圳', 'CN'],
  ['Bergkräuter KG', 'ATU33864707', 'Dorfstraße', '12a', '6020', 'Innsbruck', 'AT'],
].map(([name = '', vatId = '', streetName = '', streetNumber = '', zip = '', city = '', country = '']) => ({
  name,
  vatId,
  address: { ...EMPTY_ADDRESS, streetName, streetNumber, zip, city, country, name2: name.length > 12 ? 'Buchhaltung' : '' },
}));

export type Drawn = { invoice: EInvoice; paper: Paper; sums: DocumentSums };

/** A draft with its party; the categories of tax fit the party. */
function drawDraft(random: Random, format: InvoiceFormat, n: number) {
  const base = oneOf(random, PARTIES);
  const lines = drawLines(random).map(
    (line): InvoiceLine => ({
      ...line,
      note: random() < 0.3 ? 'See annex, 50 % & more' : '',
      ofLine: null,
      // Services of an earlier month, or of a part of the period of the document.
      ...oneOf(random, [
        {},
        {},
        { serviceFrom: '2026-09-01', serviceTo: '2026-09-30' },
        { serviceFrom: '2026-10-05', serviceTo: '2026-10-05' },
      ]),
    }),
  );
  const needsId = lines.some(({ vatCategory }) => ['AE', 'K'].includes(vatCategory));
  const party: Party = {
    ...base,
    ...(needsId ? PARTIES[1] : {}),
    id: '',
    no: `M-${n}`,
    currency: 'EUR',
    paymentDays: 14,
    email: 'office@party.example',
    invoiceEmail: random() < 0.5 ? 'invoices@party.example' : '',
    invoiceFormat: format,
    buyerReference: format.startsWith('xrechnung') || random() < 0.2 ? '04011000-1234512345-35' : '',
  };
  return { party, lines };
}

/** One invoice with its credit notes: parts, and at last what rests. */
export function drawDocuments(random: Random, n: number, asked?: InvoiceFormat): Drawn[] {
  const format = asked ?? oneOf(random, INVOICE_FORMATS);
  const { party, lines } = drawDraft(random, format, n);
  const currency = random() < 0.7 ? 'EUR' : 'USD';
  const rate = currency === 'EUR' ? PAR : between(random, 900_000, 1_300_000);
  const [serviceFrom, serviceTo] = oneOf(random, [
    [null, null] as const,
    ['2026-10-01', '2026-10-31'] as const,
    [null, '2026-11-03'] as const,
  ]);
  const compose = (kind: 'invoice' | 'creditNote', no: string, of: InvoiceLine[], sums: DocumentSums, original: Drawn | null): Drawn => {
    const row = {
      currency,
      kind,
      no,
      lines: of,
      issueDate: '2026-11-05',
      dueDate: kind === 'invoice' ? '2026-11-19' : '2026-11-05',
      serviceFrom,
      serviceTo,
      reference: random() < 0.3 ? `PO ${n} / A&B` : '',
      note: random() < 0.3 ? 'Thank you.\nSee the annex <1>.' : '',
      rate,
      reversesId: null,
    } as const;
    const paper = composePaper({
      row,
      party,
      refersTo: original?.invoice.no ?? '',
      house: HOUSE,
      sums,
      isPosted: true,
      rateDay: original ? null : '2026-11-04',
    });
    const preceding = original ? { no: original.invoice.no, issueDate: original.invoice.issueDate } : null;
    const payment = paymentOf(HOUSE, kind, currency, no);
    return { invoice: eInvoiceOf({ row: { ...row, original: preceding }, party, house: HOUSE, paper, sums, payment }), paper, sums };
  };
  const circle = currency === 'EUR' ? 'E' : 'U';
  const whole = compose('invoice', `${circle}-2026-${String(n).padStart(5, '0')}`, lines, documentSums(lines, { currency, rate }), null);
  const made = [whole];
  const left = new Map(lines.map(({ id, qty }) => [id, qty]));
  const posted: { lines: InvoiceLine[]; sums: DocumentSums }[] = [];
  for (let part = between(random, 0, 3); part > 0; part--) {
    const credited = lines.flatMap((line): InvoiceLine[] => {
      const rest = left.get(line.id) ?? 0;
      const qty = part === 1 ? rest : between(random, 0, rest);
      left.set(line.id, rest - qty);
      return qty > 0 ? [{ ...line, id: `${line.id}-${part}`, qty, ofLine: line.id }] : [];
    });
    if (credited.length === 0) continue;
    const sums = creditSums(credited, { lines, sums: whole.sums }, posted, { currency, rate });
    posted.push({ lines: credited, sums });
    made.push(compose('creditNote', `${circle}C-2026-${String(10 * n + part).padStart(5, '0')}`, credited, sums, whole));
  }
  return made;
}

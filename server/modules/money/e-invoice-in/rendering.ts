import { writtenDay } from '#contract/core/written-day';
import { isCreditNote, type ReceivedAllowance, type ReceivedInvoice, type ReceivedParty } from '#contract/money/received-invoice';
import { RECEIVED } from '#print/layouts/documents/received';
import { writePrint } from '#print/write';
import { loadPage } from '../../printing/index.ts';
import { EInvoiceError } from './fault.ts';
import { readEInvoiceInTurns } from './read.ts';

/** A PDF of an e-invoice that came as XML, for readers that take PDFs only. In German, because they are accountants in Germany. */

type Fact = { key: string; value: string };
type Line = { pos: string; text: string; note: string; qty: string; unit: string; price: string; vat: string; net: number };

const german = (decimal: string): string => decimal.replace('.', ',');
const percent = (rate: number | null): string => (rate === null ? '' : `${german(String(rate / 100))} %`);
const day = (iso: string): string => writtenDay(iso, 'de');
const joined = (parts: readonly string[], by = ', '): string => parts.filter((part) => part !== '').join(by);

const partyOf = ({ name, tradingName, address, vatId, taxNo, registerNo, contact }: ReceivedParty): string =>
  joined(
    [
      name,
      tradingName,
      address.line1,
      address.line2,
      address.line3,
      joined([address.zip, address.city], ' '),
      address.country,
      joined([vatId, taxNo, registerNo]),
      joined([contact.name, contact.phone, contact.email]),
    ],
    '\n',
  );

const factsOf = (invoice: ReceivedInvoice): Fact[] => {
  const { seller, buyer, period, payment, delivery, preceding } = invoice;
  const known: Record<string, string> = {
    seller: partyOf(seller),
    buyer: partyOf(buyer),
    issueDate: day(invoice.issueDate),
    dueDate: day(invoice.dueDate),
    delivered: day(delivery.date),
    period: period ? joined([day(period.from), day(period.to)], ' – ') : '',
    currency: invoice.currency,
    order: joined([invoice.order, invoice.contract, invoice.project]),
    buyerReference: invoice.buyerReference,
    preceding: joined(preceding.map(({ no, issueDate }) => joined([no, day(issueDate)], ' · '))),
    terms: invoice.terms,
    payment: joined([payment.reference, ...payment.accounts.map(({ iban, holder, bic }) => joined([iban, bic, holder], ' · '))], '\n'),
    notes: joined([...invoice.notes, seller.legal], '\n'),
    attachments: joined(invoice.attachments.map(({ name, about }) => name || about)),
  };
  return Object.entries(known)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key, value }));
};

const allowanceLine = ({ isCharge, amount, category, rate, reason }: ReceivedAllowance): Line => ({
  pos: '',
  text: reason || (isCharge ? 'Zuschlag' : 'Abzug'),
  note: '',
  qty: '',
  unit: '',
  price: '',
  vat: joined([category, percent(rate)], ' '),
  net: (isCharge ? amount : -amount) / 100,
});

function recordOf(invoice: ReceivedInvoice): Record<string, unknown> {
  const { lines, allowances, vat, totals } = invoice;
  return {
    no: invoice.no,
    kind: isCreditNote(invoice) ? 'creditNote' : 'invoice',
    issueDate: invoice.issueDate,
    facts: factsOf(invoice),
    lines: [
      ...lines.map((line) => ({
        pos: line.id,
        text: line.name,
        note: joined([line.description, line.note, ...line.attributes.map(({ name, value }) => `${name}: ${value}`)], '\n'),
        qty: german(line.qty),
        unit: line.unitCode,
        price: joined([german(line.price), ['', '1'].includes(line.baseQty) ? '' : german(line.baseQty)], ' / '),
        vat: joined([line.category, percent(line.rate)], ' '),
        net: line.net / 100,
      })),
      ...allowances.map(allowanceLine),
    ],
    vat: vat.map(({ category, rate, base, tax, reason }) => ({
      rate: joined([category, percent(rate)], ' '),
      reason,
      base: base / 100,
      tax: tax / 100,
    })),
    totals: (['net', 'tax', 'gross', 'paid', 'rounding', 'due'] as const).flatMap((key) => {
      const amount = totals[key];
      return amount === null ? [] : [{ key, amount: amount / 100 }];
    }),
  };
}

/**
 * The PDF/A-3b that shows what is in the XML of an e-invoice, with the XML, the original, inside it. Null if these bytes are no e-invoice, such
 * as a photo.
 */
export async function drawReceived(xml: Buffer): Promise<Buffer | null> {
  const invoice = await readEInvoiceInTurns(xml).catch((error: unknown) => {
    if (error instanceof EInvoiceError) return null;
    throw error;
  });
  if (!invoice) return null;
  const { bytes } = await writePrint(
    {
      document: null,
      layout: RECEIVED,
      records: [recordOf(invoice)],
      locales: ['de'],
      dpi: 203,
      format: 'pdf',
      copies: 1,
      title: `${invoice.no}, lesbare Fassung`,
      archive: {
        language: 'de-DE',
        files: [
          {
            name: 'original.xml',
            mime: 'text/xml',
            about: `${invoice.no}, Original`,
            relationship: 'Alternative',
            bytes: new Uint8Array(xml),
          },
        ],
      },
    },
    loadPage,
  );
  return Buffer.from(bytes);
}

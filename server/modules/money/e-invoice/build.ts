import { type Address, EMPTY_ADDRESS } from '#contract/core/fields';
import type { DocumentSums } from '#contract/money/document-sums';
import { type EAddress, type EInvoice, type ELine, type EPayment, EXEMPTION_CODES } from '#contract/money/e-invoice';
import type { InvoiceLine } from '#contract/money/invoices';
import { type Currency, HOUSE_CURRENCY } from '#contract/money/scale';
import { documentPeriod, linePeriod } from '#contract/money/service-period';
import { lineNet } from '#contract/money/sums';
import { unitCodeOf } from '#contract/money/unit-codes';
import { HOUSE_COUNTRY } from '#contract/money/vat';
import { vatIdCountry } from '#contract/parties/vat-id';
import type { House } from '../../printing/index.ts';
import { type Paper, say } from '../paper.ts';
import type { Party } from '../party.ts';

/** Builds the e-invoice of a document from what its PDF prints, so that both say the same. */

type Document = {
  currency: Currency;
  kind: 'invoice' | 'creditNote';
  no: string;
  issueDate: string;
  dueDate: string | null;
  lines: readonly InvoiceLine[];
  reference: string;
  note: string;
  serviceFrom: string | null;
  serviceTo: string | null;
  /** Of a credit note: the invoice that it takes back. */
  original: { no: string; issueDate: string } | null;
};
type Sources = { row: Document; party: Party; house: House; paper: Paper; sums: DocumentSums; payment: EPayment };

/** Stored addresses may lack parts that were added later. */
const addressOf = (given: Partial<Address>): EAddress => {
  const { streetName, streetNumber, name2, addition, city, zip, country } = { ...EMPTY_ADDRESS, ...given };
  return { line1: `${streetName} ${streetNumber}`.trim(), line2: name2, line3: addition, city, zip, country };
};

/** A VAT id counts as one if its country is known (BR-CO-09): some parties have the tax number of another country in its place. */
const vatIdOf = (id: string): string => (vatIdCountry(id) === null ? '' : id);

/** The discount of a line. Its base is the quantity at its price, so that base less discount is the net amount (PEPPOL-EN16931-R120). */
function discountOf(line: InvoiceLine, net: number, currency: Currency, reason: string): ELine['discount'] {
  if (line.discount === 0) return null;
  const base = lineNet({ qty: line.qty, unitPrice: line.unitPrice }, currency);
  return base > net ? { percent: line.discount, base, amount: base - net, reason } : null;
}

/** Left out, not null, so that documents without it stay as they were written. */
const periodOf = (line: InvoiceLine): Pick<ELine, 'period'> => {
  const period = linePeriod(line);
  return period === null ? {} : { period };
};

export function eInvoiceOf({ row, party, house, paper, sums, payment }: Sources): EInvoice {
  const { currency } = row;
  const { data } = paper;
  // An invoice that is not subject to VAT names no VAT id (BR-O-02). It has no other lines (BR-O-11).
  const isOutside = row.lines.every(({ vatCategory }) => vatCategory === 'O');
  const { from, to } = documentPeriod(row, row.lines, row.issueDate);
  const buyerAddress = addressOf(party.address);
  const discountWord = say(paper.locales, 'invoices.paper.discount').replaceAll('\n', ' / ');
  return {
    format: party.invoiceFormat,
    no: row.no,
    issueDate: row.issueDate,
    typeCode: row.kind === 'invoice' ? '380' : '381',
    currency,
    taxCurrency: currency !== HOUSE_CURRENCY && sums.tax > 0 ? HOUSE_CURRENCY : null,
    dueDate: row.kind === 'invoice' ? (row.dueDate ?? '') : '',
    buyerReference: party.buyerReference,
    orderReference: row.reference,
    terms: data.terms ?? '',
    note: [row.note, data.houseTax ?? ''].filter(Boolean).join('\n'),
    preceding: row.original,
    seller: {
      name: house.legalName,
      tradingName: house.name === house.legalName ? '' : house.name,
      // Something must identify the seller (BR-CO-26).
      id: isOutside && house.registerNo === '' ? house.taxNo : '',
      registerNo: house.registerNo,
      vatId: isOutside ? '' : house.vatId,
      taxNo: house.taxNo,
      legal: [house.registerCourt, house.managers].filter(Boolean).join(' · '),
      endpoint: house.contact.email,
      address: addressOf(house.address),
      contact: house.contact,
    },
    buyer: {
      name: data.to?.name1 || party.name,
      id: party.no,
      vatId: isOutside ? '' : vatIdOf(party.vatId),
      endpoint: party.invoiceEmail || party.email,
      address: buyerAddress,
    },
    delivery: { date: to, to: row.lines.some(({ vatCategory }) => vatCategory === 'K') ? buyerAddress : null },
    period: from === to ? null : { from, to },
    payment,
    vat: sums.vat.map(({ category, rate, base, tax }, i) => ({
      category,
      rate,
      base,
      tax,
      // A zero-rated group has no reason (BR-Z-10).
      reason: category === 'Z' ? '' : (data.vat?.[i]?.note ?? ''),
      reasonCode: EXEMPTION_CODES[category] ?? '',
    })),
    net: sums.net,
    tax: sums.tax,
    houseTax: currency !== HOUSE_CURRENCY && sums.tax > 0 ? sums.houseTax : null,
    gross: sums.gross,
    lines: row.lines.map((line, i) => ({
      ...periodOf(line),
      id: String(i + 1),
      name: line.text,
      description: line.note,
      qty: line.qty,
      unitCode: unitCodeOf(line.unit),
      price: line.unitPrice,
      net: sums.nets[i] ?? 0,
      category: line.vatCategory,
      rate: line.vatRate,
      discount: discountOf(line, sums.nets[i] ?? 0, currency, discountWord),
    })),
  };
}

/** Whether the address is whole enough for a document of the house. */
export const isWholeAddress = ({ streetName, zip, city, country }: Address): boolean =>
  [streetName, city, country].every(Boolean) && (country !== HOUSE_COUNTRY || zip !== '');

import type { z } from 'zod';
import type { Locale } from '#contract/core/limits';
import type { DocumentSums } from '#contract/money/document-sums';
import type { EPayment } from '#contract/money/e-invoice';
import type { invoices as area } from '#contract/money/invoices';
import { paperLanguages } from '#contract/money/paper-languages';
import { epcCode } from '#contract/money/remittance';
import { type Currency, HOUSE_CURRENCY, RATE_SCALE } from '#contract/money/scale';
import { documentPeriod, type ServicePeriod } from '#contract/money/service-period';
import type { Layout } from '#contract/printing/layout';
import type { Invoice } from '#contract/printing/paper-data';
import { bankText } from '#contract/settings/house';
import { date } from '#print/layout/format';
import type { Db } from '../../core/db/client.ts';
import type { AreaRow } from '../../core/http/area.ts';
import { textIn } from '../../core/http/texts.ts';
import { type House, readHouse } from '../printing/index.ts';
import { sumsOf } from './credit-note.ts';
import { paymentOf } from './e-invoice/payment.ts';
import { paperLines } from './paper-lines.ts';
import type { Party } from './party.ts';

/** `layout` is the edited layout at posting, if there is one: later edits must not change an issued document. */
export type Paper = { document: 'invoice' | 'creditNote'; locales: Locale[]; data: z.input<typeof Invoice>; layout?: Layout };

type InvoiceRow = Pick<
  AreaRow<typeof area>,
  | 'currency'
  | 'lines'
  | 'kind'
  | 'no'
  | 'issueDate'
  | 'dueDate'
  | 'serviceFrom'
  | 'serviceTo'
  | 'note'
  | 'rate'
  | 'reversesId'
  | 'reference'
>;

/** A text in the languages of a paper, one a line. */
export const say = (locales: readonly Locale[], key: string, params: Record<string, string> = {}): string =>
  locales
    .map((locale) => Object.entries(params).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, value), textIn(locale, key)))
    .join('\n');

/** A date as papers write it; empty without one. */
export const day = (iso: string | null, locale: Locale | undefined): string => (iso ? date(iso, locale ?? 'en') : '');

const AMOUNTS: Record<Locale, string> = { en: 'en-GB', de: 'de-DE', cn: 'zh-CN' };
const RATE_DIGITS = 4;

/** An amount in the smallest unit as the reader writes it. */
export const moneyText = (amount: number, currency: string, locale: Locale): string =>
  new Intl.NumberFormat(AMOUNTS[locale], { style: 'currency', currency }).format(amount / 100);

type Converted = { amount: number; currency: string; rate: number | null; rateDay: string | null };

/**
 * The tax in the house currency with the rate it was converted at (Art. 230 of Directive 2006/112/EC) and the day of that rate, in the languages
 * of the paper. A credit note has the rate of its invoice, whose paper says the day.
 */
function taxInHouse(locales: readonly Locale[], { amount, currency, rate, rateDay }: Converted): string {
  return locales
    .map((locale) => {
      const money = moneyText(amount, HOUSE_CURRENCY, locale);
      const digits = { minimumFractionDigits: RATE_DIGITS, maximumFractionDigits: RATE_SCALE };
      const rateText = new Intl.NumberFormat(AMOUNTS[locale], digits).format((rate ?? 0) / 10 ** RATE_SCALE);
      const values = { amount: money, rate: rateText, currency };
      if (rateDay === null) return say([locale], 'invoices.paper.houseTax', values);
      return say([locale], 'invoices.paper.houseTaxOn', { ...values, date: day(rateDay, locale) });
    })
    .join('\n');
}

function termsOf(locales: readonly Locale[], kind: 'invoice' | 'creditNote', due: string, refersTo: string): string {
  if (kind === 'creditNote') return refersTo === '' ? '' : say(locales, 'invoices.paper.creditTerms', { no: refersTo });
  return due === '' ? '' : say(locales, 'invoices.paper.payBy', { date: due });
}

/** The text that the house wrote about its account, if it is the one that is paid to; else the account of the currency. */
export function paidTo(house: House, account: EPayment['account'], currency: Currency): string {
  const isWritten = account === null || house.bank.replaceAll(/\s/g, '').includes(account.iban);
  return isWritten ? house.bank : bankText({ currency, ...account });
}

/** The code that a banking app reads; empty where no SEPA transfer pays it. */
export const payCode = (account: EPayment['account'], currency: Currency, amount: number, reference: string): string =>
  account !== null && currency === HOUSE_CURRENCY ? epcCode({ ...account, amount, reference }) : '';

/** The paper of a draft as it is now. @param refersTo number of the invoice that a credit note takes back */
export async function paperOf(tx: Db, row: InvoiceRow, party: Party, refersTo: string): Promise<Paper> {
  return composePaper({ row, party, refersTo, house: await readHouse(tx), sums: await sumsOf(tx, row), isPosted: false, rateDay: null });
}

type Sources = {
  row: InvoiceRow;
  party: Party;
  refersTo: string;
  house: House;
  sums: DocumentSums;
  isPosted: boolean;
  rateDay: string | null;
};

/** The contents of an invoice or credit note (§ 14 Abs. 4 UStG). `row` has number and dates only if it is posted. */
export function composePaper({ row, party, refersTo, house, sums, isPosted, rateDay }: Sources): Paper {
  const { currency, lines, kind, issueDate: issued } = row;
  const { net, tax, gross } = sums;
  const locales = paperLanguages(party.address.country);
  const { name, address, vatId, taxNo, legal } = house;
  // A draft has no number, so nothing can be paid by it.
  const payment = paymentOf(house, kind, currency, row.no);
  const { account, reference } = payment;
  const bank = paidTo(house, account, currency);
  const { from, to } = documentPeriod(row, lines, issued ?? '');
  const [first] = locales;
  const periodText = (period: ServicePeriod): string =>
    period.from === period.to ? day(period.to, first) : `${day(period.from, first)} – ${day(period.to, first)}`;
  const due = day(row.dueDate, first);
  return {
    document: kind,
    locales,
    data: {
      house: { name, address, vatId, bank, taxNo, legal },
      kind,
      invoiceNo: row.no || say(locales, 'invoices.paper.draft').replaceAll('\n', ' / '),
      refersTo,
      issueDate: issued ?? '',
      dueDate: kind === 'invoice' ? (row.dueDate ?? '') : '',
      printedAt: issued ?? '',
      period: periodText({ from, to }),
      customerNo: party.no,
      customerVatId: party.vatId,
      buyerReference: party.buyerReference,
      reference: row.reference,
      to: { ...party.address, name1: party.address.name1 || party.name },
      currency,
      ...paperLines(lines, sums, locales, periodText),
      net,
      tax,
      gross,
      houseTax:
        isPosted && currency !== HOUSE_CURRENCY && sums.tax > 0
          ? taxInHouse(locales, { amount: sums.houseTax, currency, rate: row.rate, rateDay })
          : '',
      paid: 0,
      due: gross,
      terms: termsOf(locales, kind, due, refersTo),
      paymentReference: row.no === '' ? '' : reference,
      epc: row.no === '' ? '' : payCode(account, currency, gross, reference),
      note: row.note,
    },
  };
}

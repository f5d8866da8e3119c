import type { z } from 'zod';
import type { Locale } from '#contract/core/limits';
import type { invoices as area } from '#contract/money/invoices';
import { paperLanguages } from '#contract/money/paper-languages';
import { totalsOf } from '#contract/money/sums';
import { VAT_SENTENCES } from '#contract/money/vat';
import type { Layout } from '#contract/printing/layout';
import type { Invoice } from '#contract/printing/paper-data';
import type { Db } from '../../core/db/client.ts';
import type { AreaRow } from '../../core/http/area.ts';
import { textIn } from '../../core/http/texts.ts';
import { readHouse } from '../printing/index.ts';
import type { Party } from './party.ts';

/** `layout` is the edited layout at posting, if there is one: later edits must not change an issued document. */
export type Paper = { document: 'invoice' | 'creditNote'; locales: Locale[]; data: z.input<typeof Invoice>; layout?: Layout };

type InvoiceRow = Pick<
  AreaRow<typeof area>,
  'currency' | 'lines' | 'kind' | 'no' | 'issueDate' | 'dueDate' | 'serviceFrom' | 'serviceTo' | 'note'
>;

const say = (locales: readonly Locale[], key: string, params: Record<string, string> = {}): string =>
  locales
    .map((locale) => Object.entries(params).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, value), textIn(locale, key)))
    .join('\n');

const day = (date: string | null, locale: Locale | undefined): string => {
  const [year, month, of] = (date ?? '').split('-');
  if (!year || !month || !of) return '';
  return locale === 'de' ? `${of}.${month}.${year}` : `${year}-${month}-${of}`;
};

/** The contents of an invoice or credit note (§ 14 Abs. 4 UStG). `row` has number and dates only if it is posted. */
export async function paperOf(tx: Db, row: InvoiceRow, party: Party, refersTo: string): Promise<Paper> {
  const { currency, lines, kind, issueDate: issued } = row;
  const { nets, vat, net, tax, gross } = totalsOf(lines, currency);
  const locales = paperLanguages(party.address.country);
  const { name, address, vatId, bank } = await readHouse(tx);
  const [from, to] = [row.serviceFrom ?? row.serviceTo ?? issued, row.serviceTo ?? issued];
  const [first] = locales;
  const due = day(row.dueDate, first);
  return {
    document: kind,
    locales,
    data: {
      house: { name, address, vatId, bank },
      kind,
      invoiceNo: row.no || say(locales, 'invoices.paper.draft').replaceAll('\n', ' / '),
      refersTo,
      issueDate: issued ?? '',
      dueDate: kind === 'invoice' ? (row.dueDate ?? '') : '',
      printedAt: issued ?? '',
      period: from === to ? day(to, first) : `${day(from, first)} – ${day(to, first)}`,
      customerNo: party.no,
      customerVatId: party.vatId,
      to: { ...party.address, name1: party.address.name1 || party.name },
      currency,
      lines: lines.map((line, i) => ({
        pos: i + 1,
        text: line.text,
        note: line.note,
        qty: line.qty / 1000,
        unit: line.unit,
        // In cents, with fractions of a cent if the price has them.
        price: line.unitPrice / 100,
        discount: line.discount || null,
        vatRate: line.vatRate,
        net: nets[i] ?? 0,
      })),
      vat: vat.map((group) => ({
        rate: group.rate,
        base: group.base,
        tax: group.tax,
        note: group.category === 'S' ? '' : locales.map((locale) => VAT_SENTENCES[group.category as 'E'][locale]).join(' '),
      })),
      net,
      tax,
      gross,
      paid: 0,
      due: gross,
      terms: kind === 'invoice' && due ? say(locales, 'invoices.paper.payBy', { date: due }) : '',
      note: row.note,
    },
  };
}

import { EMPTY_ADDRESS } from '#contract/core/fields';
import { paperLanguages } from '#contract/money/paper-languages';
import { totalsOf } from '#contract/money/sums';
import { VAT_SENTENCES } from '#contract/money/vat';
import { quotations as area } from '#contract/trade/quotations';
import { areaRow } from '../../../core/http/area.ts';
import { billedParty } from '../../money/index.ts';
import type { Builder } from './builder.ts';

/** Quotations with the prices and the tax as they are in the row. */
export const quotation: Builder = async ({ tx, house, rows }) => {
  const records = new Map<string, object>();
  for (const row of rows) {
    const { id, no, subject, createdAt, sentAt, validUntil, currency, lines, note, ...of } = areaRow(area, row);
    const party = await billedParty(tx, of);
    const { nets, vat, net, tax, gross } = totalsOf(lines, currency);
    const locales = paperLanguages(party.address.country);
    const issueDate = (sentAt ?? createdAt).slice(0, 10);
    records.set(id, {
      house,
      no,
      subject,
      issueDate,
      validUntil,
      printedAt: issueDate,
      customerNo: party.no,
      customerVatId: party.vatId,
      to: { ...EMPTY_ADDRESS, ...party.address, name1: party.address.name1 || party.name },
      currency,
      lines: lines.map((line, i) => ({
        pos: i + 1,
        text: line.text,
        note: line.note,
        qty: line.qty / 1000,
        unit: line.unit,
        price: line.unitPrice / 100,
        discount: line.discount || null,
        vatRate: line.vatRate,
        net: nets[i] ?? 0,
      })),
      vat: vat.map(({ category, rate, base, tax: of }) => ({
        rate,
        base,
        tax: of,
        note: category === 'S' ? '' : locales.map((locale) => VAT_SENTENCES[category][locale]).join(' '),
      })),
      net,
      tax,
      gross,
      note,
    });
  }
  return records;
};

import type { z } from 'zod';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { paperLanguages } from '#contract/money/paper-languages';
import { totalsOf } from '#contract/money/sums';
import { VAT_SENTENCES } from '#contract/money/vat';
import type { Quotation } from '#contract/printing/paper-data';
import type { quotations as area } from '#contract/trade/quotations';
import type { Db } from '../../core/db/client.ts';
import type { AreaRow } from '../../core/http/area.ts';
import { billedParty } from '../money/index.ts';
import { readHouse } from '../printing/index.ts';

type Row = Pick<
  AreaRow<typeof area>,
  'no' | 'subject' | 'createdAt' | 'sentAt' | 'validUntil' | 'currency' | 'lines' | 'note' | 'merchantId' | 'customerId'
>;

/** What the document of a quotation prints: prices and tax as they are in the row. @throws DomainError NotFound without its party */
export async function quotationPaper(tx: Db, row: Row): Promise<z.input<typeof Quotation>> {
  const { no, subject, createdAt, sentAt, validUntil, currency, lines, note } = row;
  const [party, house] = [await billedParty(tx, row), await readHouse(tx)];
  const { nets, vat, net, tax, gross } = totalsOf(lines, currency);
  const locales = paperLanguages(party.address.country);
  const issueDate = (sentAt ?? createdAt).slice(0, 10);
  const { name, address, vatId, bank, taxNo, legal } = house;
  return {
    house: { name, address, vatId, bank, taxNo, legal },
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
    vat: vat.map((group) => ({
      rate: group.rate,
      base: group.base,
      tax: group.tax,
      note: group.category === 'S' ? '' : locales.map((locale) => VAT_SENTENCES[group.category as 'E'][locale]).join(' '),
    })),
    net,
    tax,
    gross,
    note,
  };
}

import type { z } from 'zod';
import { EMPTY_ADDRESS } from '#contract/core/fields';
import { paperLanguages } from '#contract/money/paper-languages';
import { totalsOf } from '#contract/money/sums';
import type { Quotation } from '#contract/printing/paper-data';
import type { quotations as area } from '#contract/trade/quotations';
import type { Db } from '../../core/db/client.ts';
import type { AreaRow } from '../../core/http/area.ts';
import { billedParty, paperLines } from '../money/index.ts';
import { readHouse } from '../printing/index.ts';

type Row = Pick<
  AreaRow<typeof area>,
  'no' | 'subject' | 'createdAt' | 'sentAt' | 'validUntil' | 'currency' | 'lines' | 'note' | 'merchantId' | 'customerId'
>;

/** What the document of a quotation prints: prices and tax as they are in the row. @throws DomainError NotFound without its party */
export async function quotationPaper(tx: Db, row: Row): Promise<z.input<typeof Quotation>> {
  const { no, subject, createdAt, sentAt, validUntil, currency, lines, note } = row;
  const [party, house] = [await billedParty(tx, row), await readHouse(tx)];
  const sums = totalsOf(lines, currency);
  const { net, tax, gross } = sums;
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
    ...paperLines(lines, sums, locales),
    net,
    tax,
    gross,
    note,
  };
}

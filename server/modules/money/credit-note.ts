import { sql } from 'drizzle-orm';
import { creditSums, type DocumentSums, documentSums, type PostedCredit } from '#contract/money/document-sums';
import { PAR, toHouse } from '#contract/money/fx';
import type { InvoiceLine } from '#contract/money/invoices';
import type { Currency } from '#contract/money/scale';
import { totalsOf } from '#contract/money/sums';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { invoices } from './invoices/table.ts';

/** What credit notes credit of their invoice, and the figures of both. */

const FIGURES = { lines: invoices.lines, currency: invoices.currency, rate: orNull(invoices.rate), sums: orNull(invoices.sums) };
type Document = { lines: readonly InvoiceLine[]; currency: Currency; rate: number | null; sums: DocumentSums | null };

const findPosted = statement(
  FIGURES,
  ({ id }: { id: string }) =>
    sql`select lines, currency, rate, sums from invoices where reverses_id = ${id}::uuid and posted_at is not null order by posted_at, id`,
);
const findInvoice = statement(
  FIGURES,
  ({ id }: { id: string }) => sql`select lines, currency, rate, sums from invoices where id = ${id}::uuid`,
);
const sumCredited = statement(
  { line: cell.text, qty: cell.numeric },
  ({
    id,
  }: {
    id: string;
  }) => sql`select l ->> 'ofLine' as line, sum((l ->> 'qty')::bigint) as qty from invoices i, jsonb_array_elements(i.lines) l
      where i.reverses_id = ${id}::uuid and i.posted_at is not null group by 1`,
);

/** Quantity of each line that posted credit notes have already credited. */
export async function creditedOf(tx: Db, id: string): Promise<Map<string, number>> {
  return new Map((await sumCredited(tx, { id })).map(({ line, qty }) => [line, qty]));
}

/**
 * The figures of a posted document as they were booked. Documents from before they were kept were booked with the net and the total
 * converted; the tax was what remained.
 */
function bookedSums({ lines, currency, rate, sums }: Document): DocumentSums {
  if (sums !== null) return sums;
  const money = { currency, rate: rate ?? PAR };
  const made = documentSums(lines, money);
  const houseNet = toHouse(totalsOf(lines, currency).net, currency, money.rate);
  const [first, ...others] = made.vat;
  if (!first) return made;
  const netRest = houseNet - made.vat.reduce((sum, { houseBase }) => sum + houseBase, 0);
  const taxRest = made.houseGross - houseNet - made.houseTax;
  const vat = [{ ...first, houseBase: first.houseBase + netRest, houseTax: first.houseTax + taxRest }, ...others];
  return { ...made, vat, houseTax: made.houseTax + taxRest };
}

/**
 * The figures of a draft, or of a document that is about to be posted at `rate`. Of a credit note they follow from its invoice and the
 * credit notes posted before it; the caller locks the invoice where that has to hold until the commit.
 */
export async function sumsOf(
  tx: Db,
  { lines, currency, reversesId }: { lines: readonly InvoiceLine[]; currency: Currency; reversesId: string | null },
  rate = PAR,
): Promise<DocumentSums> {
  const of = reversesId === null ? null : await findInvoice.first(tx, { id: reversesId });
  if (!of || reversesId === null) return documentSums(lines, { currency, rate });
  const earlier = (await findPosted(tx, { id: reversesId })).map((row): PostedCredit => ({ lines: row.lines, sums: bookedSums(row) }));
  return creditSums(lines, { lines: of.lines, sums: bookedSums(of) }, earlier, { currency, rate: of.rate ?? rate });
}

/**
 * A credit note credits lines of its invoice at their price, each piece at most once. @throws DomainError InvalidInput with the path of the
 * line; StateRefused if the invoice is not posted
 */
export async function checkCredit(
  tx: Db,
  lines: readonly InvoiceLine[],
  original: { id: string; postedAt: string | null; kind: string; lines: readonly InvoiceLine[] },
): Promise<void> {
  if (original.postedAt === null || original.kind !== 'invoice') throw new DomainError('StateRefused', 'invoices.refusals.notPosted');
  const taken = await creditedOf(tx, original.id);
  const faults = lines.flatMap((line, i) => {
    const of = original.lines.find(({ id }) => id === line.ofLine);
    if (!of) return [{ path: `lines.${i}.text`, rule: 'notOnInvoice' }];
    const same = (['unitPrice', 'discount', 'vatCategory', 'vatRate'] as const).every((key) => line[key] === of[key]);
    if (!same) return [{ path: `lines.${i}.unitPrice`, rule: 'creditDiffers' }];
    const left = of.qty - (taken.get(of.id) ?? 0);
    taken.set(of.id, (taken.get(of.id) ?? 0) + line.qty);
    return line.qty > left ? [{ path: `lines.${i}.qty`, rule: 'tooBig', params: { max: left / 1000 } }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
}

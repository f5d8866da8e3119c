import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { STORAGE_BASES } from '#contract/billing/charge-states';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../core/db/statement.ts';
import type { Supplement } from '../money/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { parcels } from '../shipping/parcels/table.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { charges } from './charges/table.ts';
import { billingDocuments } from './tables.ts';

/** The annex of an invoice: all its charges as a table. Billed charges never change, so it is the same whenever it is made; its hash proves it. */

const findRows = statement(
  {
    day: charges.happenedOn,
    code: quotationCategories.code,
    text: cell.jsonb<Record<Locale, string>>(),
    unit: quotationCategories.unit,
    basis: orNull(cell.oneOf(STORAGE_BASES)),
    qty: charges.qty,
    unitPrice: orNull(charges.unitPrice),
    exact: charges.exact,
    currency: orNull(charges.currency),
    task: orNull(tasks.no),
    parcel: orNull(parcels.no),
    id: charges.id,
    parts: cell.text,
  },
  ({
    runId,
    merchantId,
  }: {
    runId: string;
    merchantId: string;
  }) => sql`select c.happened_on as day, q.code, q.text, q.unit, case when q.meter = 'storage' then nullif(split_part(coalesce(o.part, c.part), '.', 1), coalesce(o.part, c.part)) end as basis, c.qty, c.unit_price, c.exact, c.currency, t.no as task, p.no as parcel, c.id,
      case when q.unit = 'cost' then '' else coalesce((select string_agg((x->>'quantity') || '×' || (x->>'unitPrice'), ' ') from jsonb_array_elements(c.parts) x), '') end as parts
    from charges c join quotation_categories q on q.id = c.category_id left join charges o on o.id = c.reverses_id left join tasks t on t.id = c.task_id left join parcels p on p.id = c.parcel_id
    where c.run_id = ${runId}::uuid and c.merchant_id = ${merchantId}::uuid and c.exact <> 0 order by c.happened_on, q.code, c.id`,
);

export type AnnexRow = Row<typeof findRows>;

/** Charges of a merchant in a run that cost something, by day. */
export const annexRows = (tx: Db, runId: string, merchantId: string): Promise<AnnexRow[]> => findRows(tx, { runId, merchantId });

const findRunOf = statement(
  { runId: billingDocuments.runId, merchantId: billingDocuments.merchantId, kind: billingDocuments.kind },
  ({ invoiceId }: { invoiceId: string }) =>
    sql`select run_id, merchant_id, kind from billing_documents where invoice_id = ${invoiceId}::uuid`,
);
/** The run that made an invoice or credit note; null for one that was written by hand. */
export const runOfInvoice = async (tx: Db, invoiceId: string): Promise<{ runId: string; merchantId: string } | null> =>
  (await findRunOf.first(tx, { invoiceId })) ?? null;

/** An integer in units of 10^-digits as a decimal number. */
const decimal = (value: number, digits: number): string => {
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};
const HEAD = 'day,service,unit,quantity,unitPrice,amount,currency,order,parcel,parts,charge';

/**
 * UTF-8, comma, one row for each charge that costs something. Storage that is not charged by the end of the day says its basis behind the unit;
 * a column of its own would change annexes whose hash is kept.
 */
export async function annexOf(tx: Db, runId: string, merchantId: string): Promise<string> {
  const rows = await annexRows(tx, runId, merchantId);
  const lines = rows.map(({ day, code, unit, basis, qty, unitPrice, exact, currency, task, parcel, parts, id }) =>
    [
      day,
      `"${code.replaceAll('"', '""')}"`,
      basis ? `${unit}/${basis}` : unit,
      decimal(qty, 3),
      unitPrice === null ? '' : decimal(unitPrice, 4),
      decimal(exact, 7),
      currency ?? '',
      task ?? '',
      parcel ?? '',
      parts,
      id,
    ].join(','),
  );
  return `${[HEAD, ...lines].join('\r\n')}\r\n`;
}

export const hashOf = (annex: string): string => createHash('sha256').update(annex).digest('hex');

/** The annex inside the PDF of its invoice. Credit notes of a run have none: what they take back is on their lines. */
export async function annexInside(db: Db, invoiceId: string): Promise<Supplement[]> {
  const found = await findRunOf.first(db, { invoiceId });
  if (!found || found.kind !== 'invoice') return [];
  return [{ name: 'charges.csv', mime: 'text/csv', bytes: Buffer.from(await annexOf(db, found.runId, found.merchantId), 'utf8') }];
}

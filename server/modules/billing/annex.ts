import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, orNull, statement } from '../../core/db/statement.ts';
import { tasks } from '../orders/tasks/table.ts';
import { parcels } from '../shipping/parcels/table.ts';
import { quotationCategories } from '../trade/quotation-categories/table.ts';
import { charges } from './charges/table.ts';

/** The annex of an invoice: all its charges as a table. Billed charges never change, so it is the same whenever it is made; its hash proves it. */

const findRows = statement(
  {
    day: charges.happenedOn,
    code: quotationCategories.code,
    unit: quotationCategories.unit,
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
  }) => sql`select c.happened_on as day, q.code, q.unit, c.qty, c.unit_price, c.exact, c.currency, t.no as task, p.no as parcel, c.id,
      case when q.unit = 'cost' then '' else coalesce((select string_agg((x->>'quantity') || '×' || (x->>'unitPrice'), ' ') from jsonb_array_elements(c.parts) x), '') end as parts
    from charges c join quotation_categories q on q.id = c.category_id left join tasks t on t.id = c.task_id left join parcels p on p.id = c.parcel_id
    where c.run_id = ${runId}::uuid and c.merchant_id = ${merchantId}::uuid and c.exact <> 0 order by c.happened_on, q.code, c.id`,
);

/** An integer in units of 10^-digits as a decimal number. */
const decimal = (value: number, digits: number): string => {
  const text = String(Math.abs(value)).padStart(digits + 1, '0');
  return `${value < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};
const HEAD = 'day,service,unit,quantity,unitPrice,amount,currency,order,parcel,parts,charge';

/** UTF-8, comma, one row for each charge that costs something. */
export async function annexOf(tx: Db, runId: string, merchantId: string): Promise<string> {
  const rows = await findRows(tx, { runId, merchantId });
  const lines = rows.map(({ day, code, unit, qty, unitPrice, exact, currency, task, parcel, parts, id }) =>
    [
      day,
      `"${code.replaceAll('"', '""')}"`,
      unit,
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

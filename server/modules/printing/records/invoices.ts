import { sql } from 'drizzle-orm';
import { invoices as area } from '#contract/money/invoices';
import { statement } from '../../../core/db/statement.ts';
import { areaRow } from '../../../core/http/area.ts';
import { billedParty, paperOf } from '../../money/index.ts';
import { invoices } from '../../money/invoices/table.ts';
import type { Builder } from './builder.ts';

const findPaper = statement({ paper: invoices.paper }, ({ id }: { id: string }) => sql`select paper from invoices where id = ${id}::uuid`);

/** Posted invoices print their frozen contents, drafts their current ones. */
const accounts: Builder = async ({ tx, rows }) => {
  const records = new Map<string, object>();
  for (const row of rows) {
    const invoice = areaRow(area, row);
    const frozen = await findPaper.first(tx, { id: invoice.id });
    const paper = frozen?.paper ?? (await paperOf(tx, invoice, await billedParty(tx, invoice), invoice.reversesIdLabel ?? ''));
    records.set(invoice.id, paper.data);
  }
  return records;
};
export const invoice = accounts;
export const creditNote = accounts;

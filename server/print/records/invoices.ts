import { sql } from 'drizzle-orm';
import { invoices as area } from '#contract/areas/invoices';
import { invoices } from '../../areas/invoices/table.ts';
import { statement } from '../../db/statement.ts';
import { areaRow } from '../../http/area.ts';
import { paperOf } from '../../money/paper.ts';
import { billedParty } from '../../money/party.ts';
import type { Builder } from './builder.ts';

const findPaper = statement({ paper: invoices.paper }, ({ id }: { id: string }) => sql`select paper from invoices where id = ${id}::uuid`);

/** A posted one prints what was frozen with it, a draft what it would be. */
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

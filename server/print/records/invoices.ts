import { sql } from 'drizzle-orm';
import { type Paper, paperOf } from '../../money/paper.ts';
import { billedParty } from '../../money/party.ts';
import { all, type Builder } from './builder.ts';

/** A posted one prints what was frozen with it, a draft what it would be. */
const accounts: Builder = async ({ tx, rows }) => {
  const records = new Map<string, object>();
  for (const row of rows) {
    const id = row['id'] as string;
    const [frozen] = await all(tx, sql`select paper from invoices where id = ${id}::uuid`);
    const paper =
      (frozen?.['paper'] as Paper | null) ??
      (await paperOf(tx, row, await billedParty(tx, row), (row['reversesIdLabel'] as string | null) ?? ''));
    records.set(id, paper.data);
  }
  return records;
};
export const invoice = accounts;
export const creditNote = accounts;

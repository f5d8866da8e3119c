import { sql } from 'drizzle-orm';
import type { Billed } from '#contract/money/circles';
import { type Decision, decideItem, isCovered } from '#contract/money/dunning-decision';
import type { Reminder } from '#contract/money/reminder';
import type { Db } from '../../../core/db/client.ts';
import { statement } from '../../../core/db/statement.ts';
import { dunningItems } from '../tables.ts';
import { activeSchemes, type OpenInvoice, openInvoices, type PartyScheme, schemeOf, unallocatedOf } from './open-items.ts';

const partyIdOf = ({ merchantId, customerId }: Pick<OpenInvoice, 'merchantId' | 'customerId'>): string => merchantId ?? customerId ?? '';
type Decided = OpenInvoice & Decision;
/** Of one party and currency: what is overdue with what is decided about it, and all of its open invoices. */
export type Group = { partyId: string; currency: Billed; items: Decided[]; all: OpenInvoice[] };

/** Overdue items by party and currency, each with its level or the reason why it is left out. @param invoiceIds those of the parties of these invoices */
export async function decideOverdue(
  tx: Db,
  day: string,
  schemes: readonly PartyScheme[],
  invoiceIds: readonly string[] | null = null,
): Promise<Group[]> {
  const [items, free] = [await openInvoices(tx, day, { invoiceIds }), await unallocatedOf(tx)];
  const groups = new Map<string, Group>();
  for (const item of items) {
    const party = partyIdOf(item);
    const key = `${party} ${item.currency}`;
    const group = groups.get(key) ?? { partyId: party, currency: item.currency, items: [], all: [] };
    groups.set(key, group);
    group.all.push(item);
    if (item.dueOn < day) group.items.push({ ...item, ...decideItem(item, schemeOf(schemes, party), day) });
  }
  for (const [key, group] of groups) {
    const asked = group.items.filter(({ reason }) => reason === null);
    if (isCovered(asked, free.get(key) ?? 0)) for (const item of asked) item.reason = 'credit';
  }
  return [...groups.values()].filter((group) => group.items.length > 0);
}

/**
 * What a dunning run of this day would decide about these invoices, in three statements. Those that are not overdue, or of no party, are left
 * out.
 */
export async function remindersOf(tx: Db, invoiceIds: readonly string[], day: string): Promise<Map<string, Reminder>> {
  const found = new Map<string, Reminder>();
  // Of whole parties: unallocated money of a party may cover all of its invoices.
  for (const { items } of await decideOverdue(tx, day, await activeSchemes(tx), invoiceIds))
    for (const { invoiceId, level, reason, nextOn } of items)
      if (invoiceIds.includes(invoiceId)) found.set(invoiceId, { level, reason, on: nextOn });
  return found;
}

const findRun = statement(
  { runId: dunningItems.runId },
  ({ id }: { id: string }) => sql`select run_id from dunning_items where invoice_id = ${id}::uuid and live`,
);
/** The open run that an invoice waits in; null if there is none. */
export const runOf = async (tx: Db, id: string): Promise<string | null> => (await findRun.first(tx, { id }))?.runId ?? null;

import type { Reminder } from '#contract/money/reminder';
import type { Db } from '../../../core/db/client.ts';
import { decideOverdue } from './decide-overdue.ts';
import { activeSchemes } from './open-items.ts';

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

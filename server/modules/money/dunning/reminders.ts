import type { Reminder } from '#contract/money/reminder';
import type { Db } from '../../../core/db/client.ts';
import { today } from '../entry.ts';
import { decideOverdue } from './decide-overdue.ts';
import { findInvoiceParty } from './invoice-party.ts';
import { activeSchemes } from './open-items.ts';

/** What the next dunning run would decide about these invoices. Those that are not overdue, or of no party, are left out. */
export async function remindersOf(tx: Db, invoiceIds: readonly string[]): Promise<Map<string, Reminder>> {
  const [day, schemes] = [await today(tx), await activeSchemes(tx)];
  const parties = new Set<string>();
  for (const id of invoiceIds) {
    const party = await findInvoiceParty.first(tx, { id });
    const partyId = party?.merchantId ?? party?.customerId;
    if (partyId) parties.add(partyId);
  }
  const found = new Map<string, Reminder>();
  // Of a whole party: its unallocated money may cover all of its invoices.
  for (const partyId of parties)
    for (const { items } of await decideOverdue(tx, day, schemes, partyId))
      for (const { invoiceId, level, reason, nextOn } of items)
        if (invoiceIds.includes(invoiceId)) found.set(invoiceId, { level, reason, on: nextOn });
  return found;
}

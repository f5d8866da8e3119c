import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { reverseEntry, reversePayment } from '../money/index.ts';
import { moveClearing } from './book-entry.ts';
import { lockEntry, refreshState } from './entry-state.ts';
import { bankBookings } from './tables.ts';

const findLive = statement(
  { id: bankBookings.id, kind: bankBookings.kind, paymentId: bankBookings.paymentId, ledgerEntryId: bankBookings.ledgerEntryId },
  ({ id }: { id: string }) =>
    sql`select id, kind, payment_id, ledger_entry_id from bank_bookings where entry_id = ${id}::uuid and undone_at is null order by id desc`,
);
const markUndone = command(
  ({ id }: { id: string }) =>
    sql`update bank_bookings set undone_at = clock_timestamp(), undone_by = kontor_actor() where entry_id = ${id}::uuid and undone_at is null`,
);
const reopenOrder = command(({ id }: { id: string }) => sql`update payment_orders set entry_id = null where entry_id = ${id}::uuid`);
const reopenRun = command(
  ({ id }: { id: string }) =>
    sql`update payment_runs set status = 'sent' where status = 'settled' and id in (select run_id from payment_orders where entry_id = ${id}::uuid)`,
);

/**
 * Takes back what an entry was booked as: its payments are reversed and what they settled is open again; the money is in clearing as before.
 * An ignored entry is undecided again.
 * @throws DomainError StateRefused `notBooked`; `returnStands`, because a reversed payment cannot come back
 */
export async function undoEntry(tx: Db, id: string, reason: string): Promise<void> {
  const entry = await lockEntry(tx, id);
  if (entry.state === 'open' || entry.state === 'proposed') throw new DomainError('StateRefused', 'bankEntries.refusals.notBooked');
  const live = await findLive(tx, { id });
  if (live.some(({ kind }) => kind === 'return')) throw new DomainError('StateRefused', 'bankEntries.refusals.returnStands');
  for (const { kind, paymentId, ledgerEntryId } of live) {
    if (kind === 'payment' && paymentId !== null) await reversePayment(tx, paymentId, reason, entry.bookedOn);
    if (ledgerEntryId !== null) await reverseEntry(tx, ledgerEntryId, entry.bookedOn, reason);
  }
  if (live.length > 0) await moveClearing(tx, entry, 'in');
  await markUndone(tx, { id });
  await reopenRun(tx, { id });
  await reopenOrder(tx, { id });
  await refreshState(tx, id);
}

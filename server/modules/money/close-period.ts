import { sql } from 'drizzle-orm';
import type { PeriodState } from '#contract/money/book-periods';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { bookPeriods } from './book-periods/table.ts';

/** Closing and reopening of months of the books. No other function writes their state. */

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `bookPeriods.refusals.${reason}`);
};

const lock = statement(
  { month: bookPeriods.month, state: bookPeriods.state, ended: cell.boolean },
  ({ id }: { id: string }) =>
    sql`select month, state, month + interval '1 month' <= kontor_day() as ended from book_periods where id = ${id}::uuid for update`,
);
const findNeighbours = statement(
  { earlierOpen: cell.boolean, laterClosed: cell.boolean },
  ({
    month,
  }: {
    month: string;
  }) => sql`select exists (select from book_periods where month < ${month} and state <> 'closed') as earlier_open,
      exists (select from book_periods where month > ${month} and state = 'closed') as later_closed`,
  [{ month: '2026-01-01' }],
);
const writeState = command(
  ({ id, state, reason }: { id: string; state: PeriodState; reason: string }) =>
    sql`update book_periods set state = ${state}, reason = ${reason}, closed_at = case when ${state} = 'open' then null else clock_timestamp() end,
      closed_by = case when ${state} = 'open' then null else kontor_actor() end where id = ${id}::uuid`,
  [{ id: '00000000-0000-7000-8000-000000000000', state: 'open', reason: '' }],
);

/**
 * Closes a month that is over: `soft` for all but who may still book into it, `closed` for everybody, after all earlier months. Waits for
 * postings that are under way. Closing again changes nothing.
 * @throws DomainError NotFound; StateRefused `notEnded`, `earlierOpen` or `isClosed`
 */
export async function closePeriod(tx: Db, id: string, to: 'soft' | 'closed'): Promise<void> {
  const row = await lock.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.state === to) return;
  if (row.state === 'closed') refuse('isClosed');
  if (!row.ended) refuse('notEnded');
  if (to === 'closed' && (await findNeighbours.one(tx, row)).earlierOpen) refuse('earlierOpen');
  // The reason of an earlier reopening is in the history. Left here, the same reason could not be given again.
  await writeState(tx, { id, state: to, reason: '' });
}

/**
 * Opens a month again, the latest closed one first, with a reason that is kept and audited.
 * @throws DomainError NotFound; StateRefused `laterClosed` or `reasonMissing`
 */
export async function reopenPeriod(tx: Db, id: string, reason: string): Promise<void> {
  const row = await lock.first(tx, { id });
  if (!row) throw new DomainError('NotFound');
  if (row.state === 'open') return;
  if ((await findNeighbours.one(tx, row)).laterClosed) refuse('laterClosed');
  await writeState(tx, { id, state: 'open', reason });
}

import { sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { ClockAct } from '#contract/office/attendances';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { rowRights } from '../../access/index.ts';
import { users } from '../../access/users/table.ts';
import { lockTimeOf } from '../person-lock.ts';
import { clock } from './clock.ts';

const findHolder = statement(
  { id: users.id, isStopped: cell.boolean },
  ({ tag }: { tag: string }) => sql`select u.id, u.disabled_at is not null as is_stopped from users u
    where lower(u.rfid_tag) = lower(${tag}) and u.deleted_at is null`,
);

const refuse = (reason: string) => new DomainError('StateRefused', `attendances.refusals.${reason}`);

/**
 * Finds who holds a tag and may clock, as by hand. Other reads of the same person wait until the end of the transaction.
 * @throws DomainError StateRefused for a tag of nobody, and for a person who left, is not of the house, or may not clock
 */
export async function holderOfTag(tx: Db, tag: string): Promise<string> {
  const known = await findHolder.first(tx, { tag });
  if (!known) throw refuse('unknownTag');
  await lockTimeOf(tx, known.id);
  // Read again: the tag may have been taken away while this call waited.
  const holder = await findHolder.first(tx, { tag });
  if (holder?.id !== known.id) throw refuse('unknownTag');
  if (holder.isStopped) throw refuse('stopped');
  const rights = await rowRights(tx, 'users', holder.id);
  if (!rights || rights.type <= STAFF_TYPE_ABOVE || rights.merchantId !== null || rights.carrierId !== null) throw refuse('notOfHouse');
  if (!allows(rights.privileges, 'attendances.clock')) throw refuse('mayNotClock');
  return holder.id;
}

/** Clocks a person by a read of their tag. The history names the person, and the shift the reader. */
export async function clockByReader(tx: Db, userId: string, read: { reader: string; at: string }): Promise<ClockAct> {
  await tx.execute(sql`select set_config('app.user', ${userId}, true)`);
  return clock(tx, userId, { act: 'toggle', source: 'rfid', read });
}

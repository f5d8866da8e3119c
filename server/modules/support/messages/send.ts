import { type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { Db } from '../../../core/db/client.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { rowsOf } from '../../../core/http/select.ts';
import { notify, peopleOfRole, personOf } from '../notify.ts';

/** Privileges to write to users and roles inside and outside the house. Outside users cannot start a conversation. */
const INSIDE = 'messages.send';
const OUTSIDE = 'messages.sendOutside';

type Receiver = { kind: 'person' | 'role'; id: string; name: string; outside: boolean };
export type MessageTo = { userId?: string | undefined; role?: string | undefined };
export type Words = { title: string; text: string; link: string };

const mayWrite = (actor: Actor, isToOutside: boolean): boolean =>
  !isOutside(actor) && allows(actor.privileges, isToOutside ? OUTSIDE : INSIDE);

/** A user is outside the house by user type, or because the account belongs to a merchant, carrier or supplier. */
const OUTSIDE_PERSON = sql`(u.type <= ${STAFF_TYPE_ABOVE} or u.merchant_id is not null or u.carrier_id is not null or u.supplier_id is not null)`;
const LIVING = sql`u.deleted_at is null and u.disabled_at is null`;
const roleName = (actor: Actor): SQL => sql`coalesce(nullif(r.name->>${actor.locale}, ''), r.key)`;

/** Receivers this user may write to, roles first; at most twenty of each. `search` is part of a name. */
export async function findReceivers(tx: Db, actor: Actor, search: string): Promise<Receiver[]> {
  if (!mayWrite(actor, false) && !mayWrite(actor, true)) return [];
  const like = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const open = mayWrite(actor, true) ? sql`true` : sql`false`;
  const rows = await tx.execute(sql`
    (select 'role' as kind, r.key as id, ${roleName(actor)} as name, r.user_type <= ${STAFF_TYPE_ABOVE} as outside from roles r
      where r.deleted_at is null and (${open} or r.user_type > ${STAFF_TYPE_ABOVE}) and ${roleName(actor)} ilike ${like} order by name limit 20)
    union all
    (select 'person', u.id::text, u.name, ${OUTSIDE_PERSON} from users u
      where ${LIVING} and u.id <> ${actor.userId}::uuid and (${open} or not ${OUTSIDE_PERSON}) and u.name ilike ${like} order by u.name limit 20)`);
  return rowsOf(rows) as Receiver[];
}

/**
 * Sends a message to a user, or to all users of a role. Returns the number of receivers. The transaction must have the rights of the house.
 * @throws DomainError NotAllowed if the sender may not write to them; InvalidInput if there is no receiver
 */
export async function sendMessage(tx: Db, actor: Actor, to: MessageTo, words: Words): Promise<number> {
  if (isOutside(actor)) throw new DomainError('NotAllowed', INSIDE);
  const receivers = to.role === undefined ? await personTo(tx, actor, to.userId ?? '') : await peopleTo(tx, actor, to.role);
  if (receivers.length === 0) throw invalid([{ path: 'to', rule: 'reference' }]);
  await notify(tx, receivers, () => words, actor.userId);
  return receivers.length;
}

async function personTo(tx: Db, actor: Actor, userId: string) {
  const [row] = rowsOf(await tx.execute(sql`select ${OUTSIDE_PERSON} as outside from users u where u.id = ${userId}::uuid and ${LIVING}`));
  if (row && !mayWrite(actor, row['outside'] === true)) throw new DomainError('NotAllowed', row['outside'] === true ? OUTSIDE : INSIDE);
  return personOf(tx, userId);
}

async function peopleTo(tx: Db, actor: Actor, key: string) {
  const [row] = rowsOf(
    await tx.execute(sql`select user_type <= ${STAFF_TYPE_ABOVE} as outside from roles where key = ${key} and deleted_at is null`),
  );
  if (row && !mayWrite(actor, row['outside'] === true)) throw new DomainError('NotAllowed', row['outside'] === true ? OUTSIDE : INSIDE);
  return (await peopleOfRole(tx, key)).filter(({ id }) => id !== actor.userId);
}

/**
 * Answers the author of a message. Outside users can only answer staff.
 * @throws DomainError NotFound if the message is not the actor's, or its author cannot receive an answer
 */
export async function answerMessage(tx: Db, actor: Actor, id: string, text: string): Promise<void> {
  const [row] = rowsOf(
    await tx.execute(sql`select m.title, m.from_id as "fromId", ${OUTSIDE_PERSON} as outside from messages m join users u on u.id = m.from_id
      where m.id = ${id}::uuid and m.to_id = ${actor.userId}::uuid and ${LIVING}`),
  );
  if (!row || (isOutside(actor) && row['outside'] === true)) throw new DomainError('NotFound');
  const title = `Re: ${String(row['title']).replace(/^(Re: )+/, '')}`;
  await notify(tx, await personOf(tx, String(row['fromId'])), () => ({ title, text, link: '/personal/messages' }), actor.userId);
  await tx.execute(sql`update messages set read_at = coalesce(read_at, now()) where id = ${id}::uuid`);
}

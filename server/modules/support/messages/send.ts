import { type SQL, sql } from 'drizzle-orm';
import { allows } from '#contract/core/access';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { Db } from '../../../core/db/client.ts';
import { cell, notNull, statement } from '../../../core/db/statement.ts';
import { type Actor, isOutside } from '../../../core/http/actor.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { notify, peopleOfRole, personOf } from '../notify.ts';
import { messages } from './table.ts';

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
const roleName = (locale: string): SQL => sql`coalesce(nullif(r.name->>${locale}::text, ''), r.key)`;

type Search = { like: string; userId: string; locale: string; open: boolean };
const findPeople = statement(
  { kind: cell.oneOf(['person', 'role']), id: cell.text, name: cell.text, outside: cell.boolean },
  ({
    like,
    userId,
    locale,
    open,
  }: Search) => sql`(select 'role' as kind, r.key as id, ${roleName(locale)} as name, r.user_type <= ${STAFF_TYPE_ABOVE} as outside from roles r
      where r.deleted_at is null and (${open}::boolean or r.user_type > ${STAFF_TYPE_ABOVE}) and ${roleName(locale)} ilike ${like} order by name limit 20)
    union all
    (select 'person', u.id::text, u.name, ${OUTSIDE_PERSON} from users u
      where ${LIVING} and u.id <> ${userId}::uuid and (${open}::boolean or not ${OUTSIDE_PERSON}) and u.name ilike ${like} order by u.name limit 20)`,
);
const findPerson = statement(
  { outside: cell.boolean },
  ({ id }: { id: string }) => sql`select ${OUTSIDE_PERSON} as outside from users u where u.id = ${id}::uuid and ${LIVING}`,
);
const findRole = statement(
  { outside: cell.boolean },
  ({ key }: { key: string }) =>
    sql`select user_type <= ${STAFF_TYPE_ABOVE} as outside from roles where key = ${key} and deleted_at is null`,
);
const findMessage = statement(
  { title: messages.title, fromId: notNull(messages.fromId), outside: cell.boolean },
  ({
    id,
    userId,
  }: {
    id: string;
    userId: string;
  }) => sql`select m.title, m.from_id, ${OUTSIDE_PERSON} as outside from messages m join users u on u.id = m.from_id
    where m.id = ${id}::uuid and m.to_id = ${userId}::uuid and ${LIVING}`,
);
/** Marks a message of this user as read. */
export const markRead = statement(
  { id: messages.id },
  ({ id, userId }: { id: string; userId: string }) =>
    sql`update messages set read_at = coalesce(read_at, now()) where id = ${id}::uuid and to_id = ${userId}::uuid returning id`,
);

/** Receivers this user may write to, roles first; at most twenty of each. `search` is part of a name. */
export async function findReceivers(tx: Db, actor: Actor, search: string): Promise<Receiver[]> {
  if (!mayWrite(actor, false) && !mayWrite(actor, true)) return [];
  const like = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return findPeople(tx, { like, userId: actor.userId, locale: actor.locale, open: mayWrite(actor, true) });
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

function refuseUnlessAllowed(actor: Actor, to: { outside: boolean } | null): void {
  if (to && !mayWrite(actor, to.outside)) throw new DomainError('NotAllowed', to.outside ? OUTSIDE : INSIDE);
}

async function personTo(tx: Db, actor: Actor, userId: string) {
  refuseUnlessAllowed(actor, await findPerson.first(tx, { id: userId }));
  return personOf(tx, userId);
}

async function peopleTo(tx: Db, actor: Actor, key: string) {
  refuseUnlessAllowed(actor, await findRole.first(tx, { key }));
  return (await peopleOfRole(tx, key)).filter(({ id }) => id !== actor.userId);
}

/**
 * Answers the author of a message. Outside users can only answer staff.
 * @throws DomainError NotFound if the message is not the actor's, or its author cannot receive an answer
 */
export async function answerMessage(tx: Db, actor: Actor, id: string, text: string): Promise<void> {
  const message = await findMessage.first(tx, { id, userId: actor.userId });
  if (!message || (isOutside(actor) && message.outside)) throw new DomainError('NotFound');
  const title = `Re: ${message.title.replace(/^(Re: )+/, '')}`;
  await notify(tx, await personOf(tx, message.fromId), () => ({ title, text, link: '/personal/messages' }), actor.userId);
  await markRead(tx, { id, userId: actor.userId });
}

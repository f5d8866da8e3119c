import { type SQL, sql } from 'drizzle-orm';
import { LOCALES, type Locale } from '#contract/core/limits';
import type { MsgEvent } from '#contract/core/live';
import type { MESSAGE_TYPES } from '#contract/support/messages';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { textIn } from '../../core/http/texts.ts';
import { users } from '../access/users/table.ts';
import { messages } from './messages/table.ts';

type Receiver = { id: string; locale: Locale };
type NotificationText = { title: string; text: string; type?: (typeof MESSAGE_TYPES)[number]; link?: string };

const LIVING = sql`deleted_at is null and disabled_at is null`;
const localeOf = (value: unknown): Locale => LOCALES.find((locale) => locale === value) ?? 'en';
const findReceivers = statement(
  { id: users.id, locale: users.locale },
  ({ where }: { where: SQL }) => sql`select id, locale from users where ${LIVING} and ${where} order by id limit 1000`,
  [{ where: sql`true` }],
);
const receivers = async (tx: Db, where: SQL): Promise<Receiver[]> =>
  (await findReceivers(tx, { where })).map(({ id, locale }) => ({ id, locale: localeOf(locale) }));

export const personOf = (tx: Db, userId: string) => receivers(tx, sql`id = ${userId}::uuid`);
export const peopleOfCarrier = (tx: Db, carrierId: string) => receivers(tx, sql`carrier_id = ${carrierId}::uuid`);
export const peopleOfMerchant = (tx: Db, merchantId: string) => receivers(tx, sql`merchant_id = ${merchantId}::uuid`);
export const peopleOfRole = (tx: Db, role: string) =>
  receivers(tx, sql`role_ids && array(select id from roles where key = ${role} and deleted_at is null)`);
/** People to whom a role, or a duty of one of their classes, gives this privilege. */
export const peopleWith = (tx: Db, privilege: string) => {
  const keys = `{*,${privilege.split('.')[0]}.*,${privilege}}`;
  const given = sql`array(select p.id from privileges p where p.key = any(${keys}::text[]) and p.deleted_at is null)`;
  return receivers(
    tx,
    sql`(role_ids && array(select r.id from roles r where r.deleted_at is null and r.privilege_ids && ${given})
      or class_ids && array(select c.id from classes c join duties d on d.id = any(c.duty_ids) where c.deleted_at is null and d.deleted_at is null and d.privilege_ids && ${given}))`,
  );
};

/** Stores a message for each receiver. The transaction must have the rights of the house. */
export async function keepMessage(
  tx: Db,
  to: readonly Receiver[],
  words: (locale: Locale) => NotificationText,
  fromId: string | null,
): Promise<void> {
  for (const { id, locale } of to) {
    const { title, text, type = 'info', link = '' } = words(locale);
    await tx.insert(messages).values({ toId: id, fromId, title: title.slice(0, 120), text: text.slice(0, 1000), type, link });
  }
}

const insertEvent = command(
  ({ id, payload }: { id: string; payload: string }) =>
    sql`insert into live_event (kind, user_id, payload) values ('msg', ${id}::uuid, ${payload}::jsonb)`,
);
/** Stores a message for each receiver and shows it to those who are signed in. The transaction must have the rights of the house. */
export async function notify(
  tx: Db,
  to: readonly Receiver[],
  words: (locale: Locale) => NotificationText,
  fromId: string | null = null,
): Promise<void> {
  await keepMessage(tx, to, words, fromId);
  for (const { id, locale } of to) {
    const { title, text, type = 'info', link = '' } = words(locale);
    const payload: MsgEvent = { title, text, type, ...(link ? { link } : {}) };
    await insertEvent(tx, { id, payload: JSON.stringify(payload) });
  }
}

/** A locale text with its placeholders replaced. */
export const textFor = (locale: Locale, key: string, params: Readonly<Record<string, string>>): string =>
  Object.entries(params).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, () => value), textIn(locale, key));

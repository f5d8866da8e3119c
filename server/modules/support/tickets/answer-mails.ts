import { sql } from 'drizzle-orm';
import { LOCALES, type Locale } from '#contract/core/limits';
import { paperLanguages } from '#contract/money/paper-languages';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { queueMail } from '../../settings/index.ts';
import { familyOf } from './family.ts';
import { tickets } from './table.ts';

/** What the house writes to a merchant in a ticket goes out as mail too, through the outbox. Internal notes never do. */

/** Addresses of one answer at most. */
const MOST_READERS = 10;

const findTicket = statement(
  { no: tickets.no, subject: tickets.subject, merchantId: tickets.merchantId, taskId: tickets.taskId },
  ({ id }: { id: string }) => sql`select no, subject, merchant_id, task_id from tickets where id = ${id}::uuid`,
);
/**
 * Whoever wrote for the merchant, here or by mail, as long as the account is the merchant's and active; the merchant's own address where nobody
 * wrote yet. `locale` is that of the account, else null.
 */
const findReaders = statement(
  { address: cell.text, locale: orNull(cell.text), country: cell.text },
  ({ id, most }: { id: string; most: number }) => sql`${familyOf(id)}, root as (select merchant_id from tickets where id = ${id}::uuid),
      mails as (select i.ticket_entry_id, lower(i.sender) as sender from incoming_mails i join family f on f.id = i.ticket_id where i.state = 'taken'),
      authors as (
        select t.created_by as by, t.id as entry from tickets t join family f on f.id = t.id where t.opened_by = 'merchant'
        union all
        select m.by, m.id from ticket_messages m join family f on f.id = m.ticket_id where m.side = 'merchant'),
      readers as (
        select lower(u.account) as address, u.locale from authors a join users u on u.id = a.by
          where u.merchant_id = (select merchant_id from root) and u.deleted_at is null and u.disabled_at is null
        union all
        select x.sender, null from authors a join mails x on x.ticket_entry_id = a.entry
          where not exists (select from users u where lower(u.account) = x.sender and u.deleted_at is null)),
      one as (select address, max(locale) as locale from readers group by address)
    select o.address, o.locale, coalesce(m.address->>'country', '') as country from one o, root r join merchants m on m.id = r.merchant_id
    union all
    select lower(m.email), null, coalesce(m.address->>'country', '') from root r join merchants m on m.id = r.merchant_id
      where m.email <> '' and not exists (select from one)
    order by 1 limit ${most}::int`,
  [{ id: '01890000-0000-7000-8000-000000000000', most: 1 }],
);
const localeOf = (locale: string | null, country: string): Locale =>
  LOCALES.find((one) => one === locale) ?? paperLanguages(country)[0] ?? 'en';

/** `entryId`: the message, or the ticket for the question that opened it. */
type Answer = { ticketId: string; entryId: string; text: string };

/** Queues the mails of an answer, in the transaction that writes it: a repeated call writes neither again. */
export async function mailAnswer(tx: Db, { ticketId, entryId, text }: Answer): Promise<void> {
  const { no, subject, merchantId, taskId } = await findTicket.one(tx, { id: ticketId });
  for (const { address, locale, country } of await findReaders(tx, { id: ticketId, most: MOST_READERS }))
    await queueMail(tx, {
      kind: 'ticket',
      documentNo: no,
      mailTo: address,
      subject: `[${no}] ${subject}`,
      text,
      locale: localeOf(locale, country),
      taskId,
      ticketId,
      ticketEntryId: entryId,
      merchantId,
      customerId: null,
      pdfFile: null,
      xmlFile: null,
    });
}

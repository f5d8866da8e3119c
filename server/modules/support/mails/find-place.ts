import { sql } from 'drizzle-orm';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { IncomingMailReason } from '#contract/support/incoming-mails';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, type Row, statement } from '../../../core/db/statement.ts';
import { users } from '../../access/users/table.ts';
import { merchants } from '../../parties/merchants/table.ts';
import { hostOf } from '../../settings/index.ts';
import { outgoingMails } from '../../settings/outgoing-mails/table.ts';
import { tickets } from '../tickets/table.ts';
import type { TicketMail } from './read-mail.ts';

/** Decides where a mail belongs. A sender can be invented, so an address opens only what belongs to the party it is known of. */

export type Place =
  | { to: 'ticket'; ticketId: string; userId: string | null }
  | { to: 'newTicket'; merchantId: string; userId: string | null }
  | { to: 'list'; state: 'held' | 'automatic'; reason: IncomingMailReason; ticketId?: string; mailId?: string };

/** The number of a mail of ours stands in its Message-ID, and that of its ticket in the subject. */
const OWN_ID = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@([^<>@]+)>$/i;
const TICKET_NO = /\[(TK-\d{1,12})\]/i;

const ownIds = (config: Config, mail: TicketMail): string[] =>
  mail.answers.flatMap((id) => {
    const [, uuid = '', host = ''] = OWN_ID.exec(id) ?? [];
    return uuid !== '' && host.toLowerCase() === hostOf(config) ? [uuid.toLowerCase()] : [];
  });

const findMail = statement(
  { id: outgoingMails.id, ticketId: outgoingMails.ticketId },
  ({ ids }: { ids: string }) => sql`select id, ticket_id from outgoing_mails where id = any(${ids}::uuid[]) and deleted_at is null
    order by sort_at desc limit 1`,
  [{ ids: '{}' }],
);
/** The ticket of the newest of these mails of ours, of a mail that was taken before, or with this number. */
const findTicket = statement(
  { id: tickets.id, merchantId: tickets.merchantId },
  ({ ids, messageIds, no }: { ids: string; messageIds: string; no: string }) => sql`select t.id, t.merchant_id from tickets t
    where t.deleted_at is null and t.id = coalesce(
      (select m.ticket_id from outgoing_mails m where m.id = any(${ids}::uuid[]) and m.ticket_id is not null order by m.sort_at desc limit 1),
      (select i.ticket_id from incoming_mails i where i.message_id = any(${messageIds}::text[]) and i.state = 'taken' order by i.sort_at desc limit 1),
      (select x.id from tickets x where x.no = ${no}))`,
  [{ ids: '{}', messageIds: '{}', no: '' }],
);
type Ticket = Row<typeof findTicket>;

/** Whoever the address belongs to. An account that is disabled is nobody's any more. */
const findSender = statement(
  { userId: orNull(users.id), merchantId: orNull(merchants.id), isStaff: cell.boolean },
  ({
    address,
  }: {
    address: string;
  }) => sql`select u.id as user_id, u.merchant_id, u.type > ${STAFF_TYPE_ABOVE} and u.merchant_id is null as is_staff
      from users u where lower(u.account) = ${address} and u.deleted_at is null and u.disabled_at is null
        and (u.merchant_id is not null or u.type > ${STAFF_TYPE_ABOVE})
    union all
    select null, m.id, false from merchants m where lower(m.email) = ${address} and m.deleted_at is null
      and not exists (select from users u where lower(u.account) = ${address} and u.merchant_id = m.id and u.deleted_at is null and u.disabled_at is null)
    limit 20`,
);
type Sender = Row<typeof findSender>;
/** An answer went to this address, or a person put a mail from it into the ticket. */
const findCorrespondent = statement(
  { isKnown: cell.boolean },
  ({ ticketId, address }: { ticketId: string; address: string }) =>
    sql`select exists (select from outgoing_mails m where m.ticket_id = ${ticketId}::uuid and lower(m.mail_to) = ${address})
      or exists (select from incoming_mails i where i.ticket_id = ${ticketId}::uuid and lower(i.sender) = ${address} and i.state = 'taken') as is_known`,
);

const held = (reason: IncomingMailReason, ticketId?: string): Place => ({
  to: 'list',
  state: 'held',
  reason,
  ...(ticketId ? { ticketId } : {}),
});
const listOf = (texts: readonly string[]): string => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Reports and automatic answers end here, so that two programs never answer each other. */
async function placeOfAutomatic(tx: Db, config: Config, mail: TicketMail, reason: IncomingMailReason): Promise<Place> {
  const found = await findMail.first(tx, { ids: listOf(ownIds(config, mail)) });
  const { id: mailId, ticketId } = found ?? { id: undefined, ticketId: null };
  return {
    to: 'list',
    state: 'automatic',
    reason,
    ...(ticketId ? { ticketId } : {}),
    ...(mailId && reason === 'bounce' ? { mailId } : {}),
  };
}

async function placeInTicket(tx: Db, ticket: Ticket, mail: TicketMail, senders: readonly Sender[]): Promise<Place | null> {
  const own = senders.find(({ merchantId }) => merchantId === ticket.merchantId);
  if (own) return { to: 'ticket', ticketId: ticket.id, userId: own.userId };
  if (senders.length > 0) return null;
  const { isKnown } = await findCorrespondent.one(tx, { ticketId: ticket.id, address: mail.sender });
  return isKnown ? { to: 'ticket', ticketId: ticket.id, userId: null } : held('foreignTicket', ticket.id);
}

/**
 * Where the mail belongs: into the ticket that it answers, into a new one, or into the list of those that somebody of the house decides on.
 * An answer to a ticket of others makes a ticket of the sender's own merchant: it shows nothing of the other one.
 */
export async function findPlace(tx: Db, config: Config, mail: TicketMail, ownAddresses: readonly string[]): Promise<Place> {
  if (ownAddresses.includes(mail.sender)) return placeOfAutomatic(tx, config, mail, 'ownMail');
  if (mail.automatic !== null) return placeOfAutomatic(tx, config, mail, mail.automatic);
  const no = TICKET_NO.exec(mail.subject)?.[1]?.toUpperCase() ?? '';
  const ticket = await findTicket.first(tx, { ids: listOf(ownIds(config, mail)), messageIds: listOf(mail.answers), no });
  if (mail.isForged) return held('forged', ticket?.id);
  if (mail.text === '' && mail.attachments.length === 0) return held('empty', ticket?.id);
  const senders = await findSender(tx, { address: mail.sender });
  if (senders.some(({ isStaff }) => isStaff)) return held('colleague', ticket?.id);
  const place = ticket ? await placeInTicket(tx, ticket, mail, senders) : null;
  if (place) return place;
  const [first, ...others] = senders;
  if (!first?.merchantId) return held('unknownSender');
  if (others.some(({ merchantId }) => merchantId !== first.merchantId)) return held('severalMerchants');
  return { to: 'newTicket', merchantId: first.merchantId, userId: first.userId };
}

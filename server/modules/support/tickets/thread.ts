import { sql } from 'drizzle-orm';
import type { MAIL_STATES } from '#contract/settings/mail-states';
import type { Side } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { cell, orNull, statement } from '../../../core/db/statement.ts';
import { type Actor, isOutside, isStaff } from '../../../core/http/actor.ts';
import type { Areas } from '../../../core/http/area.ts';
import { invalid } from '../../../core/http/errors.ts';
import { findFile } from '../../../core/http/file-scope.ts';
import { becomeHouse } from '../../../core/http/write.ts';
import { mailAnswer } from './answer-mails.ts';
import { familyOf, findRoot } from './family.ts';
import { ticketFiles, ticketMessages } from './table.ts';
import { updateTicketState } from './update-state.ts';

type MailState = (typeof MAIL_STATES)[number];

/** Files of one message at most. */
export const FILES_MAX = 10;

/** A mail of an entry: `in` brought it, `out` carries it. `quote` and `refused` belong to those that came in. */
export type ThreadMail = { way: 'in' | 'out'; address: string; status: MailState | null; quote: string; refused: string };
export type ThreadFile = { id: string; name: string; mime: string; size: number };

/**
 * Entries of a ticket and of those merged into it, in order of time: the question of each, and its messages. `house`: with notes, lines of the
 * server and names of the house. `fromNo`: the number of the merged ticket that an entry comes from, whose question begins with its subject.
 */
export const findThread = statement(
  {
    id: cell.uuid,
    at: cell.instant,
    by: orNull(cell.text),
    side: cell.oneOf<Side>(['house', 'merchant']),
    internal: cell.boolean,
    text: cell.text,
    event: orNull(ticketMessages.event),
    params: orNull(cell.jsonb<Record<string, string>>()),
    fromNo: orNull(cell.text),
    files: cell.jsonb<ThreadFile[]>(),
    mails: cell.jsonb<ThreadMail[]>(),
  },
  ({ id, house }: { id: string; house: boolean }) => sql`${familyOf(id)}, entries as (
      select m.id, m.at, m.by, m.side, m.internal, m.text, m.event, m.params, m.ticket_id from ticket_messages m join family f on f.id = m.ticket_id
        where (m.event is null or m.ticket_id = ${id}::uuid) and (${house} or not m.internal)
      union all
      select t.id, t.created_at, t.created_by, t.opened_by, false, concat_ws(E'\\n', case when t.id <> ${id}::uuid then t.subject end, t.text), null, null, t.id
        from tickets t join family f on f.id = t.id),
    named as (
      select x.message_id, x.file, x.id as position from ticket_files x join family f on f.id = x.ticket_id
      union all
      select t.id, t.picture, t.id from tickets t join family f on f.id = t.id where t.picture is not null)
    select e.id, e.at, coalesce(case when ${house} or e.side = 'merchant' then u.name end, i.name) as by, e.side, e.internal, e.text, e.event, e.params,
      case when e.ticket_id <> ${id}::uuid then t.no end as from_no,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.file, 'name', f.name, 'mime', f.mime, 'size', f.size) order by n.position)
        from named n join files f on replace(f.id::text, '-', '') = n.file where n.message_id = e.id), '[]'::jsonb) as files,
      coalesce((select jsonb_agg(jsonb_build_object('way', 'out', 'address', m.mail_to, 'status', m.status, 'quote', '', 'refused', '') order by m.sort_at)
        from outgoing_mails m where m.ticket_entry_id = e.id and m.deleted_at is null
          and not exists (select from outgoing_mails a where a.resend_of = m.id)), i.mails, '[]'::jsonb) as mails
    from entries e join tickets t on t.id = e.ticket_id left join users u on u.id = e.by
      left join lateral (select coalesce(nullif(x.sender_name, ''), x.sender) as name, jsonb_build_array(jsonb_build_object(
          'way', 'in', 'address', x.sender, 'status', null, 'quote', x.quote, 'refused', x.refused)) as mails
        from incoming_mails x where x.ticket_entry_id = e.id limit 1) i on true
    order by e.at, e.id limit 1000`,
  [{ id: '01890000-0000-7000-8000-000000000000', house: true }],
);

type NewMessage = { text: string; internal: boolean; files: readonly string[] };

/**
 * Adds a message to a ticket that was found in the actor's scope, or to the one in which it is continued. The rest of the transaction has
 * the rights of the house.
 * @throws DomainError InvalidInput if there is neither text nor file, or if the actor may not read a file
 */
export async function addMessage(
  tx: Db,
  areas: Areas,
  actor: Actor,
  ticketId: string,
  { text, internal, files }: NewMessage,
): Promise<void> {
  if (text.trim() === '' && files.length === 0) throw invalid([{ path: 'text', rule: 'required' }]);
  for (const file of new Set(files)) if (!(await findFile(tx, areas, actor, file))) throw invalid([{ path: 'files', rule: 'reference' }]);
  await becomeHouse(tx);
  const { id } = await findRoot.one(tx, { id: ticketId });
  const side: Side = isStaff(actor) && !isOutside(actor) ? 'house' : 'merchant';
  const [message] = await tx
    .insert(ticketMessages)
    .values({ ticketId: id, by: actor.userId, side, internal, text: text.trim() })
    .returning({ id: ticketMessages.id });
  for (const file of new Set(files))
    if (message) await tx.insert(ticketFiles).values({ ticketId: id, messageId: message.id, file, internal });
  await updateTicketState(tx, id);
  if (side === 'house' && !internal && message) await mailAnswer(tx, { ticketId: id, entryId: message.id, text: text.trim() });
}

import { eq, type SQL, sql } from 'drizzle-orm';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import type { ThreadEvent } from '#contract/support/ticket';
import type { Db } from '../../../core/db/client.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { DomainError, invalid } from '../../../core/http/errors.ts';
import { users } from '../../access/users/table.ts';
import { notify, personOf, textFor } from '../notify.ts';
import { ticketTeams } from '../ticket-teams/table.ts';
import { ticketMessages, tickets } from './table.ts';

const findColleague = statement(
  { id: users.id, name: users.name },
  ({ id }: { id: string }) => sql`select id, name from users
    where id = ${id}::uuid and type > ${STAFF_TYPE_ABOVE} and merchant_id is null and deleted_at is null and disabled_at is null`,
);
const findTeam = statement(
  { id: ticketTeams.id, name: ticketTeams.name, memberIds: ticketTeams.memberIds },
  ({ id }: { id: string }) => sql`select id, name, member_ids from ticket_teams where id = ${id}::uuid and deleted_at is null`,
);
const lockTicket = statement(
  {
    no: tickets.no,
    subject: tickets.subject,
    assigneeId: tickets.assigneeId,
    teamId: tickets.teamId,
    mergedIntoId: tickets.mergedIntoId,
    link: cell.text,
  },
  ({ id }: { id: string }) =>
    sql`select no, subject, assignee_id, team_id, merged_into_id, '/eEP/tickets/' || id as link from tickets where id = ${id}::uuid for update`,
);

/** A merged ticket is answered in the other one. @throws DomainError StateRefused */
function refuseMerged(ticket: { mergedIntoId: string | null }): void {
  if (ticket.mergedIntoId !== null) throw new DomainError('StateRefused', 'tickets.refusals.merged');
}

/** Writes a line of the server into the thread. Only the house reads it. `params`: names as they are now. */
export async function addEvent(
  tx: Db,
  ticketId: string,
  actor: Actor,
  event: ThreadEvent,
  params: Record<string, string> = {},
): Promise<void> {
  await tx.insert(ticketMessages).values({ ticketId, by: actor.userId, side: 'house', internal: true, text: '', event, params });
}

type Owner = { assigneeId?: string | null; teamId?: string | null };
const setOwner = (tx: Db, id: string, owner: Owner): Promise<unknown> => tx.update(tickets).set(owner).where(eq(tickets.id, id));

type TicketText = { no: string; subject: string; link: string };
async function notifyUsers(
  tx: Db,
  actor: Actor,
  userIds: readonly string[],
  key: 'assigned' | 'handed',
  { no, subject, link }: TicketText,
  team = '',
): Promise<void> {
  for (const id of userIds) {
    if (id === actor.userId || id === actor.actingId) continue;
    const words = await personOf(tx, id);
    await notify(
      tx,
      words,
      (locale) => ({ title: textFor(locale, `tickets.notifications.${key}`, { no, team }), text: subject, link }),
      actor.userId,
    );
  }
}

/**
 * Makes a colleague the assignee, or nobody. Assigning the same person again writes no second line. The transaction must have the rights of
 * the house.
 * @throws DomainError InvalidInput if the user is no active user of the house
 */
export async function assign(tx: Db, actor: Actor, id: string, userId: string | null): Promise<void> {
  const ticket = await lockTicket.one(tx, { id });
  refuseMerged(ticket);
  if (ticket.assigneeId === userId) return;
  if (userId === null) {
    await setOwner(tx, id, { assigneeId: null });
    return addEvent(tx, id, actor, 'release');
  }
  const colleague = await findColleague.first(tx, { id: userId });
  if (!colleague) throw invalid([{ path: 'userId', rule: 'notStaff' }]);
  await setOwner(tx, id, { assigneeId: userId });
  if (userId === actor.actingId) return addEvent(tx, id, actor, 'take');
  await addEvent(tx, id, actor, 'assign', { name: colleague.name });
  await notifyUsers(tx, actor, [userId], 'assigned', ticket);
}

/**
 * Hands a ticket to a team. It has no assignee afterwards, so that the team sees that nobody has taken it yet.
 * @throws DomainError InvalidInput if there is no such team
 */
export async function handToTeam(tx: Db, actor: Actor, id: string, teamId: string): Promise<void> {
  const ticket = await lockTicket.one(tx, { id });
  refuseMerged(ticket);
  const team = await findTeam.first(tx, { id: teamId });
  if (!team) throw invalid([{ path: 'teamId', rule: 'reference' }]);
  if (ticket.teamId === teamId && ticket.assigneeId === null) return;
  await setOwner(tx, id, { teamId, assigneeId: null });
  await addEvent(tx, id, actor, 'team', { team: team.name });
  await notifyUsers(tx, actor, team.memberIds, 'handed', ticket, team.name);
}

const takesTopic = (topic: string): SQL => sql`topics @> array[${topic}]::text[]`;
const findTeamOf = statement(
  { id: ticketTeams.id },
  ({ topic }: { topic: string }) =>
    sql`select id from ticket_teams where ${takesTopic(topic)} and deleted_at is null order by sort_at limit 1`,
);
/** The first team that takes a topic, for a new ticket. */
export const teamOfTopic = async (tx: Db, topic: string): Promise<string | null> => (await findTeamOf.first(tx, { topic }))?.id ?? null;

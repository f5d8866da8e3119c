import { sql } from 'drizzle-orm';
import { STAFF_TYPE_ABOVE } from '#contract/core/limits';
import { TICKET_TOPICS } from '#contract/support/ticket';
import { ticketTeams as area } from '#contract/support/ticket-teams';
import { statement } from '../../../core/db/statement.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { users } from '../../access/users/table.ts';
import { ticketTeams as table } from './table.ts';

/** One of these users (ids separated by commas) who is not of the house. */
const findOutside = statement(
  { id: users.id },
  ({ ids }: { ids: string }) => sql`select id from users
  where id = any(string_to_array(${ids}, ',')::uuid[]) and (type <= ${STAFF_TYPE_ABOVE} or merchant_id is not null) limit 1`,
);

const fields = defineFields(area, {
  name: { kind: 'text', sort: true, filter: true, width: 220 },
  memberIds: { kind: 'references', area: 'users', filter: true, width: 360 },
  topics: {
    kind: 'choices',
    filter: true,
    help: 'ticketTeams.help.topics',
    width: 280,
    options: TICKET_TOPICS.map((value) => ({ value, label: `tickets.topics.${value}` })),
  },
});

export const ticketTeams = defineServerArea({
  area,
  table,
  unique: [['name']],
  mine: (actor) => sql`t.member_ids @> array[${actor.actingId}::uuid]`,
  // Members read tickets of all merchants, so they must be people of the house.
  check: async ({ tx, values }) => {
    const ids = values.memberIds ?? [];
    if (ids.length === 0) return [];
    return (await findOutside.first(tx, { ids: ids.join(',') })) ? [{ path: 'memberIds', rule: 'notStaff' }] : [];
  },
  related: [{ area: 'tickets', by: 'teamId', columns: ['no', 'state', 'subject', 'assigneeId', 'dueAt'] }],
  masks: [
    defineMask(area, {
      key: 'p11y.ticketTeams.list',
      icon: 'team',
      fields,
      columns: ['name', 'memberIds', 'topics'],
      filters: ['name', 'memberIds', 'topics'],
      sort: 'name',
      form: { layout: 'drawer', sections: { main: ['name', 'memberIds', 'topics'] } },
    }),
  ],
});

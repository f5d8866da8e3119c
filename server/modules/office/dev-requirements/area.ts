import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { devRequirements as area, REQUIREMENT_KINDS } from '#contract/office/dev-requirements';
import { REQUIREMENT_STATE_NAMES, REQUIREMENT_STATES, SETTLED } from '#contract/office/states';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { defineServerArea } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { defineFields, defineMask } from '../../../core/http/mask.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { PRIORITY_FIELD } from '../../orders/index.ts';
import { moveRoute, withDoneAt } from '../states.ts';
import { devRequirements as table } from './table.ts';

const fields = defineFields(area, {
  no: { kind: 'text', sort: true, filter: true, createOnly: true, help: 'common.help.numbered', width: 110 },
  title: { kind: 'text', sort: true, filter: true, width: 320 },
  text: { kind: 'text', multiline: true, width: 320 },
  kind: {
    kind: 'choice',
    sort: true,
    filter: true,
    width: 100,
    options: REQUIREMENT_KINDS.map((value) => ({ value, label: `devRequirements.kinds.${value}` })),
  },
  priority: PRIORITY_FIELD,
  state: {
    kind: 'status',
    sort: true,
    filter: true,
    width: 130,
    options: REQUIREMENT_STATE_NAMES.map((value) => ({
      value,
      label: `devRequirements.states.${value}`,
      meaning: REQUIREMENT_STATES[value],
    })),
  },
  assigneeId: { kind: 'reference', area: 'users', filter: true, width: 160 },
  voterIds: { kind: 'references', area: 'users', width: 200 },
  votes: { kind: 'number', sort: true, filter: true, width: 90 },
  doneAt: { kind: 'instant', sort: true, filter: true, width: 150 },
  picture: { kind: 'image', visibility: 'image', width: 64 },
  diagnostics: { kind: 'text', multiline: true, mono: true, createOnly: true, when: { field: 'diagnostics', op: 'filled' }, width: 320 },
});

const vote = statement({ id: table.id, votes: table.votes, mine: cell.boolean }, ({ id, userId }: { id: string; userId: string }) => {
  const me = sql`${userId}::uuid`;
  return sql`update dev_requirements r
      set voter_ids = v.ids, votes = cardinality(v.ids)
      from (select id, case when ${me} = any(voter_ids) then array_remove(voter_ids, ${me}) else voter_ids || ${me} end as ids
        from dev_requirements where id = ${id}::uuid and deleted_at is null for update) v
      where r.id = v.id returning r.id, r.votes, ${me} = any(v.ids) as mine`;
});

/** Adds or withdraws the user's vote; one vote per user. */
function voteRoute(app: FastifyInstance, { db }: AppContext): void {
  app.post(
    '/v0/devRequirements/:id/vote',
    {
      config: { access: 'privilege:devRequirements.read' },
      schema: {
        tags: ['devRequirements'],
        params: z.object({ id: Id }),
        response: { 200: okSchema(z.object({ id: Id, votes: z.int(), mine: z.boolean() })) },
      },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        const voted = await vote.first(tx, { id, userId: actor.userId });
        if (!voted) throw new DomainError('NotFound');
        return ok(voted);
      });
    },
  );
}

export const devRequirements = defineServerArea({
  area,
  table,
  number: { field: 'no', prefix: 'RQ-' },
  beforeSave: withDoneAt,
  routes: (app, context) => {
    moveRoute(app, context, area.name, table, REQUIREMENT_STATE_NAMES);
    voteRoute(app, context);
  },
  masks: [
    defineMask(area, {
      key: 'dev.task.list',
      icon: 'bug',
      fields,
      columns: [
        'no',
        'title',
        'kind',
        'state',
        'votes',
        'priority',
        'assigneeId',
        { field: 'voterIds', hidden: true },
        { field: 'doneAt', hidden: true },
        'createdAt',
      ],
      filters: ['no', 'title', 'kind', 'state', 'votes', 'priority', 'assigneeId', 'createdAt', 'doneAt'],
      open: [{ field: 'state', op: 'in', value: REQUIREMENT_STATE_NAMES.filter((state) => !SETTLED.includes(state)) }],
      form: {
        layout: 'drawer',
        sections: {
          main: ['title', 'text', 'kind', 'priority'],
          course: ['state', 'assigneeId', 'no'],
          report: ['picture', 'diagnostics'],
        },
      },
      actions: [
        {
          key: 'vote',
          label: 'devRequirements.actions.vote',
          done: 'devRequirements.done.vote',
          on: 'row',
          call: { method: 'POST', path: '/v0/devRequirements/:id/vote' },
          privilege: 'devRequirements.read',
        },
      ],
    }),
  ],
});

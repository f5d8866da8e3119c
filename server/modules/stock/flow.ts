import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { FLOW_DAYS, Flow, FlowQuery } from '#contract/stock/flow';
import { houseDay } from '../../core/db/house-day.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { scopeSql } from '../../core/http/list.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor } from '../../core/http/write.ts';
import { bookedSince } from './booked-since.ts';

/** `level` counts back from the pieces on hand now: those at the end of a day are those of today less what came and left since. */
const readFlow = statement(
  { day: cell.date, in: cell.integer, out: cell.integer, level: cell.integer },
  ({ itemId, moves, balances }: { itemId: string; moves: SQL; balances: SQL }) => sql`with moved as (
      select ${houseDay(sql`t.at`)} as day, sum(t.qty) filter (where t.to_place = 'stock') as came, sum(t.qty) filter (where t.from_place = 'stock') as went
      from stock_moves t where t.item_id = ${itemId}::uuid and ${bookedSince(sql`t.id`, FLOW_DAYS + 1)} and t.from_place <> t.to_place and ${moves} group by 1
    ), lying as (select coalesce(sum(t.on_hand), 0) as pieces from stock_balances t where t.item_id = ${itemId}::uuid and t.on_hand > 0 and ${balances})
    select d::date as day, coalesce(m.came, 0)::int as "in", coalesce(m.went, 0)::int as "out",
      ((select pieces from lying) - coalesce(sum(coalesce(m.came, 0) - coalesce(m.went, 0)) over (order by d desc rows between unbounded preceding and 1 preceding), 0))::int as level
    from generate_series(kontor_day(now()) - ${sql.raw(String(FLOW_DAYS - 1))}, kontor_day(now()), interval '1 day') d left join moved m on m.day = d::date order by d`,
  [{ itemId: '00000000-0000-4000-8000-000000000000', moves: sql`true`, balances: sql`true` }],
);

/** `GET /v0/stock/flow`: what came, what left and what was on hand of an item on each of the last days. */
export function flowRoute(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/stock/flow',
    {
      config: { access: 'privilege:stockMoves.read' },
      schema: { tags: ['stock'], querystring: FlowQuery, response: { 200: okSchema(Flow) } },
    },
    async (request) => {
      const actor = actorOf(request);
      const { itemId } = request.query as z.infer<typeof FlowQuery>;
      const [moves, balances] = [areas.get('stockMoves'), areas.get('stockBalances')];
      if (!moves || !balances) throw new DomainError('NotFound');
      const scopes = { moves: scopeSql(areas, moves, actor) ?? sql`true`, balances: scopeSql(areas, balances, actor) ?? sql`true` };
      return ok(await asActor(db, actor, request.id, (tx) => readFlow(tx, { itemId, ...scopes })));
    },
  );
}

import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allows } from '#contract/core/access';
import { Id } from '#contract/core/fields';
import { BILLED } from '#contract/money/circles';
import { BILLED_MONTHS, Billed } from '#contract/parties/billed';
import { cell, statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { scopeSql } from '../../../core/http/list.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';

const readMonths = statement(
  { currency: cell.oneOf(BILLED), month: cell.text, amount: cell.double },
  ({ id, scope }: { id: string; scope: SQL }) => sql`with months as (
      select date_trunc('month', m)::date as month
      from generate_series(date_trunc('month', kontor_day(now())) - interval '1 month' * ${sql.raw(String(BILLED_MONTHS - 1))}, kontor_day(now()), interval '1 month') m
    ), billed as (
      select t.currency, date_trunc('month', t.issue_date)::date as month, sum(case when t.kind = 'creditNote' then -abs(t.gross) else t.gross end) as amount
      from invoices t where t.customer_id = ${id}::uuid and t.posted_at is not null and t.issue_date >= (select min(month) from months) and ${scope} group by 1, 2
    )
    select c.currency, to_char(m.month, 'YYYY-MM') as month, coalesce(b.amount, 0)::float8 as amount
    from (select distinct currency from billed) c cross join months m left join billed b on b.month = m.month and b.currency = c.currency
    order by c.currency, m.month`,
  [{ id: '00000000-0000-4000-8000-000000000000', scope: sql`true` }],
);

/** `GET /v0/customers/:id/billed`: what was invoiced less what was credited in each of the last months, by currency; empty if nothing was. */
export function billedRoute(app: FastifyInstance, { db, areas }: AppContext): void {
  app.get(
    '/v0/customers/:id/billed',
    {
      config: { access: 'privilege:customers.read' },
      schema: { tags: ['customers'], params: z.object({ id: Id }), response: { 200: okSchema(Billed) } },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return asActor(db, actor, request.id, async (tx) => {
        const [customers, invoices] = [areas.get('customers'), areas.get('invoices')];
        const [row] = customers ? await selectRows(tx, areas, customers, actor, [id], { trash: false }) : [];
        if (!row || !invoices) throw new DomainError('NotFound');
        if (!allows(actor.privileges, 'invoices.read')) return ok([]);
        const found = await readMonths(tx, { id, scope: scopeSql(areas, invoices, actor) ?? sql`true` });
        const currencies = [...new Set(found.map(({ currency }) => currency))];
        return ok(
          currencies.map((currency) => ({
            currency,
            months: found.filter((one) => one.currency === currency).map(({ month, amount }) => ({ month, amount })),
          })),
        );
      });
    },
  );
}

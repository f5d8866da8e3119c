import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Id, Line } from '#contract/core/fields';
import { statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { items } from '../../catalog/items/table.ts';
import { compartments } from '../compartments/table.ts';
import { approveCount, cancelCount, recount } from '../counting.ts';
import { countLines } from '../tables.ts';

const Params = z.object({ id: Id });
const Reason = z.strictObject({ reason: Line(300, 1) });
const tags = ['counts'];
const CountLine = z.object({
  place: z.string(),
  sku: z.string(),
  name: z.string(),
  lot: z.string(),
  serial: z.string(),
  condition: z.string(),
  /** Null while the compartment is still being counted: a blind count hides it. */
  expected: z.int().nullable(),
  counted: z.int(),
  round: z.int(),
});

const findLines = statement(
  {
    place: compartments.code,
    sku: items.sku,
    name: items.name,
    lot: countLines.lot,
    serial: countLines.serial,
    condition: countLines.condition,
    expected: countLines.expected,
    counted: countLines.counted,
    round: countLines.round,
  },
  ({ id }: { id: string }) => sql`select c.code as place, i.sku, i.name, l.lot, l.serial, l.condition, l.expected, l.counted, l.round
      from count_lines l join compartments c on c.id = l.compartment_id join items i on i.id = l.item_id where l.count_id = ${id}::uuid
      order by l.round desc, coalesce(l.expected <> l.counted, false) desc, c.pick_order, i.sku, l.serial limit 5000`,
);

/** Decisions of a supervisor about a count, and its result. Counting itself is done by scans. */
export function countRoutes(app: FastifyInstance, { db, jobs }: AppContext): void {
  const Done = { 200: okSchema(z.object({ id: Id })) };
  const decide = (request: FastifyRequest, run: typeof approveCount) => {
    const actor = actorOf(request);
    const { id } = request.params as { id: string };
    const { reason } = request.body as z.infer<typeof Reason>;
    return write(db, request, actor, async (tx) => {
      await run(tx, id, { reason, by: actor.userId });
      return ok({ id });
    });
  };
  const schema = { tags, params: Params, body: Reason, response: Done };
  app.post('/v0/counts/:id/approve', { config: { access: 'privilege:counts.approve' }, schema }, async (request) => {
    const answer = await decide(request, approveCount);
    await jobs.send('tasks.allocate', {});
    return answer;
  });
  app.post('/v0/counts/:id/recount', { config: { access: 'privilege:counts.update' }, schema }, (request) => decide(request, recount));
  app.post('/v0/counts/:id/cancel', { config: { access: 'privilege:counts.update' }, schema }, (request) => decide(request, cancelCount));

  app.get(
    '/v0/counts/:id/lines',
    { config: { access: 'privilege:counts.read' }, schema: { tags, params: Params, response: { 200: okSchema(z.array(CountLine)) } } },
    async (request) => {
      const { id } = request.params as { id: string };
      return ok(await findLines(db, { id }));
    },
  );
}

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { statement } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { write } from '../../../core/http/write.ts';
import { workEntries } from './table.ts';

const params = z.object({ id: Id });
const schema = { tags: ['workEntries'], params, response: { 200: okSchema(params) } };

const writeApproval = statement(
  { id: workEntries.id },
  ({ id, by }: { id: string; by: string | null }) =>
    sql`update work_entries set approved_at = case when ${by}::uuid is null then null else coalesce(approved_at, clock_timestamp()) end,
      approved_by = case when ${by}::uuid is null then null else coalesce(approved_by, ${by}::uuid) end
      where id = ${id}::uuid and deleted_at is null returning id`,
);

/** Approves an entry, which is then charged, or opens it again, which takes the charge back. Repeating it changes nothing. */
export function workEntryRoutes(app: FastifyInstance, { db }: AppContext): void {
  for (const step of ['approve', 'reopen'] as const)
    app.post(`/v0/workEntries/:id/${step}`, { config: { access: 'privilege:workEntries.approve' }, schema }, (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      return write(db, request, actor, async (tx) => {
        if (!(await writeApproval.first(tx, { id, by: step === 'approve' ? actor.userId : null }))) throw new DomainError('NotFound');
        return ok({ id });
      });
    });
}

import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Id } from '#contract/core/fields';
import { SETTLED } from '#contract/office/states';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { Values } from '../../core/http/area.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { selectRows } from '../../core/http/select.ts';
import { actorOf } from '../../core/http/session.ts';
import { write } from '../../core/http/write.ts';

/** Sets the completion time when a final state is reached. Reaching the same state again keeps the first time. */
export function withDoneAt({ values, current }: { values: Values; current: Values | null }): Values {
  const { state } = values;
  if (typeof state !== 'string') return values;
  return { ...values, doneAt: SETTLED.includes(state) ? (current?.['doneAt'] ?? new Date().toISOString()) : null };
}

const Params = z.object({ id: Id });

/** `POST /v0/<area>/:id/move`: moves a card to another column, or completes it in a list. No version is needed; the last call wins. */
export function moveRoute(
  app: FastifyInstance,
  { db, areas }: AppContext,
  name: string,
  table: PgTable,
  states: [string, ...string[]],
): void {
  app.post(
    `/v0/${name}/:id/move`,
    {
      config: { access: `privilege:${name}.update` as const },
      schema: {
        tags: [name],
        params: Params,
        body: z.strictObject({ state: z.enum(states) }),
        response: { 200: okSchema(z.object({ id: Id })) },
      },
    },
    (request) => {
      const actor = actorOf(request);
      const { id } = request.params as { id: string };
      const values = request.body as { state: string };
      return write(db, request, actor, async (tx) => {
        const entry = areas.get(name);
        const [current] = entry ? await selectRows(tx, areas, entry, actor, [id], { trash: false, lock: true }) : [];
        if (!current) throw new DomainError('NotFound');
        if (current['state'] !== values.state) await tx.update(table).set(withDoneAt({ values, current })).where(eq(sql`id`, id));
        return ok({ id });
      });
    },
  );
}

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PrivilegeChoice } from '#contract/access/privileges';
import { statement } from '../../../core/db/statement.ts';
import { isOutside } from '../../../core/http/actor.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { actorOf } from '../../../core/http/session.ts';
import { asActor } from '../../../core/http/write.ts';
import { wordsOf } from './describe.ts';
import { privileges } from './table.ts';

const findAll = statement(
  { id: privileges.id, key: privileges.key, area: privileges.area, description: privileges.description },
  () => sql`select id, key, area, description from privileges where deleted_at is null order by key`,
);

/** All privileges at once, for the choice of them by area. There are more than a page of a list holds. */
export function privilegeRoutes(app: FastifyInstance, { db }: AppContext): void {
  app.get(
    '/v0/privileges/choices',
    {
      config: { access: 'privilege:privileges.read' },
      schema: { tags: ['privileges'], response: { 200: okSchema(z.array(PrivilegeChoice)) } },
    },
    (request) => {
      const actor = actorOf(request);
      if (isOutside(actor)) throw new DomainError('NotAllowed', 'privileges.read');
      return asActor(db, actor, request.id, async (tx) => {
        const rows = await findAll(tx);
        return ok(
          rows.map(({ id, key, area, description }) => {
            const { areaTitle, right } = wordsOf(key, actor.locale);
            return { id, key, area, areaTitle: areaTitle || area, right: description || right || key };
          }),
        );
      });
    },
  );
}

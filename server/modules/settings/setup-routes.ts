import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SETUP_STEPS } from '#contract/settings/setup';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { actorOf } from '../../core/http/session.ts';
import { asActor, write } from '../../core/http/write.ts';
import { setupSteps, TAX_CHECKED } from './setup-steps.ts';

const Step = z.object({ key: z.enum(SETUP_STEPS), done: z.boolean(), path: z.string().nullable() });
const Steps = z.object({ steps: z.array(Step).nullable() });
const tags = ['system'];
const access = 'privilege:settings.update' as const;

/** The setup steps of a house that started empty. */
export function setupRoutes(app: FastifyInstance, { db, config }: AppContext): void {
  app.get('/v0/setup', { config: { access, passive: true }, schema: { tags, response: { 200: okSchema(Steps) } } }, (request) =>
    asActor(db, actorOf(request), request.id, async (tx) => ok({ steps: await setupSteps(tx, config) })),
  );

  /** Records that a user opened the tax rates from the setup list. */
  app.post('/v0/setup/taxRates', { config: { access }, schema: { tags, response: { 200: okSchema(Steps) } } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const now = JSON.stringify(new Date().toISOString());
      await tx.execute(
        sql`insert into settings (key, value, description) select ${TAX_CHECKED}::text, ${now}::jsonb, 'Somebody looked at the tax rates'
          where not exists (select from settings where key = ${TAX_CHECKED} and deleted_at is null)`,
      );
      return ok({ steps: await setupSteps(tx, config) });
    }),
  );
}

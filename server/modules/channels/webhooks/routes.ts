import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { webhooks as area, OLD_SECRET_HOURS, TEST_EVENT } from '#contract/channels/webhooks';
import { Id } from '#contract/core/fields';
import type { Db } from '../../../core/db/client.ts';
import { command } from '../../../core/db/statement.ts';
import { ok, okSchema } from '../../../core/http/answers.ts';
import { areaRow } from '../../../core/http/area.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { selectRows } from '../../../core/http/select.ts';
import { actorOf } from '../../../core/http/session.ts';
import { becomeHouse, write } from '../../../core/http/write.ts';
import { newWebhookSecret, sealSecret } from './sign.ts';

const setSecret = command(
  ({ id, secret }: { id: string; secret: string }) => sql`update webhooks set old_secret = secret, secret = ${secret},
      old_secret_until = case when secret is null then null else clock_timestamp() + make_interval(hours => ${OLD_SECRET_HOURS}) end,
      state = case when state = 'waiting' then 'active' else state end where id = ${id}::uuid`,
);
const insertTest = command(
  ({ id }: { id: string }) =>
    sql`insert into webhook_deliveries (webhook_id, merchant_id, event) select id, merchant_id, ${TEST_EVENT} from webhooks where id = ${id}::uuid`,
);
const resume = command(
  ({ id }: { id: string }) =>
    sql`update webhooks set state = 'active', paused_at = null, failing_since = null, trial_at = null where id = ${id}::uuid and state = 'paused'`,
);
const repeatFailed = command(
  ({
    id,
    delivery,
  }: {
    id: string;
    delivery: string | null;
  }) => sql`update webhook_deliveries set state = 'waiting', tries = 0, due_at = clock_timestamp()
    where webhook_id = ${id}::uuid and case when ${delivery}::uuid is null then state = 'failed' else id = ${delivery}::uuid and state <> 'waiting' end`,
  [{ id: '', delivery: null }],
);

const Params = z.object({ id: Id });
const Done = { 200: okSchema(z.object({ id: Id })) };
const Secret = { 200: okSchema(z.object({ id: Id, secret: z.string() })) };
const tags = ['webhooks'];
const config = { access: 'privilege:webhooks.update', scope: 'webhooks.manage' } as const;

/** What is done with a webhook besides editing it. All calls may be repeated. */
export function webhookRoutes(app: FastifyInstance, { db, areas, config: settings }: AppContext): void {
  /** The webhook in the actor's scope. The rest of the transaction has the rights of the house. */
  async function find(tx: Db, request: FastifyRequest, id: string) {
    const entry = areas.get('webhooks');
    const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [id], { trash: false }) : [];
    if (!row) throw new DomainError('NotFound');
    await becomeHouse(tx);
    return areaRow(area, row);
  }
  const change = (request: FastifyRequest, run: (tx: Db, id: string) => Promise<void>) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = await find(tx, request, (request.params as z.infer<typeof Params>).id);
      await run(tx, id);
      return ok({ id });
    });
  const post = (path: string, run: (tx: Db, id: string) => Promise<void>): void => {
    app.post(`/v0/webhooks/:id/${path}`, { config, schema: { tags, params: Params, response: Done } }, (request) => change(request, run));
  };

  app.post('/v0/webhooks/:id/secret', { config, schema: { tags, params: Params, response: Secret } }, async (request) => {
    const secret = newWebhookSecret();
    let isMade = false;
    const { data } = await change(request, async (tx, id) => {
      isMade = true;
      await setSecret(tx, { id, secret: sealSecret(settings.KONTOR_SECRET, id, secret) });
    });
    // Answers of repeated calls are kept, secrets are not: what would be shown now is not the one that was stored.
    if (!isMade) throw new DomainError('StateRefused', 'webhooks.refusals.shown');
    return ok({ id: data.id, secret });
  });
  post('test', (tx, id) => insertTest(tx, { id }));
  post('resume', (tx, id) => resume(tx, { id }));
  post('again', (tx, id) => repeatFailed(tx, { id, delivery: null }));

  app.post('/v0/webhookDeliveries/:id/again', { config, schema: { tags, params: Params, response: Done } }, (request) =>
    write(db, request, actorOf(request), async (tx) => {
      const { id } = request.params as z.infer<typeof Params>;
      const entry = areas.get('webhookDeliveries');
      const [row] = entry ? await selectRows(tx, areas, entry, actorOf(request), [id], { trash: false }) : [];
      if (!row) throw new DomainError('NotFound');
      await becomeHouse(tx);
      await repeatFailed(tx, { id: String(row['webhookId']), delivery: id });
      return ok({ id });
    }),
  );
}

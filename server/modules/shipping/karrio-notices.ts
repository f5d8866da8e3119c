import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { command, statement } from '../../core/db/statement.ts';
import { ok, okSchema } from '../../core/http/answers.ts';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { sealText, unsealText } from '../../core/sealed-text.ts';
import { asked, CarrierError } from './adapter.ts';
import { carriers } from './carriers/table.ts';
import { ensureWebhook } from './karrio/webhook.ts';
import { parcels } from './parcels/table.ts';
import { type CarrierContext, karrioAccess } from './registry.ts';
import { karrioWebhooks } from './tables.ts';
import { trackParcels } from './tracking.ts';

/**
 * Notices of Karrio that a parcel moved. Each is a hint which number to ask for and nothing is taken from it, so it may be missing, come
 * twice, or come in the wrong sequence. What is missing is found by the poll of all parcels under way.
 */

const PATH = '/v0/carriers/karrio/notices';
export const WEBHOOK_JOB = 'karrio.webhooks';
const TRACK_JOB = 'parcels.trackNow';
/** Bytes of a notice. Karrio sends the whole history of the parcel. */
const MOST_BYTES = 256 * 1024;
/** Milliseconds for which numbers are gathered: Karrio asks for all its trackers in turn and sends many notices at once. */
const GATHERED = 250;
const SEALED_FOR = 'karrio-webhook';

const findConnections = statement(
  { id: carriers.id, code: carriers.code, credentials: carriers.credentials },
  () =>
    sql`select distinct on (credentials) id, code, credentials from carriers where api = 'karrio' and deleted_at is null order by credentials, sort_at`,
);
const findSecrets = statement(
  { account: karrioWebhooks.account, secret: karrioWebhooks.secret },
  () => sql`select account, secret from karrio_webhooks`,
);
const storeSecret = command(
  ({ account, webhookId, secret }: { account: string; webhookId: string; secret: string }) =>
    sql`insert into karrio_webhooks (account, webhook_id, secret) values (${account}, ${webhookId}, ${secret})
      on conflict (account) do update set webhook_id = excluded.webhook_id, secret = excluded.secret, checked_at = clock_timestamp()`,
);
const forgetOthers = command(
  ({ accounts }: { accounts: readonly string[] }) =>
    sql`delete from karrio_webhooks where account <> all(${`{${accounts.join(',')}}`}::text[])`,
  [{ accounts: [] }],
);
const findParcels = statement(
  { id: parcels.id },
  ({ number }: { number: string }) =>
    sql`select p.id from parcels p join carriers c on c.id = p.carrier_id and c.api = 'karrio' where p.tracking_no = ${number} and p.handed_over_at is not null`,
);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Looks at each Karrio account whether our webhook is there and switched on, mends it, and keeps its secret. */
export async function keepWebhooks({ config, db, log }: CarrierContext): Promise<void> {
  const { KARRIO_NOTICE_URL: ours, KONTOR_SECRET, CARRIER_TIMEOUT } = config;
  if (ours === undefined) return;
  const accounts: string[] = [];
  for (const connection of await findConnections(db)) {
    try {
      const access = karrioAccess(config, connection);
      const account = digest(`${access.url}\n${access.token}`).toString('hex');
      accounts.push(account);
      const { id, secret } = await asked(CARRIER_TIMEOUT, (signal) => ensureWebhook(access, `${ours}${PATH}`, signal));
      await storeSecret(db, { account, webhookId: id, secret: sealText(KONTOR_SECRET, SEALED_FOR, account, secret) });
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error;
      log.warn({ carrier: connection.code, reason: error.fault.message }, 'the webhook at Karrio could not be looked at');
    }
  }
  await forgetOthers(db, { accounts });
}

const Notice = z.looseObject({
  event: z.string().max(100),
  data: z.looseObject({ tracking_number: z.string().max(100).nullish() }).nullish(),
});

export function karrioNotices(app: FastifyInstance, context: AppContext): void {
  const { config, db, jobs } = context;

  /** Compares with every secret in constant time. One that was sealed with another secret of the server fits nothing. */
  const isFromKarrio = async (given: string): Promise<boolean> => {
    let fits = false;
    for (const { account, secret } of await findSecrets(db)) {
      try {
        const right = unsealText(config.KONTOR_SECRET, SEALED_FOR, account, secret);
        if (timingSafeEqual(digest(given), digest(right))) fits = true;
      } catch {
        // The nightly look stores it anew.
      }
    }
    return fits;
  };
  // Before the body is read: a stranger is told nothing, and sends no megabytes.
  const onRequest = async ({ headers }: FastifyRequest): Promise<void> => {
    const given = headers['x-event-id'];
    if (typeof given !== 'string' || given === '' || !(await isFromKarrio(given))) throw new DomainError('TokenInvalid');
  };

  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    const parcelIds = [...waiting];
    waiting.clear();
    // What is lost here is found by the poll.
    jobs.send(TRACK_JOB, { parcelIds }).catch((error: unknown) => app.log.warn({ err: error }, 'notices of Karrio'));
  };
  app.addHook('onClose', async () => clearTimeout(timer));

  app.post(
    PATH,
    {
      config: { access: 'public', cost: 'program' },
      bodyLimit: MOST_BYTES,
      onRequest,
      schema: { tags: ['carriers'], body: Notice, response: { 200: okSchema(z.object({})) } },
    },
    async (request) => {
      const { event, data } = request.body as z.infer<typeof Notice>;
      const number = event === 'tracker_updated' ? data?.tracking_number : undefined;
      if (number) for (const { id } of await findParcels(db, { number })) waiting.add(id);
      if (waiting.size > 0) timer ??= setTimeout(send, GATHERED);
      return ok({});
    },
  );

  jobs.define(TRACK_JOB, ({ parcelIds }) => trackParcels(context, z.array(z.uuid()).parse(parcelIds)));
  jobs.define(WEBHOOK_JOB, () => keepWebhooks(context), '52 3 * * *');
}

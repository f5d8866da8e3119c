import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command, notNull, type Row, statement } from '../../../core/db/statement.ts';
import { textFor } from '../../support/index.ts';
import { tellSides } from '../tell-sides.ts';
import { webhookDeliveries } from '../webhook-deliveries/table.ts';
import { readBody } from './bodies.ts';
import { type Posted, post } from './post.ts';
import { signedHeaders, unsealSecret } from './sign.ts';
import { webhooks } from './table.ts';

/** Sends what is due. Each event is sent at least once, with the same id and the same body at each try. */

type Around = { db: Db; config: Pick<Config, 'KONTOR_SECRET' | 'WEBHOOK_PRIVATE_ADDRESSES'>; log: Pick<FastifyBaseLogger, 'error'> };

/** Seconds until the second, third … eighth try: within a day. */
const WAITS = [5, 60, 300, 1800, 7200, 25_200, 50_400] as const;
const MOST_WAIT = 86_400;
/** Share by which a wait may be longer, so that what failed together is not sent together again. */
const JITTER = 0.1;
/** Days of nothing but failures after which a webhook is paused. */
const PATIENCE_DAYS = 5;
/** Longer than one try takes. After it another node may send what a killed one had claimed. */
const LEASE = 60;
/** Tries at the same time: of all webhooks, and of one. */
const BATCH = 40;
const OF_ONE = 5;
/** Gone (RFC 9110, section 15.5.11): the receiver does not want any more. */
const GONE = 410;

const claimDue = statement(
  {
    id: webhookDeliveries.id,
    webhookId: webhookDeliveries.webhookId,
    event: webhookDeliveries.event,
    rowId: webhookDeliveries.rowId,
    body: webhookDeliveries.body,
    tries: webhookDeliveries.tries,
    createdAt: webhookDeliveries.createdAt,
    url: webhooks.url,
    secret: notNull(webhooks.secret),
    oldSecret: webhooks.oldSecret,
  },
  () => sql`update webhook_deliveries d set due_at = clock_timestamp() + make_interval(secs => ${LEASE}), tries = d.tries + 1 from webhooks w
    where w.id = d.webhook_id and d.id in (select one.id from webhooks w cross join lateral (
        select id from webhook_deliveries where webhook_id = w.id and state = 'waiting' and due_at <= clock_timestamp() order by due_at, id limit ${OF_ONE} for update skip locked) one
      where w.state = 'active' and w.secret is not null and w.deleted_at is null limit ${BATCH})
    returning d.id, d.webhook_id, d.event, d.row_id, d.body, d.tries, d.created_at, w.url, w.secret,
      case when w.old_secret_until > clock_timestamp() then w.old_secret end as old_secret`,
);
type Due = Row<typeof claimDue>;

const saveBody = command(
  ({ id, body }: { id: string; body: string }) => sql`update webhook_deliveries set body = ${body} where id = ${id}::uuid`,
);
const remove = command(({ id }: { id: string }) => sql`delete from webhook_deliveries where id = ${id}::uuid`);
const markSent = command(
  ({ id, status, text }: { id: string; status: number; text: string }) => sql`with sent as (
      update webhook_deliveries set state = 'sent', sent_at = clock_timestamp(), last_status = ${status}::int, last_text = ${text} where id = ${id}::uuid returning webhook_id)
    update webhooks w set last_sent_at = clock_timestamp(), failing_since = null from sent where w.id = sent.webhook_id`,
);
const markFailed = statement(
  { since: notNull(webhooks.failingSince) },
  ({ id, status, text, wait }: { id: string; status: number; text: string; wait: number | null }) => sql`with tried as (
      update webhook_deliveries set state = case when ${wait}::float is null then 'failed' else 'waiting' end, last_status = ${status}::int, last_text = ${text},
        due_at = clock_timestamp() + make_interval(secs => coalesce(${wait}::float, 0)) where id = ${id}::uuid returning webhook_id)
    update webhooks w set failing_since = coalesce(w.failing_since, clock_timestamp()) from tried where w.id = tried.webhook_id returning w.failing_since as since`,
);
const markPaused = statement(
  { merchantId: webhooks.merchantId, name: webhooks.name },
  ({ id }: { id: string }) =>
    sql`update webhooks set state = 'paused', paused_at = clock_timestamp() where id = ${id}::uuid and state = 'active' returning merchant_id, name`,
);

/** Stops sending and tells people once. Events go on waiting. */
const pause = (db: Db, webhookId: string, why: 'gone' | 'failing'): Promise<void> =>
  db.transaction(async (tx) => {
    const webhook = await markPaused.first(tx, { id: webhookId });
    if (!webhook) return;
    await tellSides(tx, webhook.merchantId, `webhooks/${webhookId}`, (locale) => ({
      title: textFor(locale, 'webhooks.told.pausedTitle', { name: webhook.name }),
      text: textFor(locale, `webhooks.told.${why}`, {}),
    }));
  });

function waitOf(tries: number, { status, retryAfter }: Posted): number | null {
  const wait = status === GONE ? undefined : WAITS[tries - 1];
  if (wait === undefined) return null;
  return Math.min(Math.max(wait * (1 + Math.random() * JITTER), retryAfter ?? 0), MOST_WAIT);
}

async function send({ db, config }: Around, due: Due): Promise<void> {
  const { id, webhookId, event, rowId, createdAt, tries } = due;
  const body = due.body ?? (await readBody(db, event, rowId, createdAt));
  if (body === null) return remove(db, { id });
  if (due.body === null) await saveBody(db, { id, body });
  const secrets = [due.secret, due.oldSecret].flatMap((sealed) =>
    sealed === null ? [] : unsealSecret(config.KONTOR_SECRET, webhookId, sealed),
  );
  const headers = signedHeaders(id, Math.floor(Date.now() / 1000), body, secrets);
  const posted = await post(new URL(due.url), body, headers, config.WEBHOOK_PRIVATE_ADDRESSES);
  const { status, text } = posted;
  if (status >= 200 && status < 300) return markSent(db, { id, status, text });
  const failed = await markFailed.first(db, { id, status, text, wait: waitOf(tries, posted) });
  if (status === GONE) return pause(db, webhookId, 'gone');
  if (failed && Date.parse(failed.since) < Date.now() - PATIENCE_DAYS * 86_400_000) await pause(db, webhookId, 'failing');
}

/** Sends until nothing is due. Several nodes may do so: each claims other deliveries. */
export async function sendDue(around: Around): Promise<void> {
  for (;;) {
    const due = await claimDue(around.db);
    // What cannot even be tried, for example because the server's secret was changed, is due again after its lease.
    await Promise.all(
      due.map((one) =>
        send(around, one).catch((error: unknown) => around.log.error({ err: error, delivery: one.id }, 'event of a webhook')),
      ),
    );
    if (due.length === 0) return;
  }
}

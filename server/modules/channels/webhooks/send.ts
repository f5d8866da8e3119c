import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../core/config.ts';
import type { Db } from '../../../core/db/client.ts';
import { command, notNull, type Row, statement } from '../../../core/db/statement.ts';
import { createLanes, type Lanes } from '../../../core/lanes.ts';
import { textFor } from '../../support/index.ts';
import { notifySides } from '../notify-sides.ts';
import { webhookDeliveries } from '../webhook-deliveries/table.ts';
import { readBody } from './bodies.ts';
import { type Posted, post } from './post.ts';
import { signedHeaders, unsealSecret } from './sign.ts';
import { webhooks } from './table.ts';

/** Sends what is due. Each event is sent at least once, with the same id and the same body at each try. */

type SendContext = { db: Db; config: Pick<Config, 'KONTOR_SECRET' | 'WEBHOOK_PRIVATE_ADDRESSES'>; log: Pick<FastifyBaseLogger, 'error'> };

/** Seconds until the second, third … eighth try: within a day. */
const WAITS = [5, 60, 300, 1800, 7200, 25_200, 50_400] as const;
const MOST_WAIT = 86_400;
/** Share by which a wait may be longer, so that what failed together is not sent together again. */
const JITTER = 0.1;
/** Days of nothing but failures after which a webhook is paused. */
const PATIENCE_DAYS = 5;
/** Seconds after which a receiver that takes nothing is tried ahead of time with one event, again and again. */
const TRIAL = 300;
/** Longer than one try takes. After it another node may send what a killed one had claimed. */
const LEASE = 60;
/** Tries of one webhook at the same time. */
const LANES = 5;
/** Gone (RFC 9110, section 15.5.11): the receiver does not want any more. */
const GONE = 410;

/** Not one that is being sent. */
const WAITS_LONG = sql`d.state = 'waiting' and d.due_at > clock_timestamp() + make_interval(secs => ${LEASE})`;
/**
 * The receiver may answer again before the next try of any event. So one event is tried every few minutes, which is none of its eight tries: its
 * own time is kept.
 */
const planTrials = command(
  () => sql`with tried as (update webhooks w set trial_at = clock_timestamp() + make_interval(secs => ${TRIAL})
      where w.state = 'active' and w.trial_at <= clock_timestamp() and exists (select from webhook_deliveries d where d.webhook_id = w.id and ${WAITS_LONG}) returning w.id)
    update webhook_deliveries set planned_at = due_at, due_at = clock_timestamp()
      where id in (select first.id from tried cross join lateral (select d.id from webhook_deliveries d where d.webhook_id = tried.id and ${WAITS_LONG} order by d.due_at, d.id limit 1) first)`,
);
const SENDS = sql`w.state = 'active' and w.secret is not null and w.deleted_at is null`;
const findDue = statement(
  { id: webhooks.id },
  () =>
    sql`select w.id from webhooks w where ${SENDS} and exists (select from webhook_deliveries where webhook_id = w.id and state = 'waiting' and due_at <= clock_timestamp())`,
);
const claimDue = statement(
  {
    id: webhookDeliveries.id,
    webhookId: webhookDeliveries.webhookId,
    event: webhookDeliveries.event,
    rowId: webhookDeliveries.rowId,
    body: webhookDeliveries.body,
    tries: webhookDeliveries.tries,
    plannedAt: webhookDeliveries.plannedAt,
    createdAt: webhookDeliveries.createdAt,
    url: webhooks.url,
    secret: notNull(webhooks.secret),
    oldSecret: webhooks.oldSecret,
  },
  ({
    webhookId,
  }: {
    webhookId: string;
  }) => sql`update webhook_deliveries d set due_at = clock_timestamp() + make_interval(secs => ${LEASE}),
      tries = d.tries + case when d.planned_at > clock_timestamp() then 0 else 1 end, planned_at = case when d.planned_at > clock_timestamp() then d.planned_at end from webhooks w
    where w.id = d.webhook_id and ${SENDS} and d.id = (select id from webhook_deliveries where webhook_id = ${webhookId}::uuid and state = 'waiting' and due_at <= clock_timestamp() order by due_at, id limit 1 for update skip locked)
    returning d.id, d.webhook_id, d.event, d.row_id, d.body, d.tries, d.planned_at, d.created_at, w.url, w.secret,
      case when w.old_secret_until > clock_timestamp() then w.old_secret end as old_secret`,
);
type Due = Row<typeof claimDue>;

const saveBody = command(
  ({ id, body }: { id: string; body: string }) => sql`update webhook_deliveries set body = ${body} where id = ${id}::uuid`,
);
const remove = command(({ id }: { id: string }) => sql`delete from webhook_deliveries where id = ${id}::uuid`);
/** The first event that is taken after a while brings forward all that wait: their tries were meant for a receiver that does not answer. */
const markSent = command(
  ({ id, status, text }: { id: string; status: number; text: string }) => sql`with sent as (update webhook_deliveries
        set state = 'sent', sent_at = clock_timestamp(), planned_at = null, last_status = ${status}::int, last_text = ${text} where id = ${id}::uuid returning webhook_id),
      back as (select w.id from webhooks w join sent on sent.webhook_id = w.id where w.failing_since < clock_timestamp() - make_interval(secs => ${TRIAL})),
      ahead as (update webhook_deliveries d set planned_at = d.due_at, due_at = clock_timestamp() from back where d.webhook_id = back.id and d.id <> ${id}::uuid and ${WAITS_LONG})
    update webhooks w set last_sent_at = clock_timestamp(), failing_since = null, trial_at = null from sent where w.id = sent.webhook_id`,
);
const markFailed = statement(
  { since: notNull(webhooks.failingSince) },
  ({ id, status, text, wait, busy }: { id: string; status: number; text: string; wait: number | null; busy: number }) => sql`with tried as (
      update webhook_deliveries set state = case when ${wait}::float is null then 'failed' else 'waiting' end, last_status = ${status}::int, last_text = ${text},
        due_at = coalesce(planned_at, clock_timestamp() + make_interval(secs => coalesce(${wait}::float, 0))), planned_at = null where id = ${id}::uuid returning webhook_id)
    update webhooks w set failing_since = coalesce(w.failing_since, clock_timestamp()), trial_at = greatest(coalesce(w.trial_at, clock_timestamp() + make_interval(secs => ${TRIAL})), clock_timestamp() + make_interval(secs => ${busy}))
      from tried where w.id = tried.webhook_id returning w.failing_since as since`,
);
const markPaused = statement(
  { merchantId: webhooks.merchantId, name: webhooks.name },
  ({ id }: { id: string }) =>
    sql`update webhooks set state = 'paused', paused_at = clock_timestamp() where id = ${id}::uuid and state = 'active' returning merchant_id, name`,
);

/** Stops sending and tells people once. Events go on waiting. */
const pause = (db: Db, webhookId: string, reason: 'gone' | 'failing'): Promise<void> =>
  db.transaction(async (tx) => {
    const webhook = await markPaused.first(tx, { id: webhookId });
    if (!webhook) return;
    await notifySides(tx, webhook.merchantId, `webhooks/${webhookId}`, (locale) => ({
      title: textFor(locale, 'webhooks.notifications.pausedTitle', { name: webhook.name }),
      text: textFor(locale, `webhooks.notifications.${reason}`, {}),
    }));
  });

/** @returns seconds until the next try; null if there is none. One that was tried ahead of its time keeps the time that it had. */
function waitOf({ tries, plannedAt }: Due, { status, retryAfter }: Posted): number | null {
  const wait = status === GONE ? undefined : plannedAt === null ? WAITS[tries - 1] : 0;
  if (wait === undefined) return null;
  return Math.min(Math.max(wait * (1 + Math.random() * JITTER), retryAfter ?? 0), MOST_WAIT);
}

async function send({ db, config }: SendContext, due: Due): Promise<void> {
  const { id, webhookId, event, rowId, createdAt } = due;
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
  const failed = await markFailed.first(db, {
    id,
    status,
    text,
    wait: waitOf(due, posted),
    busy: Math.min(posted.retryAfter ?? 0, MOST_WAIT),
  });
  if (status === GONE) return pause(db, webhookId, 'gone');
  if (failed && Date.parse(failed.since) < Date.now() - PATIENCE_DAYS * 86_400_000) await pause(db, webhookId, 'failing');
}

/** The work of one node on webhooks. A receiver that does not answer keeps no event of another one waiting. Several nodes may do so. */
export function webhookLanes(context: SendContext): Omit<Lanes, 'start'> & { start: () => Promise<void> } {
  const { db, log } = context;
  const lanes = createLanes(LANES, async (webhookId, { more, isOpen }) => {
    try {
      for (let due = await claimDue.first(db, { webhookId }); due; due = isOpen() ? await claimDue.first(db, { webhookId }) : null) {
        more();
        const { id: delivery } = due;
        // What cannot even be tried, for example because the server's secret was changed, is due again after its lease.
        await send(context, due).catch((error: unknown) => log.error({ err: error, delivery }, 'event of a webhook'));
      }
    } catch (error) {
      log.error({ err: error, webhook: webhookId }, 'events of a webhook');
    }
  });
  return {
    ...lanes,
    start: async () => {
      await planTrials(db);
      lanes.start((await findDue(db)).map(({ id }) => id));
    },
  };
}

/** Sends what is due, and waits for all of it. */
export async function sendDue(context: SendContext): Promise<void> {
  const work = webhookLanes(context);
  await work.start();
  await work.idle();
}

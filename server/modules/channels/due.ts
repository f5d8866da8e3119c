import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import type { AppContext } from '../../core/http/context.ts';
import { channelOrders } from './channel-orders/table.ts';
import { notifyWaiting } from './notify-waiting.ts';
import { channelDue } from './tables.ts';
import { takeOrder } from './take-order.ts';

/** Seconds until the next try of what failed, by its number of tries. After the last one it is `failed` and a person looks at it. */
const WAITS = [5, 30, 120, 600, 3600];
const LEASE_SECONDS = 60;
const BATCH = 20;
const ERROR_MAX = 500;
export const DUE_JOB = 'channels.due';
/** Days after the end of an order for which its address is kept. */
const KEPT_DAYS = 90;

const insertTakes = command(
  ({ orderIds }: { orderIds: readonly string[] }) => sql`insert into channel_due (channel_id, kind, key)
    select o.channel_id, 'take', o.id::text from channel_orders o where o.id = any(${uuids(orderIds)})
    on conflict (channel_id, kind, key) do update set due_at = now(), lease = null, tries = 0, error = '', outcome = 'open'`,
);
/** Lets these orders be taken again, each in a transaction of its own. Send `DUE_JOB` after the commit. */
export const takeAgain = (tx: Db, orderIds: readonly string[]): Promise<void> => insertTakes(tx, { orderIds });

const claim = statement(
  { id: channelDue.id, key: channelDue.key, tries: channelDue.tries },
  ({
    batch,
  }: {
    batch: number;
  }) => sql`update channel_due d set lease = now() + make_interval(secs => ${LEASE_SECONDS}), tries = d.tries + 1
    where d.id in (select id from channel_due where kind = 'take' and outcome = 'open' and due_at <= now() and (lease is null or lease < now()) order by due_at limit ${batch} for update skip locked)
    returning d.id, d.key, d.tries`,
);
const finish = command(
  ({ id }: { id: string }) => sql`update channel_due set outcome = 'done', lease = null, error = '' where id = ${id}::uuid`,
);
const postpone = command(
  ({ id, error, wait }: { id: string; error: string; wait: number | null }) => sql`update channel_due set lease = null, error = ${error},
      outcome = case when ${wait}::int is null then 'failed' else 'open' end, due_at = now() + make_interval(secs => coalesce(${wait}::int, 0)) where id = ${id}::uuid`,
);

/** Takes the orders that are due; calls to shops are made by shops/work.ts. Several nodes may do so: each takes other rows, and what a killed one left is free again after its lease. */
export async function workDue({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  for (;;) {
    const claimed = await claim(db, { batch: BATCH });
    for (const { id, key, tries } of claimed) {
      try {
        await db.transaction(async (tx) => {
          await takeOrder(tx, key, null);
          await finish(tx, { id });
        });
      } catch (error) {
        log.warn({ err: error, key }, 'an order of a channel could not be taken');
        const words = error instanceof Error ? error.message.slice(0, ERROR_MAX) : '';
        await postpone(db, { id, error: words, wait: WAITS[tries - 1] ?? null });
      }
    }
    if (claimed.length < BATCH) return;
  }
}

const blank = statement(
  { id: channelOrders.id },
  ({
    batch,
  }: {
    batch: number;
  }) => sql`update channel_orders o set body = o.body || jsonb_build_object('consignee', (select jsonb_object_agg(k, '') from jsonb_object_keys(o.body->'consignee') k), 'remark', ''), blanked_at = now(), buyer = ''
    where o.id in (select id from channel_orders where (ended_at < now() - make_interval(days => ${KEPT_DAYS}) or (ended_at is not null and buyer_left_at is not null)) and blanked_at is null limit ${batch}) returning o.id`,
);

/** Removes names and addresses of customers from orders that ended long ago. */
export async function blankEnded(db: Db, batch = 1000): Promise<void> {
  while ((await blank(db, { batch })).length === batch);
}

export function channelJobs({ db, log, jobs }: AppContext): void {
  jobs.define(DUE_JOB, () => workDue({ db, log }), '* * * * *');
  jobs.define('channels.blank', () => blankEnded(db), '41 3 * * *');
  jobs.define('channels.tell', () => notifyWaiting(db), '*/5 * * * *');
}

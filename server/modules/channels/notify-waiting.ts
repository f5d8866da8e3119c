import { sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, notNull, type Row, statement } from '../../core/db/statement.ts';
import { textFor } from '../support/index.ts';
import { channelOrders } from './channel-orders/table.ts';
import { channels } from './channels/table.ts';
import { notifySides } from './notify-sides.ts';
import { heldMessage } from './read-orders.ts';

/** Tells people of orders that wait for them: once for each cause, however many orders wait for it, and again only after it was gone. */

/** Minutes for which an order may be held before people are told. */
const PATIENCE = 30;
/** Characters of a cause. A longer list of SKUs is the same cause. */
const CAUSE = 200;

const noteCauses = statement(
  {
    channelId: channelOrders.channelId,
    merchantId: channels.merchantId,
    channel: channels.name,
    reason: notNull(channelOrders.reason),
    detail: channelOrders.detail,
    orders: cell.integer,
  },
  () => sql`with held as (select o.channel_id, o.reason, left(o.detail, ${CAUSE}) as detail, min(o.first_seen) as since, count(*)::int as orders
      from channel_orders o where o.state = 'held' group by 1, 2, 3),
    gone as (delete from channel_due d where d.kind = 'held'
      and not exists (select from held h where h.channel_id = d.channel_id and d.key = h.reason || ':' || h.detail)),
    told as (insert into channel_due (channel_id, kind, key, outcome) select channel_id, 'held', reason || ':' || detail, 'done' from held
      where since < now() - make_interval(mins => ${PATIENCE}) on conflict do nothing returning channel_id, key)
    select h.channel_id, c.merchant_id, c.name as channel, h.reason, h.detail, h.orders from told t
      join held h on h.channel_id = t.channel_id and t.key = h.reason || ':' || h.detail join channels c on c.id = h.channel_id order by c.name, h.reason, h.detail`,
);
type Cause = Row<typeof noteCauses>;

async function notifyCause(tx: Db, { channelId, merchantId, channel, reason, detail, orders }: Cause): Promise<void> {
  await notifySides(tx, merchantId, `channels/${channelId}`, (locale) => ({
    title: textFor(locale, 'channels.notifications.heldTitle', { channel, n: String(orders) }),
    text: heldMessage(locale, { reason, detail }) ?? '',
  }));
}

/** Two nodes at once tell each cause once: it is noted in the transaction that tells it. */
export const notifyWaiting = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    for (const cause of await noteCauses(tx)) await notifyCause(tx, cause);
  });

import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/client.ts';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { bodyOf } from './bodies.ts';
import { webhooks } from './table.ts';

/** Changes of stock for webhooks. Movements are not events of their own: what counts is what an item has after some seconds. */

/** Items of one event. */
const MOST = 500;

const findAsking = statement(
  { id: webhooks.id, merchantId: webhooks.merchantId },
  () =>
    sql`select id, merchant_id from webhooks where active and deleted_at is null and secret is not null and 'stock.changed' = any(events) order by id`,
);
/** Compares with what was told last, so that a change that came and went is no event, and none is missed. */
const storeChanges = statement(
  { sku: cell.text, available: cell.integer, reserved: cell.integer, onHand: cell.integer },
  ({ webhookId, merchantId }: { webhookId: string; merchantId: string }) => sql`
    with now as (select i.id, i.sku, coalesce(sum((b.on_hand - b.reserved) * kontor_promisable(b.condition, c.kind, c.blocked_reason)::int), 0)::int as available,
        coalesce(sum(b.reserved), 0)::int as reserved, coalesce(sum(b.on_hand), 0)::int as on_hand
      from items i left join stock_balances b on b.item_id = i.id and b.merchant_id = ${merchantId}::uuid left join compartments c on c.id = b.compartment_id
      where i.merchant_id = ${merchantId}::uuid and i.deleted_at is null and i.kind <> 'logical' group by i.id, i.sku),
    changed as (select n.* from now n left join webhook_stock s on s.webhook_id = ${webhookId}::uuid and s.item_id = n.id
      where (s.available, s.reserved, s.on_hand) is distinct from (n.available, n.reserved, n.on_hand) and (s.item_id is not null or n.on_hand <> 0) order by n.sku limit ${MOST}),
    stored as (insert into webhook_stock as s (webhook_id, item_id, available, reserved, on_hand) select ${webhookId}::uuid, id, available, reserved, on_hand from changed
      on conflict (webhook_id, item_id) do update set available = excluded.available, reserved = excluded.reserved, on_hand = excluded.on_hand)
    select sku, available, reserved, on_hand from changed order by sku`,
);
const insertEvent = command(
  ({ webhookId, body }: { webhookId: string; body: string }) => sql`insert into webhook_deliveries (webhook_id, merchant_id, event, body)
    select id, merchant_id, 'stock.changed', ${body} from webhooks where id = ${webhookId}::uuid`,
);
const lockWebhook = statement(
  { id: webhooks.id },
  ({ id }: { id: string }) => sql`select id from webhooks where id = ${id}::uuid and active for no key update skip locked`,
);
const findNow = statement({ at: cell.instant }, () => sql`select clock_timestamp() as at`);

/** One round. The first one of a webhook tells all its merchant's stock. */
export async function collectStock(db: Db): Promise<void> {
  for (const { id: webhookId, merchantId } of await findAsking(db))
    await db.transaction(async (tx) => {
      if (!(await lockWebhook.first(tx, { id: webhookId }))) return;
      for (;;) {
        const items = await storeChanges(tx, { webhookId, merchantId });
        if (items.length === 0) return;
        const { at } = await findNow.one(tx);
        await insertEvent(tx, { webhookId, body: bodyOf('stock.changed', at, { items }) });
        if (items.length < MOST) return;
      }
    });
}

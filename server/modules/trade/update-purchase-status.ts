import { eq, sql } from 'drizzle-orm';
import { purchaseStatus } from '#contract/trade/purchase';
import type { Db } from '../../core/db/client.ts';
import { uuids } from '../../core/db/uuids.ts';
import type { Known } from '../orders/index.ts';
import { purchaseOrders } from './purchase-orders/table.ts';

export type Order = typeof purchaseOrders.$inferSelect;

/** Writes facts and the status that follows from them. Only this function writes `purchase_orders.status`. */
export async function writePurchaseStatus(tx: Db, order: Order, facts: Partial<Order>): Promise<void> {
  const next = { ...order, ...facts };
  const status = purchaseStatus(next);
  await tx
    .update(purchaseOrders)
    .set({ ...facts, status, version: sql`version + 1` })
    .where(eq(purchaseOrders.id, order.id));
}

/** Updates received quantities of purchase orders. Called by `recompute` after it wrote a task's status. */
export async function updatePurchaseStatus(tx: Db, known: readonly Known[]): Promise<void> {
  const ids = known.filter(({ facts }) => facts.kind === 'inbound').map(({ id }) => id);
  if (ids.length === 0) return;
  const orders = await tx
    .select({
      order: purchaseOrders,
      received: sql<number>`(select coalesce(sum(l.received), 0)::int from task_lines l where l.task_id = ${purchaseOrders.inboundId})`,
    })
    .from(purchaseOrders)
    .where(sql`${purchaseOrders.inboundId} = any(${uuids(ids)})`)
    .for('update');
  for (const { order, received } of orders) if (received !== order.received) await writePurchaseStatus(tx, order, { received });
}

import { eq, sql } from 'drizzle-orm';
import type { FieldError } from '#contract/core/envelope';
import { NewTask } from '#contract/orders/tasks';
import { expectedPieces } from '#contract/trade/purchase';
import type { Db } from '../../core/db/client.ts';
import { statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { createTask, recompute } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { purchaseOrders } from './purchase-orders/table.ts';
import { type Order, writePurchaseStatus } from './update-purchase-status.ts';

const now = () => new Date().toISOString();

/** Locks the order. @throws DomainError NotFound; StateRefused if its status is not one of `statuses` */
async function held(tx: Db, id: string, statuses: readonly Order['status'][], refusal: string): Promise<Order> {
  const [order] = await tx.select().from(purchaseOrders).where(eq(purchaseOrders.id, id)).for('update');
  if (!order || order.deletedAt) throw new DomainError('NotFound');
  if (!statuses.includes(order.status)) throw new DomainError('StateRefused', `purchaseOrders.refusals.${refusal}`);
  return order;
}

/** Goods that can be received: whole pieces of a merchant's item. */
function goodsOf(order: Order): { sku: string; qty: number }[] {
  const lines = order.lines;
  const faults: FieldError[] = lines.flatMap(({ sku, qty }, i) => {
    if (sku === '') return [];
    if (!order.merchantId) return [{ path: 'merchantId', rule: 'merchantNeeded' }];
    return qty % 1000 === 0 ? [] : [{ path: `lines.${i}.qty`, rule: 'wholePieces' }];
  });
  if (faults.length > 0) throw invalid(faults.slice(0, 1));
  return lines.filter(({ sku }) => sku !== '').map(({ sku, qty }) => ({ sku, qty: qty / 1000 }));
}

/**
 * Places the order and creates the inbound order for its goods.
 * @throws DomainError StateRefused unless it is a draft with lines; InvalidInput if a SKU is not an item of the merchant
 */
export async function placeOrder(tx: Db, id: string, by: string): Promise<{ inboundId: string | null }> {
  const order = await held(tx, id, ['draft'], 'state');
  if (order.lines.length === 0) throw invalid([{ path: 'lines', rule: 'required' }]);
  const lines = goodsOf(order);
  const inboundId =
    lines.length === 0
      ? null
      : await createTask(
          tx,
          NewTask.parse({
            kind: 'inbound',
            merchantId: order.merchantId,
            source: 'purchase',
            refOrderId: order.no,
            labelSource: 'none',
            pickupDate: order.expectedAt,
            lines,
          }),
          by,
        );
  await writePurchaseStatus(tx, order, { orderedAt: now(), inboundId, pieces: expectedPieces(order.lines) });
  return { inboundId };
}

const deleteInbound = statement(
  { id: tasks.id },
  ({ id, orderNo }: { id: string; orderNo: string }) =>
    sql`update tasks set deleted_at = now(), cancel_reason = ${orderNo} where id = ${id}::uuid and received = 0 and deleted_at is null returning id`,
);
/** Cancels an order of which nothing was received, with its inbound order. */
export async function cancelOrder(tx: Db, id: string, by: string): Promise<void> {
  const order = await held(tx, id, ['draft', 'ordered'], 'arrived');
  if (order.inboundId) {
    if ((await deleteInbound.first(tx, { id: order.inboundId, orderNo: order.no })) === null)
      throw new DomainError('StateRefused', 'purchaseOrders.refusals.arrived');
    await recompute(tx, [order.inboundId], { command: 'requestCancel', by, reason: order.no });
  }
  await writePurchaseStatus(tx, order, { cancelledAt: now() });
}

/** Closes the order. No more goods are expected. */
export async function closeOrder(tx: Db, id: string): Promise<void> {
  await writePurchaseStatus(tx, await held(tx, id, ['ordered', 'partlyReceived'], 'state'), { closedAt: now() });
}

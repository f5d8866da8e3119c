import { sql } from 'drizzle-orm';
import type { ChannelOrderState } from '#contract/channels/channel-orders';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import { servicesOfAmounts } from '#contract/orders/amounts';
import { CHANNEL_SOURCE, NewTask } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { toDomainError } from '../../core/http/errors.ts';
import { createTask, type NoteLines, type TaskInput } from '../orders/index.ts';
import { channelOrders } from './channel-orders/table.ts';
import { channels } from './channels/table.ts';
import { type ChannelLine, type Held, isHeld, type Resolved, resolveOrder } from './resolve-order.ts';
import { channelLines } from './tables.ts';

const lockOrder = statement(
  {
    id: channelOrders.id,
    state: channelOrders.state,
    reason: channelOrders.reason,
    channelId: channelOrders.channelId,
    merchantId: channelOrders.merchantId,
    externalId: channelOrders.externalId,
    externalNo: channelOrders.externalNo,
    body: channelOrders.body,
    mapping: channels.mapping,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select o.id, o.state, o.reason, o.channel_id, o.merchant_id, o.external_id, o.external_no, o.body, c.mapping
    from channel_orders o join channels c on c.id = o.channel_id where o.id = ${id}::uuid for update of o`,
);
type Order = NonNullable<Awaited<ReturnType<typeof lockOrder.first>>>;

const findLines = statement(
  {
    id: channelLines.id,
    sku: channelLines.sku,
    qty: channelLines.qty,
    name: channelLines.name,
    price: channelLines.price,
    itemId: channelLines.itemId,
  },
  ({ orderId }: { orderId: string }) =>
    sql`select id, sku, qty, name, price, item_id from channel_lines where order_id = ${orderId}::uuid order by position`,
);
/** The lines of an order as the channel sent them. */
export const linesOf = (tx: Db, orderId: string): Promise<ChannelLine[]> => findLines(tx, { orderId });

const holdOrder = command(
  ({ id, reason, detail }: Held & { id: string }) =>
    sql`update channel_orders set state = 'held', reason = ${reason}, detail = ${detail}, tries = tries + 1 where id = ${id}::uuid`,
);
const markTaken = command(
  ({ id, taskId }: { id: string; taskId: string }) =>
    sql`update channel_orders set state = 'taken', reason = null, detail = '', tries = tries + 1, task_id = ${taskId}::uuid where id = ${id}::uuid`,
);
const writeLines = command(
  ({
    ids,
    rows,
  }: {
    ids: readonly string[];
    rows: string;
  }) => sql`update channel_lines l set item_id = r.item_id, pieces = r.pieces, task_line_ids = array(select jsonb_array_elements_text(r.task_line_ids)::uuid)
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, item_id uuid, pieces int, task_line_ids jsonb) where l.id = any(${uuids(ids)}) and l.id = r.id`,
);

/** The price of one piece where a line sells units of several. */
const piecePrice = ({ price, qty }: ChannelLine, pieces: number): number | null =>
  price === null ? null : Math.round((price * qty) / pieces);

/** The order of the house that an order of a channel becomes. */
export function taskOf(
  order: Pick<Order, 'merchantId' | 'channelId' | 'externalId' | 'externalNo'>,
  body: MerchantOrder,
  found: Resolved,
  lines: readonly ChannelLine[],
): TaskInput {
  const head = NewTask.omit({ source: true, lines: true }).parse({
    kind: 'outbound',
    merchantId: order.merchantId,
    externalId: order.externalId,
    refOrderId: order.externalNo,
    orderedAt: body.orderedAt,
    carrierId: found.carrierId,
    service: body.service,
    priority: body.priority,
    requestedShipAt: body.requestedShipAt,
    remark: body.remark,
    deliveryServices: servicesOfAmounts(body),
    codAmount: body.codAmount ?? null,
    insuredAmount: body.insuredAmount ?? null,
    currency: body.currency ?? 'EUR',
    consignee: found.consignee,
  });
  return {
    ...head,
    source: `${CHANNEL_SOURCE}${order.channelId}`,
    lines: lines.map((line, n) => {
      const { itemId = '', pieces = line.qty } = found.items[n] ?? {};
      return { itemId, qty: pieces, name: line.name || line.sku, price: piecePrice(line, pieces), key: line.id };
    }),
  };
}

/** Records which lines of our order each line of the channel became. */
export const noteInto =
  (tx: Db, lines: readonly ChannelLine[], found: Resolved): NoteLines =>
  async (made) => {
    const rows = lines.map(({ id }, n) => ({
      id,
      item_id: found.items[n]?.itemId,
      pieces: found.items[n]?.pieces,
      task_line_ids: made.filter(({ key }) => key === id).map((line) => line.id),
    }));
    await writeLines(tx, { ids: lines.map(({ id }) => id), rows: JSON.stringify(rows) });
  };

/** Creates our order in a savepoint. A refusal of the house holds the order of the channel with its code, and stops no other. */
async function create(tx: Db, order: Order, lines: readonly ChannelLine[], found: Resolved, by: string | null): Promise<string | Held> {
  try {
    return await tx.transaction((inner) =>
      createTask(inner, taskOf(order, order.body, found, lines), by, {
        noteLines: noteInto(inner, lines, found),
      }),
    );
  } catch (error) {
    const known = toDomainError(error);
    if (!known) throw error;
    return { reason: 'refused', detail: known.code };
  }
}

/**
 * Takes an order of a channel in one transaction: its row is locked, its lines become lines of a new order of the house. What cannot be
 * taken is held with the reason. An order that was taken or ended before stays as it is, so this may be repeated.
 * @param hold why the channel wants it to wait; null if it does not any more; without it an order goes on waiting for its channel
 * @returns the state afterwards; null if there is no such order
 */
export async function takeOrder(tx: Db, id: string, by: string | null, hold?: Held | null): Promise<ChannelOrderState | null> {
  const order = await lockOrder.first(tx, { id });
  if (!order || (order.state !== 'new' && order.state !== 'held')) return order?.state ?? null;
  if (hold === undefined && order.reason === 'cancelAsked') return order.state;
  const lines = await linesOf(tx, id);
  const found = hold ?? (await resolveOrder(tx, order, lines, order.body));
  const result = isHeld(found) ? found : await create(tx, order, lines, found, by);
  if (typeof result === 'string') await markTaken(tx, { id, taskId: result });
  else await holdOrder(tx, { id, ...result });
  return typeof result === 'string' ? 'taken' : 'held';
}

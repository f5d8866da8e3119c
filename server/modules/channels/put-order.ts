import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import type { Db } from '../../core/db/client.ts';
import { command, statement } from '../../core/db/statement.ts';
import { DomainError, invalid } from '../../core/http/errors.ts';
import { changeOrder, lockUntouched, runCommand } from '../orders/index.ts';
import { channelOrders } from './channel-orders/table.ts';
import { type Held, isHeld, resolveOrder } from './resolve-order.ts';
import { linesOf, noteInto, takeOrder, taskOf } from './take-order.ts';

export type Channel = { id: string; merchantId: string; mapping: Record<string, string> };
type Wanted = {
  externalNo: string;
  /** By which the channel knows the order; the number if it has nothing else. */
  externalId?: string;
  order: MerchantOrder;
  by: string | null;
  /** Why the channel wants it to wait; null if it does not any more. A program does not say so. */
  hold?: Held | null;
};
export type PutResult = { id: string; outcome: 'created' | 'same' | 'changed' };

/** Changes with the content of the order. Keys stand in the order of the schema, so the same content has the same version. */
const versionOf = (order: MerchantOrder): string => createHash('sha256').update(JSON.stringify(order)).digest('hex');

const insertOrder = statement(
  { id: channelOrders.id },
  (row: { channelId: string; merchantId: string; externalId: string; externalNo: string; version: string; body: string }) => sql`
    insert into channel_orders (channel_id, merchant_id, external_id, external_no, external_version, body)
    values (${row.channelId}::uuid, ${row.merchantId}::uuid, ${row.externalId}, ${row.externalNo}, ${row.version}, ${row.body}::jsonb)
    on conflict (channel_id, external_id) do nothing returning id`,
);
const COLUMNS = {
  id: channelOrders.id,
  state: channelOrders.state,
  taskId: channelOrders.taskId,
  externalVersion: channelOrders.externalVersion,
  body: channelOrders.body,
};
type Key = { channelId: string; externalId: string };
const findOrder = statement(
  COLUMNS,
  ({ channelId, externalId }: Key) =>
    sql`select id, state, task_id, external_version, body from channel_orders where channel_id = ${channelId}::uuid and external_id = ${externalId}`,
);
const lockOrder = statement(
  COLUMNS,
  ({ channelId, externalId }: Key) =>
    sql`select id, state, task_id, external_version, body from channel_orders where channel_id = ${channelId}::uuid and external_id = ${externalId} for update`,
);
const writeLines = command(
  ({
    orderId,
    lines,
  }: {
    orderId: string;
    lines: string;
  }) => sql`insert into channel_lines (order_id, position, external_line, sku, name, qty, price)
    select ${orderId}::uuid, l.position, l.line, l.sku, l.name, l.qty, l.price
    from jsonb_to_recordset(${lines}::jsonb) as l(position int, line text, sku text, name text, qty int, price int)`,
);
const deleteLines = command(({ orderId }: { orderId: string }) => sql`delete from channel_lines where order_id = ${orderId}::uuid`);
const changeBody = command(
  ({ id, version, body }: { id: string; version: string; body: string }) =>
    sql`update channel_orders set external_version = ${version}, body = ${body}::jsonb, last_seen = clock_timestamp() where id = ${id}::uuid`,
);
const touch = command(({ id }: { id: string }) => sql`update channel_orders set last_seen = clock_timestamp() where id = ${id}::uuid`);
/** A channel is connected as soon as it brings something. */
const noteConnected = command(
  ({ id }: { id: string }) =>
    sql`update channels set state = 'connected', connected_at = coalesce(connected_at, now()) where id = ${id}::uuid and state = 'waiting'`,
);

/** Lines without a number of their own are numbered by their position. @throws DomainError InvalidInput if two have the same */
function numbered(lines: MerchantOrder['lines']): string {
  const rows = lines.map((line, position) => ({ ...line, position, line: line.line || String(position + 1) }));
  const seen = new Set<string>();
  const twice = rows.flatMap(({ line }, n) => (seen.size === seen.add(line).size ? [{ path: `lines.${n}.line`, rule: 'duplicate' }] : []));
  if (twice.length > 0) throw invalid(twice);
  return JSON.stringify(rows);
}

async function replaceBody(tx: Db, id: string, order: MerchantOrder): Promise<void> {
  await changeBody(tx, { id, version: versionOf(order), body: JSON.stringify(order) });
  await deleteLines(tx, { orderId: id });
  await writeLines(tx, { orderId: id, lines: numbered(order.lines) });
}

/** The row, locked after the order that it became: commands on orders lock in this order, too. */
async function lockWithTask(tx: Db, key: Key) {
  const seen = await findOrder.first(tx, key);
  const untouched = seen?.taskId ? await lockUntouched(tx, seen.taskId) : true;
  const row = await lockOrder.first(tx, key);
  // Taken by another call in between: its order is locked now.
  if (row?.taskId && !seen?.taskId) return { ...row, untouched: await lockUntouched(tx, row.taskId) };
  return row ? { ...row, untouched } : null;
}
type Locked = NonNullable<Awaited<ReturnType<typeof lockWithTask>>>;

/** Applies a change to an order that nobody picks yet. */
async function changeTaken(
  tx: Db,
  channel: Channel,
  row: Locked,
  { externalNo, externalId = externalNo, order, by }: Wanted,
): Promise<void> {
  if (!row.taskId || !row.untouched) throw new DomainError('OrderInWork', { current: row.body, wanted: order });
  await replaceBody(tx, row.id, order);
  const lines = await linesOf(tx, row.id);
  const found = await resolveOrder(tx, channel, lines, order);
  // The order that is known goes on as it is: to take half of a change would ship something that nobody wants.
  if (isHeld(found))
    throw invalid([{ path: found.reason === 'badAddress' ? 'consignee' : 'lines', rule: found.reason, params: { detail: found.detail } }]);
  const identity = { merchantId: channel.merchantId, channelId: channel.id, externalId, externalNo };
  await changeOrder(tx, row.taskId, taskOf(identity, order, found, lines), by, noteInto(tx, lines, found));
}

/**
 * Stores an order of a channel and takes it. The same number is one order, however often and from wherever it is sent.
 * @throws DomainError OrderInWork with both versions if it differs and is being picked; StateRefused if it has ended
 */
export async function putOrder(tx: Db, channel: Channel, wanted: Wanted): Promise<PutResult> {
  const { externalNo, externalId = externalNo, order, by, hold } = wanted;
  const version = versionOf(order);
  const made = await insertOrder.first(tx, {
    channelId: channel.id,
    merchantId: channel.merchantId,
    externalId,
    externalNo,
    version,
    body: JSON.stringify(order),
  });
  if (made) {
    await writeLines(tx, { orderId: made.id, lines: numbered(order.lines) });
    await noteConnected(tx, { id: channel.id });
    await takeOrder(tx, made.id, by, hold);
    return { id: made.id, outcome: 'created' };
  }
  const row = await lockWithTask(tx, { channelId: channel.id, externalId });
  if (!row) throw new DomainError('NotFound');
  const waits = row.state === 'new' || row.state === 'held';
  if (row.externalVersion === version) {
    await touch(tx, { id: row.id });
    // What was missing may be there by now.
    if (waits) await takeOrder(tx, row.id, by, hold);
    return { id: row.id, outcome: 'same' };
  }
  if (waits) {
    await replaceBody(tx, row.id, order);
    await takeOrder(tx, row.id, by, hold);
  } else if (row.state === 'taken' || row.state === 'cancelAsked') await changeTaken(tx, channel, row, wanted);
  else throw new DomainError('StateRefused', 'channelOrders.refusals.ended');
  return { id: row.id, outcome: 'changed' };
}

const markCancelled = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update channel_orders set state = 'cancelled', reason = null, detail = ${reason}, ended_at = now() where id = ${id}::uuid`,
);

/**
 * Cancels an order: at once if nobody picks it yet, otherwise the warehouse decides. Repeating it changes nothing.
 * @throws DomainError NotFound; StateRefused if it was shipped
 */
export async function cancelOrder(tx: Db, key: Key, reason: string, by: string | null): Promise<string> {
  const row = await lockWithTask(tx, key);
  if (!row) throw new DomainError('NotFound');
  if (row.state === 'new' || row.state === 'held') await markCancelled(tx, { id: row.id, reason });
  else if (row.taskId && (row.state === 'taken' || row.state === 'done')) await runCommand(tx, row.taskId, 'requestCancel', { reason, by });
  return row.id;
}

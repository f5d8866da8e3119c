import { sql } from 'drizzle-orm';
import type { ChannelOrderState } from '#contract/channels/channel-orders';
import type { MerchantOrder } from '#contract/channels/merchant-orders';
import type { Db } from '../../../core/db/client.ts';
import { command, statement } from '../../../core/db/statement.ts';
import { DomainError } from '../../../core/http/errors.ts';
import { textFor } from '../../support/index.ts';
import { channelOrders } from '../channel-orders/table.ts';
import { notifySides } from '../notify-sides.ts';
import { type Channel, cancelOrder, putOrder } from '../put-order.ts';
import { channelDue } from '../tables.ts';
import { isRestClosed } from './close-rest.ts';
import { addDue, dropAnswer, openDueAgain } from './due.ts';
import { insured } from './insured.ts';
import type { ShopOrder } from './platform.ts';

/** What an order that was read from a shop means for the house. The same order may come again and again. */

type ShopChannel = Channel & { name: string; insureFrom: number | null };

/** The entry of a channel's mapping for every way of shipping that has none of its own. */
const ANY = '*';
/** States in which an order can be cancelled, or its cancellation be asked for. */
const UNFINISHED: readonly ChannelOrderState[] = ['new', 'held', 'taken'];
const MESSAGE = 'Cancelled in the shop.';

const findKnown = statement(
  { id: channelOrders.id, state: channelOrders.state, taskId: channelOrders.taskId, externalNo: channelOrders.externalNo },
  ({ channelId, externalId }: { channelId: string; externalId: string }) =>
    sql`select id, state, task_id, external_no from channel_orders where channel_id = ${channelId}::uuid and external_id = ${externalId}`,
);
/** Notes that the order was read, and whose it is and what it is a part of; null where the shop does not say. A buyer who was removed stays so. */
const noteRead = command(
  ({
    channelId,
    externalId,
    changedAt,
    buyer,
    partOf,
  }: {
    channelId: string;
    externalId: string;
    changedAt: string;
    buyer: string | null;
    partOf: string | null;
  }) => sql`update channel_orders set fetched_at = greatest(fetched_at, ${changedAt}::timestamptz), part_of = coalesce(${partOf}::text, part_of),
      buyer = case when blanked_at is null then coalesce(${buyer}::text, buyer) else buyer end
    where channel_id = ${channelId}::uuid and external_id = ${externalId}`,
);
const lockParts = command(({ key }: { key: string }) => sql`select pg_advisory_xact_lock(hashtext(${key}))`);
/** Another part that collects what the customer pays at the door (parts.sql). */
const findCollecting = statement(
  { id: channelOrders.id },
  ({ channelId, externalId, partOf }: { channelId: string; externalId: string; partOf: string }) => sql`select id from channel_orders
    where id = kontor_collecting_part(${channelId}::uuid, ${partOf}) and external_id <> ${externalId}`,
);
const noteChange = statement(
  { id: channelDue.id },
  ({ channelId, key }: { channelId: string; key: string }) =>
    sql`insert into channel_due (channel_id, kind, key, outcome) values (${channelId}::uuid, 'changed', ${key}, 'done') on conflict do nothing returning id`,
);

/** A way of shipping without an entry in the mapping is any way, if the merchant has said what that is. */
const withCarrier = ({ mapping }: Channel, order: MerchantOrder): MerchantOrder =>
  mapping[order.carrier] === undefined && mapping[ANY] !== undefined ? { ...order, carrier: '' } : order;

/** Whether this version of the order is seen for the first time. */
const isNew = async (tx: Db, channelId: string, { externalId, changedAt }: ShopOrder): Promise<boolean> =>
  (await noteChange.first(tx, { channelId, key: `${externalId} ${changedAt}` })) !== null;

/** The change came after picking had begun. People are told once for each version; the order goes on as it was. */
async function notifyTooLate(tx: Db, { id: channelId, merchantId, name }: ShopChannel, shopOrder: ShopOrder): Promise<void> {
  const { externalId, externalNo } = shopOrder;
  if (!(await isNew(tx, channelId, shopOrder))) return;
  const known = await findKnown.first(tx, { channelId, externalId });
  await notifySides(tx, merchantId, `channel-orders/${known?.id}`, (locale) => ({
    title: textFor(locale, 'channels.notifications.tooLateTitle', { channel: name, no: externalNo }),
    text: textFor(locale, 'channels.notifications.tooLateText', { no: externalNo }),
  }));
}

/**
 * The shop wants an order that was cancelled here, or the rest of one that was closed. It is not made a second time, so people are told, once for each
 * version. @param words begin the names of the texts
 */
async function notifyWanted(
  tx: Db,
  { id: channelId, merchantId, name }: ShopChannel,
  shopOrder: ShopOrder,
  words: 'wanted' | 'restWanted',
): Promise<void> {
  const { externalId, externalNo } = shopOrder;
  if (!(await isNew(tx, channelId, shopOrder))) return;
  const known = await findKnown.first(tx, { channelId, externalId });
  await notifySides(tx, merchantId, `channel-orders/${known?.id}`, (locale) => ({
    title: textFor(locale, `channels.notifications.${words}Title`, { channel: name, no: externalNo }),
    text: textFor(locale, `channels.notifications.${words}Text`, { no: externalNo }),
  }));
}

/**
 * What the customer pays at the door is collected whole, with the first part of a divided order that the house takes: carriers collect once for a
 * shipment of several parcels too. Two parts that are read at the same time wait for each other.
 */
async function collectedOnce(tx: Db, channelId: string, { externalId, partOf }: ShopOrder, order: MerchantOrder): Promise<MerchantOrder> {
  if (partOf === undefined || order.codAmount === undefined) return order;
  await lockParts(tx, { key: `parts of ${channelId} ${partOf}` });
  if (!(await findCollecting.first(tx, { channelId, externalId, partOf }))) return order;
  const { codAmount: _collectedElsewhere, ...rest } = order;
  return rest;
}

async function ship(tx: Db, channel: ShopChannel, shopOrder: ShopOrder, wanted: MerchantOrder, isKnown: boolean): Promise<void> {
  const { externalId, externalNo, hold, message } = shopOrder;
  const held = hold === undefined ? null : { reason: hold, detail: message };
  const collecting = withCarrier(channel, await collectedOnce(tx, channel.id, shopOrder, wanted));
  const order = await insured(tx, channel, shopOrder, collecting);
  try {
    // In a savepoint, so that a change that comes too late leaves no half of itself.
    await tx.transaction((inner) => putOrder(inner, channel, { externalId, externalNo, order, by: null, hold: held }));
  } catch (error) {
    // Only what is stored is accepted.
    if (!isKnown || !(error instanceof DomainError)) throw error;
    // InvalidInput: half of the change cannot be taken, for example an unknown SKU. StateRefused: the order has ended here.
    if (error.code === 'OrderInWork' || error.code === 'InvalidInput') await notifyTooLate(tx, channel, shopOrder);
    else if (error.code !== 'StateRefused') throw error;
  }
  await addDue(tx, channel.id, 'accept', externalId);
}

/** Stores one order in the transaction of the caller. */
export async function storeOrder(tx: Db, channel: ShopChannel, shopOrder: ShopOrder): Promise<void> {
  const { externalId, changedAt, wanted, order, message, hold } = shopOrder;
  const key = { channelId: channel.id, externalId };
  const known = await findKnown.first(tx, key);
  // Stored at once, also if it has to wait: its address may be gone later.
  const mustWait = hold !== undefined && (known === null || known.state === 'new' || known.state === 'held');
  if ((wanted === 'ship' || mustWait) && order !== null) await ship(tx, channel, shopOrder, order, known !== null);
  if (known?.state === 'cancelled' && wanted === 'ship') await notifyWanted(tx, channel, shopOrder, 'wanted');
  if (known?.state === 'done' && wanted === 'ship' && (await isRestClosed(tx, channel.id, externalId)))
    await notifyWanted(tx, channel, shopOrder, 'restWanted');
  if (known && !mustWait) {
    if (wanted !== 'cancel') await dropAnswer(tx, key);
    // A wish that was refused by the warehouse is not made a second time by reading the same order again.
    const isAsked =
      wanted === 'cancel'
        ? await openDueAgain(tx, channel.id, 'answerCancel', externalId)
        : wanted === 'ended' && (await isNew(tx, channel.id, shopOrder));
    if (isAsked && UNFINISHED.includes(known.state)) await cancelOrder(tx, key, message || MESSAGE, null);
  }
  const { buyer = null, partOf = null } = shopOrder;
  await noteRead(tx, { ...key, changedAt, buyer, partOf });
}

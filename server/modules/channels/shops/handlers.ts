import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Locale } from '#contract/core/limits';
import type { Db } from '../../../core/db/client.ts';
import { inTransaction } from '../../../core/db/retry.ts';
import { cell, statement } from '../../../core/db/statement.ts';
import { textFor } from '../../support/index.ts';
import { channelOrders } from '../channel-orders/table.ts';
import { readUnreported } from './close-rest.ts';
import type { Connection } from './connections.ts';
import { addFetches, type Due, dropDue, failDue, finishDue, postponeDue, type ShopDueKind } from './due.ts';
import { type CountedReturn, type Shipment, type Shop, ShopError, type ShopOrder } from './platform.ts';
import { announceReturn, readCounted } from './returns.ts';
import { noteReported, readShipment } from './shipped.ts';
import { storeOrder } from './store-order.ts';

/** How each kind of work on a shop is done. Each may be done again: a node may be killed after any line. */

type Work = { db: Db; log: FastifyBaseLogger; shop: Shop; connection: Connection };

/** Seconds until it is looked again whether the warehouse has decided about a wish to cancel. */
const UNDECIDED = 15;
/** Seconds until something is looked at again that waits for people: a return of an order that is not shipped, a parcel that could not be told. */
const UNSHIPPED = 3600;

/** An order that the shop does not know any more. */
const gone = (externalId: string): ShopOrder => ({
  externalId,
  externalNo: externalId,
  changedAt: new Date(0).toISOString(),
  wanted: 'ended',
  message: '',
  order: null,
});

/** Each order is stored in a transaction of its own, so that one that cannot be stored stops no other. */
async function fetchOrders({ db, log, shop, connection }: Work, rows: readonly Due[]): Promise<void> {
  const keys = rows.map(({ key }) => key);
  const found = new Map((await shop.details(keys)).map((order) => [order.externalId, order]));
  const parts = [...found.keys()].filter((id) => !keys.includes(id));
  if (parts.length > 0) await addFetches(db, connection.id, parts);
  for (const row of rows)
    try {
      await inTransaction(db, async (tx) => {
        await storeOrder(tx, connection, found.get(row.key) ?? gone(row.key));
        await finishDue(tx, row);
      });
    } catch (error) {
      log.warn({ err: error, channel: connection.id, order: row.key }, 'an order of a shop could not be stored');
      await failDue(db, row, error instanceof Error ? error.message : '', false);
    }
}

async function accept({ db, shop }: Work, row: Due): Promise<void> {
  await shop.accept(row.key);
  await finishDue(db, row);
}

const findOutcome = statement(
  { state: channelOrders.state, trackingNos: cell.json<string[]>() },
  ({ channelId, externalId }: { channelId: string; externalId: string }) => sql`select o.state,
      (select coalesce(json_agg(p.tracking_no order by p.handed_over_at, p.id), '[]') from parcels p where p.task_id = o.task_id and p.handed_over_at is not null and p.state <> 'void') as tracking_nos
    from channel_orders o where o.channel_id = ${channelId}::uuid and o.external_id = ${externalId}`,
);
/** The warehouse decides, the shop is told: `done` and `taken` mean that it goes on. */
async function answerCancel({ db, shop, connection }: Work, row: Due): Promise<void> {
  const order = await findOutcome.first(db, { channelId: connection.id, externalId: row.key });
  if (!order) {
    await finishDue(db, row);
    return;
  }
  const { state, trackingNos } = order;
  if (state === 'cancelAsked' || state === 'new' || state === 'held') return postponeDue(db, row, UNDECIDED);
  const isCancelled = state === 'cancelled' || state === 'ignored';
  const shipped = trackingNos.length > 0 ? `The order was shipped: ${trackingNos.join(', ')}.` : 'The order is being packed.';
  await shop.answerCancel(row.key, isCancelled, isCancelled ? 'The order was cancelled.' : shipped);
  await finishDue(db, row);
}

/** The label of a parcel was replaced after the shop was told of it. */
async function track({ db, shop, connection }: Work, row: Due): Promise<void> {
  const shipment = await readShipment(db, connection.id, row.key);
  // Without a number the label is still being bought: its number makes this due again.
  if (shipment && shipment.trackingNo !== '') await shop.track(shipment, formerOf(row, shipment));
  await finishDue(db, row);
}
const formerOf = ({ former }: Due, { trackingNo }: Shipment): string[] => former.filter((one) => one !== trackingNo);

/** The shop takes the same parcel twice without a word, so it is asked before each try whether it knows this one, also by a former number. */
async function fulfil({ db, shop, connection }: Work, row: Due): Promise<void> {
  const shipment = await readShipment(db, connection.id, row.key);
  if (!shipment || shipment.lines.length === 0) {
    await finishDue(db, row);
    return;
  }
  // A label that is being replaced: its new number makes this due again.
  if (shipment.trackingNo === '' && row.former.length > 0) return postponeDue(db, row, UNDECIDED);
  const former = formerOf(row, shipment);
  if (former.length > 0) await shop.track(shipment, former);
  const { isOpen, remaining, trackingNos } = await shop.lookFulfilled(shipment.externalId);
  if (!trackingNos.includes(shop.writtenNo?.(shipment.trackingNo) ?? shipment.trackingNo)) {
    if (!isOpen) {
      await addFetches(db, connection.id, [shipment.externalId]);
      await failDue(db, row, 'The shop waits for an answer about this order.', false);
      return;
    }
    if (shipment.lines.some(({ line, qty }) => (remaining.get(line) ?? 0) < qty))
      throw new ShopError({
        kind: 'refused',
        message: 'The shop has more pieces as shipped than it was told: they were shipped there by hand.',
      });
    await shop.fulfil(shipment);
  }
  await inTransaction(db, async (tx) => {
    // A number that changed meanwhile keeps it open: the next try tells it, and counts the pieces then.
    if (await finishDue(tx, row)) await noteReported(tx, connection.id, shipment);
  });
}

/** Comes after every parcel of the order, because the shop takes none for an order that is closed. */
async function closeRest({ db, shop, connection }: Work, row: Due): Promise<void> {
  // The merchant does not want it any more.
  if (connection.restOfOrder !== 'close' || !shop.closeRest) return dropDue(db, row);
  const { isOpen, hasFailed } = await readUnreported(db, connection.id, row.key);
  if (isOpen || hasFailed) return postponeDue(db, row, isOpen ? UNDECIDED : UNSHIPPED);
  if (await shop.closeRest(row.key, 'A part of the order was shipped. The rest will not be shipped.')) {
    await finishDue(db, row);
    return;
  }
  await addFetches(db, connection.id, [row.key]);
  await postponeDue(db, row, UNDECIDED);
}

/** A return of pieces that did not leave yet is looked at again: they may leave before the shop's change reaches them. */
async function announce({ db, log, shop, connection }: Work, row: Due): Promise<void> {
  const found = (await shop.returns?.read(row.key)) ?? null;
  if (!found) {
    await finishDue(db, row);
    return;
  }
  try {
    await inTransaction(db, async (tx) => {
      if (await announceReturn(tx, connection.id, found)) await finishDue(tx, row);
      else await postponeDue(tx, row, UNSHIPPED);
    });
  } catch (error) {
    log.warn({ err: error, channel: connection.id, return: row.key }, 'a return of a shop could not be announced');
    await failDue(db, row, error instanceof Error ? error.message : '', false);
  }
}

/** @returns what was counted, as words for the people of the merchant */
function countedNote({ no, lines }: CountedReturn, locale: Locale): string {
  const parts = lines.map(({ sku, announced, good, bad }) =>
    textFor(locale, 'channels.returns.line', { sku, announced: String(announced), good: String(good), bad: String(bad) }),
  );
  return textFor(locale, 'channels.returns.note', { no, lines: parts.join('; ') });
}
async function reportReturn({ db, shop, connection }: Work, row: Due): Promise<void> {
  const counted = await readCounted(db, connection.id, row.key);
  if (counted) await shop.returns?.report(counted, (locale) => countedNote(counted, locale));
  await finishDue(db, row);
}

const each =
  (one: (work: Work, row: Due) => Promise<void>) =>
  async (work: Work, rows: readonly Due[]): Promise<void> => {
    for (const row of rows) await one(work, row);
  };

export const HANDLERS: Record<ShopDueKind, (work: Work, rows: readonly Due[]) => Promise<void>> = {
  fulfil: each(fulfil),
  track: each(track),
  closeRest: each(closeRest),
  answerCancel: each(answerCancel),
  accept: each(accept),
  fetch: fetchOrders,
  return: each(announce),
  returned: each(reportReturn),
};

import { eq, sql } from 'drizzle-orm';
import { NewTask } from '#contract/orders/tasks';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { runCommand } from '../orders/index.ts';
import { storehouseAddress } from '../stock/index.ts';
import { collections } from './collections/table.ts';
import { numbered } from './create-service.ts';
import { notifyDecided } from './notify-offers.ts';
import { offers } from './offers/table.ts';
import { transportQuotes } from './transport-quotes/table.ts';

type Taken = {
  carrierId: string;
  price: number;
  currency: (typeof offers.$inferSelect)['currency'];
  pickupDate: string | null;
  by: string;
};

/** Creates the transport order of a quote: an order without goods of the house. The carrier provides its label or booking. */
async function orderTransport(tx: Db, id: string, taken: Taken): Promise<string | null> {
  const [quote] = await tx.select().from(transportQuotes).where(eq(transportQuotes.id, id));
  if (!quote) return null;
  const head = NewTask.parse({
    kind: 'transportLabel',
    merchantId: quote.merchantId,
    source: 'transportQuote',
    refOrderId: quote.no,
    transportMode: quote.mode === 'air' ? 'air' : quote.mode === 'sea' ? 'sea' : 'freight',
    carrierId: taken.carrierId,
    labelSource: 'foreign',
    pickupDate: taken.pickupDate ?? quote.pickupDate,
    consignor: quote.origin,
    consignee: quote.destination,
    weight: quote.weight,
    unitQty: quote.pieceCount,
    dangerGoods: quote.unNo !== '',
    remark: [quote.pieces, quote.remark].filter(Boolean).join('\n').slice(0, 2000),
    parentId: id,
  });
  const { id: orderId } = await numbered(tx, head, taken.by);
  const { carrierId, price, currency } = taken;
  // The carrier's pickup date is part of the agreement. Later change requests start from the quote.
  await tx
    .update(transportQuotes)
    .set({ orderId, carrierId, price, currency, pickupDate: head.pickupDate })
    .where(eq(transportQuotes.id, id));
  return orderId;
}

/** What a collect order takes over from its request as it is. */
const TAKEN_OVER = {
  merchantId: collections.merchantId,
  storehouseId: collections.storehouseId,
  pickup: collections.pickup,
  contact: collections.contact,
  timeFrom: collections.timeFrom,
  timeTo: collections.timeTo,
  deliveryDate: collections.deliveryDate,
  deliveryFrom: collections.deliveryFrom,
  deliveryTo: collections.deliveryTo,
  goods: collections.goods,
  boxQty: collections.boxQty,
  palletQty: collections.palletQty,
  weight: collections.weight,
  dangerGoods: collections.dangerGoods,
  tailLift: collections.tailLift,
  vehicle: collections.vehicle,
  packingList: collections.packingList,
  remark: collections.remark,
};

/** Turns a request into a collect order with the same goods, on the day offered by the carrier. */
async function orderCollection(tx: Db, id: string, taken: Taken): Promise<string | null> {
  const [found] = await tx
    .select({ no: collections.no, pickupDate: collections.pickupDate, ...TAKEN_OVER })
    .from(collections)
    .where(eq(collections.id, id));
  if (!found) return null;
  const { no, ...request } = found;
  const { carrierId, price, currency } = taken;
  const pickupDate = taken.pickupDate ?? request.pickupDate;
  const head = NewTask.parse({
    kind: 'collectOrder',
    merchantId: request.merchantId,
    source: 'collectRequest',
    refOrderId: no,
    transportMode: 'pickup',
    carrierId,
    labelSource: 'none',
    pickupDate,
    weight: request.weight,
    boxQty: request.boxQty,
    palletQty: request.palletQty,
    dangerGoods: request.dangerGoods,
    remark: request.remark,
    consignor: request.pickup,
    consignee: await storehouseAddress(tx, request.storehouseId),
    parentId: id,
  });
  const made = await numbered(tx, head, taken.by);
  await tx.insert(collections).values({
    ...request,
    ...made,
    kind: 'collectOrder',
    requestId: id,
    carrierId,
    price,
    currency,
    pickupDate,
  });
  await tx.update(collections).set({ orderId: made.id, carrierId, price, currency }).where(eq(collections.id, id));
  return made.id;
}

const findOffer = statement(
  {
    state: offers.state,
    carrierId: offers.carrierId,
    price: offers.price,
    currency: offers.currency,
    pickupDate: offers.pickupDate,
    over: orNull(cell.boolean),
    orderId: orNull(cell.uuid),
  },
  ({ id }: { id: string }) => sql`select state, carrier_id, price, currency, pickup_date, valid_until < kontor_day() as over,
      (select order_id from transport_quotes q where q.id = o.task_id union all select order_id from collections c where c.id = o.task_id) as order_id
      from offers o where o.id = ${id}::uuid`,
);

const REQUESTS = ['transport_quotes', 'collections'];
const lockTask = command(({ taskId }: { taskId: string }) => sql`select 1 from tasks where id = ${taskId}::uuid for update`);
const lockRequest = command(
  ({ table, taskId }: { table: string; taskId: string }) =>
    sql`select 1 from ${sql.identifier(table)} where id = ${taskId}::uuid for update`,
  REQUESTS.map((table) => ({ table, taskId: '' })),
);
const decideOffers = command(
  ({
    offerId,
    taskId,
  }: {
    offerId: string;
    taskId: string;
  }) => sql`update offers set state = case when id = ${offerId}::uuid then 'accepted' else 'lost' end
    where task_id = ${taskId}::uuid and state in ('asked', 'askedAgain', 'offered')`,
);
/**
 * Accepts an offer: declines the others, settles the request and creates its order. Repeating it returns the same order. The caller has
 * checked that the request is in the actor's scope.
 * @throws DomainError StateRefused if another offer was accepted, or this one has no price or has expired
 */
export async function acceptOffer(tx: Db, offerId: string, taskId: string, by: string): Promise<string> {
  // Locks the task of the request, so that only one of two simultaneous acceptances succeeds.
  await lockTask(tx, { taskId });
  // Locks the request against edits. The offer is read after an edit that may have voided it.
  for (const table of REQUESTS) await lockRequest(tx, { table, taskId });
  const offer = await findOffer.first(tx, { id: offerId });
  if (!offer) throw new DomainError('NotFound');
  if (offer.state === 'accepted' && offer.orderId !== null) return offer.orderId;
  if (offer.orderId !== null) throw new DomainError('StateRefused', 'offers.refusals.decided');
  if (offer.state !== 'offered' || offer.price === null) throw new DomainError('StateRefused', 'offers.refusals.noPrice');
  if (offer.over === true) throw new DomainError('StateRefused', 'offers.refusals.expired');
  const taken: Taken = {
    carrierId: offer.carrierId,
    price: offer.price,
    currency: offer.currency,
    pickupDate: offer.pickupDate,
    by,
  };
  const orderId = (await orderTransport(tx, taskId, taken)) ?? (await orderCollection(tx, taskId, taken));
  if (!orderId) throw new DomainError('NotFound');
  await runCommand(tx, taskId, 'finish', { reason: '', by });
  await decideOffers(tx, { offerId, taskId });
  await notifyDecided(tx, taskId);
  return orderId;
}

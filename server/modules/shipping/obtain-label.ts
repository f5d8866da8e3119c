import { limitsWith, oversizeOf } from '#contract/shipping/parcel-limits';
import { asked, type Booked, type CarrierAdapter, CarrierError } from './adapter.ts';
import { type Connection, mayTry, noteUnanswered, readConnection } from './connections.ts';
import { type Attempt, backToDraft, beginAttempt, endAttempt, liveAttempts, markAsked } from './label-attempts.ts';
import { recordPurchase, recordRefusedVoid, recordVoid } from './label-purchases.ts';
import { type Claim, LEASE_SECONDS } from './queue.ts';
import { adapterOf, type CarrierContext } from './registry.ts';
import { oversizeReason, refusal } from './services-at.ts';

/**
 * Buys a label once, from carriers that know no key for repeated calls (docs/adr/0032): prepare a draft, write it down, write down that the
 * purchase is being sent, send it. If its result is unknown, look and do not buy, until it is known or until it can no longer change.
 */

/** Seconds after the purchase was sent at which its result is looked for. */
export const LOOKS = [5, 15, 30, 60, 120, 240] as const;
/** Seconds until the next look where the carrier did not answer the last one. */
const LOOK_AGAIN = 30;

/** What is known about a purchase that was sent. `wait`: look again in so many seconds. */
type Known = { kind: 'booked'; booked: Booked } | { kind: 'none' } | { kind: 'wait'; seconds: number } | { kind: 'unclear' };

/**
 * Looks for the result of a purchase. It is `unclear` only if the carrier answered a look after `settle`, so an outage never counts as an
 * answer.
 * @throws CarrierError `busy` or `misconfigured`
 */
async function findOut(
  context: CarrierContext,
  adapter: CarrierAdapter,
  connection: Connection,
  claim: Claim,
  attempt: Attempt,
): Promise<Known> {
  const { request } = claim;
  const { settle } = connection;
  const waited = attempt.waited ?? 0;
  try {
    const seen = await asked(context.config.CARRIER_TIMEOUT, (signal) => adapter.look(request, attempt.handle, signal, waited));
    if (seen.kind !== 'unknown') return seen;
  } catch (error) {
    if (!(error instanceof CarrierError && error.fault.kind === 'unknown')) throw error;
    await noteUnanswered(context.db, connection);
    return { kind: 'wait', seconds: LOOK_AGAIN };
  }
  if (waited >= settle) return { kind: 'unclear' };
  return { kind: 'wait', seconds: Math.max(1, Math.min(LOOKS.find((at) => at > waited) ?? settle, settle) - waited) };
}

/** Voids a booking at the carrier and writes down how it ended. @throws CarrierError if it has to be tried again */
export async function voidBooking(
  context: CarrierContext,
  adapter: CarrierAdapter,
  { id, parcelId }: Pick<Attempt, 'id' | 'parcelId'>,
  shipmentId: string,
): Promise<void> {
  const { config, db } = context;
  try {
    const how = await asked(config.CARRIER_TIMEOUT, (signal) => adapter.void(shipmentId, signal));
    await recordVoid(db, parcelId, shipmentId, how === 'localOnly');
    await endAttempt(db, { id, state: 'voided', message: how === 'localOnly' ? 'The carrier was not told.' : '' });
  } catch (error) {
    if (!(error instanceof CarrierError) || !['refused', 'gone'].includes(error.fault.kind)) throw error;
    await recordRefusedVoid(db, parcelId, shipmentId, error.fault.message);
    await endAttempt(db, { id, state: 'kept', message: error.fault.message });
  }
}

/**
 * Gives back what an attempt booked, if it booked anything.
 * @returns seconds to wait until more is known, or null if it is settled
 * @throws CarrierError if it has to be tried again
 */
export async function giveBackAttempt(context: CarrierContext, claim: Claim, attempt: Attempt): Promise<number | null> {
  const { db } = context;
  const { id, state } = attempt;
  if (state === 'draft') {
    await endAttempt(db, { id, state: 'none', message: '' });
    return null;
  }
  const connection = await readConnection.one(db, { id: attempt.carrierId });
  const adapter = adapterOf(context, connection);
  if (state === 'booked') {
    await voidBooking(context, adapter, attempt, attempt.shipmentId);
    return null;
  }
  const known = await findOut(context, adapter, connection, claim, attempt);
  if (known.kind === 'wait') return known.seconds;
  if (known.kind === 'booked') {
    await recordPurchase(db, { ...claim, round: attempt.round }, known.booked);
    await voidBooking(context, adapter, attempt, known.booked.shipmentId);
  } else await endAttempt(db, { id, state: known.kind, message: '' });
  return null;
}

/** `ask`: a person has to say whether the attempt was booked. `doubled`: an earlier attempt of this round may be booked as well. */
export type Obtained =
  | { kind: 'booked'; attempt: Attempt; booked: Booked; doubled: boolean }
  | { kind: 'wait'; seconds: number; message: string }
  | { kind: 'ask'; attempt: Attempt };

const wait = (seconds: number, message = ''): Obtained => ({ kind: 'wait', seconds, message });

/** Sends the purchase of a prepared attempt. @throws CarrierError if surely nothing was bought */
async function send(context: CarrierContext, connection: Connection, claim: Claim, attempt: Attempt, doubled: boolean): Promise<Obtained> {
  const { db, config } = context;
  const adapter = adapterOf(context, connection);
  const { id, handle } = attempt;
  if (!(await markAsked.first(db, { id, parcelId: claim.id, tries: claim.tries, round: claim.round }))) return wait(1);
  try {
    const booked = await asked(config.CARRIER_TIMEOUT, (signal) => adapter.label(claim.request, handle, signal));
    return { kind: 'booked', attempt, booked, doubled };
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { kind, message } = error.fault;
    if (kind === 'unknown') {
      await noteUnanswered(db, connection);
      return wait(LOOKS[0], message);
    }
    if (kind === 'busy' || kind === 'misconfigured') await backToDraft(db, { id, message });
    else await endAttempt(db, { id, state: 'none', message });
    throw error;
  }
}

/** Whether the carrier answers anything. What the answer says does not matter here. */
async function answers(context: CarrierContext, connection: Connection): Promise<boolean> {
  try {
    const found = await asked(context.config.CARRIER_TIMEOUT, (signal) => adapterOf(context, connection).check(signal));
    return found.ok || found.message !== 'unreachable';
  } catch (error) {
    return error instanceof CarrierError && error.fault.kind !== 'unknown' && error.fault.kind !== 'busy';
  }
}

/**
 * Obtains the label of a claimed parcel. Runs outside of transactions.
 * @throws CarrierError if nothing was bought: `refused…` for good, `unknown` if it could not be prepared
 */
export async function obtain(context: CarrierContext, connection: Connection, claim: Claim): Promise<Obtained> {
  const { db, config } = context;
  const { request } = claim;
  // A return label is a product of its own, which has no limits of a service.
  const limits = limitsWith(connection, request.isReturn ? 'retour' : request.service);
  const { maxWeight } = limits;
  const until = performance.now() + (LEASE_SECONDS * 1000) / 2;
  if (maxWeight !== null && request.weight > maxWeight) throw refusal('tooHeavy', `${request.weight} g > ${maxWeight} g`);
  const oversize = oversizeOf(request.sizes, limits, request.extras);
  if (oversize) throw new CarrierError({ kind: 'refused', message: oversizeReason(oversize) });
  const adapter = adapterOf(context, connection);
  const attempts = await liveAttempts(db, { parcelId: claim.id });
  for (const old of attempts.filter(({ round }) => round < claim.round)) {
    const seconds = await giveBackAttempt(context, claim, old);
    if (seconds !== null) return wait(seconds);
  }
  const ours = attempts.filter(({ round }) => round === claim.round);
  let doubled = ours.some(({ state }) => state === 'unclear');
  let open = ours.find(({ state }) => state === 'draft' || state === 'asked');
  if (open?.state === 'asked') {
    const known = await findOut(context, adapter, connection, claim, open);
    if (known.kind === 'booked') return { kind: 'booked', attempt: open, booked: known.booked, doubled };
    if (known.kind === 'wait') return wait(known.seconds);
    if (known.kind === 'unclear' && connection.unclearPolicy === 'ask') return { kind: 'ask', attempt: open };
    await endAttempt(db, { id: open.id, state: known.kind, message: '' });
    doubled ||= known.kind === 'unclear';
    open = undefined;
  }
  // After more than half of the lease the node must not buy: another node may have taken over.
  if (performance.now() > until) return wait(1);
  if (!(await mayTry(db, connection, () => answers(context, connection)))) return wait(0);
  if (!open) {
    const { prepare } = adapter;
    const handle = prepare ? await asked(config.CARRIER_TIMEOUT, (signal) => prepare(request, signal)) : '';
    const begun = { parcelId: claim.id, tries: claim.tries, round: claim.round, carrierId: connection.id, handle };
    const [attempt] = await beginAttempt(db, begun);
    if (!attempt) return wait(1);
    open = attempt;
  }
  return send(context, connection, claim, open, doubled);
}

import { sql } from 'drizzle-orm';
import type { BlockerKind } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { again } from '../../core/db/retry.ts';
import { cell, statement } from '../../core/db/statement.ts';
import { recompute } from '../orders/index.ts';
import { files } from '../settings/files/table.ts';
import { storeFile } from '../settings/index.ts';
import { asked, type Booked, type CarrierAdapter, CarrierError, type CarrierFault } from './adapter.ts';
import { recordPurchase, recordRefusedVoid, recordVoid } from './label-purchases.ts';
import { parcels } from './parcels/table.ts';
import { BACKOFF, type Claim, claimToBuy, claimToVoid, LEASE_SECONDS, MAX_TRIES } from './queue.ts';
import { adapterOf, type CarrierContext } from './registry.ts';

/** Labels that one node requests in parallel. */
const LANES = 4;

/** Runs one transaction, repeated after a deadlock: a purchased label must be recorded. */
const inBooks = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> => again(() => db.transaction((tx) => run(tx as unknown as Db)));

/** Condition: the parcel, if no later claim or label has replaced this one. */
const mine = ({ id, tries, round }: Pick<Claim, 'id' | 'tries' | 'round'>) =>
  sql`id = ${id}::uuid and label_tries = ${tries} and label_round = ${round}`;

/** Voids everything booked under the reference at the carrier. */
async function clear(context: CarrierContext, adapter: CarrierAdapter, reference: string): Promise<void> {
  for (;;) {
    const found = await asked(context.config.CARRIER_TIMEOUT, (signal) => adapter.find(reference, signal));
    if (!found) return;
    await voidAt(context, adapter, reference, found.shipmentId);
  }
}

/** Voids one label at the carrier and writes down the end of its purchase. @throws CarrierError */
async function voidAt({ config, db }: CarrierContext, adapter: CarrierAdapter, parcelId: string, shipmentId: string): Promise<void> {
  try {
    await asked(config.CARRIER_TIMEOUT, (signal) => adapter.void(shipmentId, signal));
  } catch (error) {
    if (error instanceof CarrierError && error.fault.kind !== 'temporary')
      await recordRefusedVoid(db, parcelId, shipmentId, error.fault.message);
    throw error;
  }
  await recordVoid(db, parcelId, shipmentId);
}

/**
 * Finds the label booked under our reference, or buys one. Runs outside of transactions.
 * @throws CarrierError
 */
async function obtain(context: CarrierContext, adapter: CarrierAdapter, claim: Claim): Promise<Booked> {
  const seconds = context.config.CARRIER_TIMEOUT;
  const until = performance.now() + (LEASE_SECONDS * 1000) / 2;
  const { request, maxWeight } = claim;
  if (maxWeight !== null && request.weight > maxWeight)
    throw new CarrierError({ kind: 'refused', message: `${request.weight} g > ${maxWeight} g` });
  if (claim.stale) {
    await clear(context, adapter, request.reference);
    await context.db.execute(sql`update parcels set label_stale = false where ${mine(claim)}`);
  } else if (claim.askedBefore) {
    const found = await asked(seconds, (signal) => adapter.find(request.reference, signal));
    if (found) return found;
  }
  // After more than half of the lease the node must not buy: another node may have taken over.
  if (performance.now() > until) throw new CarrierError({ kind: 'temporary', message: 'Too late.' });
  const { returnLabel } = adapter;
  if (!claim.isReturn) return asked(seconds, (signal) => adapter.label(request, signal));
  if (!returnLabel) throw new CarrierError({ kind: 'refused', message: `${claim.carrier} sells no return labels.` });
  return asked(seconds, (signal) => returnLabel(request, signal));
}

type Label = Pick<Claim, 'id' | 'round'> & Omit<Booked, 'label'>;
const bookLabel = statement(
  { carrierId: parcels.carrierId },
  ({
    id,
    round,
    shipmentId,
    trackingNo,
    retourNo,
    file,
  }: Label & {
    file: string;
  }) => sql`update parcels set label_state = 'bought', state = 'labelled', shipment_id = ${shipmentId}, tracking_no = ${trackingNo}, retour_no = ${retourNo ?? ''},
          label_file = ${file}, label_error = '', label_tries = 0, label_due_at = null
        where id = ${id}::uuid and label_round = ${round} and label_state = 'requested' and state = 'closed' returning carrier_id`,
);
/** Whether the purchased label is still needed. */
const isNeeded = statement(
  { needed: cell.boolean },
  ({ id, round, shipmentId }: Label) =>
    sql`select true as needed from parcels where id = ${id}::uuid and label_round = ${round} and (shipment_id = ${shipmentId} or (label_state = 'failed' and state = 'closed'))`,
);
const failLabel = statement(
  { id: parcels.id },
  ({ id, tries, round, message }: Pick<Claim, 'id' | 'tries' | 'round'> & { message: string }) =>
    sql`update parcels set label_state = 'failed', label_error = ${message}, label_due_at = null, label_tries = 0 where ${mine({ id, tries, round })} and label_state = 'requested' and state = 'closed' returning id`,
);

/** Records a purchased label. Returns false if it is no longer needed. */
async function store(context: CarrierContext, claim: Claim, bought: Booked): Promise<boolean> {
  const { format, bytes } = bought.label;
  const file = await storeFile(context.config, { bytes, name: `${claim.request.parcelNo}.${format}`, visibility: 'intern' });
  return inBooks(context.db, async (tx) => {
    // Locks the task before the parcel, as scans do.
    await tx.execute(sql`select 1 from tasks where id = ${claim.taskId}::uuid for update`);
    await recordPurchase(tx, claim, bought);
    const parcel = await bookLabel.first(tx, { ...claim, ...bought, file: file.id.replaceAll('-', '') });
    if (parcel) {
      await tx.insert(files).values({ ...file, visibility: 'intern', merchantId: claim.merchantId, carrierId: parcel.carrierId });
      const payload = { parcel: claim.request.parcelNo, trackingNo: bought.trackingNo };
      // The dock finds the return by the number on the parcel.
      if (claim.isReturn) await tx.execute(sql`update tasks set tracking_no = ${bought.trackingNo} where id = ${claim.taskId}::uuid`);
      await recompute(tx, [claim.taskId], { command: claim.isReturn ? 'returnLabel' : 'label', by: null, payload }, { always: true });
      return true;
    }
    return (await isNeeded.first(tx, { ...claim, ...bought })) !== null;
  });
}

const BLOCKER: Record<CarrierFault['kind'], BlockerKind> = {
  refusedAddress: 'wrongAddress',
  refused: 'manualHandlingAwaits',
  temporary: 'manualHandlingAwaits',
};

/** Temporary faults are retried later. Permanent ones block the order, with the carrier's message. */
async function fail({ db }: CarrierContext, claim: Claim, fault: CarrierFault): Promise<void> {
  const wait = fault.kind === 'temporary' && claim.tries < MAX_TRIES ? BACKOFF[claim.tries - 1] : undefined;
  await inBooks(db, async (tx) => {
    if (wait !== undefined) {
      await tx.execute(
        sql`update parcels set label_error = ${fault.message}, label_due_at = now() + make_interval(secs => ${wait}) where ${mine(claim)} and label_state = 'requested'`,
      );
      return;
    }
    await tx.execute(sql`select 1 from tasks where id = ${claim.taskId}::uuid for update`);
    const failed = await failLabel(tx, { ...claim, message: fault.message });
    if (failed.length === 0) return;
    // Without the label a return goes on: the customer sends the goods with the slip.
    if (!claim.isReturn)
      await tx.execute(sql`insert into task_blockers (task_id, kind, reason) values (${claim.taskId}::uuid, ${BLOCKER[fault.kind]}, ${fault.message})
      on conflict (task_id, kind) where resolved_at is null do update set reason = excluded.reason`);
    const payload = { parcel: claim.request.parcelNo, failed: fault.kind };
    const command = claim.isReturn ? 'returnLabelFailed' : 'label';
    await recompute(tx, [claim.taskId], { command, reason: fault.message, by: null, payload }, { always: true });
  });
}

async function buy(context: CarrierContext, claim: Claim): Promise<void> {
  const adapter = adapterOf(context, claim.api, claim.carrier);
  try {
    const bought = await obtain(context, adapter, claim);
    // If the lease ended during the call, another node may have labelled the parcel. The surplus label is voided.
    if (!(await store(context, claim, bought))) await voidAt(context, adapter, claim.id, bought.shipmentId);
  } catch (error) {
    // Other errors are ours and occur after the purchase. The lease expires, and the next attempt finds the booking.
    if (!(error instanceof CarrierError)) throw error;
    await fail(context, claim, error.fault);
  }
}

async function giveBack(context: CarrierContext, claim: Claim): Promise<void> {
  try {
    await clear(context, adapterOf(context, claim.api, claim.carrier), claim.request.reference);
    await context.db.execute(
      sql`update parcels set label_state = 'voided', shipment_id = '', label_stale = false, label_error = '', label_tries = 0, label_due_at = null where ${mine(claim)}`,
    );
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const wait = error.fault.kind === 'temporary' ? BACKOFF[claim.tries - 1] : undefined;
    // Gives up voiding: the shipment stays booked at the carrier, and its message is stored on the parcel.
    const end = sql`label_state = 'voided', shipment_id = '', label_due_at = null, label_tries = 0`;
    await context.db.execute(
      sql`update parcels set label_error = ${error.fault.message}, ${wait === undefined ? end : sql`label_due_at = now() + make_interval(secs => ${wait})`} where ${mine(claim)}`,
    );
  }
}

/** Voids labels that are no longer needed, then buys every label that is due. Several nodes may run it at the same time. */
export async function labelDue(context: CarrierContext): Promise<void> {
  for (let claim = await claimToVoid(context.db); claim; claim = await claimToVoid(context.db)) await giveBack(context, claim);
  const lane = async (): Promise<void> => {
    for (let claim = await claimToBuy(context.db); claim; claim = await claimToBuy(context.db)) {
      const { request } = claim;
      await buy(context, claim).catch((error: unknown) =>
        context.log.warn({ err: error, parcel: request.parcelNo }, 'a label could not be stored'),
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

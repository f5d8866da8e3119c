import { sql } from 'drizzle-orm';
import type { ReasonCode } from '#contract/orders/reasons';
import type { BlockerKind } from '#contract/orders/statuses';
import type { Db } from '../../core/db/client.ts';
import { inTransaction } from '../../core/db/retry.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { createLanes, type Lane, type Lanes } from '../../core/lanes.ts';
import { recompute } from '../orders/index.ts';
import { files } from '../settings/files/table.ts';
import { storeFile, storeMade } from '../settings/index.ts';
import { type Booked, CarrierError, type CarrierFault } from './adapter.ts';
import { type Connection, hold, noteUnanswered, pause, readConnection, release } from './connections.ts';
import { type Attempt, endAttempt, liveAttempts, noteBooked } from './label-attempts.ts';
import { recordPurchase } from './label-purchases.ts';
import { giveBackAttempt, obtain, voidBooking } from './obtain-label.ts';
import { parcels } from './parcels/table.ts';
import { BACKOFF, type Claim, claimToBuy, claimToVoid, findDueCarriers } from './queue.ts';
import { adapterOf, type CarrierContext } from './registry.ts';

/** Labels that one node requests in parallel from one carrier. */
const LANES = 4;

/** Condition: the parcel, if no later claim or label has replaced this one. */
const mine = ({ id, tries, round }: Pick<Claim, 'id' | 'tries' | 'round'>) =>
  sql`id = ${id}::uuid and label_tries = ${tries} and label_round = ${round}`;

/** The parcel is due again in `seconds`, without having failed. */
const dueIn = (db: Db, { id, tries, round }: Claim, seconds: number, message: string): Promise<void> =>
  setDue(db, { id, tries, round, seconds, message });
type Mine = Pick<Claim, 'id' | 'tries' | 'round'>;
const setDue = command(
  ({
    seconds,
    message,
    ...claim
  }: Mine & { seconds: number; message: string }) => sql`update parcels set label_due_at = now() + make_interval(secs => ${seconds}),
      label_error = case when ${message}::text = '' then label_error else ${message} end where ${mine(claim)}`,
  [{ id: '', tries: 0, round: 0, seconds: 0, message: '' }],
);
const countFault = command((claim: Mine) => sql`update parcels set label_faults = label_faults + 1 where ${mine(claim)}`);
const setVoided = command(
  (claim: Mine) =>
    sql`update parcels set label_state = 'voided', shipment_id = '', label_error = '', label_faults = 0, label_due_at = null where ${mine(claim)}`,
);
const lockTask = command(({ taskId }: { taskId: string }) => sql`select 1 from tasks where id = ${taskId}::uuid for update`);
const setTracking = command(
  ({ taskId, trackingNo }: { taskId: string; trackingNo: string }) =>
    sql`update tasks set tracking_no = ${trackingNo} where id = ${taskId}::uuid`,
);
const blockTask = command(
  ({
    taskId,
    blocker,
    message,
  }: {
    taskId: string;
    blocker: BlockerKind;
    message: string;
  }) => sql`insert into task_blockers (task_id, kind, reason) values (${taskId}::uuid, ${blocker}, ${message})
    on conflict (task_id, kind) where resolved_at is null do update set reason = excluded.reason`,
);

type Label = Pick<Claim, 'id' | 'round'> & Omit<Booked, 'label' | 'customsPaper'>;
const bookLabel = statement(
  { carrierId: parcels.carrierId },
  ({
    id,
    round,
    shipmentId,
    trackingNo,
    retourNo,
    file,
    paper,
  }: Label & {
    file: string;
    paper: string | null;
  }) => sql`update parcels set label_state = 'bought', state = 'labelled', shipment_id = ${shipmentId}, tracking_no = ${trackingNo}, retour_no = ${retourNo ?? ''},
          label_file = ${file}, customs_file = ${paper}, label_error = '', label_faults = 0, label_due_at = null
        where id = ${id}::uuid and label_round = ${round} and label_state = 'requested' and state = 'closed' returning carrier_id`,
);
/** Whether the purchased label is still needed. */
const isNeeded = statement(
  { needed: cell.boolean },
  ({ id, round, shipmentId }: Label) =>
    sql`select true as needed from parcels where id = ${id}::uuid and label_round = ${round} and (shipment_id = ${shipmentId} or (label_state = 'failed' and state = 'closed'))`,
);
const stopLabel = statement(
  { id: parcels.id },
  ({ id, tries, round, state, message }: Pick<Claim, 'id' | 'tries' | 'round'> & { state: 'failed' | 'unclear'; message: string }) =>
    sql`update parcels set label_state = ${state}, label_error = ${message}, label_due_at = null, label_faults = 0 where ${mine({ id, tries, round })} and label_state = 'requested' and state = 'closed' returning id`,
  [{ id: '00000000-0000-0000-0000-000000000000', tries: 1, round: 0, state: 'failed', message: '' }],
);

/** Records a purchased label. Returns false if it is no longer needed. */
async function store(context: CarrierContext, claim: Claim, attempt: Attempt, bought: Booked, doubled: boolean): Promise<boolean> {
  const { format, bytes } = bought.label;
  const file = await storeFile(context.config, { bytes, name: `${claim.request.parcelNo}.${format}`, visibility: 'intern' });
  const { customsPaper } = bought;
  const paper = customsPaper
    ? await storeMade(context.config, { bytes: customsPaper, name: `${claim.request.parcelNo}-customs.pdf`, mime: 'application/pdf' })
    : null;
  const stored = paper ? [file, paper] : [file];
  return inTransaction(context.db, async (tx) => {
    // Locks the task before the parcel, as scans do.
    await lockTask(tx, { taskId: claim.taskId });
    await recordPurchase(tx, claim, bought);
    await noteBooked(tx, { id: attempt.id, shipmentId: bought.shipmentId });
    const parcel = await bookLabel.first(tx, {
      ...claim,
      ...bought,
      file: file.id.replaceAll('-', ''),
      paper: paper?.id.replaceAll('-', '') ?? null,
    });
    if (parcel) {
      await tx
        .insert(files)
        .values(
          stored.map((one) => ({ ...one, visibility: 'intern' as const, merchantId: claim.merchantId, carrierId: parcel.carrierId })),
        );
      const payload = { parcel: claim.request.parcelNo, trackingNo: bought.trackingNo, ...(doubled ? { mayExistTwice: true } : {}) };
      // The dock finds the return by the number on the parcel.
      if (claim.request.isReturn) await setTracking(tx, { taskId: claim.taskId, trackingNo: bought.trackingNo });
      await recompute(
        tx,
        [claim.taskId],
        { command: claim.request.isReturn ? 'returnLabel' : 'label', by: null, payload },
        { always: true },
      );
      return true;
    }
    return (await isNeeded.first(tx, { ...claim, ...bought })) !== null;
  });
}

/** Stops the label of a parcel, and its order, until a person has acted. A return goes on without: the customer sends the goods with the slip. */
type Stop = { blocker: BlockerKind; state: 'failed' | 'unclear'; message: string; why: string; attempt?: Attempt };
async function stop({ db }: CarrierContext, claim: Claim, { blocker, state, message, why, attempt }: Stop): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTask(tx, { taskId: claim.taskId });
    if ((await stopLabel(tx, { ...claim, state, message })).length === 0) return;
    if (attempt) await endAttempt(tx, { id: attempt.id, state: 'unclear', message });
    const { isReturn, parcelNo } = claim.request;
    if (!isReturn) await blockTask(tx, { taskId: claim.taskId, blocker, message });
    const command = isReturn ? 'returnLabelFailed' : 'label';
    await recompute(
      tx,
      [claim.taskId],
      { command, reason: message, by: null, payload: { parcel: parcelNo, failed: why } },
      { always: true },
    );
  });
}

/** What a fault means for the parcel and for the connection. Nothing was bought. */
async function fail(context: CarrierContext, connection: Connection, claim: Claim, fault: CarrierFault): Promise<void> {
  const { db, log } = context;
  const { message } = fault;
  switch (fault.kind) {
    case 'refusedAddress':
      await release(db, connection);
      return stop(context, claim, { blocker: 'wrongAddress', state: 'failed', message, why: fault.kind });
    case 'refused':
      await release(db, connection);
      return stop(context, claim, { blocker: 'manualHandlingAwaits', state: 'failed', message, why: fault.kind });
    case 'busy':
      await hold(db, connection, fault.retryAfter);
      await dueIn(db, claim, 0, message);
      return;
    case 'misconfigured':
      log.warn({ carrier: connection.code, reason: message }, 'a carrier refuses the connection');
      await pause(db, connection, message);
      await dueIn(db, claim, 0, message);
      return;
    case 'unknown':
    case 'gone': {
      if (fault.kind === 'unknown') await noteUnanswered(db, connection);
      // It could not even be prepared. After some tries this parcel is the cause, not the carrier.
      const seconds = BACKOFF[claim.faults];
      if (seconds === undefined) return stop(context, claim, { blocker: 'manualHandlingAwaits', state: 'failed', message, why: 'unknown' });
      await countFault(db, claim);
      await dueIn(db, claim, seconds, message);
    }
  }
}

async function buy(context: CarrierContext, claim: Claim): Promise<void> {
  const { db } = context;
  const connection = await readConnection.one(db, { id: claim.carrierId });
  try {
    const got = await obtain(context, connection, claim);
    if (got.kind === 'wait') {
      await dueIn(db, claim, got.seconds, got.message);
      return;
    }
    if (got.kind === 'ask') {
      const message = claim.error || ('noAnswer' satisfies ReasonCode);
      await stop(context, claim, { blocker: 'manualHandlingAwaits', state: 'unclear', message, why: 'unclear', attempt: got.attempt });
      return;
    }
    await release(db, connection);
    // If the lease ended during the call, another node may have labelled the parcel. The surplus label is voided.
    const { attempt, booked, doubled } = got;
    if (!(await store(context, claim, attempt, booked, doubled)))
      await voidBooking(context, adapterOf(context, connection), attempt, booked.shipmentId);
  } catch (error) {
    // Other errors are ours and occur after the purchase. The lease expires, and the next attempt finds the booking.
    if (!(error instanceof CarrierError)) throw error;
    await fail(context, connection, claim, error.fault);
  }
}

/** Gives back everything that was booked for a parcel. */
async function giveBack(context: CarrierContext, claim: Claim): Promise<void> {
  const { db } = context;
  const connection = await readConnection.one(db, { id: claim.carrierId });
  try {
    for (const attempt of await liveAttempts(db, { parcelId: claim.id })) {
      const seconds = await giveBackAttempt(context, claim, attempt);
      if (seconds !== null) {
        await dueIn(db, claim, seconds, '');
        return;
      }
    }
    await setVoided(db, claim);
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error;
    const { fault } = error;
    if (fault.kind === 'busy') await hold(db, connection, fault.retryAfter);
    if (fault.kind === 'unknown') await noteUnanswered(db, connection);
    if (fault.kind === 'misconfigured') await pause(db, connection, fault.message);
    // Not given up: what stays booked is billed.
    await dueIn(db, claim, BACKOFF[Math.min(claim.faults, BACKOFF.length - 1)] ?? 600, fault.message);
    await countFault(db, claim);
  }
}

/** Voids labels that are no longer needed. @param carrierId null: at all carriers */
export async function voidDue(context: CarrierContext, carrierId: string | null = null, isOpen = (): boolean => true): Promise<void> {
  for (let claim = await claimToVoid(context.db, carrierId); claim; claim = isOpen() ? await claimToVoid(context.db, carrierId) : null)
    await giveBack(context, claim);
}

/** Voids labels of a carrier that are no longer needed, then buys every label that is due there. */
async function workAt(context: CarrierContext, carrierId: string, { more, isOpen }: Lane): Promise<void> {
  const { db, log } = context;
  try {
    await voidDue(context, carrierId, isOpen);
    for (let claim = await claimToBuy(db, carrierId); claim; claim = isOpen() ? await claimToBuy(db, carrierId) : null) {
      more();
      const { request } = claim;
      await buy(context, claim).catch((error: unknown) =>
        log.warn({ err: error, parcel: request.parcelNo }, 'a label could not be stored'),
      );
    }
  } catch (error) {
    log.warn({ err: error, carrier: carrierId }, 'labels of a carrier');
  }
}

/**
 * The work of one node on labels. A carrier that does not answer keeps no label of another one waiting, and no more than its lanes are waiting
 * for it. Several nodes may do so at the same time.
 * @param rest what is done whenever a lane ends
 */
export function labelWork(
  context: CarrierContext,
  rest: () => Promise<void> = async () => undefined,
): Omit<Lanes, 'start'> & { start: () => Promise<void> } {
  const lanes = createLanes(LANES, async (carrierId, lane) => {
    await workAt(context, carrierId, lane);
    await rest();
  });
  return { ...lanes, start: async () => lanes.start((await findDueCarriers(context.db)).map(({ id }) => id)) };
}

/** Does what is due, and waits for all of it. */
export async function labelDue(context: CarrierContext): Promise<void> {
  const work = labelWork(context);
  await work.start();
  await work.idle();
}

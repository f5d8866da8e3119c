import { sql } from 'drizzle-orm';
import { cell, command, orNull, type Row, statement } from '../../core/db/statement.ts';
import { labelAttempts } from './tables.ts';

/** The purchases of labels, from their preparation to their end. Each step is committed before the carrier is asked for the next one. */

const ATTEMPT = {
  id: labelAttempts.id,
  parcelId: labelAttempts.parcelId,
  round: labelAttempts.round,
  carrierId: labelAttempts.carrierId,
  handle: labelAttempts.handle,
  state: labelAttempts.state,
  shipmentId: labelAttempts.shipmentId,
  /** Seconds since the purchase was sent. */
  waited: orNull(cell.integer),
};
const COLUMNS = sql`a.id, a.parcel_id, a.round, a.carrier_id, a.handle, a.state, a.shipment_id, extract(epoch from clock_timestamp() - a.asked_at)::int as waited`;

/** The attempts of a parcel that may have booked something, oldest first. */
export const liveAttempts = statement(
  ATTEMPT,
  ({ parcelId }: { parcelId: string }) =>
    sql`select ${COLUMNS} from label_attempts a where a.parcel_id = ${parcelId}::uuid and a.state in ('draft', 'asked', 'unclear', 'booked') order by a.round, a.id`,
);
export type Attempt = Row<typeof liveAttempts>;

/** A claim of a parcel, for the condition that no later one replaced it. */
type AttemptKey = { parcelId: string; tries: number; round: number };
const isMine = ({ parcelId, tries, round }: AttemptKey) =>
  sql`exists (select from parcels p where p.id = ${parcelId}::uuid and p.label_tries = ${tries} and p.label_round = ${round})`;

/** Begins an attempt. No row: another node has taken over the parcel, or has an open attempt. */
export const beginAttempt = statement(
  ATTEMPT,
  ({ carrierId, handle, parcelId, tries, round }: AttemptKey & { carrierId: string; handle: string }) =>
    sql`insert into label_attempts as a (parcel_id, round, carrier_id, handle)
      select ${parcelId}::uuid, ${round}::int, ${carrierId}::uuid, ${handle} where ${isMine({ parcelId, tries, round })}
      on conflict do nothing returning ${COLUMNS}`,
);

/** Writes down that the purchase is being sent. No row: another node has taken over the parcel, or sent it already. */
export const markAsked = statement(
  { id: labelAttempts.id },
  ({ id, parcelId, tries, round }: AttemptKey & { id: string }) =>
    sql`update label_attempts a set state = 'asked', asked_at = clock_timestamp() where a.id = ${id}::uuid and a.state = 'draft' and ${isMine({ parcelId, tries, round })} returning a.id`,
);

/** The carrier surely did not execute it: the same draft can be bought later. */
export const backToDraft = command(
  ({ id, message }: { id: string; message: string }) =>
    sql`update label_attempts set state = 'draft', message = left(${message}, 500) where id = ${id}::uuid and state = 'asked'`,
);

type End = { id: string; state: 'none' | 'unclear' | 'voided' | 'kept'; message: string };
export const endAttempt = command(
  ({ id, state, message }: End) =>
    sql`update label_attempts set state = ${state}, message = left(${message}, 500), ended_at = clock_timestamp() where id = ${id}::uuid and state in ('draft', 'asked', 'unclear', 'booked')`,
  [{ id: '00000000-0000-0000-0000-000000000000', state: 'none', message: '' }],
);

export const noteBooked = command(
  ({ id, shipmentId }: { id: string; shipmentId: string }) =>
    sql`update label_attempts set state = 'booked', shipment_id = ${shipmentId}, ended_at = coalesce(ended_at, clock_timestamp()) where id = ${id}::uuid and state in ('draft', 'asked', 'unclear', 'booked')`,
);

import { type SQL, sql } from 'drizzle-orm';
import { command } from '../../core/db/statement.ts';

/** Statements of the commands (commands.ts). */

/** Columns that a command sets on the task. */
export const NOTES = {
  linked: sql`unlinked_at = null`,
  unlinked: sql`unlinked_at = now()`,
  gatesForced: sql`gates_forced_at = now(), force_ship_label = true`,
  received: sql`receipt_closed_at = now()`,
  receivedAndPrepared: sql`receipt_closed_at = now(), prepared_at = coalesce(prepared_at, now())`,
  prepared: sql`prepared_at = coalesce(prepared_at, now())`,
  underWay: sql`under_way_at = now()`,
  arrived: sql`arrived_at = now()`,
  partDone: sql`part_done_at = now()`,
  closed: sql`closed_at = now()`,
  reopened: sql`closed_at = null`,
};
export const writeNote = command(
  ({ id, note }: { id: string; note: SQL }) => sql`update tasks set ${note} where id = ${id}::uuid`,
  Object.values(NOTES).map((note) => ({ id: '', note })),
);
export const cancelTask = command(
  ({ id, reason }: { id: string; reason: string }) =>
    sql`update tasks set deleted_at = now(), cancel_reason = ${reason} where id = ${id}::uuid`,
);

export const emptyParcels = command(
  ({ id }: { id: string }) =>
    sql`delete from parcel_contents where parcel_id in (select id from parcels where task_id = ${id}::uuid and handed_over_at is null)`,
);

export const voidParcels = command(
  ({ id }: { id: string }) =>
    sql`update parcels set state = 'void', pieces = 0, label_state = case when label_state = 'bought' then 'voided' else label_state end where task_id = ${id}::uuid and handed_over_at is null and state <> 'void'`,
);

export const freeSerials = command(
  ({
    id,
  }: {
    id: string;
  }) => sql`update serials s set state = 'inStock' from task_lines l where l.task_id = ${id}::uuid and s.item_id = l.item_id and s.merchant_id = l.merchant_id and s.state = 'packed'
    and not exists (select from parcel_contents p where p.serial = s.serial)`,
);

export const resetPicked = command(
  ({ id }: { id: string }) => sql`update task_lines set picked = shipped, packed = shipped, short = 0 where task_id = ${id}::uuid`,
);

export const cancelLines = command(
  ({ id }: { id: string }) => sql`update task_lines set cancelled = ordered - shipped where task_id = ${id}::uuid`,
);

export const cancelMissing = command(
  ({ id }: { id: string }) =>
    sql`update task_lines set cancelled = greatest(ordered - picked - reserved, cancelled), short = 0 where task_id = ${id}::uuid`,
);

export const acceptReceived = command(
  ({ id }: { id: string }) => sql`update task_lines set cancelled = greatest(0, ordered - received) where task_id = ${id}::uuid`,
);

export const resolveBlockers = command(
  ({
    by,
    reason,
    id,
    kinds,
  }: {
    by: string | null;
    reason: string;
    id: string;
    kinds: string;
  }) => sql`update task_blockers set resolved_at = now(), resolved_by = ${by}::uuid, resolution = ${reason}
    where task_id = ${id}::uuid and kind = any(${kinds}::text[]) and resolved_at is null`,
);

export const lockTask = command(({ id }: { id: string }) => sql`select 1 from tasks where id = ${id}::uuid for update`);

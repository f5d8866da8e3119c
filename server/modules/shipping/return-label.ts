import { sql } from 'drizzle-orm';
import { addressFaults } from '#contract/core/address';
import type { Db } from '../../core/db/client.ts';
import { cell, command, type Row, statement } from '../../core/db/statement.ts';
import { DomainError } from '../../core/http/errors.ts';
import { recompute } from '../orders/index.ts';
import { tasks } from '../orders/tasks/table.ts';
import { carriers } from './carriers/table.ts';
import { parcels } from './parcels/table.ts';
import { relabel, voidLabel } from './queue.ts';
import { RETURN_APIS } from './registry.ts';

/** The label that the house buys for the customer of a return. It is a parcel of the return, labelled by the queue of all labels. */

/** Grams of a return whose items have no weight. */
const USUAL_WEIGHT = 1000;

const lockReturn = statement(
  {
    kind: tasks.kind,
    no: tasks.no,
    merchantId: tasks.merchantId,
    consignor: tasks.consignor,
    arrived: cell.boolean,
    closed: cell.boolean,
  },
  ({
    id,
  }: {
    id: string;
  }) => sql`select kind, no, merchant_id, consignor, (arrived_at is not null or received > 0) as arrived, closed_at is not null as closed
    from tasks where id = ${id}::uuid and deleted_at is null for update`,
);
const findLabel = statement(
  { id: parcels.id, no: parcels.no, carrierId: parcels.carrierId, labelState: parcels.labelState, trackingNo: parcels.trackingNo },
  ({ id }: { id: string }) =>
    sql`select id, no, carrier_id, label_state, tracking_no from parcels where task_id = ${id}::uuid and kind = 'return' and state <> 'void' order by seq limit 1 for no key update`,
);
/** The wanted carrier, the one of the return, or the first that sells return labels. */
const findCarrier = statement(
  { id: carriers.id },
  ({
    taskId,
    carrierId,
  }: {
    taskId: string;
    carrierId: string | null;
  }) => sql`select c.id from carriers c, tasks t where t.id = ${taskId}::uuid
      and c.active and c.deleted_at is null and c.api = any(${`{${RETURN_APIS.join(',')}}`}::text[]) and (${carrierId}::uuid is null or c.id = ${carrierId}::uuid)
    order by (c.id = t.carrier_id) desc nulls last, c.sort_at limit 1`,
);
const insertParcel = statement(
  { id: parcels.id, no: parcels.no },
  ({ taskId, carrierId, weight, by }: { taskId: string; carrierId: string; weight: number | null; by: string | null }) =>
    sql`insert into parcels (no, task_id, task_no, merchant_id, seq, kind, state, carrier_id, service, label_state, weight, packed_by)
      select 'P-' || nextval('parcel_no'), t.id, t.no, t.merchant_id, n.seq, 'return', 'closed', ${carrierId}::uuid, case when t.carrier_id = ${carrierId}::uuid then t.service else '' end, 'requested',
        coalesce(${weight}::int, nullif(w.grams, 0), ${USUAL_WEIGHT}), ${by}::uuid
      from tasks t cross join lateral (select coalesce(max(seq), 0) + 1 as seq from parcels where task_id = t.id) n
        cross join lateral (select least(sum((l.ordered - l.cancelled)::bigint * coalesce(i.weight, 0)), 1000000)::int as grams from task_lines l join items i on i.id = l.item_id where l.task_id = t.id) w
      where t.id = ${taskId}::uuid returning id, no`,
);

const writeWeight = command(
  ({ id, weight }: { id: string; weight: number | null }) =>
    sql`update parcels set weight = coalesce(${weight}::int, weight) where id = ${id}::uuid`,
);
const voidParcel = command(
  ({ id }: { id: string }) => sql`update parcels set state = 'void', label_tries = 0, label_due_at = null where id = ${id}::uuid`,
);
const clearTracking = command(
  ({ taskId, trackingNo }: { taskId: string; trackingNo: string }) =>
    sql`update tasks set tracking_no = '' where id = ${taskId}::uuid and tracking_no = ${trackingNo}`,
);

const refuse = (reason: string): never => {
  throw new DomainError('StateRefused', `parcels.refusals.${reason}`);
};

async function lockOpenReturn(tx: Db, id: string): Promise<Row<typeof lockReturn>> {
  const found = await lockReturn.first(tx, { id });
  if (found?.kind !== 'retour') throw new DomainError('NotFound');
  if (found.closed) refuse('returnClosed');
  if (found.arrived) refuse('returnArrived');
  return found;
}

type Wanted = { weight: number | null; carrierId: string | null; by: string | null };

/**
 * Asks for the return label of a return: from the customer to the storehouse. A return has one label at most; asking again changes
 * nothing while it is requested, bought or unclear, and repeats a failed or voided one.
 * @param wanted.weight grams; without it the weights of the items, or 1 kg
 * @returns the parcel's id
 * @throws DomainError NotFound if the task is no return; StateRefused if the goods arrived, no carrier sells return labels, or the sender's
 * address is incomplete
 */
export async function askReturnLabel(tx: Db, taskId: string, { weight, carrierId, by }: Wanted): Promise<string> {
  const { consignor } = await lockOpenReturn(tx, taskId);
  const known = await findLabel.first(tx, { id: taskId });
  // An unclear one may be booked: a person says so first.
  if (known && ['requested', 'bought', 'unclear'].includes(known.labelState)) return known.id;
  if (addressFaults(consignor).length > 0) refuse('senderIncomplete');
  const carrier = (await findCarrier.first(tx, { taskId, carrierId: carrierId ?? known?.carrierId ?? null })) ?? refuse('noReturnCarrier');
  const again = known?.carrierId === carrier.id ? known : null;
  if (again) {
    await writeWeight(tx, { id: again.id, weight });
    await relabel(tx, again.id);
  } else if (known) {
    // What the former carrier may have booked is voided there.
    await voidParcel(tx, { id: known.id });
  }
  const parcel = again ?? (await insertParcel.one(tx, { taskId, carrierId: carrier.id, weight, by }));
  await recompute(tx, [taskId], { command: 'returnLabelAsked', by, payload: { parcel: parcel.no } }, { always: true });
  return parcel.id;
}

/**
 * Cancels the return label before the goods arrived. Repeating it changes nothing.
 * @throws DomainError NotFound if the task is no return or never had a label; StateRefused if the goods arrived
 */
export async function voidReturnLabel(tx: Db, taskId: string, by: string | null): Promise<string> {
  await lockOpenReturn(tx, taskId);
  const known = await findLabel.first(tx, { id: taskId });
  if (!known) return refuse('noLabel');
  if (known.labelState === 'voided') return known.id;
  await voidLabel(tx, known.id);
  await clearTracking(tx, { taskId, trackingNo: known.trackingNo });
  const payload = { parcel: known.no, trackingNo: known.trackingNo };
  await recompute(tx, [taskId], { command: 'returnLabelVoided', by, payload }, { always: true });
  return known.id;
}

import { sql } from 'drizzle-orm';
import type { RefusalReason } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, type Row, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { DomainError } from '../../core/http/errors.ts';
import { applyBatch } from '../scanning/index.ts';
import { loadingLists } from './loading-lists/table.ts';
import { parcels } from './parcels/table.ts';

export type Refused = { id: string; no: string; why: RefusalReason; params: Record<string, string | number> };
export type HandedOver = { handedOver: number; refused: Refused[] };

const lockList = statement(
  { state: loadingLists.state, dockId: loadingLists.dockId },
  ({ id }: { id: string }) => sql`select state, dock_id from loading_lists where id = ${id}::uuid and deleted_at is null for update`,
);
const findLoaded = statement(
  { id: parcels.id, no: parcels.no, taskId: parcels.taskId },
  ({ id }: { id: string }) => sql`select id, no, task_id from parcels where loading_list_id = ${id}::uuid and state = 'loaded' order by no`,
);
/**
 * The list's last scan number as a device; its station (where the goods were loaded, otherwise the one at its dock); and ids for the scans.
 */
const findDevice = statement(
  { seq: cell.integer, stationId: orNull(cell.uuid), ids: cell.uuids },
  ({
    id,
    taskIds,
    dockId,
    count,
  }: {
    id: string;
    taskIds: readonly string[];
    dockId: string | null;
    count: number;
  }) => sql`select coalesce((select last_seq from scan_devices where id = ${id}::uuid), 0) as seq, coalesce(
        (select station_id from scans where act = 'load' and task_id = any(${uuids(taskIds)}) and outcome = 'applied' order by id desc limit 1),
        (select id from stations where deleted_at is null order by compartment_id = ${dockId}::uuid desc nulls last, code limit 1)) as station_id,
      array(select kontor_uuid7() from generate_series(1, ${count}::int)) as ids`,
);
const closeUnloaded = statement(
  { id: loadingLists.id },
  ({ id }: { id: string }) =>
    sql`update loading_lists set state = 'closed' where id = ${id}::uuid and not exists (select from parcels where loading_list_id = ${id}::uuid and state = 'loaded') returning id`,
);

const lockTasks = command(
  ({ id }: { id: string }) => sql`select 1 from tasks
    where id in (select task_id from parcels where loading_list_id = ${id}::uuid and state = 'loaded') order by id for update`,
);
const setHandedOver = command(
  ({ id }: { id: string }) => sql`update loading_lists set state = 'handedOver', handed_over_at = now() where id = ${id}::uuid`,
);

const listOf = async (tx: Db, id: string): Promise<Row<typeof lockList>> => {
  const list = await lockList.first(tx, { id });
  if (!list) throw new DomainError('NotFound');
  return list;
};

/**
 * Hands over all parcels of a list as if each was scanned at the dock: with the same scan commands through the same call, and the list as
 * the device. The scan log therefore shows who handed over what, and single scans can be undone. Parcels that may not leave stay loaded and
 * keep the list open.
 * @throws DomainError StateRefused `notOpen`, `empty`
 */
export async function handOverList(tx: Db, id: string, userId: string, onBug: (error: unknown) => void): Promise<HandedOver> {
  // Scans lock tasks first, so this does too.
  await lockTasks(tx, { id });
  const list = await listOf(tx, id);
  if (list.state !== 'open') throw new DomainError('StateRefused', 'loadingLists.refusals.notOpen');
  const loaded = await findLoaded(tx, { id });
  if (loaded.length === 0) throw new DomainError('StateRefused', 'loadingLists.refusals.empty');
  const taskIds = loaded.map(({ taskId }) => taskId);
  const { seq, stationId, ids } = await findDevice.one(tx, { id, taskIds, dockId: list.dockId, count: loaded.length });
  if (!stationId) throw new DomainError('StateRefused', 'loadingLists.refusals.noStation');
  const at = new Date().toISOString();
  const { verdicts } = await applyBatch(
    tx,
    {
      deviceId: id,
      stationId,
      authorId: userId,
      events: loaded.map((parcel, n) => ({
        id: ids[n] ?? '',
        seq: seq + n + 1,
        at,
        profile: 'shippingScan',
        source: 'typed',
        code: parcel.no,
        act: { do: 'handOver', parcelId: parcel.id, loadingListId: null },
      })),
    },
    { userId, sentBy: userId, merchantId: null, mayScan: true },
    onBug,
  );
  const refused = loaded.flatMap(({ id: parcelId, no }, n): Refused[] => {
    const verdict = verdicts[n];
    return !verdict || verdict.outcome === 'applied'
      ? []
      : [{ id: parcelId, no, why: verdict.why as RefusalReason, params: verdict.params }];
  });
  if (refused.length === 0) await setHandedOver(tx, { id });
  return { handedOver: loaded.length - refused.length, refused };
}

/** Closes a list that was signed and filed, or was not needed. @throws DomainError StateRefused `loaded`, `closed` */
export async function closeList(tx: Db, id: string): Promise<void> {
  const list = await listOf(tx, id);
  if (list.state === 'closed') throw new DomainError('StateRefused', 'loadingLists.refusals.closed');
  const closed = await closeUnloaded(tx, { id });
  if (closed.length === 0) throw new DomainError('StateRefused', 'loadingLists.refusals.loaded');
}

import { sql } from 'drizzle-orm';
import type { Why } from '#contract/scan/acts';
import type { Db } from '../db/client.ts';
import { DomainError } from '../http/errors.ts';
import { rowsOf } from '../http/select.ts';
import { applyBatch } from '../scan/apply.ts';

export type Refused = { id: string; no: string; why: Why; params: Record<string, string | number> };
export type HandedOver = { handedOver: number; refused: Refused[] };

const listOf = async (tx: Db, id: string): Promise<Record<string, unknown>> => {
  const [list] = rowsOf(
    await tx.execute(sql`select no, state, dock_id from loading_lists where id = ${id}::uuid and deleted_at is null for update`),
  );
  if (!list) throw new DomainError('NotFound');
  return list;
};

/**
 * Hands over everything loaded on a list, as if each parcel were scanned at the dock: the same acts go through the same call, the list
 * being the device, so that the scan log tells who gave what away and one wrong scan can be taken back by itself.
 * What may not leave stays loaded and keeps the list open.
 * @throws DomainError StateRefused `notOpen`, `empty`
 */
export async function handOverList(tx: Db, id: string, userId: string, onBug: (error: unknown) => void): Promise<HandedOver> {
  // The scans lock tasks before anything else, so this does too.
  await tx.execute(
    sql`select 1 from tasks where id in (select task_id from parcels where loading_list_id = ${id}::uuid and state = 'loaded') order by id for update`,
  );
  const list = await listOf(tx, id);
  if (list['state'] !== 'open') throw new DomainError('StateRefused', 'loadingLists.refusals.notOpen');
  const parcels = rowsOf(
    await tx.execute(sql`select id, no, task_id from parcels where loading_list_id = ${id}::uuid and state = 'loaded' order by no`),
  );
  if (parcels.length === 0) throw new DomainError('StateRefused', 'loadingLists.refusals.empty');
  const [device] = rowsOf(
    await tx.execute(sql`select coalesce((select last_seq from scan_devices where id = ${id}::uuid), 0) as seq, coalesce(
        (select station_id from scans where act = 'load' and task_id = any(${`{${parcels.map((row) => row['task_id'] as string).join(',')}}`}::uuid[]) and outcome = 'applied' order by id desc limit 1),
        (select id from stations where deleted_at is null order by compartment_id = ${list['dock_id'] as string | null}::uuid desc nulls last, code limit 1)) as station_id,
      array(select kontor_uuid7() from generate_series(1, ${parcels.length}::int)) as ids`),
  );
  const { seq, station_id: stationId, ids } = device as { seq: number; station_id: string | null; ids: string[] };
  if (!stationId) throw new DomainError('StateRefused', 'loadingLists.refusals.noStation');
  const at = new Date().toISOString();
  const { verdicts } = await applyBatch(
    tx,
    {
      deviceId: id,
      stationId,
      authorId: userId,
      events: parcels.map((row, n) => ({
        id: ids[n] ?? '',
        seq: seq + n + 1,
        at,
        profile: 'shippingScan',
        source: 'typed',
        code: row['no'] as string,
        act: { do: 'handOver', parcelId: row['id'] as string, loadingListId: null },
      })),
    },
    { userId, sentBy: userId, merchantId: null, mayScan: true },
    onBug,
  );
  const refused = verdicts.flatMap(({ outcome, why, params }, n): Refused[] =>
    outcome === 'applied' ? [] : [{ id: parcels[n]?.['id'] as string, no: parcels[n]?.['no'] as string, why: why as Why, params }],
  );
  if (refused.length === 0)
    await tx.execute(sql`update loading_lists set state = 'handedOver', handed_over_at = now() where id = ${id}::uuid`);
  return { handedOver: parcels.length - refused.length, refused };
}

/** The paper is signed and filed, or the list was never needed. @throws DomainError StateRefused `loaded`, `closed` */
export async function closeList(tx: Db, id: string): Promise<void> {
  const list = await listOf(tx, id);
  if (list['state'] === 'closed') throw new DomainError('StateRefused', 'loadingLists.refusals.closed');
  const closed = rowsOf(
    await tx.execute(
      sql`update loading_lists set state = 'closed' where id = ${id}::uuid and not exists (select from parcels where loading_list_id = ${id}::uuid and state = 'loaded') returning id`,
    ),
  );
  if (closed.length === 0) throw new DomainError('StateRefused', 'loadingLists.refusals.loaded');
}

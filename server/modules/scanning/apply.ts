import { type SQL, sql } from 'drizzle-orm';
import type { ScanAnswer, ScanBatch, ScanCommand, ScanCommandName, ScanEvent, ScanVerdict } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { cell, command, orNull, statement } from '../../core/db/statement.ts';
import { uuids } from '../../core/db/uuids.ts';
import { recompute } from '../orders/index.ts';
import { closeLists } from './commands/pick.ts';
import { applyRun, runsOf, type ScanRow, type Sender, type Shared } from './run.ts';
import { scans } from './scans/table.ts';
import { scanDevices } from './tables.ts';

/** Side effects of a batch. After commit, orders that wait for the `stocked` items are allocated again. */
export type Applied = ScanAnswer & { stocked: string[]; touched: string[] };
const verdict = (
  { id, seq }: { id: string; seq: number },
  outcome: ScanVerdict['outcome'],
  why: string | null,
  params: ScanVerdict['params'] = {},
): ScanVerdict => ({
  id,
  seq,
  outcome,
  why,
  params,
});

const lockRow = statement(
  { lastSeq: scanDevices.lastSeq },
  ({ id }: { id: string }) => sql`select last_seq from scan_devices where id = ${id}::uuid for update`,
);

const insertDevice = command(
  ({ deviceId, stationId, userId }: { deviceId: string; stationId: string; userId: string }) =>
    sql`insert into scan_devices (id, station_id, user_id) values (${deviceId}::uuid, ${stationId}::uuid, ${userId}::uuid) on conflict do nothing`,
);

/** Locks the device's queue. A batch that is sent again waits for the first one and then reads its answers. */
async function lockDevice(tx: Db, batch: ScanBatch, userId: string): Promise<number> {
  const known = await lockRow.first(tx, { id: batch.deviceId });
  if (known) return known.lastSeq;
  await insertDevice(tx, { deviceId: batch.deviceId, stationId: batch.stationId, userId });
  // Two first batches of a device can arrive at the same time. The second one waits for the row that the first one inserts.
  return (await lockRow.first(tx, { id: batch.deviceId }))?.lastSeq ?? 0;
}

/** Scan commands that finish or reopen picklists. */
const LISTED: readonly ScanCommandName[] = ['pick', 'short', 'packSingle', 'undo'];
const concernsLists = (events: readonly ScanEvent[]): boolean => events.some(({ act }) => LISTED.includes(act.do));

const lockNamed = statement(
  // The rows are locked only because the statement counts them: an unread CTE with `for update` is not executed.
  { ids: cell.uuids, lists: orNull(cell.bigint) },
  ({ locked, lists }: { locked: SQL; lists: SQL | null }) =>
    lists
      ? sql`with ${locked}, ${lists} select array(select id from locked) as ids, (select count(*) from lists) as lists`
      : sql`with ${locked} select array(select id from locked) as ids, null::bigint as lists`,
  [
    { locked: sql`locked as (select id from tasks)`, lists: null },
    { locked: sql`locked as (select id from tasks)`, lists: sql`lists as (select 1 from picklists)` },
  ],
);

const lockScans = command(
  ({ undone }: { undone: readonly string[] }) => sql`select 1 from scans where id = any(${uuids(undone)}) order by id for no key update`,
);

/**
 * Locks the scans that a batch undoes, then its tasks, then their picklists, each in the order of its id, before anything else. Concurrent
 * batches wait here and cannot deadlock later. Stock is always locked after tasks.
 * @returns ids of the tasks
 */
async function lockTasks(tx: Db, events: readonly ScanEvent[]): Promise<ReadonlySet<string>> {
  const named = (pickOut: (act: ScanCommand) => string | null | undefined): string[] => events.flatMap(({ act }) => pickOut(act) ?? []);
  const tasks = [...named((act) => ('taskId' in act ? act.taskId : null)), ...named((act) => ('parentId' in act ? act.parentId : null))];
  const walks = named((act) => ('picklistLineId' in act ? act.picklistLineId : null));
  const parcels = named((act) => ('parcelId' in act ? act.parcelId : null));
  const loads = named((act) => (act.do === 'handOverList' ? act.loadingListId : null));
  const undone = named((act) => (act.do === 'undo' ? act.scanId : null));
  if (undone.length > 0) await lockScans(tx, { undone });
  const all = sql`select unnest(${uuids(tasks)}) union select task_id from picklist_lines where id = any(${uuids(walks)}) union select task_id from parcels where id = any(${uuids(parcels)}) union select task_id from scans where id = any(${uuids(undone)})
    union select task_id from parcels where loading_list_id = any(${uuids(loads)}) and state = 'loaded'
    union select t::uuid from scans s, jsonb_array_elements_text(s.body->'touched') t where s.id = any(${uuids(undone)})`;
  const locked = sql`named(id) as (${all}), parents(id) as (select parent_id from tasks where id = any(array(select id from named)) and parent_id is not null),
    locked as (select id from tasks where id = any(array(select id from named union select id from parents)) order by id for update)`;
  // Arrays, because for `in (…) or in (…)` PostgreSQL reads all orders. An array is also complete before the first picklist is locked.
  const lists = sql`lists as (select 1 from picklists where id = any(array(select picklist_id from picklist_lines where task_id = any(array(select id from locked)))) order by id for update)`;
  const { ids } = await lockNamed.one(tx, { locked, lists: concernsLists(events) ? lists : null });
  return new Set(ids);
}

const findScans = statement(
  { id: scans.id, seq: scans.seq, outcome: scans.outcome, why: scans.why, params: scans.params },
  ({ ids }: { ids: readonly string[] }) => sql`select id, seq, outcome, why, params from scans where id = any(${uuids(ids)})`,
);

async function firstAnswers(tx: Db, events: readonly ScanEvent[]): Promise<Map<string, ScanVerdict>> {
  const found = await findScans(tx, { ids: events.map(({ id }) => id) });
  return new Map(
    found.map(({ id, seq, outcome, why, params }) => {
      const isApplied = outcome === 'applied';
      return [id, verdict({ id, seq }, isApplied ? 'repeated' : 'refused', isApplied ? null : why, params)];
    }),
  );
}

const NOTE = 40;
/** Stores scans; with `last`, also the number of the device's last scan. */
async function keep(tx: Db, batch: ScanBatch, sender: Sender, rows: readonly ScanRow[], last: number | null = null): Promise<void> {
  const device = sql`update scan_devices set last_seq = ${last}, station_id = ${batch.stationId}::uuid, user_id = ${sender.userId}::uuid, seen_at = now() where id = ${batch.deviceId}::uuid`;
  if (rows.length === 0) {
    if (last !== null) await tx.execute(device);
    return;
  }
  const values = rows.map(({ event, id, seq, outcome, why, params, effects, touched, about }) => ({
    id,
    seq,
    at: event.at,
    profile: event.profile,
    source: event.source,
    code: event.code,
    act: event.act.do,
    body: { act: event.act, effects, touched },
    outcome,
    // Refusals made by the station itself are stored in the same column as refusals of the server.
    why: event.act.do === 'log' ? event.act.note.slice(0, NOTE) : why,
    params,
    merchant_id: about.merchantId,
    task_id: about.taskId,
    undoes: event.act.do === 'undo' && outcome === 'applied' ? event.act.scanId : null,
  }));
  await tx.execute(sql`${last === null ? sql`` : sql`with device as (${device})`} insert into scans (id, device_id, seq, at, profile, source, code, act, body, outcome, why, params, station_id, user_id, sent_by, merchant_id, task_id, undoes)
    select id, ${batch.deviceId}::uuid, seq, at, profile, source, code, act, body, outcome, why, params, ${batch.stationId}::uuid, ${sender.userId}::uuid,
      ${sender.sentBy === sender.userId ? null : sender.sentBy}::uuid, merchant_id, (select t.id from tasks t where t.id = task_id), undoes
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as s(id uuid, seq int, at timestamptz, profile text, source text, code text, act text, body jsonb, outcome text, why text, params jsonb, merchant_id uuid, task_id uuid, undoes uuid)
    order by seq`);
}

/**
 * Applies a batch of one device in one transaction. Each scan is booked once, in the order of its numbers: a known id gets its first answer
 * again, and a number after a gap is not booked yet. The caller repeats the whole batch on a transient error (`isPassing`). Without
 * `savepoints` a refused scan throws, and the caller repeats the batch with savepoints.
 */
export async function applyBatch(
  tx: Db,
  batch: ScanBatch,
  sender: Sender,
  onBug: (error: unknown) => void,
  savepoints = true,
): Promise<Applied> {
  let last = await lockDevice(tx, batch, sender.userId);
  const answered = await firstAnswers(tx, batch.events);
  const fresh = batch.events.filter(({ id }) => !answered.has(id));
  const locked = await lockTasks(tx, fresh);
  const shared: Shared = { stationId: batch.stationId, sender, read: { items: new Map(), places: new Map() }, onBug, savepoints };
  const events = [...batch.events].sort((a, b) => a.seq - b.seq);
  // Scans after a gap are not due until the missing numbers have arrived. If another scan has already used a number, the device renumbers
  // its queue.
  const due = events.filter(({ id, seq }) => {
    const next = !answered.has(id) && seq === last + 1;
    if (next) last = seq;
    return next;
  });
  const rows: ScanRow[] = [];
  let kept = 0;
  for (const run of runsOf(due)) {
    // An undo may take back a scan of the same batch (sent by a device that was offline), or there may be two undos of one scan. Earlier
    // scans must be stored first.
    if (run[0]?.act.do === 'undo') {
      await keep(tx, batch, sender, rows.slice(kept));
      kept = rows.length;
    }
    rows.push(...(await applyRun(tx, run, shared)));
  }
  const booked = new Map(rows.map((row) => [row.seq, row]));
  const verdicts = events.map((event) => {
    const row = booked.get(event.seq);
    if (!row) return answered.get(event.id) ?? verdict(event, 'waiting', null);
    return verdict(event, row.outcome, row.outcome === 'applied' ? null : row.why, row.params);
  });
  const touched = [...new Set(rows.flatMap((row) => row.touched))];
  await keep(tx, batch, sender, rows.slice(kept), last);
  if (concernsLists(fresh)) await closeLists({ tx }, touched);
  const happening = { command: 'scan', by: sender.userId, payload: { acts: [...new Set(rows.map(({ event }) => event.act.do))] } };
  await recompute(tx, touched, happening, { locked });
  return { verdicts, lastSeq: last, stocked: [...new Set(rows.flatMap((row) => row.stocked))], touched };
}

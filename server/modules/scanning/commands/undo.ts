import { type SQL, sql } from 'drizzle-orm';
import type { ScanCommandOf } from '#contract/scanning/commands';
import { cell, command, statement } from '../../../core/db/statement.ts';
import { withdrawWork } from '../../billing/index.ts';
import { tasks } from '../../orders/tasks/table.ts';
import { Refusal, reverseMove } from '../../stock/index.ts';
import { picklistLines } from '../../stock/tables.ts';
import { type Effect, hold, need, type ScanContext, writeRow } from '../context.ts';
import { scans } from '../scans/table.ts';
import { takeContent } from './serial.ts';

/** Scan commands that cannot be undone: later work depends on them, or they moved nothing. */
const FINAL = ['log', 'undo', 'countDone', 'swapLabel'];

const takeFromStop = statement(
  { picklistId: picklistLines.picklistId, qty: picklistLines.qty },
  ({ id, qty }: { id: string; qty: number }) =>
    sql`update picklist_lines set qty = qty - ${qty} where id = ${id}::uuid and picked + short <= qty - ${qty} returning picklist_id, qty`,
);
const lockRow = statement(
  { id: cell.uuid },
  ({ table, id, state }: { table: string; id: string; state: SQL }) =>
    sql`select id from ${sql.identifier(table)} where id = ${id}::uuid and ${state} for no key update`,
  ['parcels', 'tasks', 'merged_units', 'loading_lists'].map((table) => ({ table, id: '', state: sql`true` })),
);
const cancelOpened = statement(
  { id: tasks.id },
  ({ id }: { id: string }) => sql`update tasks set deleted_at = now(), cancel_reason = 'undo' where id = ${id}::uuid and deleted_at is null
          and not exists (select from task_lines l where l.task_id = tasks.id and l.received > 0) returning id`,
);
const findScan = statement(
  { act: scans.act, outcome: scans.outcome, body: scans.body, taskId: scans.taskId, merchantId: scans.merchantId },
  ({ scanId }: { scanId: string }) => sql`select act, outcome, body, task_id, merchant_id from scans where id = ${scanId}::uuid`,
);
const findUndo = statement(
  { id: scans.id },
  ({ scanId }: { scanId: string }) => sql`select id from scans where undoes = ${scanId}::uuid and outcome = 'applied'`,
);

const reopenStop = command(
  ({ id, picked, short }: { id: string; picked: number; short: number }) =>
    sql`update picklist_lines set picked = picked - ${picked}, short = short - ${short}, open = true where id = ${id}::uuid`,
);
const releaseStop = command(
  ({ id }: { id: string }) => sql`update picklist_lines set open = false, short_reason = 'released' where id = ${id}::uuid`,
);
const shortenList = command(
  ({ id, qty, lines }: { id: string; qty: number; lines: number }) =>
    sql`update picklists set pieces = pieces - ${qty}, lines = lines - ${lines} where id = ${id}::uuid`,
);
const countLess = command(
  ({ id, add }: { id: string; add: number }) =>
    sql`update count_lines set counted = counted - ${add} where id = ${id}::uuid and booked_at is null`,
);
const setSerial = command(
  ({ id, was, now }: { id: string; was: string; now: string }) =>
    sql`update serials set state = ${was} where id = ${id}::uuid and state = ${now}`,
);

type Undo = { [K in Effect['kind']]: (c: ScanContext, effect: Extract<Effect, { kind: K }>) => Promise<unknown> };
/** The opposite of each effect. Ledger rows are never removed: a move is undone by its reversal. */
const OPPOSITE: Undo = {
  move: (c, { id, holds }) => reverseMove(c.tx, id, { scanId: c.event.id, stationId: c.stationId, userId: c.userId }, holds),
  line: (c, { id, add }) => {
    const sets = Object.entries(add).map(([column, n]) => sql`${sql.identifier(column)} = ${sql.identifier(column)} - ${n}`);
    return c.tx.execute(sql`update task_lines set ${sql.join(sets, sql`, `)} where id = ${id}::uuid`);
  },
  pick: (c, { id, add }) => reopenStop(c.tx, { id, picked: add.picked ?? 0, short: add.short ?? 0 }),
  stop: async (c, { id, qty }) => {
    const less = await takeFromStop.first(c.tx, { id, qty });
    // Pieces of the stop have been picked already.
    if (!less) throw new Refusal('notUndoable');
    if (less.qty === 0) await releaseStop(c.tx, { id });
    await shortenList(c.tx, { id: less.picklistId, qty, lines: less.qty === 0 ? 1 : 0 });
  },
  content: (c, { parcelId, lineId, serial, qty }) => takeContent(c, parcelId, lineId, serial, qty),
  row: async (c, { table, id, was, now }) => {
    const state = Object.hasOwn(now, 'state') ? sql`state = ${now['state']}` : sql`true`;
    const row = await lockRow.first(c.tx, { table, id, state });
    // The row changed after the scan; for example, the parcel was handed over.
    if (!row) throw new Refusal('notUndoable');
    await writeRow(c.tx, table, id, was);
  },
  count: (c, { id, add }) => countLess(c.tx, { id, add }),
  hold: (c, { lineId, balanceId, qty }) => hold(c.tx, lineId, balanceId, -qty),
  opened: async (c, { id }) => {
    const gone = await cancelOpened(c.tx, { id });
    if (gone.length === 0) throw new Refusal('notUndoable');
  },
  work: async (c, { id }) => {
    // Approved work stands.
    if (!(await withdrawWork(c.tx, id))) throw new Refusal('notUndoable');
  },
  serial: (c, { id, was, now }) => setSerial(c.tx, { id, was, now }),
};
const reverse = <K extends Effect['kind']>(c: ScanContext, effect: Extract<Effect, { kind: K }>) =>
  (OPPOSITE[effect.kind] as (c: ScanContext, effect: Effect) => Promise<unknown>)(c, effect);

/** Undoes an earlier scan: the opposite of each of its effects, last first, all or nothing. A scan can be undone once. */
export async function undo(c: ScanContext, { scanId }: ScanCommandOf<'undo'>): Promise<void> {
  const scan = await need('notUndoable', findScan.first(c.tx, { scanId }));
  if (scan.outcome !== 'applied' || FINAL.includes(scan.act)) throw new Refusal('notUndoable');
  const done = await findUndo.first(c.tx, { scanId });
  if (done) throw new Refusal('alreadyUndone');
  c.about = { taskId: scan.taskId, merchantId: scan.merchantId };
  const { effects = [], touched = [] } = scan.body as { effects?: Effect[]; touched?: string[] };
  for (const effect of effects.toReversed()) await reverse(c, effect as never);
  for (const id of touched) c.touched.add(id);
}

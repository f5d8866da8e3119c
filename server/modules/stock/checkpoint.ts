import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../core/db/client.ts';
import { cell, command, statement } from '../../core/db/statement.ts';
import { stockCheckpoints } from './tables.ts';

/** Sums of the ledger up to and including the move with `sort_at` = `until`. Readers only add the moves after it. */
export type Checkpoint = { no: number; until: string };
/** Without a checkpoint, the whole ledger is summed. */
const BEGINNING: Checkpoint = { no: 0, until: '-infinity' };

/**
 * Number of moves after which the next checkpoint is due. If a checkpoint has more rows than this, the next one is due after that many
 * moves, so that checkpoints never take more rows than the ledger.
 */
const SPACING = 5_000;
/** Safety margin: `sort_at` of a move is read from the clock shortly before its transaction gets an id. */
const MARGIN = '10 seconds';
/** Milliseconds to wait for running transactions. After that, the next run tries again. */
const PATIENCE = 30_000;
const PAUSE = 250;
/** Advisory lock: only one node makes a checkpoint at a time. */
const CHECKPOINT_LOCK = 725;

const CHECKPOINT = { no: stockCheckpoints.no, until: cell.text };
const findLatest = statement(CHECKPOINT, () => sql`select no, until::text from stock_checkpoints order by until desc limit 1`);
const findBefore = statement(
  CHECKPOINT,
  ({ at }: { at: string }) =>
    sql`select no, until::text from stock_checkpoints where until <= ${at}::timestamptz order by until desc limit 1`,
);

export const latestCheckpoint = async (db: Db): Promise<Checkpoint> => (await findLatest.first(db)) ?? BEGINNING;

/** The last checkpoint that contains no move booked after `at`. */
export const checkpointBefore = async (db: Db, at: string): Promise<Checkpoint> => (await findBefore.first(db, { at })) ?? BEGINNING;

const GOODS = sql.raw('merchant_id, item_id, compartment_id, lot, expiry, serial, condition, unit_id');
const side = (name: 'from' | 'to', condition: string): SQL =>
  sql.raw(
    `m.merchant_id, m.item_id, m.${name}_id as compartment_id, m.lot, m.expiry, m.serial, m.${condition} as condition, m.${name}_unit_id as unit_id`,
  );

/** Condition over `m`: moves after a checkpoint, up to `at` if given. */
export const movedAfter = ({ until }: Checkpoint, at?: string): SQL =>
  sql`m.sort_at > ${until}::timestamptz and ${at === undefined ? sql`true` : sql`m.sort_at <= ${at}::timestamptz`}`;

/**
 * Rows of goods, compartment and `qty` whose sums are the stock: those of the checkpoint and both sides of each later move. `scope` is a
 * condition over `m.merchant_id` and `m.item_id`.
 */
export const stockRows = (checkpoint: Checkpoint, at?: string, scope: SQL = sql`true`): SQL =>
  sql`select ${GOODS}, qty from stock_checkpoint_sums m where checkpoint = ${checkpoint.no}::int and ${scope}
    union all select ${side('to', 'to_condition')}, m.qty from stock_moves m where m.to_place = 'stock' and ${movedAfter(checkpoint, at)} and ${scope}
    union all select ${side('from', 'condition')}, -m.qty from stock_moves m where m.from_place = 'stock' and ${movedAfter(checkpoint, at)} and ${scope}`;

/** Moved pieces by merchant and kind of place. */
const flowRows = (checkpoint: Checkpoint, at?: string): SQL =>
  sql`select merchant_id, from_place, to_place, qty, null::timestamptz as deleted_at from stock_checkpoint_flows where checkpoint = ${checkpoint.no}::int
    union all select m.merchant_id, m.from_place, m.to_place, m.qty, m.deleted_at from stock_moves m where ${movedAfter(checkpoint, at)}`;

export const latestFlows = async (db: Db): Promise<SQL> => flowRows(await latestCheckpoint(db));

const begin = statement(
  { at: cell.text, mine: cell.text },
  () => sql`select (statement_timestamp() - ${MARGIN}::interval)::text as at, pg_current_xact_id()::text as mine`,
);
const isSettled = statement(
  { settled: cell.boolean },
  ({ mine }: { mine: string }) => sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${mine}::xid8 as settled`,
);
const findSize = statement(
  { size: stockCheckpoints.size },
  ({ no }: { no: number }) => sql`select size from stock_checkpoints where no = ${no}`,
);
const findEnd = statement(
  { at: cell.text },
  ({ moved, moves }: { moved: SQL; moves: number }) =>
    sql`select m.sort_at::text as at from stock_moves m where ${moved} order by m.sort_at offset ${moves - 1} limit 1`,
  [{ moved: movedAfter(BEGINNING, ''), moves: 1 }],
);

/**
 * An instant before which no new move can appear. Transactions that run at that instant have smaller ids than the one taken here, and are
 * waited for. Null if one of them takes too long.
 */
export async function settledInstant(db: Db, patience = PATIENCE): Promise<string | null> {
  const { at, mine } = await begin.one(db);
  for (const until = Date.now() + patience; ; await sleep(PAUSE, undefined, { ref: false })) {
    if ((await isSettled.one(db, { mine })).settled) return at;
    if (Date.now() >= until) return null;
  }
}

type Step = { last: Checkpoint; next: Checkpoint };
const FIRST: Step = { last: BEGINNING, next: { no: 1, until: '' } };
const insertSums = command(
  ({ last, next }: Step) => sql`insert into stock_checkpoint_sums (checkpoint, ${GOODS}, qty)
    select ${next.no}::int, ${GOODS}, sum(qty) from (${stockRows(last, next.until)}) s group by ${GOODS} having sum(qty) <> 0`,
  [FIRST],
);
const insertFlows = command(
  ({ last, next }: Step) => sql`insert into stock_checkpoint_flows (checkpoint, merchant_id, from_place, to_place, qty)
    select ${next.no}::int, merchant_id, from_place, to_place, sum(qty) from (${flowRows(last, next.until)}) s group by merchant_id, from_place, to_place`,
  [FIRST],
);
const insertCheckpoint = command(
  ({ no, until }: Checkpoint) =>
    sql`insert into stock_checkpoints (no, until, size) select ${no}::int, ${until}::timestamptz, count(*) from stock_checkpoint_sums where checkpoint = ${no}::int`,
);

/** Makes the next checkpoint if there are enough moves between the last one and `until`. Returns whether it did. */
export async function makeCheckpoint(db: Db, until: string, spacing = SPACING): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CHECKPOINT_LOCK})`);
    const last = await latestCheckpoint(tx);
    const moves = Math.max(spacing, (await findSize.first(tx, { no: last.no }))?.size ?? 0);
    const end = await findEnd.first(tx, { moved: movedAfter(last, until), moves });
    if (!end) return false;
    const next: Checkpoint = { no: last.no + 1, until: end.at };
    await insertSums(tx, { last, next });
    await insertFlows(tx, { last, next });
    await insertCheckpoint(tx, next);
    return true;
  });
}

/** Makes all checkpoints that are due. */
export async function makeCheckpoints(db: Db): Promise<void> {
  const until = await settledInstant(db);
  if (until !== null) while (await makeCheckpoint(db, until));
}

import type { ScanCommand, ScanCommandName, ScanCommandOf, ScanEvent } from '#contract/scanning/commands';
import type { Db } from '../../core/db/client.ts';
import { isPassing } from '../../core/db/retry.ts';
import { Refusal, toRefusal } from '../stock/index.ts';
import { count, countDone } from './commands/count.ts';
import { countUnits } from './commands/count-units.ts';
import { noteWork } from './commands/note-work.ts';
import { openReturn } from './commands/open-return.ts';
import { closeParcel, pack, packShort, packSingle, swapLabel } from './commands/pack.ts';
import { pick, short } from './commands/pick.ts';
import { moveGoods, moveUnit, putAway } from './commands/put-away.ts';
import { arrive, closeReceipt, prepared, receive } from './commands/receive.ts';
import { takeBack } from './commands/return.ts';
import { bindSerial } from './commands/serial.ts';
import { handOver, handOverList, load, unload } from './commands/ship.ts';
import { undo } from './commands/undo.ts';
import { lastOfSerial, type ScanContext } from './context.ts';

type Handlers = { [N in ScanCommandName]: (c: ScanContext, act: ScanCommandOf<N>) => Promise<void> };
/** One handler per scan command. The type requires an entry for each command. */
const HANDLERS: Handlers = {
  log: async () => undefined,
  arrive,
  receive,
  closeReceipt,
  countUnits,
  prepared,
  putAway,
  pick,
  short,
  pack,
  packSingle,
  packShort,
  closeParcel,
  swapLabel,
  load,
  unload,
  handOver,
  handOverList,
  bindSerial,
  openReturn,
  takeBack,
  count,
  countDone,
  move: moveGoods,
  moveUnit,
  noteWork,
  undo,
};
/** Scan commands for merchants who pack their own orders. */
const OUTSIDE_ACTS: readonly ScanCommandName[] = ['log', 'pack', 'closeParcel', 'undo'];
const handle = async (c: ScanContext, act: ScanCommand, mayScan: boolean): Promise<void> => {
  // `log` scans are always stored. This also keeps the device's numbers without gaps.
  if (act.do === 'log') return;
  if (!mayScan) throw new Refusal('noRight');
  if (c.onlyMerchant !== null && !OUTSIDE_ACTS.includes(act.do)) throw new Refusal('noRight');
  await (HANDLERS[act.do] as (c: ScanContext, act: ScanCommand) => Promise<void>)(c, act);
};

/**
 * `merchantId` is set for users outside the house: they only pack their own orders. `mayScan`: the author still has the privilege to scan.
 */
export type Sender = { userId: string; sentBy: string; merchantId: string | null; mayScan: boolean };
export type ScanRow = {
  id: string;
  seq: number;
  outcome: 'applied' | 'refused';
  why: string;
  params: Record<string, string | number>;
  effects: ScanContext['effects'];
  touched: string[];
  stocked: string[];
  about: ScanContext['about'];
  event: ScanEvent;
};

/** Data that all scans of a batch share. */
export type Shared = {
  stationId: string;
  sender: Sender;
  read: ScanContext['read'];
  onBug: (error: unknown) => void;
  savepoints: boolean;
};

const contextOf = (tx: Db, event: ScanEvent, { stationId, sender, read }: Shared): ScanContext => ({
  tx,
  event,
  stationId,
  userId: sender.userId,
  onlyMerchant: sender.merchantId,
  effects: [],
  touched: new Set(),
  stocked: new Set(),
  read,
  about: { taskId: null, merchantId: null },
});

/** Books a scan in the given transaction. @throws Refusal or a PostgreSQL error; part of the scan may be written then */
async function book(c: ScanContext, mayScan: boolean): Promise<ScanRow> {
  const { event, effects, touched, stocked } = c;
  await handle(c, event.act, mayScan);
  return {
    id: event.id,
    seq: event.seq,
    event,
    outcome: 'applied',
    why: '',
    params: {},
    effects,
    touched: [...touched],
    stocked: [...stocked],
    about: c.about,
  };
}

/** Books one scan in a savepoint: completely or not at all. A refusal does not affect the other scans of the batch. */
async function applyOne(tx: Db, event: ScanEvent, shared: Shared): Promise<ScanRow> {
  const context = contextOf(tx, event, shared);
  try {
    return await tx.transaction((inner) => {
      context.tx = inner;
      return book(context, shared.sender.mayScan);
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    const known = toRefusal(error, event.act);
    // A bug must not stop the queue: the scan is stored as refused, and the error is logged.
    if (!known) shared.onBug(error);
    const { why, params } = known ?? new Refusal('broken');
    const by = why === 'serialUsed' && params['who'] === undefined ? await firstUser(context, tx, event.act) : {};
    return {
      id: event.id,
      seq: event.seq,
      event,
      outcome: 'refused',
      why,
      params: { ...params, ...by },
      effects: [],
      touched: [],
      stocked: [],
      about: context.about,
    };
  }
}

/**
 * Books consecutive scans in one savepoint, because a savepoint per scan costs up to a third of the booking. If one is refused, the run is
 * rolled back and each scan gets a savepoint of its own.
 */
export async function applyRun(tx: Db, events: readonly ScanEvent[], shared: Shared): Promise<ScanRow[]> {
  const rows: ScanRow[] = [];
  const bookAll = async (inner: Db): Promise<ScanRow[]> => {
    for (const event of events) rows.push(await book(contextOf(inner, event, shared), shared.sender.mayScan));
    return rows;
  };
  if (!shared.savepoints) return bookAll(tx);
  if (events.length > 1)
    try {
      return await tx.transaction(bookAll);
    } catch (error) {
      if (isPassing(error)) throw error;
      rows.length = 0;
    }
  for (const event of events) rows.push(await applyOne(tx, event, shared));
  return rows;
}

/** Scans per savepoint: few savepoints, and little to repeat if one scan is refused. */
const RUN = 25;
/** Splits scans into runs, in order. An undo is a run of its own, because the scan that it undoes must be stored first. */
export function runsOf(events: readonly ScanEvent[]): ScanEvent[][] {
  const runs: ScanEvent[][] = [];
  for (const event of events) {
    const open = runs.at(-1);
    if (!open || open.length >= RUN || event.act.do === 'undo' || open[0]?.act.do === 'undo') runs.push([event]);
    else open.push(event);
  }
  return runs;
}

/** Who used the serial number before. Read after the savepoint, because the failed statement aborted it. */
const firstUser = async (c: ScanContext, tx: Db, act: ScanCommand) => {
  c.tx = tx;
  return 'serial' in act && 'itemId' in act ? lastOfSerial(c, act) : {};
};

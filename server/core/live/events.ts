import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '../db/client.ts';
import { cell, notNull, orNull, type Row, statement } from '../db/statement.ts';
import { liveEvent } from '../db/tables.ts';
import { JOB_CHANNEL } from '../jobs/schema.ts';

/** Older events are deleted. A client that was disconnected longer must reload everything. */
export const KEPT_HOURS = 24;
const BATCH = 2000;
/** The role of events for everybody who is signed in, including outside users. */
export const EVERYBODY = '*';
/** Notifies every node of the ids of ended sessions and changed users. */
export const SESSION_CHANNEL = 'kontor_session';

const callNumbering = statement({ no: cell.bigint }, () => sql`select kontor_number_events() as no`);
const findWindow = statement(
  { first: orNull(cell.bigint), latest: cell.bigint },
  () => sql`select min(no) as first, (select no from live_counter) as latest from live_event where no is not null`,
);
const findAfter = statement(
  {
    no: notNull(liveEvent.no),
    kind: liveEvent.kind,
    area: liveEvent.area,
    rowId: liveEvent.rowId,
    merchantId: liveEvent.merchantId,
    carrierId: liveEvent.carrierId,
    userId: liveEvent.userId,
    role: liveEvent.role,
    payload: liveEvent.payload,
  },
  ({ no }: { no: number }) =>
    sql`select no, kind, area, row_id, merchant_id, carrier_id, user_id, role, payload from live_event where no > ${no} order by no limit ${BATCH + 1}`,
);
export type StoredEvent = Row<typeof findAfter>;

/** Numbers the events committed since the last call. Returns the latest number. */
export async function numberEvents(db: Db): Promise<number> {
  return (await callNumbering.one(db)).no;
}

/** Events after `no`, in order; null if they are no longer stored completely. */
export async function eventsSince(db: Db, no: number): Promise<StoredEvent[] | null> {
  const edge = await findWindow.one(db);
  const first = edge.first ?? edge.latest + 1;
  if (no < first - 1) return null;
  const rows = await findAfter(db, { no });
  return rows.length > BATCH ? null : rows;
}

/**
 * Calls `onWake` when events may be waiting: after every commit that created one, and every few seconds in case the connection was down.
 */
export function listenForEvents(
  pool: pg.Pool,
  onWake: () => void,
  onEnded: (id: string) => void,
  onJob: (name: string) => void,
  onLost: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let giveBackCurrent: (() => boolean) | null = null;
  const connect = async (): Promise<void> => {
    const mine = await pool.connect();
    let given = false;
    /** A lost connection reports several errors, and its statement fails too. It must be released only once. */
    const giveBack = (): boolean => {
      const first = !given;
      given = true;
      if (first) mine.release(true);
      return first;
    };
    mine.on('error', (error) => {
      if (giveBack()) failed(error);
    });
    mine.on('notification', ({ channel, payload }) => {
      if (channel === SESSION_CHANNEL) onEnded(payload ?? '');
      else if (channel === JOB_CHANNEL) onJob(payload ?? '');
      else onWake();
    });
    giveBackCurrent = giveBack;
    try {
      await mine.query(`listen kontor_live; listen ${SESSION_CHANNEL}; listen ${JOB_CHANNEL}`);
    } catch (error) {
      if (giveBack()) failed(error);
      return;
    }
    // The server may have been stopped in the meantime.
    if (stopped) return void giveBack();
    onWake();
  };
  // Tries again every second while the database is unavailable. Without the listener the screens would become stale.
  const failed = (error: unknown): void => {
    if (stopped) return;
    onLost(error);
    setTimeout(() => void connect().catch(failed), 1000).unref();
  };
  void connect().catch(failed);
  const timer = setInterval(onWake, 5000);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    giveBackCurrent?.();
  };
}

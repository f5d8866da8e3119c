import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { LiveKind } from '#contract/live';
import type { Db } from '../db/client.ts';
import { rowsOf } from '../http/select.ts';
import { JOB_CHANNEL } from '../jobs/schema.ts';

export type StoredEvent = {
  no: number;
  kind: LiveKind;
  area: string | null;
  rowId: string | null;
  merchantId: string | null;
  carrierId: string | null;
  userId: string | null;
  role: string | null;
  payload: unknown;
};

/** Events older than this are forgotten; a client that was away longer reads everything again. */
export const KEPT_HOURS = 24;
const BATCH = 2000;
/** The role of an event that concerns everybody who is signed in, outside users too. */
export const EVERYBODY = '*';
/** Ended sessions and changed people are told to every node by id. */
export const SESSION_CHANNEL = 'kontor_session';

/** Numbers what was committed since the last call. Returns the latest number. */
export async function numberEvents(db: Db): Promise<number> {
  return Number(rowsOf(await db.execute(sql`select kontor_number_events() as no`))[0]?.['no'] ?? 0);
}

export async function latestNo(db: Db): Promise<number> {
  return Number(rowsOf(await db.execute(sql`select no from live_counter`))[0]?.['no'] ?? 0);
}

/** Events after `no`, in order; null when the window no longer reaches back that far. */
export async function eventsSince(db: Db, no: number): Promise<StoredEvent[] | null> {
  const [edge] = rowsOf(
    await db.execute(sql`select min(no) as first, (select no from live_counter) as latest from live_event where no is not null`),
  );
  const first = edge?.['first'] === null ? Number(edge['latest']) + 1 : Number(edge?.['first']);
  if (no < first - 1) return null;
  const rows = rowsOf(
    await db.execute(
      sql`select no, kind, area, row_id, merchant_id, carrier_id, user_id, role, payload from live_event where no > ${no} order by no limit ${BATCH + 1}`,
    ),
  );
  if (rows.length > BATCH) return null;
  return rows.map((row) => ({
    no: Number(row['no']),
    kind: row['kind'] as LiveKind,
    area: row['area'] as string | null,
    rowId: row['row_id'] as string | null,
    merchantId: row['merchant_id'] as string | null,
    carrierId: row['carrier_id'] as string | null,
    userId: row['user_id'] as string | null,
    role: row['role'] as string | null,
    payload: row['payload'],
  }));
}

/** Tells when events may be waiting: on every commit that made one, and every few seconds in case the connection was down. */
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
    /** A lost connection reports more than one error, and its statement fails too; it is given back once. */
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
    // The server may have stopped meanwhile.
    if (stopped) return void giveBack();
    onWake();
  };
  // While the database is away, every second; a listener that gave up would leave the screens stale without a word.
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

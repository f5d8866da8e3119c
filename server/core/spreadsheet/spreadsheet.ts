import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../paths.ts';

/** Reads and writes spreadsheets (xlsx) in a thread of their own, so that other requests are answered meanwhile. */

/** A cell that is written. A day and a number may have a format of their own. */
export type SheetCell = string | number | boolean | null | { value: number | Date; format: string };
/** @property widths of the columns in signs */
export type SheetLayout = { sheet: string; head: readonly string[]; widths?: readonly number[] };

/** Megabytes of a thread: a file that unpacks to more ends it, and not the server. */
const MEMORY = 1_024;

type Job = { read: Uint8Array } | { write: SheetLayout };
type Message = { rows?: unknown[][]; done?: true; bytes?: Uint8Array };

function startThread(job: Job, onMessage: (message: Message) => void): { thread: Worker; ended: Promise<void> } {
  const thread = new Worker(join(ROOT, 'server/core/spreadsheet/thread.mjs'), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  thread.on('message', onMessage);
  const ended = new Promise<void>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });
  return { thread, ended };
}

/** The cells of the first sheet. @throws what the library throws for a file that it cannot read */
export async function readSpreadsheet(bytes: Uint8Array): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  let whole = false;
  const { ended } = startThread({ read: bytes }, (message) => {
    if (message.rows) rows.push(...message.rows);
    whole ||= message.done === true;
  });
  await ended;
  if (!whole) throw new Error('the spreadsheet was not read to its end');
  return rows;
}

export type SpreadsheetWriter = {
  add: (rows: readonly (readonly SheetCell[])[]) => void;
  /** Ends the sheet. @returns its bytes */
  end: () => Promise<Buffer>;
  /** Gives it up. Does nothing after its end. */
  drop: () => Promise<unknown>;
};

/** A sheet with one bold row as its head, written as its rows come. */
export function writeSpreadsheet(layout: SheetLayout): SpreadsheetWriter {
  let made: Buffer | null = null;
  const { thread, ended } = startThread({ write: layout }, ({ bytes }) => {
    if (bytes) made = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    void thread.terminate();
  });
  // Whoever waits for the end hears of a failure. Until then nobody listens, which would end the process.
  ended.catch(() => undefined);
  return {
    add: (rows) => thread.postMessage({ rows }),
    async end() {
      thread.postMessage({});
      await ended;
      if (made === null) throw new Error('the spreadsheet was not written to its end');
      return made;
    },
    drop: () => thread.terminate(),
  };
}

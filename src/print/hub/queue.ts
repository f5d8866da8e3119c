import type { NewJob } from '#contract/printing/jobs';
import { readJson, writeStored } from '../../providers/storage.ts';
import type { Printer } from './types.ts';

/**
 * One print of this browser that has no end yet. It is written down before anything is asked of anybody, so that a reload goes on with
 * the same job and the same file.
 */
export type Entry = {
  /** The Idempotency-Key of the call that makes the job's row. */
  intent: string;
  /** Whose print it is; others who sign in here leave it alone. */
  user: string;
  /** Null for a job that was taken over from another station. */
  wish: NewJob | null;
  jobId: string | null;
  /** Set once it was about to be sent: from then on it is for this printer only. */
  printer: Printer | null;
  /** For this computer's agent or nobody, as a test of it is. */
  here: boolean;
  /** Another station prints it: its end is told here. */
  watch: boolean;
  /** Milliseconds since 1970. */
  at: number;
};

const QUEUE = 'kontor-print-queue';
/** Longer than the server keeps a job open: what is older has its end there. */
const KEPT = 24 * 3_600_000;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'intent' in value && 'user' in value && 'wish' in value && 'at' in value;
const areEntries = (value: unknown): value is Entry[] => Array.isArray(value) && value.every(isEntry);

const all = (): Entry[] => (readJson(QUEUE, areEntries) ?? []).filter(({ at }) => Date.now() - at < KEPT);
const save = (entries: readonly Entry[]): void => writeStored(QUEUE, entries.length === 0 ? null : JSON.stringify(entries));

export const entriesOf = (user: string): Entry[] => all().filter((entry) => entry.user === user);
export const entryOf = (jobId: string): Entry | undefined => all().find((entry) => entry.jobId === jobId);
export const keep = (entry: Entry): void => save([...all().filter(({ intent }) => intent !== entry.intent), entry]);
export const drop = (intent: string): void => save(all().filter((entry) => entry.intent !== intent));

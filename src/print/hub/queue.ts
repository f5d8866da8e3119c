import type { NewJob } from '#contract/printing/jobs';
import { readJson, writeStored } from '../../providers/storage.ts';
import type { Printer } from './types.ts';

/** An unfinished print of this browser. It is stored before the first call, so that a reload continues with the same job and file. */
export type Entry = {
  /** The Idempotency-Key of the call that creates the job. */
  intent: string;
  /** The user who printed. Other users of this browser do not resume it. */
  user: string;
  /** Null for a job claimed from another station. */
  wish: NewJob | null;
  jobId: string | null;
  /** Set before the job is first sent. From then on only this printer is used. */
  printer: Printer | null;
  /** Only for this computer's agent, for example a test print. */
  here: boolean;
  /** Another station prints it. The result is shown here. */
  watch: boolean;
  /** Milliseconds since 1970. */
  at: number;
};

const QUEUE = 'kontor-print-queue';
/** Longer than the server keeps a job open. Older jobs have ended there. */
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

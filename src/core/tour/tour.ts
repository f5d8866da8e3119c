import { create } from 'zustand';
import { readJson, writeStored } from '../../providers/storage.ts';
import { useUserStore } from '../../providers/user.ts';
import { JOB_NAMES, JOBS, type JobName } from './jobs.ts';

/** How far a user is in a job: the number of finished steps, and when it was begun. Records older than that finish no step. */
export type Progress = { done: number; since: string };
/** `side`: the lower corner of the panel, so that it can be moved out of the way. */
export type Tour = { job: JobName | null; folded: boolean; side: 'left' | 'right'; progress: Partial<Record<JobName, Progress>> };

const NOTHING: Tour = { job: null, folded: false, side: 'right', progress: {} };

const isJob = (value: unknown): value is JobName => (JOB_NAMES as readonly unknown[]).includes(value);
const isProgress = (value: unknown): value is Progress =>
  typeof value === 'object' &&
  value !== null &&
  'done' in value &&
  typeof value.done === 'number' &&
  'since' in value &&
  typeof value.since === 'string';
const isTour = (value: unknown): value is Tour =>
  typeof value === 'object' &&
  value !== null &&
  'job' in value &&
  (value.job === null || isJob(value.job)) &&
  'folded' in value &&
  typeof value.folded === 'boolean' &&
  'side' in value &&
  (value.side === 'left' || value.side === 'right') &&
  'progress' in value &&
  typeof value.progress === 'object' &&
  value.progress !== null &&
  Object.entries(value.progress).every(([job, progress]) => isJob(job) && isProgress(progress));

const keyOf = (user: string): string => `kontor-tour-${user}`;
const userNow = (): string => {
  const { user } = useUserStore.getState();
  return user?.subId || user?.id || '';
};
const tourOf = (user: string): Tour & { user: string } => ({ ...(readJson(keyOf(user), isTour) ?? NOTHING), user });

/** The tour of the present user, kept on this device. */
export const useTour = create<Tour & { user: string }>(() => tourOf(userNow()));
useUserStore.subscribe(() => {
  const user = userNow();
  if (useTour.getState().user !== user) useTour.setState(tourOf(user));
});

export function changeTour(part: Partial<Tour>): void {
  useTour.setState(part);
  const { user, ...tour } = useTour.getState();
  if (user !== '') writeStored(keyOf(user), JSON.stringify(tour));
}

export const isFinished = (job: JobName, progress: Progress | undefined): boolean => (progress?.done ?? 0) >= JOBS[job].steps.length;

/** Opens a job where it was left. One that is finished begins anew. */
export function openJob(job: JobName, now = new Date().toISOString()): void {
  const { progress } = useTour.getState();
  const known = progress[job];
  const begun = known && !isFinished(job, known) ? known : { done: 0, since: now };
  changeTour({ job, folded: false, progress: { ...progress, [job]: begun } });
}

/** Ticks a step, if it is the present one. */
export function finishStep(job: JobName, step: number): void {
  const { progress } = useTour.getState();
  const known = progress[job];
  if (known?.done === step) changeTour({ progress: { ...progress, [job]: { ...known, done: step + 1 } } });
}

import { useEffect } from 'react';
import { API } from '#contract/core/envelope';
import { useRead } from '../../providers/use-call.ts';
import { useUserStore } from '../../providers/user.ts';
import { type Done, isSameScreen, JOBS, type JobName, type Step, type TourRow } from './jobs.ts';
import { finishStep, type Progress } from './tour.ts';

/** Milliseconds between two looks at the screen, while the tour is open. */
const LOOK_EVERY = 500;
/** Records are read again by live events, and in case one is missed. */
const READ_EVERY = 5_000;

export const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** The first element of a selector that the reader can see. */
export const shownElement = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null;

/** Whether the screen shows that the step was done. */
export function isDoneOnScreen(done: Done, path: string): boolean {
  if (done.kind === 'at') return done.path.test(path);
  if (done.kind === 'record') return false;
  if (done.on !== undefined && !isSameScreen(done.on, path)) return false;
  if (done.kind === 'seen') return shownElement(done.element) !== null;
  const field = shownElement(done.element);
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value.trim().length > 2;
}

/** The call that finds the record of a step: of this user where the area says whose it is, and since the job began. */
export function callOf(done: Extract<Done, { kind: 'record' }>, since: string, user: string): string {
  const added = { ...(done.since ? { [`${done.since}.gte`]: since } : {}), ...(done.own ? { [done.own]: user } : {}) };
  const query = new URLSearchParams({ ...added, ...(done.since ? { l: '1' } : {}) }).toString();
  return query === '' ? done.call : `${done.call}${done.call.includes('?') ? '&' : '?'}${query}`;
}

const NO_CALL = 'tour';

/** Ticks the present step as soon as it was really done. */
export function useStepCheck(job: JobName, progress: Progress): void {
  const step = JOBS[job].steps[progress.done];
  const done = step?.done;
  const user = useUserStore((state) => state.user?.id ?? '');
  const record = done?.kind === 'record' ? done : null;
  const call = record ? callOf(record, progress.since, user) : NO_CALL;
  const { data } = useRead<TourRow[]>(`${API}/${call}`, {
    queryKey: ['data', 'default', record?.area ?? NO_CALL, 'tour', call],
    enabled: record !== null,
    background: true,
    handles: 'all',
    refetchInterval: READ_EVERY,
    retry: false,
  });
  const isRecorded = record !== null && (data ?? []).some((row) => record.fits?.(row, progress.since) ?? true);
  useEffect(
    function tick() {
      if (isRecorded) return finishStep(job, progress.done);
      if (!done) return undefined;
      const timer = setInterval(() => isDoneOnScreen(done, window.location.pathname) && finishStep(job, progress.done), LOOK_EVERY);
      return () => clearInterval(timer);
    },
    [job, progress.done, done, isRecorded],
  );
}

/** The row that the step works on, such as a delivery that is expected. Undefined while it is read, and if there is none. */
export function useExample(step: Step | undefined): TourRow | undefined {
  const call = step?.example ? `${step.example}&l=1` : NO_CALL;
  const { data } = useRead<TourRow[]>(`${API}/${call}`, {
    queryKey: ['data', 'default', call.split('?')[0] ?? '', 'tour', call],
    enabled: step?.example !== undefined,
    background: true,
    handles: 'all',
    retry: false,
  });
  return step?.example ? data?.[0] : undefined;
}

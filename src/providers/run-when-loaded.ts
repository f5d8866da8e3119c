import { chunksUnderWay } from './chunks.ts';
import { queryClient } from './query-client.ts';
import { runWhenIdle } from './run-when-idle.ts';

/** Milliseconds between two checks, and after which the work runs in any case. */
const LOOK = 100;
const LATEST = 10_000;

/** Selector of loading placeholders. On a slow device, more than two checks can pass between loading a chunk and its first call. */
const PLACEHOLDERS = '[aria-busy="true"], .m-skeleton';

const screenWaits = (): boolean => chunksUnderWay() > 0 || queryClient.isFetching() > 0 || document.querySelector(PLACEHOLDERS) !== null;

/**
 * Runs unimportant work once the screen is complete. A browser that waits for the network counts as idle, so idle work would be loaded
 * before the rows that the user needs. The screen is complete when two checks in a row find no chunk loading, no call in progress and no
 * placeholder. The returned function cancels the work.
 */
export function runWhenLoaded(work: () => void): () => void {
  const latest = performance.now() + LATEST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let still = 0;
  let stopIdle = (): void => undefined;
  const look = (): void => {
    still = screenWaits() ? 0 : still + 1;
    if (still < 2 && performance.now() < latest) timer = setTimeout(look, LOOK);
    else stopIdle = runWhenIdle(work);
  };
  timer = setTimeout(look, LOOK);
  return () => {
    clearTimeout(timer);
    stopIdle();
  };
}

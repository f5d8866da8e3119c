import { chunksUnderWay } from './chunks.ts';
import { queryClient } from './query-client.ts';
import { runWhenIdle } from './run-when-idle.ts';

/** Milliseconds between two looks, and after which work is done even though the screen never stood still. */
const LOOK = 100;
const LATEST = 10_000;

/** What stands where something is still to come. On a slow device the time between a part and its first call is longer than two looks. */
const PLACEHOLDERS = '[aria-busy="true"], .m-skeleton';

const screenWaits = (): boolean => chunksUnderWay() > 0 || queryClient.isFetching() > 0 || document.querySelector(PLACEHOLDERS) !== null;

/**
 * Does what nobody waits for once the screen stands: a browser that only waits for the network calls itself idle, and what it fetched then
 * would come before the rows that somebody looks for. The screen stands when two looks in a row found no part and no call on its way and
 * no placeholder, for between a part and its first call there is neither of the first two. The answer takes it back.
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

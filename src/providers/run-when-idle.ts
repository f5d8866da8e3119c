/** Milliseconds after which the work runs even if the page was never idle. */
const LATEST = 3_000;

/** Runs unimportant work once the browser is idle. The returned function cancels it. */
export function runWhenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, LATEST / 3);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(request);
}

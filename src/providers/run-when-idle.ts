/** Milliseconds after which work is done even though the page never rested. */
const LATEST = 3_000;

/** Does what nobody waits for once the page has nothing better to do. The answer takes it back. */
export function runWhenIdle(work: () => void): () => void {
  // Safari has no such question.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, LATEST / 3);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(request);
}

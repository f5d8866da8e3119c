import type { ScanStore } from './store.ts';

/** Longer than one call may take, so that a slow answer does not make a second sender. Milliseconds. */
const LEASE = 90_000;

/**
 * One sender among the tabs of a browser. Only a saving: two senders at once would book nothing twice.
 * With locks the tab waits its turn and then sends until it is closed; on plain http, where there are none, it asks the store before each batch.
 */
export function lead({
  store,
  locks,
  holder,
  begin,
}: {
  store: ScanStore;
  locks: LockManager | undefined;
  holder: string;
  /** Starts the sender; `mayLead` is for it to ask. */
  begin: (mayLead: () => Promise<boolean>) => void;
}): { stop: () => void } {
  if (!locks) {
    begin(() => store.lease(holder, LEASE));
    return { stop: () => undefined };
  }
  const over = new AbortController();
  const held = locks.request('kontor-scan-sender', { signal: over.signal }, async () => {
    begin(async () => true);
    await new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  });
  // Given up while it still waited its turn.
  held.catch(() => undefined);
  return { stop: () => over.abort() };
}

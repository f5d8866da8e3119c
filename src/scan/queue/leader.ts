import type { ScanStore } from './store.ts';

/** Milliseconds the lease lasts. Longer than one call may take, so that a slow answer does not start a second sender. */
const LEASE = 90_000;

/**
 * Selects one sender among the tabs of a browser. This only saves calls: two senders at once would not book anything twice.
 * With the Web Locks API, a tab waits for the lock and then sends until it is closed. Plain http has no locks, so there the tab asks the
 * store before each batch.
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
  /** Starts the sender, which asks `mayLead` before each batch. */
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
  // The request for the lock was aborted.
  held.catch(() => undefined);
  return { stop: () => over.abort() };
}

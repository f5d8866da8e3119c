import { useEffect, useState } from 'react';
import type { Profile } from '#contract/scanning/commands';
import type { WaitingHere } from '#contract/scanning/waiting';
import { onLive, useConnection } from '../../providers/live.ts';
import { request } from '../../providers/request.ts';

/** Areas whose changes may change what waits at a station. */
const AREAS: ReadonlySet<string> = new Set(['tasks', 'picklists', 'parcels', 'loadingLists', 'counts']);
/** Delay after a change and least time between two reads, as all stations of a hall receive the same changes. Milliseconds. */
const SOON = 2_000;
const LEAST = 10_000;
const MINUTE = 60_000;

type Read = { here: WaitingHere | null; failed: boolean };
/** The last answers, shown at once when the station has nothing open again. */
const answers = new Map<Profile, WaitingHere>();

/**
 * What waits at this station as the server counts it, read on each change and every minute while the page can be seen. Null before the first
 * answer; `failed` without one, as without a network.
 */
export function useWaiting(profile: Profile): Read {
  const [read, setRead] = useState<Read>(() => ({ here: answers.get(profile) ?? null, failed: false }));
  const online = useConnection(({ state }) => state !== 'offline');
  useEffect(
    function follow() {
      const halt = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let last = 0;
      const take = (next: Read): void => {
        if (halt.signal.aborted) return;
        if (next.here) answers.set(profile, next.here);
        else answers.delete(profile);
        setRead(next);
      };
      const pull = (): void => {
        clearTimeout(timer);
        timer = setTimeout(pull, MINUTE);
        if (document.visibilityState !== 'visible') return;
        last = Date.now();
        request<WaitingHere>('GET', '/v0/scan/waiting', {
          params: { profile },
          signal: halt.signal,
          background: true,
          handles: 'all',
        }).then(
          (here) => take({ here, failed: false }),
          () => take({ here: null, failed: true }),
        );
      };
      const soon = (): void => {
        clearTimeout(timer);
        timer = setTimeout(pull, Math.max(SOON, last + LEAST - Date.now()) * (1 + Math.random() / 4));
      };
      const seen = (): void => void (document.visibilityState === 'visible' && soon());
      const stop = onLive('change', ({ area }) => AREAS.has(area) && soon());
      document.addEventListener('visibilitychange', seen);
      if (online) pull();
      else take({ here: null, failed: true });
      return () => {
        halt.abort();
        clearTimeout(timer);
        stop();
        document.removeEventListener('visibilitychange', seen);
      };
    },
    [profile, online],
  );
  return read;
}

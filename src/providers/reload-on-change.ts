import { useEffect, useEffectEvent } from 'react';
import type { ChangeEvent } from '#contract/core/live';
import { onLive } from './live.ts';

/**
 * Reads an overview of many rows again after a change in it. A burst of events causes one read, `wait` milliseconds after the first, so
 * that a busy warehouse does not cause constant reads.
 */
export function useReloadOnChange(matches: (event: ChangeEvent) => boolean, reread: () => void, wait: number): void {
  const isMine = useEffectEvent(matches);
  const run = useEffectEvent(reread);
  useEffect(
    function followChanges() {
      let timer: ReturnType<typeof setTimeout> | null = null;
      const stop = onLive('change', (event) => {
        if (timer || !isMine(event)) return;
        timer = setTimeout(() => {
          timer = null;
          run();
        }, wait);
      });
      return () => {
        stop();
        if (timer) clearTimeout(timer);
      };
    },
    [wait],
  );
}

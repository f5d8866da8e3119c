import { useEffect, useEffectEvent } from 'react';
import type { ChangeEvent } from '#contract/core/live';
import { onLive } from './live.ts';

/**
 * Reads a picture of many rows again once something in it has changed. A burst makes one reading, `wait` milliseconds after its first
 * event, so that a busy floor does not keep a screen reading.
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

import { useEffect, useState } from 'react';

/** Long enough that a word is one search, short enough that nobody waits for it. */
export const SEARCH_PAUSE = 250;

/** The text, once the reader has paused. `pause` is in milliseconds. */
export function useSettled(text: string, pause = SEARCH_PAUSE): string {
  const [settled, setSettled] = useState(text);
  useEffect(
    function waitForPause() {
      const timer = setTimeout(() => setSettled(text), pause);
      return () => clearTimeout(timer);
    },
    [text, pause],
  );
  return settled;
}

import { useEffect, useState } from 'react';

/** Milliseconds: long enough that a word is one search, short enough to feel immediate. */
export const SEARCH_PAUSE = 250;

/** The text after the user has paused. `pause` is in milliseconds. */
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

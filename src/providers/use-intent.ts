import { useState } from 'react';
import { newIntent } from './new-id.ts';

/**
 * Answers the `Idempotency-Key` of a content: pressing save again after a lost answer is the same intent, after a correction it is another.
 * The key is random and never holds the content, which may be longer than a header and in letters that a header refuses.
 */
export function useIntent(): (content: string) => string {
  const [intentOf] = useState(() => {
    let last = { content: '', intent: newIntent() };
    return (content: string): string => {
      if (last.content !== content) last = { content, intent: newIntent() };
      return last.intent;
    };
  });
  return intentOf;
}

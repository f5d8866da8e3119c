import { useState } from 'react';
import { newIntent } from './new-id.ts';

/**
 * Returns the `Idempotency-Key` for a content. Saving the same content again after a lost answer is the same intent, changed content is a
 * new one. The key is random and does not contain the content, which may be too long for a header or have characters that headers do not
 * allow.
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

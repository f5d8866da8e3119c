type Kept<T> = { answer: Promise<T>; until: number };

const MOST = 50;

/**
 * Shares one computation between equal requests: requests during it wait for it, and requests within `keepFor` milliseconds after it get
 * the same answer. Errors are not kept.
 */
export function sharedAnswers<T>(keepFor: number): (key: string, read: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Kept<T>>();
  return (key, read) => {
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.answer;
    const entry: Kept<T> = { answer: read(), until: Number.POSITIVE_INFINITY };
    kept.delete(key);
    kept.set(key, entry);
    entry.answer.then(
      () => {
        entry.until = Date.now() + keepFor;
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    return entry.answer;
  };
}

/** Symbols without a check digit of their own: one look may be wrong, two equal ones are not. */
const UNSURE = new Set(['itf', 'code_39', 'codabar']);
/** A code that stays in view counts once; after this long it is another box of the same goods. Milliseconds. */
const LOCK = 1_500;

export type RecentRead = { code: string; format: string };

/** Decides which of the many looks of a camera are scans. Pure: the time is given. */
export function createRecentReads(): (seen: RecentRead | null, at: number) => string | null {
  let before: RecentRead | null = null;
  let taken: { code: string; until: number } | null = null;
  return (seen, at) => {
    const again = seen !== null && before?.code === seen.code && before.format === seen.format;
    before = seen ?? before;
    if (seen === null || (UNSURE.has(seen.format) && !again)) return null;
    const locked = taken !== null && taken.code === seen.code && at < taken.until;
    // As long as it is in view the lock is held.
    taken = { code: seen.code, until: at + LOCK };
    return locked ? null : seen.code;
  };
}

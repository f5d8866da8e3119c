/** Symbologies without a mandatory check digit. They need two equal reads in a row. */
const UNSURE = new Set(['itf', 'code_39', 'codabar']);
/** Milliseconds a code must be out of view before it counts again, as another box of the same goods. */
const LOCK = 1_500;

export type RecentRead = { code: string; format: string };

/** Decides which reads of a camera count as scans. Pure: the time is a parameter. */
export function createRecentReads(): (seen: RecentRead | null, at: number) => string | null {
  let before: RecentRead | null = null;
  let taken: { code: string; until: number } | null = null;
  return (seen, at) => {
    const again = seen !== null && before?.code === seen.code && before.format === seen.format;
    before = seen ?? before;
    if (seen === null || (UNSURE.has(seen.format) && !again)) return null;
    const locked = taken !== null && taken.code === seen.code && at < taken.until;
    // The lock is extended while the code stays in view.
    taken = { code: seen.code, until: at + LOCK };
    return locked ? null : seen.code;
  };
}

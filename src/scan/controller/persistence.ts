import { replay } from '#contract/scanning/station/apply';
import { promptOf } from '#contract/scanning/station/prompt';
import { START_POSITION, type StationState } from '#contract/scanning/station/state';
import { startStation } from '#contract/scanning/station/state-updates';
import { Work } from '#contract/scanning/work';
import { WEB_VERSION } from '../../providers/version.ts';

/**
 * What a station needs to go on after a reload, network or not: the work as the server last gave it, and what this device did since.
 * Codes, ids and numbers only (reliability.md P6).
 */
type Kept = Pick<StationState, 'who' | 'base' | 'at' | 'multiplier' | 'entries'> & { version: string; savedAt: number };

const STORE = 'work';
/** After that long it is another shift: what was open is not opened again. Milliseconds. */
const SHIFT = 12 * 60 * 60_000;

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('kontor-work', 1);
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(STORE));
    request.addEventListener('error', () => reject(request.error ?? new Error('the store does not open')));
    request.addEventListener('success', () => {
      const db = request.result;
      const forget = (): void => {
        opening = null;
      };
      db.addEventListener('versionchange', () => {
        db.close();
        forget();
      });
      db.addEventListener('close', forget);
      resolve(db);
    });
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

const keyOf = (profile: string, stationId: string): string => `${profile} ${stationId}`;

/** Never throws: without it the station works on, only a reload has to ask the server again. */
export async function keepState(stationId: string, { profile, who, base, at, multiplier, entries }: StationState): Promise<void> {
  try {
    const db = await open();
    const kept: Kept = { who, base, at, multiplier, entries, version: WEB_VERSION, savedAt: Date.now() };
    await new Promise<void>((resolve, reject) => {
      const tx = db.transaction(STORE, 'readwrite');
      tx.addEventListener('complete', () => resolve());
      tx.addEventListener('abort', () => reject(tx.error ?? new Error('not kept')));
      tx.objectStore(STORE).put(kept, keyOf(profile, stationId));
    });
  } catch {
    // Scans themselves are in the queue, which does say so when it cannot keep them.
  }
}

const read = async (key: string): Promise<Kept | null> => {
  const db = await open();
  return new Promise((resolve, reject) => {
    const request = db.transaction(STORE).objectStore(STORE).get(key);
    request.addEventListener('success', () => resolve((request.result as Kept | undefined) ?? null));
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
  });
};

const isOpen = ({ entries }: Kept): boolean => entries.some(({ sent }) => sent.some(({ state }) => state === 'queued'));

/** The station as it was left, for whoever stands there now. What was open for a colleague is closed, what they did stays done. */
export async function readState(profile: string, stationId: string, who: string): Promise<StationState | null> {
  const kept = await read(keyOf(profile, stationId)).catch(() => null);
  if (!kept) return null;
  // Another build may think of a station differently; the work itself is checked by its schema.
  if (kept.version !== WEB_VERSION) {
    const work = Work.safeParse(kept.base);
    return work.success ? startStation(work.data, who) : null;
  }
  const mine = kept.who === who;
  const fresh = Date.now() - kept.savedAt < SHIFT;
  if (!fresh && !isOpen(kept)) return startStation(kept.base, who);
  const entries = mine ? kept.entries : kept.entries.map((entry) => ({ ...entry, undoable: false }));
  const state = {
    profile: kept.base.profile,
    who,
    base: kept.base,
    work: replay(kept.base, entries, kept.who),
    at: mine && fresh ? kept.at : START_POSITION,
    multiplier: 1,
    entries,
  };
  return { ...state, prompt: promptOf(state) };
}

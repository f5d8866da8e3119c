import { replay } from '#contract/scanning/station/apply';
import { promptOf } from '#contract/scanning/station/prompt';
import { START_POSITION, type StationState } from '#contract/scanning/station/state';
import { startStation } from '#contract/scanning/station/state-updates';
import { Work } from '#contract/scanning/work';
import { WEB_VERSION } from '../../providers/version.ts';

/**
 * What a station stores to continue after a reload, with or without a network: the server's last work and what this device did since.
 * Contains codes, ids and numbers only (reliability.md P6).
 */
type Kept = Pick<StationState, 'who' | 'base' | 'at' | 'multiplier' | 'entries'> & { version: string; savedAt: number };

const STORE = 'work';
/** Milliseconds after which a new shift is assumed and open work is not reopened. */
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

/** Stores the state. Never throws: if it cannot be stored, the station continues and a reload has to ask the server. */
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
    // The scans themselves are in the queue, which reports when it cannot store them.
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

/** The stored state of a station for the current user. If another user left it, their open work is closed and their scans are kept. */
export async function readState(profile: string, stationId: string, who: string): Promise<StationState | null> {
  const kept = await read(keyOf(profile, stationId)).catch(() => null);
  if (!kept) return null;
  // Another build may use a different state. The work itself is validated by its schema.
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

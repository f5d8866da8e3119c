import { REFUSAL_REASONS, type RefusalReason, type ScanVerdict } from '../commands.ts';
import type { Work } from '../work.ts';
import { replay } from './apply.ts';
import { refusalText } from './feedback.ts';
import { SPECS } from './profiles.ts';
import { promptOf } from './prompt.ts';
import { type Entry, START_POSITION, type StationState, toLocalWork, type Verdict } from './state.ts';
import { takenByOthers } from './taken-by-others.ts';

const KEPT = 20;

/** The initial state of a station: nothing open, nothing scanned. `who` is the user's id. */
export function startStation(work: Work, who: string): StationState {
  const local = toLocalWork(work);
  const state = { profile: work.profile, who, base: local, work: local, at: START_POSITION, multiplier: 1, entries: [] };
  return { ...state, prompt: promptOf(state) };
}

const isQueued = (entry: Entry): boolean => entry.sent.some(({ state }) => state === 'queued');

/** Removes old entries that can no longer change. Their effect becomes part of the base. */
export function trim<S extends Omit<StationState, 'prompt'>>(state: S): S {
  const { entries, who } = state;
  const undoing = new Set(entries.filter(isQueued).map(({ undoes }) => undoes));
  const firm = entries.findIndex((entry) => isQueued(entry) || undoing.has(entry.key));
  const gone = Math.min(entries.length - KEPT, firm < 0 ? entries.length : firm);
  if (gone <= 0) return state;
  return { ...state, base: replay(state.base, entries.slice(0, gone), who), entries: entries.slice(gone) };
}

/** Renews the prompt: an open quantity prompt may have changed or become unnecessary. */
function renewed(state: Omit<StationState, 'prompt'>): StationState {
  const { family, options } = SPECS[state.profile];
  const { work, at } = state;
  const pending = at.pending && family.renew ? family.renew({ work, at, options }, at.pending) : at.pending;
  const next = pending === at.pending ? state : { ...state, at: { ...at, pending } };
  return { ...next, prompt: promptOf(next) };
}

const isRefusalReason = (reason: string): reason is RefusalReason => Object.hasOwn(REFUSAL_REASONS, reason);

/**
 * Applies the server's verdict on one sent scan. If the scan was refused, its effect is removed, later scans stay, and the refusal is
 * reported. If an undo was refused, its scan is restored. The verdict is null if there is nothing to report.
 */
export function applyVerdict(state: StationState, answer: ScanVerdict): { state: StationState; verdict: Verdict | null } {
  const own = state.entries.find((entry) => entry.sent.some(({ scanId }) => scanId === answer.id));
  if (!own || answer.outcome === 'waiting') return { state, verdict: null };
  const refused = answer.outcome === 'refused' || answer.why !== null;
  const mark = (entry: Entry): Entry => ({
    ...entry,
    sent: entry.sent.map((one) =>
      one.scanId === answer.id ? { ...one, state: refused ? 'refused' : 'confirmed', why: answer.why, params: answer.params } : one,
    ),
  });
  const back = refused ? own.undoes : null;
  const entries = state.entries.map((entry) => (entry === own ? mark(entry) : entry.key === back ? { ...entry, undone: false } : entry));
  const act = own.sent.find(({ scanId }) => scanId === answer.id)?.act;
  const base = refused && act ? takenByOthers(state.base, replay(state.base, entries, state.who), act, answer) : state.base;
  const next = renewed(trim({ ...state, base, entries, work: refused ? replay(base, entries, state.who) : state.work }));
  const { prompt } = next;
  if (!refused) return { state: next, verdict: null };
  const reason = answer.why ?? 'broken';
  const outcome = isRefusalReason(reason) ? REFUSAL_REASONS[reason] : 'stop';
  // Parameters known at the time of the scan fill the sentence unless the server sends better ones.
  const params = { ...own.params, code: own.code, ...answer.params };
  const say = refusalText(reason, answer.params);
  return { state: next, verdict: { outcome, say, params, speak: `scan.speak.${outcome}`, next: prompt } };
}

/**
 * Replaces the work with new work from the server, which must include every scan the server has answered. Scans still queued are applied
 * on top. Answered scans can still be undone; the figures then change with the next work.
 */
export function refreshWork(state: StationState, work: Work): StationState {
  const { counted, countedPlaces, serials, contents } = replay(
    state.base,
    state.entries.filter((entry) => !isQueued(entry)),
    state.who,
  );
  const base = { ...work, counted, countedPlaces, serials, contents };
  const entries = state.entries.map((entry) => (isQueued(entry) ? entry : { ...entry, folded: true }));
  return renewed({ ...state, base, entries, work: replay(base, entries, state.who) });
}

const join = <T>(known: T[], found: T[] | undefined, key: (row: T) => string): T[] => {
  const have = new Set(known.map(key));
  return found ? [...known, ...found.filter((row) => !have.has(key(row)))] : known;
};
const byId = ({ id }: { id: string }): string => id;

/** Adds what the server found for a code that the device did not know. Known data is not changed. */
export function addWork(state: StationState, found: Partial<Work>): StationState {
  const grow = <W extends Work>(work: W): W => ({
    ...work,
    items: join(work.items, found.items, byId),
    codes: join(work.codes, found.codes, ({ code, itemId }) => `${itemId} ${code}`),
    places: join(work.places, found.places, byId),
    tasks: join(work.tasks, found.tasks, byId),
    picklists: join(work.picklists, found.picklists, byId),
    stock: join(work.stock, found.stock, (row) => [row.itemId, row.placeId, row.lot, row.expiry, row.serial, row.condition].join(' ')),
    units: join(work.units, found.units, byId),
    counts: join(work.counts, found.counts, byId),
    loadingLists: join(work.loadingLists, found.loadingLists, byId),
    merchants: join(work.merchants, found.merchants, byId),
  });
  const next = { ...state, base: grow(state.base), work: grow(state.work) };
  return { ...next, prompt: promptOf(next) };
}

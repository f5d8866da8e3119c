import { readCode, shown } from '#contract/core/barcode/kontor-codes';
import type { Profile, ScanEvent, ScanVerdict } from '#contract/scanning/commands';
import type { Reply } from '#contract/scanning/station/profile-rules';
import type { Code, StationState, Step, Verdict } from '#contract/scanning/station/state';
import { addWork, applyVerdict, refreshWork, startStation } from '#contract/scanning/station/state-updates';
import { isWhole, knows, multiply, onlyOpens, press, record, step } from '#contract/scanning/station/step';
import type { Work } from '#contract/scanning/work';
import { isCallError } from '../../providers/call-error.ts';
import { onLive, useConnection } from '../../providers/live.ts';
import { request } from '../../providers/request.ts';
import { uuid7 } from '../queue/ids.ts';
import { enqueue, findScan, useQueue } from '../queue/use-queue.ts';
import { keepState, readState } from './persistence.ts';

const WORK_LIMIT = 20_000;
/** Milliseconds the server has to answer. The worker is waiting, so after this time the station decides by itself. */
const FIND_LIMIT = 2_500;

type Where = { profile: Profile; stationId: string };
const quiet = { background: true, handles: 'all' } as const;

/** `opened` are the orders and lists in hand at this station. They are included in the work however much other work is waiting. */
const readWork = ({ opened, ...where }: Where & { opened: readonly string[] }, signal: AbortSignal): Promise<Work> =>
  request<Work>('GET', '/v0/scan/work', { params: { ...where, opened: opened.join(',') }, signal, timeout: WORK_LIMIT, ...quiet });

/** Asks the server about a code that the device does not know. Null without an answer in time. */
const findCode = (params: Where & { code: string }, signal: AbortSignal): Promise<Work | null> =>
  request<Work>('GET', '/v0/scan/find', { params, signal, timeout: FIND_LIMIT, ...quiet }).catch(() => null);

export type ScannedCode = { code: string; source: ScanEvent['source'] };
/** `key` identifies the scan's entry, so that the screen can show whether it is confirmed. */
export type SpokenFeedback = { verdict: Verdict; key: string | null; from: 'here' | 'server' };
/** A scan that could not be stored. The station takes no other scan until it is. */
type UnsavedScan = { made: Step; left: Step['commands']; scanned: ScannedCode };
export type ControllerView = {
  state: StationState | null;
  feedback: SpokenFeedback | null;
  unsaved: ScannedCode | null;
  /** The station is asking the server what a code means. */
  asking: boolean;
  /** Why there is no work to show: `loading`, `offline`, or the code of the server's refusal. */
  noWork: string | null;
};

type Options = { profile: Profile; stationId: string; who: string };
/** The output of the station: sounds and speech. */
type Voice = { onFeedback: (feedback: SpokenFeedback) => void; onNotSaved: () => void };

/** Areas that the work of a station is made of. A change in one of them makes the work stale. */
const AREAS: ReadonlySet<string> = new Set([
  'tasks',
  'picklists',
  'parcels',
  'loadingLists',
  'counts',
  'items',
  'itemAliases',
  'compartments',
]);
/**
 * Delay before the work is read again after a change, and the least time between two reads: all stations of a hall receive the same
 * changes. Milliseconds.
 */
const SOON = 1_500;
const LEAST = 5_000;
const AGAIN = 20_000;
const CODE_LENGTH = 300;

const isQueued = (state: StationState): boolean => state.entries.some(({ sent }) => sent.some((one) => one.state === 'queued'));
/** Ids of the orders and lists in hand here. Work that is read again must include them. */
const openedAt = (state: StationState | null): string[] =>
  [state?.at.taskId, state?.at.picklistId, state?.at.listId].filter((id): id is string => typeof id === 'string');
const online = (): boolean => navigator.onLine && useConnection.getState().state !== 'offline';

const stamp = () => ({ ids: () => uuid7(Date.now()), now: new Date().toISOString() });
const decide = (state: StationState, code: Code, offline: boolean): Step => step(state, { code, ...stamp(), offline });

export type StationController = ReturnType<typeof createStationController>;

/**
 * The controller of a working station. It handles codes one after the other, stores each scan before it reports the result, follows the
 * server's confirmations and reads the work again between scans.
 */
export function createStationController({ profile, stationId, who }: Options) {
  let view: ControllerView = { state: null, feedback: null, unsaved: null, asking: false, noWork: 'loading' };
  let voice: Voice | null = null;
  let unsaved: UnsavedScan | null = null;
  let halt = new AbortController();
  let tail: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let readAt = 0;
  let keeping = false;
  let unkept = false;
  const listeners = new Set<() => void>();

  const show = (more: Partial<ControllerView>): void => {
    view = { ...view, ...more };
    for (const listener of listeners) listener();
  };
  /** Runs tasks one at a time, because each step is decided on the state that the previous one left. */
  const inTurn = (work: () => Promise<void> | void): Promise<void> => {
    tail = tail.then(work);
    return tail;
  };

  /** Stores the newest state, one write at a time. */
  async function keep(): Promise<void> {
    unkept = true;
    if (keeping) return;
    keeping = true;
    while (unkept && view.state) {
      unkept = false;
      await keepState(stationId, view.state);
    }
    keeping = false;
  }
  /** Shows work and verdict in one update, so that a scan renders once. */
  const adopt = (state: StationState, { feedback, ...more }: Partial<ControllerView> = {}): void => {
    show(feedback ? { ...more, state, feedback } : { ...more, state });
    if (feedback) voice?.onFeedback(feedback);
    void keep();
  };

  /** Stores each command in order. What could not be stored stays in hand. */
  async function save({ made, left, scanned }: UnsavedScan): Promise<boolean> {
    const context = { say: made.verdict.say, ...made.verdict.params };
    for (const [i, { scanId, act }] of left.entries()) {
      try {
        await enqueue({
          id: scanId,
          profile,
          source: scanned.source,
          code: shown(scanned.code).slice(0, CODE_LENGTH),
          act,
          stationId,
          context,
        });
      } catch {
        unsaved = { made, left: left.slice(i), scanned };
        show({ unsaved: scanned });
        voice?.onNotSaved();
        return false;
      }
    }
    unsaved = null;
    adopt(made.state, { unsaved: null, feedback: { verdict: made.verdict, key: made.state.entries.at(-1)?.key ?? null, from: 'here' } });
    return true;
  }

  /** Asks the server about a code. Resolves to whether it answered. */
  async function ask(code: string): Promise<boolean> {
    if (!online()) return false;
    show({ asking: true });
    const found = await findCode({ profile, stationId, code }, halt.signal);
    if (found && view.state) show({ state: addWork(view.state, found) });
    show({ asking: false });
    return found !== null;
  }

  async function take(scanned: ScannedCode): Promise<void> {
    if (!view.state || halt.signal.aborted) return;
    if (unsaved && !(await save(unsaved))) return;
    const code = readCode(scanned.code);
    const offline = !knows(view.state, code) && !(await ask(code.gtin ?? code.raw));
    const made = decide(view.state, code, offline);
    await save({ made, left: made.commands, scanned });
  }

  /**
   * Opens what a link from another screen asks for. Links are not trusted, so they only open: if scanning the code would take or count
   * pieces, or book more than the arrival, nothing happens and the worker must scan.
   */
  async function open(text: string): Promise<void> {
    if (!view.state || unsaved || halt.signal.aborted) return;
    const code = readCode(text);
    if (code.kind === 'command') return;
    const offline = !knows(view.state, code) && !(await ask(code.raw));
    const made = decide(view.state, code, offline);
    if (onlyOpens(view.state, made)) await save({ made, left: made.commands, scanned: { code: text, source: 'typed' } });
  }

  /** Handles the server's answers since the last call: announces refusals and takes their progress back. */
  async function follow(): Promise<void> {
    const waiting = view.state?.entries.flatMap(({ sent }) => sent).filter((one) => one.state === 'queued') ?? [];
    const verdicts: ScanVerdict[] = [];
    for (const { scanId } of waiting) {
      const entry = await findScan(scanId).catch(() => undefined);
      if (entry?.state === 'queued') break;
      if (entry?.verdict) verdicts.push(entry.verdict);
    }
    if (verdicts.length === 0) return;
    await inTurn(() => {
      for (const answer of verdicts) {
        if (!view.state) return;
        const { state, verdict } = applyVerdict(view.state, answer);
        if (state === view.state) continue;
        adopt(state, verdict ? { feedback: { verdict, key: null, from: 'server' } } : {});
      }
      soon();
    });
  }
  let following: Promise<void> | null = null;
  let followAgain = false;
  function followOn(): void {
    followAgain = true;
    following ??= (async () => {
      while (followAgain && !halt.signal.aborted) {
        followAgain = false;
        await follow();
      }
      following = null;
    })();
  }

  function soon(ms = SOON): void {
    if (timer) clearTimeout(timer);
    // Random jitter, because the same change reaches all stations at once.
    timer = setTimeout(() => void pull(), Math.max(ms, readAt + LEAST - Date.now()) * (1 + Math.random() / 4));
  }

  /** Reads the work. The result must include every answered scan, so it is used only if nothing was scanned or answered meanwhile. */
  async function pull(): Promise<void> {
    if (halt.signal.aborted) return;
    const before = view.state?.entries;
    if (view.state && isQueued(view.state)) return soon(AGAIN);
    readAt = Date.now();
    try {
      const work = await readWork({ profile, stationId, opened: openedAt(view.state) }, halt.signal);
      await inTurn(() => {
        if (halt.signal.aborted) return;
        if (view.state && view.state.entries !== before) return soon();
        adopt(view.state ? refreshWork(view.state, work) : startStation(work, who), { noWork: null });
      });
    } catch (error) {
      if (halt.signal.aborted) return;
      const refused = isCallError(error) && error.statusCode >= 400 ? error.code : 'offline';
      if (!view.state) show({ noWork: refused });
      soon(AGAIN);
    }
  }

  return {
    get: (): ControllerView => view,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onCode: (scanned: ScannedCode): void => void inTurn(() => take(scanned)),
    /** Opens an order, a delivery or a list by its number, as if it had been scanned. */
    select: (code: string): void => void inTurn(() => open(code)),
    /** Books what a sheet asked for. `code` names it in the lists of scans. */
    record: (reply: Reply, code: string): void =>
      void inTurn(async () => {
        if (!view.state || (unsaved && !(await save(unsaved)))) return;
        const made = record(view.state, reply, { code: { raw: code, kind: 'plain' }, ...stamp() });
        await save({ made, left: made.commands, scanned: { code, source: 'typed' } });
      }),
    /** Sets how many pieces the next scan counts for. */
    multiply: (pieces: number): void => void inTurn(() => (view.state ? adopt(multiply(view.state, pieces)) : undefined)),
    /** Handles a number key while a number field is open. */
    press: (key: string): void =>
      void inTurn(() => {
        if (!view.state || unsaved) return;
        const state = press(view.state, key);
        return isWhole(state) ? take({ code: String(state.at.pending?.got['typed']), source: 'typed' }) : adopt(state);
      }),
    /** Tries again to store what could not be stored. */
    saveAgain: (): void => void inTurn(async () => void (unsaved && (await save(unsaved)))),
    reload: (): void => void pull(),
    /** Starts the station. The returned function stops it. */
    open: (given: Voice): (() => void) => {
      voice = given;
      halt = new AbortController();
      const stops = [
        // The sender's state changes several times per batch and is not relevant here.
        useQueue.subscribe((now, before) => now.sender === before.sender && followOn()),
        onLive('change', ({ area }) => AREAS.has(area) && soon()),
        useConnection.subscribe(({ state }, before) => state === 'online' && before.state !== 'online' && soon(0)),
      ];
      void inTurn(async () => {
        const state = view.state ?? (await readState(profile, stationId, who));
        if (state) show({ state, noWork: null });
      });
      void inTurn(() => {
        followOn();
        void pull();
      });
      return () => {
        halt.abort();
        voice = null;
        if (timer) clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
  };
}

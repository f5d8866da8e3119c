import { SCAN_BATCH, ScanAnswer, type ScanBatch, type ScanEvent } from '#contract/scanning/commands';
import { type Entry, noteOf, wireOf } from './entry.ts';
import { uuid7 } from './ids.ts';
import type { ScanStore, Settlement } from './store.ts';

/** The answer to a batch. `code` is the envelope's code. A rejected promise means that no readable answer came. */
export type Reply = { status: number; code: string; data: unknown };
export type Transport = (batch: ScanBatch, signal: AbortSignal) => Promise<Reply>;

/**
 * idle: nothing to send. sending. offline: no answer, next try at `nextAt`. login: no session; everything is kept until a user signs in.
 * stopped: the server refuses the call itself with `code`, next try at `nextAt`. elsewhere: another tab sends.
 */
export type SenderState = {
  phase: 'idle' | 'sending' | 'offline' | 'login' | 'stopped' | 'elsewhere';
  code: string | null;
  nextAt: number | null;
};

export type SenderOptions = {
  store: ScanStore;
  transport: Transport;
  now: () => number;
  /** Random number from 0 to 1, for the jitter. */
  random: () => number;
  /** Resolves after that many milliseconds, or at once when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Asked before each batch if the browser has no locks. */
  mayLead?: () => Promise<boolean>;
  onState?: (state: SenderState) => void;
  /** Called after answers were stored. */
  onSettled?: () => void;
};

const BACKOFF_FROM = 1_000;
const BACKOFF_TO = 60_000;
/** Status codes that blame the batch's content. The batch is halved until the faulty scan is found. Other failures are retried. */
const CONTENT = new Set([400, 409, 413, 422]);
/** Codes with such a status that blame the caller instead. */
const CALLER = new Set(['NotAllowed', 'ToFront', 'TooManyRequests']);

type Outcome = SenderState['phase'];
type Step = { outcome: Outcome; code: string | null } | 'on';

export type Sender = ReturnType<typeof createSender>;

/**
 * Sends the scans of this device in order until each has a verdict. It may run in several tabs and stop at any point: every scan has its id
 * and number before it is sent, and answers are stored before the next batch is sent.
 */
export function createSender({ store, transport, now, random, wait, mayLead, onState, onSettled }: SenderOptions) {
  let state: SenderState = { phase: 'idle', code: null, nextAt: null };
  let limit = SCAN_BATCH;
  /** The number from which a server that lost scans wants them again. Null otherwise. */
  let resendFrom: number | null = null;
  let failures = 0;
  let wake = new AbortController();
  let halt = new AbortController();
  /** Aborts the call in progress. */
  let asking = new AbortController();
  let running: Promise<void> | null = null;
  let draining: Promise<Outcome> | null = null;

  const say = (phase: Outcome, code: string | null = null, nextAt: number | null = null): void => {
    state = { phase, code, nextAt };
    onState?.(state);
  };

  /** The next scans in order with the same author and station. */
  async function next(): Promise<Entry[]> {
    const found = resendFrom === null ? await store.list('queued', limit) : await store.from(resendFrom, limit);
    const [first] = found;
    if (!first) return [];
    const end = found.findIndex(
      (entry, i) => entry.authorId !== first.authorId || entry.stationId !== first.stationId || entry.seq !== first.seq + i,
    );
    return end < 0 ? found : found.slice(0, end);
  }

  /** Notes for scans that this device no longer has. The server accepts newer scans only if the sequence has no gap. */
  const missing = (from: number, upTo: Entry): ScanEvent[] =>
    Array.from({ length: Math.min(upTo.seq - from, limit) }, (_, i) => noteOf(upTo.event, uuid7(now()), from + i));

  async function refused(batch: readonly Entry[], reply: Reply): Promise<Step> {
    const [first] = batch;
    if (reply.status === 401 || reply.status === 403) return { outcome: 'login', code: reply.code };
    if (!CONTENT.has(reply.status)) return { outcome: 'offline', code: reply.code };
    if (!first || CALLER.has(reply.code)) return { outcome: 'stopped', code: reply.code };
    if (batch.length > 1) {
      limit = Math.ceil(batch.length / 2);
      return 'on';
    }
    // The note in its place was refused as well, so the scan is not the cause.
    if (first.noteId !== null || first.state === 'void') return { outcome: 'stopped', code: reply.code };
    await store.mute(first.id);
    return 'on';
  }

  async function answered(events: readonly ScanEvent[], batch: readonly Entry[], { verdicts, lastSeq }: ScanAnswer): Promise<Step> {
    const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
    const done: Settlement[] = [];
    let waiting: { seq: number; noted: boolean; entry: Entry | undefined } | null = null;
    for (const [i, { id, seq }] of events.entries()) {
      const [verdict, entry] = [byId.get(id), batch[i]];
      const noted = entry !== undefined && entry.id !== id;
      if (verdict?.outcome === 'waiting') waiting ??= { seq, noted, entry };
      // A note is done once its number is used up.
      if (verdict && entry && (verdict.outcome !== 'waiting' || (noted && seq <= lastSeq))) done.push({ id: entry.id, verdict, noted });
    }
    if (done.length > 0) {
      await store.settle(done);
      onSettled?.();
    }
    if (waiting === null) {
      if (resendFrom !== null) resendFrom = (events.at(-1)?.seq ?? 0) + 1;
      limit = Math.min(SCAN_BATCH, limit * 2);
      return events.some(({ id }) => byId.has(id)) ? 'on' : { outcome: 'offline', code: 'Unreadable' };
    }
    if (waiting.seq <= lastSeq) {
      // Another scan has used this number: the gap was filled meanwhile, or the server is ahead of this device.
      if (waiting.entry && !waiting.noted) await store.renumber(lastSeq);
      resendFrom = resendFrom === null ? null : lastSeq + 1;
      return 'on';
    }
    // The same gap again after it was sent. Wait, to avoid an endless loop.
    const again = resendFrom === lastSeq + 1;
    resendFrom = lastSeq + 1;
    return again && done.length === 0 ? { outcome: 'offline', code: 'gap' } : 'on';
  }

  /** Sends one batch. */
  async function step(): Promise<Step> {
    if (mayLead && !(await mayLead())) return { outcome: 'elsewhere', code: null };
    const batch = await next();
    const [first] = batch;
    if (!first) {
      if (resendFrom === null) return { outcome: 'idle', code: null };
      resendFrom = null;
      return 'on';
    }
    const hole = resendFrom !== null && resendFrom < first.seq ? missing(resendFrom, first) : null;
    const events = hole ?? batch.map(wireOf);
    say('sending');
    const result = await exchange(first, events, hole ? [] : batch);
    if (result !== 'on' && result.outcome === 'offline') await store.tried(first.id);
    return result;
  }

  async function exchange({ authorId, stationId }: Entry, events: ScanEvent[], batch: readonly Entry[]): Promise<Step> {
    let reply: Reply;
    const deviceId = await store.deviceId();
    asking = new AbortController();
    if (halt.signal.aborted) asking.abort();
    try {
      reply = await transport({ deviceId, stationId, authorId, events }, asking.signal);
    } catch {
      return { outcome: 'offline', code: 'Network' };
    }
    if (reply.status >= 400) return refused(batch, reply);
    const answer = ScanAnswer.safeParse(reply.data);
    return answer.success ? answered(events, batch, answer.data) : { outcome: 'offline', code: 'Unreadable' };
  }

  /** Sends until nothing is left or something prevents it, and returns the result. Concurrent calls share one run. */
  function drain(): Promise<Outcome> {
    draining ??= (async () => {
      let result: Step = 'on';
      try {
        while (result === 'on' && !halt.signal.aborted) result = await step();
      } catch {
        // The store does not respond: it was deleted, or a newer build is upgrading it.
        result = { outcome: 'stopped', code: 'store' };
      }
      draining = null;
      if (result === 'on') return 'idle';
      failures = result.outcome === 'offline' || result.outcome === 'stopped' ? failures + 1 : 0;
      say(result.outcome, result.code);
      return result.outcome;
    })();
    return draining;
  }

  /** Exponential backoff with jitter between half and the full time, so that the devices of a hall do not retry at once. */
  const pause = (): number => Math.min(BACKOFF_TO, BACKOFF_FROM * 2 ** Math.min(failures - 1, 10)) * (0.5 + random() / 2);

  async function run(): Promise<void> {
    while (!halt.signal.aborted) {
      const before = wake;
      const outcome = await drain();
      if (halt.signal.aborted) return;
      // New work arrived during the run.
      if (before.signal.aborted) continue;
      const ms = outcome === 'offline' || outcome === 'stopped' ? pause() : outcome === 'elsewhere' ? BACKOFF_TO / 4 : null;
      if (ms !== null) say(outcome, state.code, now() + ms);
      await (ms === null
        ? new Promise<void>((resolve) => before.signal.addEventListener('abort', () => resolve()))
        : wait(ms, before.signal));
    }
  }

  /** Starts a run now: a scan was stored, the network is back, or a user signed in. */
  function kick(): void {
    const before = wake;
    wake = new AbortController();
    before.abort();
  }

  return {
    drain,
    kick,
    /** Call when the network is back. Aborts a call that may never be answered and sends again. The ids make this safe. */
    renew: (): void => {
      asking.abort();
      kick();
    },
    state: (): SenderState => state,
    /** Starts sending until `stop` is called. */
    start: (): void => {
      if (running) return;
      halt = new AbortController();
      running = run();
    },
    /** Stops sending. Resolves when no batch is in progress. */
    stop: async (): Promise<void> => {
      halt.abort();
      asking.abort();
      kick();
      await running;
      running = null;
    },
  };
}

import { SCAN_BATCH, ScanAnswer, type ScanBatch, type ScanEvent } from '#contract/scanning/commands';
import { type Entry, noteOf, wireOf } from './entry.ts';
import { uuid7 } from './ids.ts';
import type { ScanStore, Settlement } from './store.ts';

/** What came back of a batch. `code` is the envelope's. A rejected promise means that nothing readable came back. */
export type Reply = { status: number; code: string; data: unknown };
export type Transport = (batch: ScanBatch, signal: AbortSignal) => Promise<Reply>;

/**
 * idle: nothing waits. sending. offline: no answer, tried again at `nextAt`. login: no session; everything is kept until somebody signs in.
 * stopped: the server refuses the call itself, for the reason in `code`; tried again at `nextAt`. elsewhere: another tab sends.
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
  /** 0 to 1, for the jitter. */
  random: () => number;
  /** Resolves after that many milliseconds, or at once when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Asked before each batch where the browser has no locks. */
  mayLead?: () => Promise<boolean>;
  onState?: (state: SenderState) => void;
  /** After answers were written down. */
  onSettled?: () => void;
};

const BACKOFF_FROM = 1_000;
const BACKOFF_TO = 60_000;
/** Answers that blame the batch's content: halved until the one scan is found. Anything else that is no answer is tried again. */
const CONTENT = new Set([400, 409, 413, 422]);
/** Codes of such answers that blame the caller instead. */
const CALLER = new Set(['NotAllowed', 'ToFront', 'TooManyRequests']);

type Outcome = SenderState['phase'];
type Step = { outcome: Outcome; code: string | null } | 'on';

export type Sender = ReturnType<typeof createSender>;

/**
 * Sends the scans of this device in order, each until it has a verdict. It may run in several tabs and be killed at any point: every scan has
 * its id and its number before it is sent, and what was answered is written down before the next batch goes.
 */
export function createSender({ store, transport, now, random, wait, mayLead, onState, onSettled }: SenderOptions) {
  let state: SenderState = { phase: 'idle', code: null, nextAt: null };
  let limit = SCAN_BATCH;
  /** Where a server that has forgotten wants to begin again. */
  let resendFrom: number | null = null;
  let failures = 0;
  let wake = new AbortController();
  let halt = new AbortController();
  /** Of the call under way. */
  let asking = new AbortController();
  let running: Promise<void> | null = null;
  let draining: Promise<Outcome> | null = null;

  const say = (phase: Outcome, code: string | null = null, nextAt: number | null = null): void => {
    state = { phase, code, nextAt };
    onState?.(state);
  };

  /** The next scans in order that share author and station. */
  async function next(): Promise<Entry[]> {
    const found = resendFrom === null ? await store.list('queued', limit) : await store.from(resendFrom, limit);
    const [first] = found;
    if (!first) return [];
    const end = found.findIndex(
      (entry, i) => entry.authorId !== first.authorId || entry.stationId !== first.stationId || entry.seq !== first.seq + i,
    );
    return end < 0 ? found : found.slice(0, end);
  }

  /** Scans that this device no longer has, as notes: the numbers must be whole before anything newer is taken. */
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
    // Even the note in its place was refused: the fault is not in the scan.
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
      // A note whose number is used up has nothing left to do.
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
      // The number is used up by another scan: a gap that was filled meanwhile, or a server that is ahead of this device.
      if (waiting.entry && !waiting.noted) await store.renumber(lastSeq);
      resendFrom = resendFrom === null ? null : lastSeq + 1;
      return 'on';
    }
    // The same gap again after it was sent: no hurry, or this turns in circles.
    const again = resendFrom === lastSeq + 1;
    resendFrom = lastSeq + 1;
    return again && done.length === 0 ? { outcome: 'offline', code: 'gap' } : 'on';
  }

  /** One batch. */
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

  /** Sends until nothing waits or something is in the way, and says which. Several calls at once are one. */
  function drain(): Promise<Outcome> {
    draining ??= (async () => {
      let result: Step = 'on';
      try {
        while (result === 'on' && !halt.signal.aborted) result = await step();
      } catch {
        // The store does not answer: taken away, or in use by a newer build.
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

  /** How long to stay quiet: doubling, between half and the whole of it by chance, so that a hall of devices does not come at once. */
  const pause = (): number => Math.min(BACKOFF_TO, BACKOFF_FROM * 2 ** Math.min(failures - 1, 10)) * (0.5 + random() / 2);

  async function run(): Promise<void> {
    while (!halt.signal.aborted) {
      const before = wake;
      const outcome = await drain();
      if (halt.signal.aborted) return;
      // Something came while it was sending.
      if (before.signal.aborted) continue;
      const ms = outcome === 'offline' || outcome === 'stopped' ? pause() : outcome === 'elsewhere' ? BACKOFF_TO / 4 : null;
      if (ms !== null) say(outcome, state.code, now() + ms);
      await (ms === null
        ? new Promise<void>((resolve) => before.signal.addEventListener('abort', () => resolve()))
        : wait(ms, before.signal));
    }
  }

  /** Look again now: a scan was kept, the network is back, somebody signed in. */
  function kick(): void {
    const before = wake;
    wake = new AbortController();
    before.abort();
  }

  return {
    drain,
    kick,
    /** The network is back: a call that was swallowed by the hole is given up and asked anew, which its ids make safe. */
    renew: (): void => {
      asking.abort();
      kick();
    },
    state: (): SenderState => state,
    /** Sends for as long as the page lives. */
    start: (): void => {
      if (running) return;
      halt = new AbortController();
      running = run();
    },
    /** Resolves when no batch is under way any more. */
    stop: async (): Promise<void> => {
      halt.abort();
      asking.abort();
      kick();
      await running;
      running = null;
    },
  };
}

import { create } from 'zustand';
import { useConnection } from '../../providers/live.ts';
import { onSessionChange } from '../../providers/session.ts';
import { currentUser } from '../../providers/user.ts';
import { type Draft, type Entry, KEEP } from './entry.ts';
import { uuid7 } from './ids.ts';
import { lead } from './leader.ts';
import { createSender, type SenderState } from './sender.ts';
import { type Counts, createStore, type ScanStore } from './store.ts';
import { httpTransport } from './transport.ts';

/** Queued and refused scans, and whether the storage is persistent. `error`: the store cannot be read. */
export type QueueView = Counts & {
  sender: SenderState;
  /** The oldest hundred scans that need attention, oldest first. */
  refusedScans: Entry[];
  /** Whether the browser promised not to clear the store. Null if it cannot be asked. */
  persisted: boolean | null;
  error: boolean;
};

const EMPTY: QueueView = {
  queued: 0,
  refused: 0,
  confirmedToday: 0,
  oldestAt: null,
  sender: { phase: 'idle', code: null, nextAt: null },
  refusedScans: [],
  persisted: null,
  error: false,
};
const REFUSED_SHOWN = 100;
const TIDY_EVERY = 60 * 60_000;

/** The state of the device's queue, the same in every tab. */
export const useQueue = create<QueueView>(() => EMPTY);

/**
 * Milliseconds left until the oldest queued scan is overdue. Null if none is queued, 0 or less if it is overdue. An overdue scan is kept.
 */
export const timeLeft = (view: Pick<Counts, 'oldestAt'>, now: number): number | null =>
  view.oldestAt === null ? null : view.oldestAt + KEEP - now;

/** Messages between tabs: the store changed, or the state of the sending tab. */
type Note = 'added' | 'settled' | SenderState;
type Queue = {
  store: ScanStore;
  kick: () => void;
  stop: () => Promise<void>;
  broadcast: (note: Note) => void;
  refresh: () => Promise<void>;
};
let queue: Queue | null = null;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function askToPersist(): Promise<void> {
  // Only secure pages may ask for persistent storage. Elsewhere the browser decides when the disk is full.
  if (!('storage' in navigator) || typeof navigator.storage.persist !== 'function') return;
  useQueue.setState({ persisted: await navigator.storage.persist() });
}

function begin(): Queue {
  const store = createStore({ factory: indexedDB, now: Date.now });
  const holder = uuid7(Date.now());
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('kontor-scans') : null;
  const look = async (): Promise<void> => {
    try {
      const [counts, refusedScans] = [await store.counts(), await store.list('refused', REFUSED_SHOWN)];
      useQueue.setState({ ...counts, refusedScans, error: false });
    } catch {
      useQueue.setState({ error: true });
    }
  };
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  /** Concurrent calls share one further read, so that a burst of changes does not delay storing a scan. */
  const refresh = (): Promise<void> => {
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain) {
        lookAgain = false;
        await look();
      }
      looking = null;
    })();
    return looking;
  };
  const broadcast = (note: Note): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel?.postMessage(note);
    void refresh();
  };
  let ask: () => Promise<boolean> = async () => false;
  const sender = createSender({
    store,
    transport: httpTransport,
    now: Date.now,
    random: Math.random,
    wait: sleep,
    mayLead: () => ask(),
    onState: (state) => {
      useQueue.setState({ sender: state });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      if (state.phase !== 'elsewhere') channel?.postMessage(state);
    },
    onSettled: () => broadcast('settled'),
  });
  const turn = lead({
    store,
    locks: 'locks' in navigator ? navigator.locks : undefined,
    holder,
    begin: (mayLead) => {
      ask = mayLead;
      sender.start();
      sender.kick();
    },
  });
  const onMessage = ({ data }: MessageEvent<Note>): void => {
    if (typeof data === 'object') return useQueue.setState({ sender: data });
    if (data === 'added') sender.kick();
    void refresh();
  };
  const kick = (): void => sender.kick();
  const tidy = (): Promise<void> => store.prune(Date.now() - KEEP).catch(() => undefined);
  channel?.addEventListener('message', onMessage);
  window.addEventListener('online', kick);
  document.addEventListener('visibilitychange', kick);
  const forget = onSessionChange(() => {
    sender.kick();
    broadcast('added');
  });
  const unfollow = useConnection.subscribe(({ state }, before) => {
    if (state === 'online' && before.state === 'offline') sender.renew();
  });
  const timer = setInterval(() => void tidy(), TIDY_EVERY);
  void tidy().then(refresh);
  void askToPersist();
  return {
    store,
    kick,
    broadcast,
    refresh,
    stop: async () => {
      clearInterval(timer);
      forget();
      unfollow();
      window.removeEventListener('online', kick);
      document.removeEventListener('visibilitychange', kick);
      turn.stop();
      await sender.stop();
      channel?.close();
      await store.close();
    },
  };
}

const ready = (): Queue => {
  queue ??= begin();
  return queue;
};

/** Starts sending queued scans. The application calls it once, so that older scans are sent even if no station is opened. */
export const startQueue = (): void => void ready();

/** Stops the queue and clears the view. Stored scans are kept. */
export async function stopQueue(): Promise<void> {
  await queue?.stop();
  queue = null;
  useQueue.setState(EMPTY, true);
}

/**
 * Stores a scan of the signed-in user. Resolves once it is on disk; only then may it be reported as saved. The server's answer appears in
 * the view later.
 * @throws if it could not be stored (disk full, store deleted, nobody signed in)
 */
export async function enqueue(draft: Omit<Draft, 'authorId'>): Promise<Entry> {
  const author = currentUser();
  if (!author) throw new Error('nobody is signed in');
  const { store, kick, broadcast } = ready();
  const entry = await store.add({ ...draft, authorId: author.id });
  kick();
  broadcast('added');
  return entry;
}

/** The stored entry of one scan, for the station that made it. */
export const findScan = (id: string): Promise<Entry | undefined> => ready().store.entry(id);

/** Sends a refused scan again as a new scan of its first author. Null if another person already dealt with it. */
export async function retryScan(id: string, reason: string): Promise<Entry | null> {
  const { store, kick, broadcast } = ready();
  const entry = await store.retry(id, currentUser()?.id ?? '', reason);
  kick();
  broadcast('added');
  return entry;
}

/** Dismisses a refused scan with a reason. */
export async function dismissScan(id: string, reason: string): Promise<void> {
  const { store, broadcast } = ready();
  await store.dismiss(id, currentUser()?.id ?? '', reason);
  broadcast('settled');
}

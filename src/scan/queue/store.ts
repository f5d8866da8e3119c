import type { ScanVerdict } from '#contract/scanning/commands';
import { BY_SEQ, BY_STATE, ENTRIES, inTransaction, META, openDatabase, valueOf } from './database.ts';
import type { Draft, Entry, EntryState } from './entry.ts';
import { uuid7 } from './ids.ts';

/** `seq` is the number of the next scan on this device. */
type Device = { id: string; seq: number };
type Lease = { holder: string; until: number };
type Day = { day: string; count: number };

export type Counts = { queued: number; refused: number; confirmedToday: number; oldestAt: number | null };
export type StoreOptions = {
  factory: IDBFactory;
  /** Defaults to the page's own. Tests in Node pass another one. */
  keyRange?: typeof IDBKeyRange;
  /** One database per origin, shared by all users. */
  name?: string;
  /** Milliseconds since 1970. */
  now: () => number;
  newId?: (now: number) => string;
};

/** Arrays sort after all numbers, so [state, []] is greater than every [state, seq]. */
const rangeOf = (range: typeof IDBKeyRange, state: EntryState): IDBKeyRange => range.bound([state, 0], [state, []]);

const dayOf = (at: number): string => new Date(at).toLocaleDateString('sv-SE');

/** A verdict on a scan of this device, or on the note that was sent in its place. */
export type Settlement = { id: string; verdict: ScanVerdict; noted: boolean };

function settled(entry: Entry, { verdict, noted }: Settlement, now: number): Entry {
  // A person has dealt with it, so only its number mattered.
  if (entry.state === 'void' || (noted && entry.state !== 'queued')) return entry;
  const fine = verdict.outcome !== 'refused' && verdict.why === null && !noted;
  const shown: ScanVerdict = noted ? { ...verdict, id: entry.id, outcome: 'refused', why: 'broken' } : verdict;
  return { ...entry, state: fine ? 'confirmed' : 'refused', verdict: shown, settledAt: now };
}

export type ScanStore = ReturnType<typeof createStore>;

/** The store of this device's scans. Every promise resolves after its transaction is complete. */
export function createStore({ factory, keyRange = IDBKeyRange, name = 'kontor-scans', now, newId = uuid7 }: StoreOptions) {
  const ofState = (state: EntryState): IDBKeyRange => rangeOf(keyRange, state);
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => {
    if (opened) return opened;
    const opening = openDatabase(factory, name, () => {
      opened = null;
    });
    opening.catch(() => {
      opened = null;
    });
    opened = opening;
    return opening;
  };
  const read = async <T>(work: (tx: IDBTransaction) => Promise<T>): Promise<T> => inTransaction(await database(), 'readonly', work);
  const write = async <T>(work: (tx: IDBTransaction) => Promise<T>): Promise<T> => inTransaction(await database(), 'readwrite', work);

  const entryOf = (tx: IDBTransaction, id: string): Promise<Entry | undefined> => valueOf(tx.objectStore(ENTRIES).get(id));
  const metaOf = <T>(tx: IDBTransaction, key: string): Promise<T | undefined> => valueOf(tx.objectStore(META).get(key));
  const deviceOf = async (tx: IDBTransaction): Promise<Device> => (await metaOf<Device>(tx, 'device')) ?? { id: newId(now()), seq: 1 };
  const byState = (tx: IDBTransaction, state: EntryState, limit?: number): Promise<Entry[]> =>
    valueOf(tx.objectStore(ENTRIES).index(BY_STATE).getAll(ofState(state), limit));

  /** Assigns the number and stores the scan in one transaction. Two tabs never share a number, and a crash leaves no gap. */
  async function put(tx: IDBTransaction, draft: Draft): Promise<Entry> {
    const at = now();
    const device = await deviceOf(tx);
    const { id = newId(at), stationId, authorId, context = {}, ...scan } = draft;
    const event = { id, seq: device.seq, at: new Date(at).toISOString(), ...scan };
    const fresh = { state: 'queued', verdict: null, tries: 0, settledAt: null, noteId: null, handled: null } as const;
    const entry: Entry = { id, seq: device.seq, stationId, authorId, event, context, at, ...fresh };
    tx.objectStore(META).put({ ...device, seq: device.seq + 1 }, 'device');
    await valueOf(tx.objectStore(ENTRIES).add(entry));
    return entry;
  }

  async function change(id: string, how: (entry: Entry) => Entry): Promise<void> {
    await write(async (tx) => {
      const entry = await entryOf(tx, id);
      if (entry) tx.objectStore(ENTRIES).put(how(entry));
    });
  }

  /** Counts the scans confirmed today, in local time. */
  async function countConfirmed(tx: IDBTransaction, more: number): Promise<void> {
    const day = dayOf(now());
    const before = await metaOf<Day>(tx, 'confirmed');
    tx.objectStore(META).put({ day, count: (before?.day === day ? before.count : 0) + more } satisfies Day, 'confirmed');
  }

  return {
    /** @throws if the scan could not be stored; then nothing may report it as saved */
    add: (draft: Draft): Promise<Entry> => write((tx) => put(tx, draft)),

    /** The device's id, created on first use. */
    deviceId: async (): Promise<string> => {
      // Read first, because each batch asks for it and a write would delay the next scan.
      const known = await read((tx) => metaOf<Device>(tx, 'device'));
      if (known) return known.id;
      return write(async (tx) => {
        const device = await deviceOf(tx);
        tx.objectStore(META).put(device, 'device');
        return device.id;
      });
    },

    entry: (id: string): Promise<Entry | undefined> => read((tx) => entryOf(tx, id)),
    list: (state: EntryState, limit?: number): Promise<Entry[]> => read((tx) => byState(tx, state, limit)),
    /** All scans from a number on, in any state, for a server that lost scans. */
    from: (seq: number, limit: number): Promise<Entry[]> =>
      read((tx) => valueOf(tx.objectStore(ENTRIES).index(BY_SEQ).getAll(keyRange.lowerBound(seq), limit))),

    settle: (settlements: readonly Settlement[]): Promise<void> =>
      write(async (tx) => {
        let confirmed = 0;
        for (const settlement of settlements) {
          const entry = await entryOf(tx, settlement.id);
          if (!entry) continue;
          const next = settled(entry, settlement, now());
          if (next.state === 'confirmed' && entry.state !== 'confirmed') confirmed += 1;
          tx.objectStore(ENTRIES).put(next);
        }
        if (confirmed > 0) await countConfirmed(tx, confirmed);
      }),

    tried: (id: string): Promise<void> => change(id, (entry) => ({ ...entry, tries: entry.tries + 1 })),
    /** Marks a scan that the server cannot read. Stored before the note is sent, and once for all tabs. */
    mute: (id: string): Promise<void> => change(id, (entry) => ({ ...entry, noteId: entry.noteId ?? newId(now()) })),

    /**
     * Gives queued scans new numbers after `lastSeq`, in their order. Used if the server is ahead of this device, for example after a
     * browser profile was restored from a backup.
     */
    renumber: (lastSeq: number): Promise<void> =>
      write(async (tx) => {
        const device = await deviceOf(tx);
        const queued = await byState(tx, 'queued');
        if (queued[0] === undefined || queued[0].seq > lastSeq) return;
        for (const [i, entry] of queued.entries()) tx.objectStore(ENTRIES).put({ ...entry, seq: lastSeq + 1 + i });
        tx.objectStore(META).put({ ...device, seq: lastSeq + 1 + queued.length }, 'device');
      }),

    /** Sends a refused scan again as a new scan of the same author, and records who decided so. */
    retry: (id: string, by: string, reason: string): Promise<Entry | null> =>
      write(async (tx) => {
        const old = await entryOf(tx, id);
        if (old?.state !== 'refused') return null;
        const { profile, source, code, act } = old.event;
        const fresh = await put(tx, { profile, source, code, act, stationId: old.stationId, authorId: old.authorId, context: old.context });
        tx.objectStore(ENTRIES).put({ ...old, state: 'void', handled: { by, at: now(), reason, retriedAs: fresh.id } } satisfies Entry);
        return fresh;
      }),
    /** Dismisses a refused scan. The server keeps its own record of it. */
    dismiss: (id: string, by: string, reason: string): Promise<void> =>
      change(id, (entry) =>
        entry.state === 'refused' ? { ...entry, state: 'void', handled: { by, at: now(), reason, retriedAs: null } } : entry,
      ),

    counts: (): Promise<Counts> =>
      read(async (tx) => {
        const index = tx.objectStore(ENTRIES).index(BY_STATE);
        const [queued, refused] = [await valueOf(index.count(ofState('queued'))), await valueOf(index.count(ofState('refused')))];
        const today = await metaOf<Day>(tx, 'confirmed');
        const [oldest] = await byState(tx, 'queued', 1);
        return { queued, refused, confirmedToday: today?.day === dayOf(now()) ? today.count : 0, oldestAt: oldest?.at ?? null };
      }),

    /** Deletes scans settled before that time. Queued scans and scans that need attention are kept regardless of age. */
    prune: (before: number): Promise<void> =>
      write(async (tx) => {
        for (const state of ['confirmed', 'void'] as const) {
          for (const entry of await byState(tx, state, 1000)) {
            if ((entry.settledAt ?? entry.at) < before) tx.objectStore(ENTRIES).delete(entry.id);
          }
        }
      }),

    /**
     * Allows one sender at a time if the browser has no locks (plain http). A lease far in the future comes from a wrong clock and is
     * ignored.
     */
    lease: (holder: string, ms: number): Promise<boolean> =>
      write(async (tx) => {
        const held = await metaOf<Lease>(tx, 'lease');
        const free = !held || held.holder === holder || held.until <= now() || held.until > now() + ms;
        if (free) tx.objectStore(META).put({ holder, until: now() + ms } satisfies Lease, 'lease');
        return free;
      }),

    close: async (): Promise<void> => {
      const db = await opened;
      opened = null;
      db?.close();
    },
  };
}

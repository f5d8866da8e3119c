/** IndexedDB as promises: only what the queue needs. Everything is injected, so that the same code runs in Node. */
export const ENTRIES = 'entries';
export const META = 'meta';
/** [state, seq]: what is to be sent next, what needs attention, what may go. */
export const BY_STATE = 'by-state';
export const BY_SEQ = 'by-seq';

const VERSION = 1;

function create(db: IDBDatabase): void {
  const entries = db.createObjectStore(ENTRIES, { keyPath: 'id' });
  entries.createIndex(BY_STATE, ['state', 'seq']);
  entries.createIndex(BY_SEQ, 'seq', { unique: true });
  db.createObjectStore(META);
}

export function openDatabase(factory: IDBFactory, name: string, onLost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, VERSION);
    request.addEventListener('upgradeneeded', () => create(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the store does not open')));
    request.addEventListener('success', () => {
      const db = request.result;
      // A newer build in another tab wants to change the store: it must not wait for this one.
      db.addEventListener('versionchange', () => {
        db.close();
        onLost();
      });
      db.addEventListener('close', onLost);
      resolve(db);
    });
  });
}

export const valueOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the store does not answer')));
  });

/**
 * Runs `work` in one transaction and resolves when the disk has it, not before: "strict" asks the system to write through.
 * @throws what `work` throws, after nothing of it was kept; or the store's own error (full, taken away)
 */
export async function inTransaction<T>(
  db: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  work: (tx: IDBTransaction) => Promise<T>,
): Promise<T> {
  const tx = db.transaction([ENTRIES, META], mode, mode === 'readwrite' ? { durability: 'strict' } : {});
  const done = new Promise<void>((resolve, reject) => {
    tx.addEventListener('complete', () => resolve());
    tx.addEventListener('abort', () => reject(tx.error ?? new Error('the transaction was given up')));
  });
  // The failure is thrown below; until then nobody waits for it.
  done.catch(() => undefined);
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // Already over: an abort of the store itself brought us here.
    }
    throw error;
  }
  await done;
  return result;
}

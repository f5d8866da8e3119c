/** Wraps the parts of IndexedDB that the queue needs in promises. Everything is injected, so that the same code runs in Node. */
export const ENTRIES = 'entries';
export const META = 'meta';
/** Index on [state, seq]: finds what to send next, what needs attention and what may be deleted. */
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
      // A newer build in another tab wants to upgrade the store. Closing here unblocks it.
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
 * Runs `work` in one transaction and resolves once it is written to disk (durability "strict").
 * @throws what `work` throws, after the transaction was rolled back; or the store's own error (disk full, store deleted)
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
  // The failure is thrown below. This handler prevents an unhandled rejection until then.
  done.catch(() => undefined);
  let result: T;
  try {
    result = await work(tx);
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The transaction has already ended: the store itself aborted it.
    }
    throw error;
  }
  await done;
  return result;
}

import { type ComponentType, createElement, type FunctionComponent, lazy, useEffect, useReducer, useState } from 'react';
import { CHUNK_TIMEOUT } from '#contract/core/limits';
import { readStored, writeStored } from './storage.ts';
import { WEB_VERSION } from './version.ts';

const GUARD = 'kontor-chunk-reload';

export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the application could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Reloads the page once per build if a chunk is missing, because the chunk belonged to an older build. False if a reload was already tried.
 */
export function reloadOnce(reload: () => void = () => window.location.reload()): boolean {
  if (readStored(GUARD, 'tab') === WEB_VERSION) return false;
  writeStored(GUARD, WEB_VERSION, 'tab');
  reload();
  return true;
}

let underWay = 0;
/** Number of chunks that are loading. */
export const chunksUnderWay = (): number => underWay;

/** Loads a chunk of the application. Times out after 120 s (specification, point 9). */
export async function loadChunk<T>(load: () => Promise<T>, timeout = CHUNK_TIMEOUT): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  });
  underWay += 1;
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    if (navigator.onLine && reloadOnce()) return await new Promise<never>(() => undefined);
    throw new ChunkLoadError(error);
  } finally {
    underWay -= 1;
    clearTimeout(timer);
  }
}

/** A lazily loaded page. `load` fetches it before it is shown. */
export type LazyPage<P> = FunctionComponent<P> & Loadable;
export type Loadable = { load: () => Promise<void>; isLoaded: () => boolean };

/**
 * `React.lazy` with `loadChunk`. A page that is already loaded renders at once: React keeps a fallback, once shown, for 0.3 s.
 * @example lazyPage(async () => (await import('./Home.tsx')).Home)
 */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): LazyPage<P> {
  let fetched: ComponentType<P> | null = null;
  const fetchPart = async (): Promise<ComponentType<P>> => (fetched = await loadChunk(load));
  const Later = lazy(async () => ({ default: await fetchPart() }));
  function Part(props: P) {
    // Keeps the component chosen at mount until unmount. Changing it would remount the page and lose typed values.
    const [Shown] = useState<ComponentType<P>>(() => fetched ?? Later);
    return createElement(Shown, props);
  }
  return Object.assign(Part, {
    load: async () => {
      if (!fetched) await fetchPart();
    },
    isLoaded: () => fetched !== null,
  });
}

/**
 * Loads a part and renders again when it is there. Use it instead of `Suspense` where a person waits: React shows a fallback for at least
 * 0.3 s, even if the part arrives earlier.
 * @returns false while it is loading
 * @throws ChunkLoadError while rendering, for the error boundary around
 */
export function useLoaded(part: Loadable): boolean {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const loaded = part.isLoaded();
  useEffect(
    function loadPart() {
      if (loaded) return;
      let wanted = true;
      part.load().then(
        () => wanted && renderAgain(),
        (error: unknown) => wanted && setFailure({ error }),
      );
      return () => {
        wanted = false;
      };
    },
    [part, loaded],
  );
  if (failure) throw failure.error;
  return loaded;
}

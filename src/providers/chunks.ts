import {
  type ComponentType,
  createContext,
  createElement,
  type FunctionComponent,
  type ReactNode,
  use,
  useEffect,
  useReducer,
  useState,
} from 'react';
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

/** `load` fetches the part before it is shown. */
export type Loadable = { load: () => Promise<void>; isLoaded: () => boolean };
/** A component in a chunk of its own. */
export type LazyPart<P> = FunctionComponent<P> & Loadable;

const LoadingView = createContext<ReactNode>(null);

/** Shows `fallback` in place of each `lazyPart` below that loads. It does not reach into parts: inside of one, nothing is shown. */
export const LoadingBoundary = ({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }): ReactNode =>
  createElement(LoadingView, { value: fallback }, children);

/**
 * Loads the part and renders again when it is there.
 * @throws ChunkLoadError while rendering, for the error boundary around
 */
function useLoading(part: Loadable): void {
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
}

/**
 * A component that is loaded when it is first shown. It takes the place of `React.lazy` and `Suspense`, because React shows a fallback for at
 * least 0.3 s, even if the part arrives earlier, and because `loadChunk` handles what cannot be loaded.
 * @example lazyPart(async () => (await import('./Home.tsx')).Home)
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let component: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  async function fetchPart(): Promise<void> {
    try {
      component = await loadChunk(load);
    } finally {
      loading = null;
    }
  }
  const loadable: Loadable = {
    load: async () => {
      if (component === null) await (loading ??= fetchPart());
    },
    isLoaded: () => component !== null,
  };
  function Part(props: P): ReactNode {
    const view = use(LoadingView);
    useLoading(loadable);
    return component === null ? view : createElement(LoadingBoundary, null, createElement(component, props));
  }
  return Object.assign(Part, loadable);
}

/** Loads a part that is about to be shown, if it is a `lazyPart`. Where it is shown it is asked for again, and a failure is reported there. */
export function preload(part: object): void {
  if (isLoadable(part)) part.load().catch(() => undefined);
}
const isLoadable = (part: object): part is Loadable => 'load' in part && 'isLoaded' in part;

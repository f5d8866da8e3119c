import { LoadingBoundary, lazyPart, preload } from '../providers/chunks.ts';
import { loadNamespace } from '../providers/i18n.ts';
import { areaOf, type Match, matchRoute } from '../providers/routes.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** The engine of lists and records, with its texts. */
const loadEngine = async () => (await Promise.all([import('../core/mask/pages.tsx'), loadNamespace('mask')]))[0];
const MaskListPage = lazyPart(async () => (await loadEngine()).MaskListPage);
const MaskRecordPage = lazyPart(async () => (await loadEngine()).MaskRecordPage);

/** Ignores errors of a preload. The screen itself loads the part again and reports errors. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Preloads the engine of lists before the first list is opened. */
export const preloadLists = (): void => preload(MaskListPage);

/** Preloads the chunk of a screen. Its calls follow in `preloadScreen`. */
export function preloadParts(path: string): void {
  const page = matchRoute(path)?.route.page;
  if (page) preload(page);
}

/** Preloads a screen that the user is about to open: chunk and data in parallel instead of one after the other. */
export function preloadScreen(path: string): void {
  const match = matchRoute(path);
  preloadParts(path);
  const mask = match?.route.page ? undefined : match?.route.mask;
  if (mask === undefined || match?.kind !== 'screen') return;
  preload(MaskListPage);
  const area = areaOf(match.route);
  if (area !== null) quietly(loadNamespace(area));
  quietly(loadEngine().then(({ preloadList }) => preloadList(mask)));
}

/** Keeps the layout while a chunk is loading. */
function Loading() {
  return (
    <div className="k-page-loading" aria-busy="true">
      <div />
      <div />
      <div />
    </div>
  );
}

function Content({ match: { route, kind, params } }: { match: Match }) {
  const { page: OwnPage, mask, path } = route;
  if (OwnPage) return <OwnPage params={params} />;
  if (!mask) return null;
  if (kind === 'record') return <MaskRecordPage mask={mask} path={path} id={params['id'] ?? ''} />;
  return <MaskListPage mask={mask} path={path} />;
}

/** A screen with its own error boundary. */
export function Page({ match }: { match: Match }) {
  return (
    <ErrorBoundary>
      <LoadingBoundary fallback={<Loading />}>
        <Content match={match} />
      </LoadingBoundary>
    </ErrorBoundary>
  );
}

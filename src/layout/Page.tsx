import { Suspense } from 'react';
import { lazyPage } from '../providers/chunks.ts';
import type { Match } from '../providers/routes.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const MaskListPage = lazyPage(async () => (await import('../mask/pages.tsx')).MaskListPage);
const MaskRecordPage = lazyPage(async () => (await import('../mask/pages.tsx')).MaskRecordPage);

/** Keeps the layout while a part of the application is on its way. */
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
  if (route.page) return <route.page params={params} />;
  if (!route.mask) return null;
  if (kind === 'record') return <MaskRecordPage mask={route.mask} path={route.path} id={params['id'] ?? ''} />;
  return <MaskListPage mask={route.mask} path={route.path} />;
}

/** A screen with its own boundary: what breaks in it stays in it. */
export function Page({ match }: { match: Match }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Content match={match} />
      </Suspense>
    </ErrorBoundary>
  );
}

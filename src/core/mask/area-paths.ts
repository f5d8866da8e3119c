import { useMemo } from 'react';
import { routeAllowed } from '#contract/core/access';
import { mayOpen } from '../../providers/access.ts';
import { listPath, recordPath } from '../../providers/routes.ts';
import { useUserStore } from '../../providers/user.ts';

type May = (path: string) => boolean;

/** Caches the answer by path, because every row of a list asks for the same few screens. */
function memoised(ask: May): May {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

function useMay(): May {
  const routes = useUserStore((state) => state.routes);
  return useMemo(() => memoised((path) => routeAllowed(routes, path) && mayOpen(path)), [routes]);
}

/** The path of a record of an area, if the user may open that screen. */
export function useLinkTo(): (area: string, id: string) => string | null {
  const may = useMay();
  return useMemo(() => (area: string, id: string) => recordPath(area, id, may), [may]);
}

/** The path of an area's list, if the user may open it. */
export function useListPath(): (area: string) => string | null {
  const may = useMay();
  return useMemo(() => (area: string) => listPath(area, may), [may]);
}

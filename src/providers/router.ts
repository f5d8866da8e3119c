import {
  type GoConfig,
  type IResourceItem,
  type ParsedParams,
  type ParseResponse,
  ResourceContext,
  type RouterProvider,
} from '@refinedev/core';
import base from '@refinedev/react-router';
import { useCallback, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resourceAt } from './resources.ts';
import { matchRoute } from './routes.ts';

const append = (params: URLSearchParams, key: string, value: unknown): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const one of value) params.append(key, String(one));
  else params.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
};

/** The address of a target. Every value is encoded, so that `a&b#c+d%` is read back unchanged. */
export function pathOf({ to, query, hash, options }: GoConfig, current: { pathname: string; search: string; hash: string }): string {
  const params = new URLSearchParams(options?.keepQuery ? current.search : '');
  for (const [key, value] of Object.entries(query ?? {})) {
    params.delete(key);
    append(params, key, value);
  }
  const search = params.toString();
  const fragment = (hash ?? (options?.keepHash ? current.hash : '')).replace(/^#/, '');
  return `${to ?? current.pathname}${search ? `?${search}` : ''}${fragment ? `#${fragment}` : ''}`;
}

function useGo() {
  const location = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (config: GoConfig) => {
      const path = pathOf(config, location);
      if (config.type === 'path') return path;
      void navigate(path, { replace: config.type === 'replace' });
      return undefined;
    },
    [location, navigate],
  );
}

function parsed(pathname: string, resources: IResourceItem[]): ParseResponse {
  const params: ParsedParams = {};
  const match = matchRoute(pathname);
  const resource = match ? resourceAt(resources, match.route.path) : undefined;
  if (!match || !resource) return { pathname, params };
  const id = match.kind === 'record' ? match.params['id'] : undefined;
  if (id === undefined) return { pathname, params, resource, action: 'list' };
  return id === 'new' ? { pathname, params, resource, action: 'create' } : { pathname, params, resource, action: 'edit', id };
}

/** Cache of parsed addresses. Each of refine's hooks parses the address; a list does so about 300 times before it renders. */
const answers = new WeakMap<IResourceItem[], Map<string, ParseResponse>>();
const KEPT = 200;

function parsedOnce(pathname: string, resources: IResourceItem[]): ParseResponse {
  const known = answers.get(resources) ?? new Map<string, ParseResponse>();
  answers.set(resources, known);
  const answer = known.get(pathname) ?? parsed(pathname, resources);
  if (known.size >= KEPT) known.clear();
  known.set(pathname, answer);
  return answer;
}

function useParse() {
  const { pathname } = useLocation();
  const { resources } = useContext(ResourceContext);
  return useCallback(() => parsedOnce(pathname, resources), [pathname, resources]);
}

/**
 * refine's router provider with encoded values. Passes no URL parameters on, because refine would add them to every query's key and call.
 */
export const routerProvider: RouterProvider = { ...base, go: useGo, parse: useParse };

import { type GoConfig, matchResourceFromRoute, type ParsedParams, ResourceContext, type RouterProvider } from '@refinedev/core';
import base from '@refinedev/react-router';
import { useCallback, useContext } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

const append = (params: URLSearchParams, key: string, value: unknown): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const one of value) params.append(key, String(one));
  else params.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
};

/** The address of a target; every value is encoded, so that `a&b#c+d%` comes back as it was. */
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

function useParse() {
  const { pathname } = useLocation();
  const { id } = useParams();
  const { resources } = useContext(ResourceContext);
  return useCallback(() => {
    const { resource, action } = matchResourceFromRoute(pathname, resources);
    const params: ParsedParams = {};
    return { ...(resource && { resource }), ...(action && { action }), ...(id !== undefined && { id }), pathname, params };
  }, [pathname, id, resources]);
}

/**
 * refine's router provider with encoded values. Nothing of the address is handed on as parameters: refine would mix it into every
 * query's key and call.
 */
export const routerProvider: RouterProvider = { ...base, go: useGo, parse: useParse };

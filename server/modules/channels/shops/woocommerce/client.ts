import type { z } from 'zod';
import { callRest, type RestAccess } from '../rest.ts';

/** Calls to the REST API v3 of one WooCommerce shop. */

export type WooAccess = RestAccess & {
  /** `https://tea.example/shop`, without a slash at the end. */
  url: string;
  key: string;
  secret: string;
};
type Query = Readonly<Record<string, string | number>>;
type WooCall<T> = { method?: 'GET' | 'POST' | 'PUT'; query?: Query; body?: object; shape: z.ZodType<T> };

/**
 * Basic authentication, as the documentation says for https.
 * @param path below `/wp-json/wc/v3`: `orders/7` @throws ShopError
 */
export function callWoo<T>(access: WooAccess, path: string, { query = {}, ...call }: WooCall<T>) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
  const authorization = `Basic ${Buffer.from(`${access.key}:${access.secret}`).toString('base64')}`;
  // The kind is the same for all orders, so that the list of calls can be filtered by it.
  const kind = `woocommerce ${call.method ?? 'GET'} ${path.replace(/\d+/g, ':id')}`;
  return callRest(access, `${access.url}/wp-json/wc/v3/${path}${search && `?${search}`}`, { ...call, kind, headers: { authorization } });
}

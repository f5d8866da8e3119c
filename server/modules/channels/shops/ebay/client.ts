import type { z } from 'zod';
import { callRest, type RestAccess } from '../rest.ts';

/** Calls to the Sell APIs of eBay in the name of one seller. */

export type EbayAccess = RestAccess & {
  /** `https://api.ebay.com`. */
  url: string;
  token: string;
};
type Query = Readonly<Record<string, string | number>>;
type EbayCall<T> = { method?: 'GET' | 'POST'; query?: Query; body?: object; shape: z.ZodType<T> };

/** eBay refuses the `*` that `fetch` sends by default. It decides about the language of messages only. */
const LANGUAGE = { 'accept-language': 'en-US', 'content-language': 'en-US' };

/**
 * @param name in the list of calls: `orders`
 * @param path below the host: `/sell/fulfillment/v1/order` @throws ShopError
 */
export async function callEbay<T>(access: EbayAccess, name: string, path: string, { query = {}, ...call }: EbayCall<T>): Promise<T> {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
  const headers = { authorization: `Bearer ${access.token}`, ...LANGUAGE };
  return (await callRest(access, `${access.url}${path}${search && `?${search}`}`, { ...call, kind: `ebay ${name}`, headers })).value;
}

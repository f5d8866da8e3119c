import type { z } from 'zod';
import { callRest, type RestAccess } from '../rest.ts';

/** Calls to the Sell and Post-Order APIs of eBay in the name of one seller. */

export type EbayAccess = RestAccess & {
  /** `https://api.ebay.com`. */
  url: string;
  token: string;
  /** Where the seller sells: `EBAY_DE`. The Post-Order API demands it. */
  marketplace: string;
};
type Query = Readonly<Record<string, string | number>>;
type EbayCall<T> = { method?: 'GET' | 'POST'; query?: Query; body?: object; shape: z.ZodType<T> };

/** eBay refuses the `*` that `fetch` sends by default. It decides about the language of messages only. */
const LANGUAGE = { 'accept-language': 'en-US', 'content-language': 'en-US' };

type Call = <T>(access: EbayAccess, name: string, path: string, call: EbayCall<T>) => Promise<T>;
const callWith =
  (headersOf: (access: EbayAccess) => Record<string, string>): Call =>
  async (access, name, path, { query = {}, ...call }) => {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
    const headers = { ...headersOf(access), ...LANGUAGE };
    return (await callRest(access, `${access.url}${path}${search && `?${search}`}`, { ...call, kind: `ebay ${name}`, headers })).value;
  };

/**
 * @param name in the list of calls: `orders`
 * @param path below the host: `/sell/fulfillment/v1/order` @throws ShopError
 */
export const callEbay = callWith(({ token }) => ({ authorization: `Bearer ${token}` }));
/** The same for the Post-Order API, which names its token in another way (developer.ebay.com: "Post-Order API, Making a Call"). */
export const callPostOrder = callWith(({ token, marketplace }) => ({
  authorization: `IAF ${token}`,
  'x-ebay-c-marketplace-id': marketplace,
}));

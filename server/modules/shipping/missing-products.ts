import { CarrierError } from './adapter.ts';

/** What an application at a carrier was given besides labels. Each product is asked something without an effect, and any answer but "not allowed" shows it. */

/** A part of the carrier, and what stands in `carriers.missing` if it does not answer for our application. */
export type Product<M extends string> = { missing: M; ask: () => Promise<unknown> };

/** What the carrier answers a request that it read: that there is no such thing, that the request is wrong, or that it has to wait. */
const READ = ['gone', 'refused', 'refusedAddress', 'busy'];

async function isGiven(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof CarrierError && error.fault.kind === 'misconfigured') return false;
    if (error instanceof CarrierError && READ.includes(error.fault.kind)) return true;
    throw error;
  }
}

/** @returns what is missing @throws CarrierError `unknown` if the carrier does not answer */
export async function missingOf<M extends string>(products: readonly Product<M>[]): Promise<M[]> {
  const given = await Promise.all(products.map(({ ask }) => isGiven(ask)));
  return products.filter((_, n) => !given[n]).map(({ missing }) => missing);
}

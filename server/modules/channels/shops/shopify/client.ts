import type { z } from 'zod';
import { callJson } from '../../../../core/call-json.ts';
import { type Budget, type CallHooks, errorOf, ShopError } from '../platform.ts';
import { API_VERSION, OPERATIONS, POINTS } from './operations.ts';
import { notePoints, takePoints } from './points.ts';
import { DATA, Envelope } from './shapes.ts';

/** Calls to the GraphQL Admin API of one shop, within what the shop allows. */

export type Operation = keyof typeof DATA;
export type Data<O extends Operation> = z.infer<(typeof DATA)[O]>;
export type ShopifyAccess = CallHooks & {
  /** `tea.myshopify.com`, whose budget the calls take from. */
  shop: string;
  /** `https://tea.myshopify.com`, or the address of a stand-in. */
  url: string;
  token: string;
};

const TIMEOUT = 15_000;
const refused = (message: string): ShopError => new ShopError({ kind: 'refused', message });

/** @throws ShopError */
export async function callShopify<O extends Operation>(
  { shop, url, token, keep, note }: ShopifyAccess,
  operation: O,
  variables: Record<string, unknown> = {},
): Promise<Data<O>> {
  const end = await takePoints(shop, POINTS[operation]);
  const at = Date.now();
  let stated: Budget | undefined;
  const done = (result: string, text: string): void =>
    note({ kind: `shopify ${operation}`, ms: Date.now() - at, result, text, ...(stated ? { budget: stated } : {}) });
  const fail = (error: ShopError): ShopError => {
    done(error.fault.kind, error.fault.message);
    return error;
  };
  const answer = await keep()
    .then(() =>
      callJson(`${url}/admin/api/${API_VERSION}/graphql.json`, {
        method: 'POST',
        headers: { 'x-shopify-access-token': token },
        body: { query: OPERATIONS[operation], variables },
        shape: Envelope,
        signal: AbortSignal.timeout(TIMEOUT),
      }),
    )
    .finally(end);
  if ('fault' in answer) throw fail(errorOf(answer.fault));
  const { data, errors = [], extensions } = answer.value;
  const budget = extensions?.cost?.throttleStatus;
  if (budget) {
    const { currentlyAvailable: left, restoreRate, maximumAvailable: most } = budget;
    notePoints(shop, left, restoreRate, most ?? Number.POSITIVE_INFINITY);
    if (most) stated = { left, most };
  }
  const codes = errors.map((one) => one.extensions?.code ?? '');
  const message = errors
    .map((one) => one.message)
    .join(' ')
    .slice(0, 500);
  if (codes.includes('THROTTLED')) throw fail(new ShopError({ kind: 'busy', message, retryAfter: 2 }));
  if (codes.includes('ACCESS_DENIED')) throw fail(new ShopError({ kind: 'signIn', message }));
  if (codes.some((code) => code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT')) throw fail(new ShopError({ kind: 'unknown', message }));
  if (errors.length > 0) throw fail(refused(message));
  const read = DATA[operation].safeParse(data);
  if (!read.success) throw fail(new ShopError({ kind: 'unknown', message: 'The answer could not be read.' }));
  done('OK', '');
  return read.data as Data<O>;
}

type UserErrors = readonly { code?: string | null | undefined; message: string }[];
/** Errors of a mutation come with status 200. @throws ShopError */
export function demandNone(errors: UserErrors | undefined): void {
  if (errors === undefined) throw new ShopError({ kind: 'unknown', message: 'The answer is empty.' });
  if (errors.length > 0)
    throw refused(
      errors
        .map(({ message }) => message)
        .join(' ')
        .slice(0, 500),
    );
}

import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { callJson } from '../../../../core/call-json.ts';
import { type Around, type Budget, errorOf, ShopError } from '../platform.ts';
import { API_VERSION, OPERATIONS } from './operations.ts';
import { DATA, Envelope } from './shapes.ts';

/** Calls to the GraphQL Admin API of one shop, within what the shop allows. */

export type Operation = keyof typeof DATA;
export type Data<O extends Operation> = z.infer<(typeof DATA)[O]>;
export type ShopifyAccess = Around & {
  /** `https://tea.myshopify.com`, or the address of a stand-in. */
  url: string;
  token: string;
};

const TIMEOUT = 15_000;
/** Points of the shop's budget that are left before the next call waits. The dearest call costs about 110. */
const SPARE_POINTS = 150;
const MOST_WAIT = 10_000;
/** What is left of the budgets of shops, as they said themselves. */
const budgets = new Map<string, { left: number; rate: number; at: number }>();

const refused = (message: string): ShopError => new ShopError({ kind: 'refused', message });

async function waitForBudget(url: string): Promise<void> {
  const budget = budgets.get(url);
  if (!budget) return;
  const left = budget.left + ((Date.now() - budget.at) / 1000) * budget.rate;
  if (left < SPARE_POINTS) await pause(Math.min(((SPARE_POINTS - left) / budget.rate) * 1000, MOST_WAIT));
}

/** @throws ShopError */
export async function callShopify<O extends Operation>(
  { url, token, keep, note }: ShopifyAccess,
  operation: O,
  variables: Record<string, unknown> = {},
): Promise<Data<O>> {
  await waitForBudget(url);
  await keep();
  const at = Date.now();
  let said: Budget | undefined;
  const done = (result: string, text: string): void =>
    note({ kind: `shopify ${operation}`, ms: Date.now() - at, result, text, ...(said ? { budget: said } : {}) });
  const fail = (error: ShopError): ShopError => {
    done(error.fault.kind, error.fault.message);
    return error;
  };
  const answer = await callJson(`${url}/admin/api/${API_VERSION}/graphql.json`, {
    method: 'POST',
    headers: { 'x-shopify-access-token': token },
    body: { query: OPERATIONS[operation], variables },
    shape: Envelope,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if ('fault' in answer) throw fail(errorOf(answer.fault));
  const { data, errors = [], extensions } = answer.value;
  const budget = extensions?.cost?.throttleStatus;
  if (budget) budgets.set(url, { left: budget.currentlyAvailable, rate: budget.restoreRate, at: Date.now() });
  if (budget?.maximumAvailable) said = { left: budget.currentlyAvailable, most: budget.maximumAvailable };
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

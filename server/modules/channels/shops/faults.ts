import type { JsonFault } from '../../../core/call-json.ts';
import { ShopError } from './platform.ts';

/** What a failed call over HTTP means for the work on a shop. */

/** Only the shop's owner can end these: credentials that are not valid, a shop that is not paid, or that is locked. */
const OWNER_ONLY = [401, 402, 403, 423];

export function errorOf(fault: JsonFault): ShopError {
  if (fault.is === 'notConnected') return new ShopError({ kind: 'busy', message: fault.message });
  if (fault.is !== 'refused') return new ShopError({ kind: 'unknown', message: fault.message });
  const { status, text, retryAfter } = fault;
  const message = `${status}: ${text.slice(0, 300)}`;
  const seconds = Number(retryAfter);
  if (status === 429) return new ShopError({ kind: 'busy', message, status, ...(seconds > 0 ? { retryAfter: seconds } : {}) });
  if (OWNER_ONLY.includes(status)) return new ShopError({ kind: 'signIn', message, status });
  return new ShopError({ kind: status < 500 ? 'refused' : 'unknown', message, status });
}

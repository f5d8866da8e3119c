import { callOutside, type OutsideCall } from '../../../core/outside-call.ts';
import { PrivateAddress } from '../../../core/public-address.ts';

/** One POST to an address that a merchant chose. */

const TIMEOUT = 10_000;
/** Bytes of an answer that are read, and characters that are kept. */
const MOST_BYTES = 64 * 1024;
const MOST_TEXT = 500;

/** `status` 0: no answer, and `text` says why. `retryAfter` in seconds. */
export type Posted = { status: number; text: string; retryAfter: number | null };

const none = (text: string): Posted => ({ status: 0, text: text.slice(0, MOST_TEXT), retryAfter: null });

/**
 * Sends and reads a limited answer within ten seconds. Never throws.
 * @param isPrivateAllowed whether addresses inside the house's network may be called (WEBHOOK_PRIVATE_ADDRESSES)
 * @param resolve of `publicLookup`; for tests
 */
export async function post(
  url: URL,
  body: string,
  headers: Record<string, string>,
  isPrivateAllowed: boolean,
  resolve?: OutsideCall['resolve'],
): Promise<Posted> {
  try {
    const {
      status,
      headers: answered,
      text,
    } = await callOutside(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      isPrivateAllowed,
      most: MOST_BYTES,
      signal: AbortSignal.timeout(TIMEOUT),
      ...(resolve ? { resolve } : {}),
    });
    const seconds = Number(answered['retry-after']);
    return { status, text: text.slice(0, MOST_TEXT), retryAfter: seconds > 0 ? seconds : null };
  } catch (error) {
    if (error instanceof PrivateAddress) return none(error.message);
    const { code, name, message } = error as { code?: string; name?: string; message?: string };
    return none(name === 'TimeoutError' || name === 'AbortError' ? 'No answer within ten seconds.' : (code ?? message ?? ''));
  }
}

import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { demandPublicHost, PrivateAddress, publicLookup } from '../../../core/public-address.ts';

/** One POST to an address that a merchant chose. */

const TIMEOUT = 10_000;
/** Bytes of an answer that are read, and characters that are kept. */
const MOST_BYTES = 64 * 1024;
const MOST_TEXT = 500;

/** `status` 0: no answer, and `text` says why. `retryAfter` in seconds. */
export type Posted = { status: number; text: string; retryAfter: number | null };

const none = (text: string): Posted => ({ status: 0, text: text.slice(0, MOST_TEXT), retryAfter: null });

/**
 * Sends and reads a limited answer within ten seconds. Redirects are not followed: the merchant did not choose where they lead. Never throws.
 * @param isPrivateAllowed whether addresses inside the house's network may be called (WEBHOOK_PRIVATE_ADDRESSES)
 * @param resolve of `publicLookup`; for tests
 */
export async function post(
  url: URL,
  body: string,
  headers: Record<string, string>,
  isPrivateAllowed: boolean,
  resolve?: Parameters<typeof publicLookup>[0],
): Promise<Posted> {
  try {
    if (!isPrivateAllowed) demandPublicHost(url);
    if (url.protocol !== 'https:' && !isPrivateAllowed) throw new PrivateAddress('Only https is allowed.');
    return await new Promise<Posted>((done, fail) => {
      const call = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT),
        headers: { 'content-type': 'application/json', 'user-agent': 'Kontor', 'content-length': Buffer.byteLength(body), ...headers },
        ...(isPrivateAllowed ? {} : { lookup: publicLookup(resolve) }),
      });
      call.on('error', fail);
      call.on('response', (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        const end = (): void => {
          const seconds = Number(answer.headers['retry-after']);
          const text = Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '').slice(0, MOST_TEXT);
          done({ status: answer.statusCode ?? 0, text, retryAfter: seconds > 0 ? seconds : null });
        };
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          // What follows is not read: an answer without an end would hold the sender.
          if (size > MOST_BYTES) {
            end();
            call.destroy();
          }
        });
        answer.on('end', end);
        answer.on('error', fail);
      });
      call.end(body);
    });
  } catch (error) {
    if (error instanceof PrivateAddress) return none(error.message);
    const { code, name, message } = error as { code?: string; name?: string; message?: string };
    return none(name === 'TimeoutError' || name === 'AbortError' ? 'No answer within ten seconds.' : (code ?? message ?? ''));
  }
}

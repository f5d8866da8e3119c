import { type IncomingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { demandPublicHost, PrivateAddress, publicLookup } from './public-address.ts';

/** One HTTP call to an address that somebody outside of the house chose: a merchant's receiver of webhooks, or a merchant's shop. */

export type OutsideCall = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether addresses inside the house's network may be called, and without https. */
  isPrivateAllowed: boolean;
  /** Bytes of the answer that are read. What follows is cut off: an answer without an end would hold the caller. */
  most: number;
  signal: AbortSignal;
  /** Of `publicLookup`; for tests. */
  resolve?: Parameters<typeof publicLookup>[0];
};
export type OutsideAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * Redirects are not followed: the merchant did not choose where they lead, and they would carry credentials elsewhere.
 * @throws PrivateAddress @throws Error of the connection, with its `code`
 */
export async function callOutside(
  url: URL,
  { method, headers, body, isPrivateAllowed, most, signal, resolve }: OutsideCall,
): Promise<OutsideAnswer> {
  if (!isPrivateAllowed) demandPublicHost(url);
  if (url.protocol !== 'https:' && !isPrivateAllowed) throw new PrivateAddress('Only https is allowed.');
  return new Promise((done, fail) => {
    const call = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      agent: false,
      signal,
      headers: { 'user-agent': 'Kontor', ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
      ...(isPrivateAllowed ? {} : { lookup: publicLookup(resolve) }),
    });
    call.on('error', fail);
    call.on('response', (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      const end = (): void =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString('utf8').replaceAll('\u0000', ''),
        });
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > most) {
          end();
          call.destroy();
        }
      });
      answer.on('end', end);
      answer.on('error', fail);
    });
    call.end(body);
  });
}

import { createVerify } from 'node:crypto';
import { z } from 'zod';
import { callJson } from '../../../../core/call-json.ts';
import type { Config } from '../../../../core/config.ts';
import { applicationToken, ebayUrl } from './oauth.ts';

/** Proves that a notice is of eBay (developer.ebay.com: "Notification API", "Event Notification SDK"). */

const TIMEOUT = 10_000;
const HOUR = 3_600_000;
/** Keys that are remembered. eBay has a few; more are guesses of others. */
const MOST_KEYS = 50;

const Header = z.object({ kid: z.string().regex(/^[\w-]{1,100}$/), signature: z.string().min(1).max(2000) });
const PublicKey = z.object({ key: z.string(), digest: z.enum(['SHA1', 'SHA256', 'SHA384', 'SHA512']).catch('SHA1') });
type Key = z.infer<typeof PublicKey>;
/** `busy`: the key could not be asked for, so eBay has to send the notice again. */
export type Verdict = 'signed' | 'wrong' | 'busy';

/** eBay gives the key without line breaks. */
const pemOf = (key: string): string =>
  key.replace(/(-----BEGIN PUBLIC KEY-----)\s*/, '$1\n').replace(/\s*(-----END PUBLIC KEY-----)/, '\n$1');

const readHeader = (header: string): z.infer<typeof Header> | null => {
  try {
    return Header.safeParse(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
};
const fits = ({ key, digest }: Key, text: string | Buffer, signature: string): boolean => {
  try {
    return createVerify(digest).update(text).verify(pemOf(key), signature, 'base64');
  } catch {
    return false;
  }
};

/** Keys of eBay by their id, each for an hour; also that there is none. */
export class EbayKeys {
  readonly #config: Config;
  readonly #known = new Map<string, { key: Key | null; until: number }>();

  constructor(config: Config) {
    this.#config = config;
  }

  async #keyOf(id: string): Promise<Key | null | 'busy'> {
    const known = this.#known.get(id);
    if (known && known.until > Date.now()) return known.key;
    const token = await applicationToken(this.#config);
    if (token === null) return 'busy';
    const answer = await callJson(`${ebayUrl(this.#config)}/commerce/notification/v1/public_key/${id}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en-US' },
      shape: PublicKey,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if ('fault' in answer && !(answer.fault.is === 'refused' && [400, 404].includes(answer.fault.status))) return 'busy';
    const key = 'value' in answer ? answer.value : null;
    this.#known.delete(id);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST_KEYS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(id, { key, until: Date.now() + HOUR });
    return key;
  }

  async check(bytes: Buffer, header: string): Promise<Verdict> {
    const given = readHeader(header);
    if (!given) return 'wrong';
    const key = await this.#keyOf(given.kid);
    if (key === 'busy') return 'busy';
    if (key === null) return 'wrong';
    return fits(key, bytes, given.signature) ? 'signed' : 'wrong';
  }
}

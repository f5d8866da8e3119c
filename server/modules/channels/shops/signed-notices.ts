import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { derivedKey } from '../../../core/derived-key.ts';

/** Notices of shops: how one is known to be of the shop, and its body as the bytes that came. */

/** Bytes of a notice. An order with hundreds of lines has a tenth of it. */
const MOST_BYTES = 1024 * 1024;

/** Base64 of the HMAC-SHA256 of the bytes as they came. Compared in constant time. */
export function isSigned(body: Buffer, given: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(body).digest();
  const signature = Buffer.from(given, 'base64');
  return signature.length === right.length && timingSafeEqual(signature, right);
}

/** A secret that only the shop of this channel knows. It need not be stored. */
export const noticeSecret = (secret: string, channelId: string): string =>
  createHmac('sha256', derivedKey(secret, 'notices of shops')).update(channelId).digest('hex');

/** Routes whose body is a Buffer. They are in a scope of their own, so that no other call sees bytes. */
export function withBytes(app: FastifyInstance, types: string[], routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      types,
      { parseAs: 'buffer', bodyLimit: MOST_BYTES },
      async (_: FastifyRequest, body: string | Buffer) => body,
    );
    routes(scope);
  });
}

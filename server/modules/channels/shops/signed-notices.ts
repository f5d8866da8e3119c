import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Notices that a shop signs: by the bytes of its body, as they came. */

/** Bytes of a notice. An order with hundreds of lines has a tenth of it. */
const MOST_BYTES = 1024 * 1024;

/** Base64 of the HMAC-SHA256 of the bytes as they came. Compared in constant time. */
export function isSigned(body: Buffer, given: string, secret: string): boolean {
  const right = createHmac('sha256', secret).update(body).digest();
  const signature = Buffer.from(given, 'base64');
  return signature.length === right.length && timingSafeEqual(signature, right);
}

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

import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, type ErrorCode } from '#contract/core/errors';
import { DomainError, failure } from './errors.ts';

/** Requests that fail before routing: unreadable headers, paths and bodies. They are answered in the envelope too. */

/** Maximum nesting of a JSON body. The deepest body of the product, a mask, has 14 levels. */
export const MAX_JSON_DEPTH = 64;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether brackets nest deeper than `limit`. Checked before parsing, because later recursive code needs a stack frame for each level. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (isQuoted) {
      if (unit === BACKSLASH) i++;
      else if (unit === QUOTE) isQuoted = false;
    } else if (unit === QUOTE) isQuoted = true;
    else if (OPENING.has(unit)) {
      if (++depth > limit) return true;
    } else if (CLOSING.has(unit)) depth--;
  }
  return false;
}

/** Parses JSON bodies and refuses those nested too deeply (RequestTooDeep). */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString();
    if (isDeeperThan(json, MAX_JSON_DEPTH)) return done(new DomainError('RequestTooDeep'));
    return parse(request, json, done);
  });
}

/** Fastify's errors before routing, by their code. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = { FST_ERR_MAX_PARAM_LENGTH: 'PathTooLong' };

/** Fastify's `frameworkErrors`: the path cannot be decoded, or a part of it is too long. */
export function answerFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const refusal = new DomainError(FRAMEWORK_CODES[error.code] ?? 'MalformedRequest');
  void reply
    .code(ERRORS[refusal.code])
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send(JSON.stringify(failure(refusal)));
}

/** Node's errors for connections without a valid HTTP request, by their code. */
const CONNECTION_CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};
const REASONS: Partial<Record<number, string>> = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' };

/** Node's `clientError`: answers in the envelope and closes the connection, because the start of the next request is unknown. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new DomainError(CONNECTION_CODES[error.code ?? ''] ?? 'MalformedRequest');
  const status = ERRORS[refusal.code];
  const body = JSON.stringify(failure(refusal));
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Bad Request'}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

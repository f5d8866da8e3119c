import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isScope, TOKEN_SCOPES, TOKEN_SECONDS } from '#contract/access/oauth-clients';
import type { AppContext } from '../../core/http/context.ts';
import { DomainError } from '../../core/http/errors.ts';
import { basicCredentials } from './basic-credentials.ts';
import { requireClient } from './client-secret.ts';
import { issueToken } from './program-tokens.ts';

/**
 * The token call of RFC 6749, section 4.4 (client credentials). Its answers have no envelope: libraries of OAuth 2.0 read
 * `access_token` and `error` at the top of the answer (sections 5.1 and 5.2), and send a form instead of JSON.
 */

const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
} as const;
type ErrorName = keyof typeof STATUS;

class TokenError extends Error {
  readonly error: ErrorName;
  constructor(error: ErrorName, description: string) {
    super(description);
    this.error = error;
  }
}

const Token = z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int(), scope: z.string() });
const Refusal = z.object({ error: z.enum(Object.keys(STATUS) as [ErrorName, ...ErrorName[]]), error_description: z.string() });
const Form = z.record(z.string(), z.unknown());

/** A parameter of the form. Unknown ones are ignored, and one that is sent twice is an error (section 3.2). */
function parameter(body: unknown, name: string): string | null {
  const value = Form.safeParse(body).data?.[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new TokenError('invalid_request', `The parameter ${name} must be sent once, as text.`);
  return value;
}

function credentialsOf(request: FastifyRequest): { clientId: string; secret: string } {
  const basic = basicCredentials(request.headers.authorization);
  const [clientId, secret] = [parameter(request.body, 'client_id'), parameter(request.body, 'client_secret')];
  if (basic && secret !== null)
    throw new TokenError('invalid_request', 'Send the client secret either in the header or in the form, not in both.');
  if (basic) return basic;
  if (clientId === null || secret === null) throw new TokenError('invalid_client', 'The client ID and secret are missing.');
  return { clientId, secret };
}

/** Scopes of the answer: those asked for, or all of the client. */
function grantedScopes(asked: string | null, of: readonly string[]) {
  const own = TOKEN_SCOPES.filter((scope) => of.includes(scope));
  const wanted = asked === null ? own : [...new Set(asked.split(' ').filter(Boolean))];
  const foreign = wanted.find((scope) => !own.some((one) => one === scope));
  if (foreign !== undefined) throw new TokenError('invalid_scope', `The client may not use the scope ${foreign.slice(0, 60)}.`);
  if (wanted.length === 0) throw new TokenError('invalid_scope', 'The client has no scope. A person of the house sets its scopes.');
  return wanted.filter(isScope);
}

/** @throws TokenError invalid_client for a wrong secret; DomainError TooManyRequests after several wrong ones from this address */
async function authenticate(context: AppContext, request: FastifyRequest) {
  try {
    return await requireClient(context.db, { ...credentialsOf(request), ip: request.ip });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'LoginError')
      throw new TokenError('invalid_client', 'The client is unknown, switched off, or its secret is wrong.');
    throw error;
  }
}

/** Forms as fields. A field that is sent several times is an array. */
function readForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const all = form.getAll(key);
      return [key, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

export function tokenRoute(app: FastifyInstance, context: AppContext): void {
  // In a scope of its own, so that no other call reads forms or answers errors in this shape.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, body: string | Buffer) => readForm(body.toString()),
    );
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    scope.post(
      '/v0/oauth/token',
      {
        config: { access: 'public', cost: 'program' },
        schema: { tags: ['oauth'], consumes: ['application/x-www-form-urlencoded'], response: { 200: Token, 400: Refusal, 401: Refusal } },
      },
      async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
        const grant = parameter(request.body, 'grant_type');
        if (grant === null) throw new TokenError('invalid_request', 'The parameter grant_type is missing.');
        if (grant !== 'client_credentials')
          throw new TokenError('unsupported_grant_type', 'Only the grant type client_credentials is supported.');
        const { id, secretHash, merchantId, scopes: own } = await authenticate(context, request);
        if (merchantId === null)
          throw new TokenError('unauthorized_client', 'The client has no merchant. Only programs of a merchant get a token.');
        const scopes = grantedScopes(parameter(request.body, 'scope'), own);
        const token = await issueToken(context.db, { id, secretHash: secretHash ?? '' }, scopes);
        if (token === null) throw new TokenError('invalid_client', 'The client was changed meanwhile.');
        return { access_token: token, token_type: 'Bearer' as const, expires_in: TOKEN_SECONDS, scope: scopes.join(' ') };
      },
    );
  });
}

/** Refusals in the shape of section 5.2. Too many calls and outages are answered as by every other call. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof TokenError ? error : badRequest(error);
  if (refusal === null) throw error;
  if (refusal.error === 'invalid_client' && request.headers.authorization !== undefined)
    reply.header('www-authenticate', 'Basic realm="Kontor"');
  return reply.code(STATUS[refusal.error]).send({ error: refusal.error, error_description: refusal.message });
}

/** A body that cannot be read: not a form, or too large. */
function badRequest(error: unknown): TokenError | null {
  if (error instanceof DomainError) return error.code === 'RequestTooDeep' ? unreadable() : null;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429 ? unreadable() : null;
}
const unreadable = (): TokenError =>
  new TokenError('invalid_request', 'The body must be a form (application/x-www-form-urlencoded) with grant_type=client_credentials.');

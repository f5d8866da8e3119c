import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import { DomainError } from './errors.ts';

/** A program that calls with an access token: whom it acts for, and what it may do. */
export type Program = { actor: Actor; scopes: readonly string[] };
/** Finds the program of a token. Null if the token is unknown, expired or revoked. */
export type ReadProgram = (token: string) => Promise<Program | null>;

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** Whether the call is made with an access token (RFC 6750). A session token decides if both are sent. */
export const isProgram = ({ headers }: FastifyRequest): boolean =>
  headers['x-token'] === undefined && /^Bearer(\s|$)/i.test(headers.authorization ?? '');

/**
 * Resolves the program of the call and checks the scope of the route. Statuses and `WWW-Authenticate` are those of RFC 6750, section 3.
 * @throws DomainError TokenInvalid (401), ScopeMissing (403)
 */
export async function enterProgram(request: FastifyRequest, reply: FastifyReply, readProgram: ReadProgram): Promise<Actor> {
  const [, token = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  const program = token === '' ? null : await readProgram(token);
  if (!program) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw new DomainError('TokenInvalid');
  }
  const { scope } = request.routeOptions.config;
  if (scope === undefined || !program.scopes.includes(scope)) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope"${scope === undefined ? '' : `, scope="${scope}"`}`);
    throw new DomainError('ScopeMissing', scope ?? null);
  }
  return program.actor;
}

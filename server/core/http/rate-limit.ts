import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API } from '#contract/core/envelope';
import { DomainError } from './errors.ts';

/**
 * Limits calls a minute on one node, so that one caller cannot use up its capacity. Counters are in memory: this limits load.
 * Guessing passwords is slowed down across all nodes elsewhere (access/throttle.ts). Each session is counted separately, so that one
 * session does not block colleagues behind the same address.
 */
const MINUTE = 60_000;
/** Maximum number of callers counted on a node; the least recently seen are dropped. */
const CALLERS = 20_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Calls with a limit of their own: sign-in, search, export, and programs that send their secret with each call.
     * Other calls count for their session, or for their address without one.
     */
    cost?: 'signIn' | 'search' | 'export' | 'program';
  }
}

/** Sufficient for normal use: a station that scans 50 times a second stays below. */
const DEFAULTS = { session: 6_000, address: 1_200, signIn: 120, search: 300, export: 30 };
type Limits = typeof DEFAULTS;

/** The setting: `on`, `off`, or limits that differ from the defaults as `name=calls`, separated by commas. Null is off. */
export const RateLimits = z.string().transform((text, context): Limits | null => {
  if (text === 'off') return null;
  const limits = { ...DEFAULTS };
  for (const part of text === 'on' ? [] : text.split(',')) {
    const [, name = '', calls] = /^\s*(\w+)=([1-9]\d{0,6})\s*$/.exec(part) ?? [];
    if (isLimit(name)) limits[name] = Number(calls);
    else context.addIssue(`on, off, or any of ${Object.keys(DEFAULTS).join(', ')} with a number, such as session=9000,export=60`);
  }
  return limits;
});
const isLimit = (name: string): name is keyof Limits => Object.hasOwn(DEFAULTS, name);

const refusal = (ttl: number): DomainError => new DomainError('TooManyRequests', Math.max(1, Math.ceil(ttl / 1000)));

/**
 * The address, as also used by the sign-in throttle (TRUST_PROXY). For IPv6 the network, because one device has billions of addresses in
 * it.
 */
export const addressOf = (request: FastifyRequest): string => normalizeIP(request.ip);

const sessionOf = (request: FastifyRequest): string | null => request.actor?.sessionId ?? request.guess?.actor.sessionId ?? null;

function limitOf(request: FastifyRequest): keyof Limits | 'program' {
  const { cost } = request.routeOptions.config;
  if (cost === 'signIn' || cost === 'program') return cost;
  return sessionOf(request) === null ? 'address' : (cost ?? 'session');
}

/**
 * Limits the calls below /v0. Browser files, health and metrics are not limited. Register before any route.
 * @returns a function that counts a call with an invalid session, which is refused before route limits apply
 * @throws DomainError TooManyRequests with the seconds until the minute is over
 */
export async function registerRateLimits(app: FastifyInstance, limits: Limits | null): Promise<(request: FastifyRequest) => Promise<void>> {
  if (limits === null) return async () => undefined;
  // RFID readers may send as often as a station scans.
  const most = { ...limits, program: limits.session };
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(`${API}/`)) route.config = { ...route.config, rateLimit: false };
  });
  await app.register(rateLimit, {
    timeWindow: MINUTE,
    cache: CALLERS,
    max: (request) => most[limitOf(request)],
    keyGenerator: (request) => `${limitOf(request)} ${sessionOf(request) ?? addressOf(request)}`,
    errorResponseBuilder: (_request, { ttl }) => refusal(ttl),
    // The error handler sends Retry-After, as for all refusals of this kind.
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  const count = app.createRateLimit();
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw refusal(counted.ttl);
  };
}

import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API } from '#contract/core/envelope';
import { DomainError } from './errors.ts';

/**
 * How many calls a minute a node answers, so that one caller cannot take the time of all others. Counted in the memory of the node: it limits load.
 * Guessing is slowed down elsewhere, over all nodes (access/throttle.ts). A session is counted by itself, so that one that floods does not stop
 * its colleagues behind the same address.
 */
const MINUTE = 60_000;
/** Callers whose count a node keeps; the ones seen last stay. */
const CALLERS = 20_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A call that is counted by itself: what the sign-in page asks for, a search, an export, and programs that send their secret with each call.
     * Every other call counts towards its session, or its address where it has none.
     */
    cost?: 'signIn' | 'search' | 'export' | 'program';
  }
}

/** Generous for people and stations: a station that scans 50 times a second stays below. */
const DEFAULTS = { session: 6_000, address: 1_200, signIn: 120, search: 300, export: 30 };
type Limits = typeof DEFAULTS;

/** The setting: `on`, `off`, or the limits that differ from the defaults, as `name=calls` with commas between. Null is off. */
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

/** The address that the throttle of sign-in uses too (TRUST_PROXY); of IPv6 the network, because one device has billions of addresses in it. */
export const addressOf = (request: FastifyRequest): string => normalizeIP(request.ip);

const sessionOf = (request: FastifyRequest): string | null => request.actor?.sessionId ?? request.guess?.actor.sessionId ?? null;

function limitOf(request: FastifyRequest): keyof Limits | 'program' {
  const { cost } = request.routeOptions.config;
  if (cost === 'signIn' || cost === 'program') return cost;
  return sessionOf(request) === null ? 'address' : (cost ?? 'session');
}

/**
 * Limits the calls under /v0. Files of the page, health and metrics are not limited. Register before any route.
 * @returns counts a call whose session is not valid, which is refused before the limits of routes are looked at
 * @throws DomainError TooManyRequests with the seconds until the minute is over
 */
export async function registerRateLimits(app: FastifyInstance, limits: Limits | null): Promise<(request: FastifyRequest) => Promise<void>> {
  if (limits === null) return async () => undefined;
  // Readers of tags report as often as a station scans.
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
    // The error handler sends Retry-After, as for every other refusal of this kind.
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  const count = app.createRateLimit();
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw refusal(counted.ttl);
  };
}

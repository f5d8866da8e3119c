import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API } from '#contract/core/envelope';
import { spokenOf } from '#contract/core/locale';
import type { Db } from '../db/client.ts';
import { outageOf } from '../db/outage.ts';
import { type Actor, requirePrivilege } from './actor.ts';
import { DomainError, toDomainError } from './errors.ts';
import { enterProgram, isProgram, type ReadProgram } from './program.ts';
import { type Guess, guessSession, readSession } from './read-session.ts';
import { type Proof, Unproven } from './select.ts';

/** Every registered route with its access. The policy test compares it with the checked-in table (P17). */
export type RouteAccess = { method: string; url: string; access: string; scope: string | null };

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteAccess[];
  }
  interface FastifyRequest {
    actor: Actor | null;
    /** Set only on routes with `proves`, and used only by `proven`. */
    guess: Guess | null;
  }
  interface FastifyContextConfig {
    /**
     * Who may call the route: everybody, every signed-in user, or holders of a privilege. Required; without it the server refuses to
     * start.
     */
    access?: 'public' | 'session' | `privilege:${string}`;
    /** The scope that opens the route to programs with an access token. Without it the route is closed to them. */
    scope?: string;
    /** A polling call that does not keep a session alive. */
    passive?: boolean;
    /** The route reads with `proven`, whose statement confirms the session, and requires a privilege. */
    proves?: boolean;
    /** Accepts the session cookie, because images cannot send a header. Only for GET and same-origin requests. */
    cookie?: boolean;
  }
}

/** Activity is written at most twice a minute, which is enough for the idle limit of 40 minutes. */
const touch = (db: Db, sessionId: string) => db.execute(sql`update sessions set seen_at = now() where id = ${sessionId}::uuid`);

/** A full disk must not prevent reading. The activity is then not recorded. */
export function readOn(error: unknown): void {
  if (outageOf(error) !== 'StorageFull') throw error;
}

function tokenOf(request: FastifyRequest): string {
  const header = request.headers['x-token'];
  if (typeof header === 'string' && header) return header;
  const site = request.headers['sec-fetch-site'];
  if (!request.routeOptions.config.cookie || request.method !== 'GET' || (site !== undefined && site !== 'same-origin')) return '';
  return /(?:^|;\s*)(?:__Host-)?kontor-token=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
}

/** Resolves the actor before any other hook. 403 NoSession always means that there is no valid session. */
export function registerSessions(
  app: FastifyInstance,
  db: Db,
  /** Counts a call without a valid session. Throws if its address has made too many (rate-limit.ts). */
  countStranger: (request: FastifyRequest) => Promise<void>,
  readProgram: ReadProgram,
): void {
  app.decorateRequest('actor', null);
  const table: RouteAccess[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (route) => {
    // Paths outside the API are built browser files without any data.
    if (!route.url.startsWith(`${API}/`)) route.config = { ...route.config, access: 'public' };
    else if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} does not say whom it is for (config.access)`);
    const { access = 'public', scope = null } = route.config ?? {};
    for (const method of [route.method].flat()) if (method !== 'HEAD') table.push({ method, url: route.url, access, scope });
  });
  app.decorateRequest('guess', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access, proves } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    if (isProgram(request)) {
      const actor = await enterProgram(request, reply, readProgram).catch((error: unknown) => refuse(request, error));
      request.actor = reading(request, actor);
      return;
    }
    if (proves) request.guess = guessSession(db, tokenOf(request), isPassive(request));
    if (!request.guess) await enter(db, request).catch((error: unknown) => refuse(request, error));
  });
  const refuse = async (request: FastifyRequest, error: unknown): Promise<never> => {
    if (error instanceof DomainError && ['NoSession', 'TokenInvalid'].includes(error.code)) await countStranger(request);
    throw error;
  };
}

const isPassive = (request: FastifyRequest): boolean =>
  request.routeOptions.config.passive === true || request.headers['x-kontor-passive'] === '1';

const requireAccess = (request: FastifyRequest, actor: Actor): void => {
  const { access } = request.routeOptions.config;
  if (access?.startsWith('privilege:')) requirePrivilege(actor, access.slice('privilege:'.length));
};

/** Titles of rows are in the language of the page, which may differ from that of the account. */
const reading = (request: FastifyRequest, actor: Actor): Actor => {
  const locale = spokenOf((request.headers['accept-language'] ?? '').split(','));
  return locale === null || locale === actor.locale ? actor : { ...actor, locale };
};

/** Reads the session and checks access to the route. */
async function enter(db: Db, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request);
  const actor = token ? await readSession(db, token) : null;
  if (!actor) throw new DomainError('NoSession');
  request.actor = reading(request, actor);
  if (actor.touchDue && !isPassive(request)) await touch(db, actor.sessionId).catch(readOn);
  requireAccess(request, actor);
}

/** The actor of a route that requires a session. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new DomainError('NoSession');
  return request.actor;
}

/**
 * Reads data for the caller. If this node remembers the session, the read assumes it is valid and the same statement confirms it in the
 * database, which saves a round trip. If it is not confirmed or is refused, the result is discarded and the session is read normally.
 */
export async function proven<T>(db: Db, request: FastifyRequest, read: (actor: Actor, proof?: Proof) => Promise<T>): Promise<T> {
  const { guess } = request;
  if (guess) {
    try {
      requireAccess(request, guess.actor);
      return await read(reading(request, guess.actor), guess.proof);
    } catch (error) {
      if (!(error instanceof Unproven) && !toDomainError(error)) throw error;
    }
  }
  if (!request.actor) await enter(db, request);
  return read(actorOf(request));
}

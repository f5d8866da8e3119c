import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API } from '#contract/envelope';
import { IDLE_MINUTES } from '#contract/limits';
import type { Db } from '../db/client.ts';
import { type Actor, requirePrivilege } from './actor.ts';
import { DomainError } from './errors.ts';
import { rowsOf } from './select.ts';

/** Every registered route with whom it is for; the policy test compares it with the checked-in table (P17). */
export type RouteAccess = { method: string; url: string; access: string };

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteAccess[];
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** Whom the route is for: everybody, anybody signed in, or holders of a privilege. Every route says it; a route that does not is refused at start. */
    access?: 'public' | 'session' | `privilege:${string}`;
    /** Polling that must not keep a session alive. */
    passive?: boolean;
    /** Images cannot send a header: the cookie counts, for GET and same-origin only. */
    cookie?: boolean;
  }
}

/** 256 random bits; only the hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

type SessionRecord = Omit<Actor, 'privileges' | 'isAdmin'> & { privileges: string[]; mainRoles: string[]; touchDue: boolean };
/** `touchDue`: its last sign of life is old enough to be written anew. */
type Session = Actor & { touchDue: boolean };

/**
 * The session behind a token, with everything the actor may do: own roles, classes and duties, or those of the chosen
 * sub-account. One statement, on every request, so that revoking, disabling and role changes hold at once (P27).
 */
export async function readSession(db: Db, token: string): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const result = await db.execute(sql`
    select s.id as "sessionId", m.id as "userId", a.id as "actingId", m.account, a.name, a.type,
      a.merchant_id as "merchantId", a.carrier_id as "carrierId", a.supplier_id as "supplierId", s.seen_at < now() - interval '30 seconds' as "touchDue",
      array(select r.key from roles r where r.id = any(a.role_ids) and r.deleted_at is null) as roles,
      array(select r.key from roles r where r.id = any(m.role_ids) and r.deleted_at is null) as "mainRoles",
      array(select distinct unnest(r.routes) from roles r where r.id = any(a.role_ids) and r.deleted_at is null) as routes,
      array(select p.key from privileges p where p.deleted_at is null and p.id in (
        select unnest(r.privilege_ids) from roles r where r.id = any(a.role_ids) and r.deleted_at is null
        union select unnest(d.privilege_ids) from duties d join classes c on d.id = any(c.duty_ids) where c.id = any(a.class_ids) and c.deleted_at is null and d.deleted_at is null)) as privileges
    from sessions s join users m on m.id = s.user_id join users a on a.id = coalesce(s.sub_id, s.user_id)
    where s.token_hash = ${hashToken(token)} and s.revoked_at is null and s.expires_at > now() and s.seen_at > now() - make_interval(mins => ${IDLE_MINUTES})
      and m.deleted_at is null and m.disabled_at is null and a.deleted_at is null and a.disabled_at is null`);
  const [row] = rowsOf(result) as unknown as SessionRecord[];
  if (!row) return null;
  const { privileges, mainRoles, ...rest } = row;
  return { ...rest, privileges: new Set(privileges), isAdmin: mainRoles.includes('admin') };
}

/** Activity is written at most twice a minute: the idle limit is 40 minutes, not milliseconds. */
const touch = (db: Db, sessionId: string) => db.execute(sql`update sessions set seen_at = now() where id = ${sessionId}::uuid`);

function tokenOf(request: FastifyRequest): string {
  const header = request.headers['x-token'];
  if (typeof header === 'string' && header) return header;
  const site = request.headers['sec-fetch-site'];
  if (!request.routeOptions.config.cookie || request.method !== 'GET' || (site !== undefined && site !== 'same-origin')) return '';
  return /(?:^|;\s*)(?:__Host-)?kontor-token=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
}

/** Resolves the actor before anything else looks at the request. 403 NoSession means only: no valid session. */
export function registerSessions(app: FastifyInstance, db: Db): void {
  app.decorateRequest('actor', null);
  const table: RouteAccess[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (route) => {
    // Outside the API lie only the built browser files, which hold nothing of anybody.
    if (!route.url.startsWith(`${API}/`)) route.config = { ...route.config, access: 'public' };
    else if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} does not say whom it is for (config.access)`);
    for (const method of [route.method].flat())
      if (method !== 'HEAD') table.push({ method, url: route.url, access: route.config?.access ?? 'public' });
  });
  app.addHook('onRequest', async (request) => {
    const { access, passive } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    const token = tokenOf(request);
    const actor = token ? await readSession(db, token) : null;
    if (!actor) throw new DomainError('NoSession');
    request.actor = actor;
    if (actor.touchDue && !passive && request.headers['x-kontor-passive'] !== '1') await touch(db, actor.sessionId);
    if (access.startsWith('privilege:')) {
      requirePrivilege(actor, access.slice('privilege:'.length));
    }
  });
}

/** The actor of a route that asks for a session. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new DomainError('NoSession');
  return request.actor;
}

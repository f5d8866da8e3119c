import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { knownMigrations } from '../db/migrate.ts';
import { DomainError } from '../http/errors.ts';
import type { Measurements } from './measure.ts';
import type { Storage } from './storage.ts';

/** Milliseconds after which the database is reported as not answering. */
const PATIENCE = 3_000;

type Deps = { config: Config; pool: pg.Pool; storage: Storage; measurements: Measurements };

/** Routes for supervisors and monitoring: `/healthz` (the process runs), `/readyz` (it can work), `/metrics`. */
export async function operationRoutes(app: FastifyInstance, { config, pool, storage, measurements }: Deps): Promise<void> {
  const newest = Math.max(...(await knownMigrations()));

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const [database, isFull] = await Promise.all([checkDatabase(pool, newest), storage.isFull()]);
    const checks = { ...database, disk: isFull ? 'full' : 'ok' };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'unavailable', checks });
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, config.METRICS_TOKEN)) throw new DomainError('NotFound');
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await measurements.text());
  });
}

/** Whether the database answers, accepts writes, and has the tables of this code. */
async function checkDatabase(pool: pg.Pool, last: number): Promise<{ database: string; migrations: string }> {
  const query = pool.query<{ is_writable: boolean; last: string | null }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable,
       (select max(created_at) from drizzle.__drizzle_migrations) as last`,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  const row = await Promise.race([query.then(({ rows }) => rows[0]).catch(() => null), late]);
  clearTimeout(timer);
  if (!row) return { database: 'unavailable', migrations: 'unknown' };
  // A newer version may have migrated in the meantime, which this version tolerates.
  return { database: row.is_writable ? 'ok' : 'read-only', migrations: Number(row.last) >= last ? 'ok' : 'missing' };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * With METRICS_TOKEN: allowed with this bearer token. Without: allowed for direct requests from this machine. Behind a proxy every
 * request appears to be local, so forwarded requests are refused.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    return timingSafeEqual(digest(given), digest(token));
  }
  const address = request.socket.remoteAddress ?? '';
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => request.headers[name] !== undefined);
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(address);
}

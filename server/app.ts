import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { backupJob } from './core/backup/job.ts';
import { type Config, readTls } from './core/config.ts';
import { createDb } from './core/db/client.ts';
import { clusterFolder } from './core/db/embedded/place.ts';
import { registerArea } from './core/http/area-routes.ts';
import { trackConnections } from './core/http/connections.ts';
import type { AppContext } from './core/http/context.ts';
import { registerErrors } from './core/http/errors.ts';
import { answerClientError, answerFrameworkError, registerJsonParser } from './core/http/malformed.ts';
import { registerOpenApi } from './core/http/openapi.ts';
import { registerRateLimits } from './core/http/rate-limit.ts';
import { assertRelated } from './core/http/related.ts';
import { registerSessions } from './core/http/session.ts';
import { zodValidator } from './core/http/validate.ts';
import { readWebVersion, registerWeb } from './core/http/web.ts';
import { createJobs } from './core/jobs/jobs.ts';
import { maintenance } from './core/jobs/maintenance.ts';
import { createLive } from './core/live/socket.ts';
import { measure } from './core/operation/measure.ts';
import { operationRoutes } from './core/operation/routes.ts';
import { guardStorage } from './core/operation/storage.ts';
import { readProgram } from './modules/access/program-tokens.ts';
import { securityEvent } from './modules/access/security-log.ts';
import { AREAS, MODULES } from './modules/index.ts';
import { readableFile } from './modules/settings/files/access.ts';
import { maskFor } from './modules/settings/masken/masks.ts';

export type AppDeps = {
  config: Config;
  pool: pg.Pool /** Address of the database for its owner, for backups. */;
  ownerUrl: string;
  log?: FastifyBaseLogger;
};

/** Builds the complete server without listening, for serve.ts and for tests. */
export async function buildApp({ config, pool, ownerUrl, log }: AppDeps): Promise<FastifyInstance> {
  const tls = readTls(config);
  const app = Fastify({
    ...(tls ? { https: tls } : {}),
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: (_address: string, hop: number) => hop < config.TRUST_PROXY,
    // Request logging is off: it would hide important lines, and addresses contain one-time secrets.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    requestTimeout: 60_000,
    // The first start also creates the job tables, which takes longer on a busy machine.
    pluginTimeout: 60_000,
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    routerOptions: { maxParamLength: 4000, ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(zodValidator);
  app.setSerializerCompiler(serializerCompiler);
  registerJsonParser(app);
  const storage = guardStorage(app, config);
  const db = createDb(pool);
  registerErrors(app, {
    databaseFolder: config.DATABASE_URL ? null : clusterFolder(config.KONTOR_DATA),
    onDenied: (request, detail) =>
      securityEvent(db, 'access.denied', { userId: request.actor?.userId, account: request.actor?.account, ip: request.ip, detail }),
  });
  const webVersion = readWebVersion();
  registerSessions(app, db, await registerRateLimits(app, config.RATE_LIMITS), (token) => readProgram(db, token));
  await registerOpenApi(app);
  const jobs = createJobs(pool, app.log);
  const { live, sockets, close } = createLive({ app, config, pool, db, areas: AREAS, webVersion, onJob: jobs.wake });
  const measurements = measure(app, { pool, db, storage, sockets });
  const endConnections = trackConnections(app.server);
  app.addHook('preClose', async () => {
    await close();
    endConnections();
  });
  app.addHook('onReady', jobs.start);
  app.addHook('onClose', jobs.stop);
  const context: AppContext = {
    config,
    pool,
    db,
    log: app.log,
    areas: AREAS,
    live,
    jobs,
    measurements,
    webVersion,
    fileOf: (actor, fileId) => readableFile({ config, db, areas: AREAS }, actor, fileId),
    maskFor: (actor, key) => maskFor(db, AREAS, actor, key),
  };

  maintenance(app, context);
  backupJob(context, ownerUrl);
  await operationRoutes(app, { config, pool, storage, measurements });
  assertRelated(AREAS);
  for (const { areas, routes = [] } of MODULES) {
    for (const register of routes) register(app, context);
    for (const entry of areas) {
      entry.routes?.(app, context);
      registerArea(app, context, entry);
    }
  }
  await registerWeb(app, config);
  return app;
}

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { securityEvent } from './access/security-log.ts';
import { readableFile } from './areas/files/access.ts';
import { AREAS } from './areas/index.ts';
import { maskFor } from './areas/masken/masks.ts';
import { maskRoutes } from './areas/masken/routes.ts';
import { accountRoutes } from './areas/users/account-routes.ts';
import { authRoutes } from './areas/users/auth-routes.ts';
import { totpRoutes } from './areas/users/totp-routes.ts';
import { backupJob } from './backup/job.ts';
import { type Config, readTls } from './config.ts';
import { createDb } from './db/client.ts';
import { clusterFolder } from './db/embedded/place.ts';
import { homeRoutes } from './home/routes.ts';
import { registerArea } from './http/area-routes.ts';
import type { AppContext } from './http/context.ts';
import { registerErrors } from './http/errors.ts';
import { answerClientError, answerFrameworkError, registerJsonParser } from './http/malformed.ts';
import { registerOpenApi } from './http/openapi.ts';
import { registerRateLimits } from './http/rate-limit.ts';
import { registerSessions } from './http/session.ts';
import { zodValidator } from './http/validate.ts';
import { readWebVersion, registerWeb } from './http/web.ts';
import { createJobs } from './jobs/jobs.ts';
import { maintenance } from './jobs/maintenance.ts';
import { createLive } from './live/socket.ts';
import { measure } from './operation/measure.ts';
import { operationRoutes } from './operation/routes.ts';
import { guardStorage } from './operation/storage.ts';
import { fontRoutes } from './print/fonts.ts';
import { printRoutes } from './print/routes.ts';
import { rfidRoutes } from './scan/rfid.ts';
import { scanRoutes } from './scan/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { systemRoutes } from './system/routes.ts';

export type AppDeps = {
  config: Config;
  pool: pg.Pool /** Address of the database for its owner, for backups. */;
  ownerUrl: string;
  log?: FastifyBaseLogger;
};

/** Builds the whole server without listening, so that tests build it as freely as main.ts does. */
export async function buildApp({ config, pool, ownerUrl, log }: AppDeps): Promise<FastifyInstance> {
  const tls = readTls(config);
  const app = Fastify({
    ...(tls ? { https: tls } : {}),
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: (_address: string, hop: number) => hop < config.TRUST_PROXY,
    // A line a request drowns what matters, and addresses carry one-time secrets.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    requestTimeout: 60_000,
    // The first start on a busy machine makes the job tables too.
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
  registerSessions(app, db, await registerRateLimits(app, config.RATE_LIMITS));
  await registerOpenApi(app);
  const jobs = createJobs(pool, app.log);
  const { live, sockets, close } = createLive({ app, config, pool, db, areas: AREAS, webVersion, onJob: jobs.wake });
  const measurements = measure(app, { pool, db, storage, sockets });
  app.addHook('preClose', close);
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
  authRoutes(app, context);
  accountRoutes(app, context);
  totpRoutes(app, context);
  maskRoutes(app, context);
  systemRoutes(app, context);
  homeRoutes(app, context);
  setupRoutes(app, context);
  scanRoutes(app, context);
  rfidRoutes(app, context);
  stockRoutes(app, context);
  printRoutes(app, context);
  for (const entry of AREAS.values()) {
    entry.routes?.(app, context);
    registerArea(app, context, entry);
  }
  fontRoutes(app);
  await registerWeb(app, config);
  return app;
}

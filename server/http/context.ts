import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import type { ServerArea } from './area.ts';
import type { Live } from './live.ts';

/** What every route may use; passed in, never reached for. */
export type AppContext = {
  config: Config;
  pool: pg.Pool;
  db: Db;
  log: FastifyBaseLogger;
  areas: ReadonlyMap<string, ServerArea>;
  live: Live;
  /** Names the build, so that a browser notices a newer one. */
  webVersion: string;
};

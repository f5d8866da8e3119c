import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Mask } from '#contract/core/mask';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Measurements } from '../operation/measure.ts';
import type { Actor } from './actor.ts';
import type { Areas } from './area.ts';
import type { Live } from './live.ts';

/** What every route may use; passed in, never reached for. */
export type AppContext = {
  config: Config;
  pool: pg.Pool;
  db: Db;
  log: FastifyBaseLogger;
  areas: Areas;
  live: Live;
  jobs: Jobs;
  measurements: Measurements;
  /** An uploaded file that this actor may read. @throws DomainError NotFound */
  fileOf: (actor: Actor, fileId: string) => Promise<{ name: string; mime: string; path: string }>;
  /** The mask as this actor gets it: built-in, or the edited version that lies over it. */
  maskFor: (actor: Actor, key: string) => Promise<Mask>;
  /** Names the build, so that a browser notices a newer one. */
  webVersion: string;
};

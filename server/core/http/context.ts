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

/** The services available to every route, passed as an argument. */
export type AppContext = {
  config: Config;
  pool: pg.Pool;
  db: Db;
  log: FastifyBaseLogger;
  areas: Areas;
  live: Live;
  jobs: Jobs;
  measurements: Measurements;
  /** A file that this actor may read. @throws DomainError NotFound */
  fileOf: (actor: Actor, fileId: string) => Promise<{ name: string; mime: string; path: string }>;
  /** The mask for this actor: built-in, or the edited version that overrides it. */
  maskFor: (actor: Actor, key: string) => Promise<Mask>;
  /** Identifies the build, so that browsers detect a newer one. */
  webVersion: string;
};

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { clusterFolder } from '../db/embedded/place.ts';
import { freeBytes } from '../db/outage.ts';
import { DomainError } from '../http/errors.ts';

/** State of the disk with the database and the files. */
export type Storage = {
  /** Free bytes at the last check. */
  free: () => number;
  /** Checks now. */
  isFull: () => Promise<boolean>;
};

/** Milliseconds between two checks while there is space. Without space every write checks. */
const EVERY = 1_000;
const MB = 1024 * 1024;

/**
 * Refuses writes while the disk has less free space than the reserve. PostgreSQL stops if its log cannot grow, and then reading fails
 * too; the reserve keeps reading possible. With DATABASE_URL the database has its own disk and reports errors itself.
 */
export function guardStorage(app: FastifyInstance, config: Config): Storage {
  const folders = config.DATABASE_URL ? [config.KONTOR_DATA] : [config.KONTOR_DATA, clusterFolder(config.KONTOR_DATA)];
  const reserve = config.STORAGE_RESERVE_MB * MB;
  let free = Number.POSITIVE_INFINITY;
  const look = async (): Promise<void> => {
    free = Math.min(...(await Promise.all(folders.map(freeBytes))));
  };
  const isFull = async (): Promise<boolean> => {
    await look();
    return free < reserve;
  };
  const timer = setInterval(() => void look(), EVERY);
  timer.unref();
  app.addHook('onReady', look);
  app.addHook('onClose', () => clearInterval(timer));
  app.addHook('onRequest', async (request) => {
    if (config.DATABASE_URL || free >= reserve || request.method === 'GET' || request.method === 'HEAD') return;
    const { access } = request.routeOptions.config;
    // Some calls read by POST because their parameters are long, and users may still sign in to read.
    if (access === undefined || access === 'public' || access.endsWith('.read')) return;
    if (await isFull()) throw new DomainError('StorageFull');
  });
  return { free: () => free, isFull };
}

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { clusterFolder } from '../db/embedded/place.ts';
import { freeBytes } from '../db/outage.ts';
import { DomainError } from '../http/errors.ts';

/** What is known about the disk that holds the database and the files. */
export type Storage = {
  /** Bytes that may still be written, as last looked up. */
  free: () => number;
  /** Looks it up now. */
  isFull: () => Promise<boolean>;
};

/** Milliseconds between two looks while there is room. While there is none, each write looks. */
const EVERY = 1_000;
const MB = 1024 * 1024;

/**
 * Refuses writes while the disk has less than the reserve left. PostgreSQL ends when its log cannot grow, and then nothing can be read
 * either: the reserve keeps reading possible. With DATABASE_URL the database has a disk of its own and answers by itself.
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
    // Some calls read by POST, because what they ask for is long; and people may still sign in to read.
    if (access === undefined || access === 'public' || access.endsWith('.read')) return;
    if (await isFull()) throw new DomainError('StorageFull');
  });
  return { free: () => free, isFull };
}

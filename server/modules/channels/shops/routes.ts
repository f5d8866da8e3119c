import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../core/http/context.ts';
import { repeatWhileRunning } from '../../../core/repeat.ts';
import { kindsOf } from './kinds.ts';
import { workShops } from './work.ts';

/** Milliseconds between two rounds over the shops. A round without anything to do costs two statements. */
const EVERY = 5_000;

/** Works on the shops while the server runs, if the house may work on any. */
export function shopWork(app: FastifyInstance, { db, config }: AppContext): void {
  if (kindsOf(config).length > 0) repeatWhileRunning(app, EVERY, 'shops', () => workShops({ db, config, log: app.log }));
}

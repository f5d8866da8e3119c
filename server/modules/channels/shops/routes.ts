import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../core/http/context.ts';
import { repeatWhileRunning } from '../../../core/repeat.ts';
import { kindsOf } from './kinds.ts';
import { workShops } from './work.ts';

/** Milliseconds between the beginnings of two rounds over the shops. A round without anything to do costs two statements. */
const EVERY = 1_000;
/** Rounds of a node at the same time: a shop with much to do keeps one, and the others are worked on by the next. */
const AT_ONCE = 4;
/** Seconds until a shop is looked at again for which nothing is due. */
const REST = 3;

/** Works on the shops while the server runs, if the house may work on any. */
export function shopWork(app: FastifyInstance, { db, config }: AppContext): void {
  if (kindsOf(config).length > 0) repeatWhileRunning(app, EVERY, 'shops', () => workShops({ db, config, log: app.log }, REST), AT_ONCE);
}

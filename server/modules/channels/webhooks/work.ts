import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../core/http/context.ts';
import { repeatWhileRunning } from '../../../core/repeat.ts';
import { webhookLanes } from './send.ts';
import { collectStock } from './stock.ts';

/** Milliseconds between two rounds of sending, and of looking what changed in stock. */
const SEND_EVERY = 3_000;
const STOCK_EVERY = 15_000;

export function webhookWork(app: FastifyInstance, { db, config }: AppContext): void {
  const sending = webhookLanes({ db, config, log: app.log });
  app.addHook('onClose', sending.stop);
  repeatWhileRunning(app, SEND_EVERY, 'webhooks', sending.start);
  repeatWhileRunning(app, STOCK_EVERY, 'stock for webhooks', () => collectStock(db));
}

import type { FastifyInstance } from 'fastify';
import { LOOK_EVERY } from '../../../core/folders/take-files.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { repeatWhileRunning } from '../../../core/repeat.ts';
import { createExchange } from './exchange.ts';

/** Looks into the folders of channels of files while the server runs. */
export function channelFiles(app: FastifyInstance, { db, config }: AppContext): void {
  if (config.CHANNEL_FILES === undefined) return;
  const look = createExchange({ db, config, log: app.log });
  repeatWhileRunning(app, LOOK_EVERY, 'folder', () => look());
}

import type { FastifyInstance } from 'fastify';
import { watchFolder } from '../../../core/folders/watch.ts';
import type { AppContext } from '../../../core/http/context.ts';
import { createExchange } from './exchange.ts';

/** Looks into the folders of channels of files while the server runs. */
export function channelFiles(app: FastifyInstance, { db, config }: AppContext): void {
  if (config.CHANNEL_FILES === undefined) return;
  const look = createExchange({ db, config, log: app.log });
  watchFolder(app, () => look());
}

import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks into a folder. */
const EVERY = 15_000;

/**
 * Looks into a folder again and again while the server runs, on every node, because each has its own data folder. Looks do not overlap, and
 * the server waits for the last one when it stops.
 */
export function watchFolder(app: FastifyInstance, look: () => Promise<void>): void {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= look()
      .catch((error: unknown) => app.log.error({ err: error }, 'folder'))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, EVERY);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}

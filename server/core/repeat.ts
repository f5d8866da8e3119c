import type { FastifyInstance } from 'fastify';

/**
 * Does something again and again while the server runs, on every node. Two rounds of one node do not overlap, and the server waits for the
 * last one when it stops.
 * @param every milliseconds between two rounds
 * @param what for the log
 */
export function repeatWhileRunning(app: FastifyInstance, every: number, what: string, round: () => Promise<void>): void {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= round()
      .catch((error: unknown) => app.log.error({ err: error }, what))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, every);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}

import type { FastifyInstance } from 'fastify';

/**
 * Does something again and again while the server runs, on every node. The server waits for the last rounds when it stops.
 * @param every milliseconds between the beginnings of two rounds
 * @param what for the log
 * @param atOnce rounds of one node that may run at the same time
 */
export function repeatWhileRunning(app: FastifyInstance, every: number, what: string, round: () => Promise<void>, atOnce = 1): void {
  const running = new Set<Promise<void>>();
  const run = (): void => {
    if (running.size >= atOnce) return;
    const one = round()
      .catch((error: unknown) => app.log.error({ err: error }, what))
      .finally(() => running.delete(one));
    running.add(one);
  };
  const timer = setInterval(run, every);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await Promise.all(running);
  });
}

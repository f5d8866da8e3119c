import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createJobs, type Jobs } from '../../server/core/jobs/jobs.ts';
import { listenForEvents } from '../../server/core/live/events.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Seconds between two looks for jobs, more than the test waits for any of them. */
const LOOK_EVERY = 3_600;
const SOON = { timeout: 60_000 };

describe('jobs start without waiting for the next look at the queue', () => {
  let server: TestServer;
  const nodes: Jobs[] = [];
  const done: string[] = [];
  const holds = new Map<string, () => void>();
  let stopListening: () => Promise<void>;

  beforeAll(async () => {
    server = await startServer();
    for (const node of ['first', 'second']) {
      const jobs = createJobs(server.appPool, server.app.log, LOOK_EVERY);
      jobs.define('test-hold', async ({ name }) => {
        await new Promise<void>((resolve) => holds.set(String(name), resolve));
        done.push(`${node} ${String(name)}`);
      });
      await jobs.start();
      nodes.push(jobs);
    }
    stopListening = listenForEvents(
      server.appPool,
      () => undefined,
      () => undefined,
      (name) => nodes[1]?.wake(name),
      () => undefined,
    );
  });
  afterAll(async () => {
    await stopListening();
    await Promise.all(nodes.map((node) => node.stop()));
    await server.close();
  });

  it('another node takes at once what the sending one is too busy for, and what waits follows what ends', async () => {
    const [first] = nodes;
    for (const name of ['a', 'b', 'c', 'd']) await first?.send('test-hold', { name });
    // Both nodes work, one job each.
    await vi.waitFor(() => expect(holds.size).toBe(2), SOON);
    for (let released = 0; released < 4; ) {
      for (const [name, release] of holds) {
        holds.delete(name);
        release();
        released += 1;
      }
      if (released < 4) await vi.waitFor(() => expect(holds.size).toBeGreaterThan(0), SOON);
    }
    await vi.waitFor(() => expect(done).toHaveLength(4), SOON);
    expect(new Set(done.map((entry) => entry.split(' ')[0]))).toEqual(new Set(['first', 'second']));
  });
});

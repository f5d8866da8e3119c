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

describe('jobs without a notification', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it('are found by one statement for all names, and a node without work asks nothing else', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `test-idle-${n}`);
    const asked: string[] = [];
    const pool = new Proxy(server.appPool, {
      get: (target, key) =>
        key === 'query'
          ? (text: string, values: unknown[]) => {
              asked.push(text);
              return target.query(text, values);
            }
          : Reflect.get(target, key, target),
    });
    const jobs = createJobs(pool, server.app.log, 0.1);
    const done: string[] = [];
    for (const name of names)
      jobs.define(name, async ({ round }) => {
        done.push(`${name} ${String(round)}`);
      });
    await jobs.start();
    const looks = () => asked.filter((text) => text.includes('cross join lateral')).length;
    const fetches = () => asked.filter((text) => /skip locked/i.test(text)).length;
    try {
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(0), SOON);
      const [before, seen] = [fetches(), looks()];
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(seen + 9), SOON);
      // Ten looks: at most the timer of schedules has asked for its own queue.
      expect(fetches() - before).toBeLessThan(names.length);
      // As another node stores it while the channel is down, and as one that failed waits for its time.
      await server.pool.query(`insert into jobs.job (name, data, start_after) select n, '{"round": 1}', now() from unnest($1::text[]) n`, [
        names.slice(0, 3),
      ]);
      await vi.waitFor(() => expect([...done].sort()).toEqual(names.slice(0, 3).map((name) => `${name} 1`)), SOON);
    } finally {
      await jobs.stop();
    }
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScanBatch } from '#contract/scanning/commands';
import { configureHttp } from '../../../src/providers/origins.ts';
import { endSession, startSession } from '../../../src/providers/session.ts';
import { useUserStore } from '../../../src/providers/user.ts';
import { KEEP } from '../../../src/scan/queue/entry.ts';
import { lead } from '../../../src/scan/queue/leader.ts';
import { dismissScan, enqueue, findScan, retryScan, startQueue, stopQueue, timeLeft, useQueue } from '../../../src/scan/queue/use-queue.ts';
import { PATIENCE } from '../../support/patience.ts';
import { ScanEndpoint } from '../../support/scan-endpoint.ts';
import { ANNA, hall, STATION } from '../../support/scan-hall.ts';

let http: Server;
let server: ScanEndpoint;
const draft = (code: string) => ({ profile: 'move', source: 'wedge', code, act: { do: 'log', note: '' }, stationId: STATION }) as const;
const until = (done: () => boolean): Promise<void> => vi.waitFor(() => expect(done()).toBe(true), PATIENCE);

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  server = new ScanEndpoint();
  http = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (request.method === 'OPTIONS') {
        response.writeHead(204, cors).end();
        return;
      }
      const batch = ScanBatch.parse(JSON.parse(Buffer.concat(parts).toString()));
      void server.transport(batch, new AbortController().signal).then(({ status, code, data }) => {
        response.writeHead(status, { ...cors, 'content-type': 'application/json' });
        response.end(JSON.stringify({ code, data, error: status < 400 ? null : code }));
      });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  configureHttp({ base: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
  startSession('token');
  useUserStore.setState({ user: { id: ANNA } as never });
});

afterEach(async () => {
  await stopQueue();
  endSession('logout');
  vi.unstubAllGlobals();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

describe('the queue of the page', () => {
  it('shows what waits, what is confirmed and what needs attention', async () => {
    server.refused.add('B');
    startQueue();
    const kept = await enqueue(draft('A'));
    expect(kept).toMatchObject({ seq: 1, authorId: ANNA });
    await enqueue(draft('B'));
    await until(() => useQueue.getState().confirmedToday === 1 && useQueue.getState().refused === 1);
    expect(useQueue.getState()).toMatchObject({ queued: 0, refusedScans: [{ event: { code: 'B' } }] });
    expect(await findScan(kept.id)).toMatchObject({ state: 'confirmed' });

    server.refused.clear();
    const refused = useQueue.getState().refusedScans[0];
    await retryScan(refused?.id ?? '', 'put right');
    await until(() => useQueue.getState().confirmedToday === 2);
    expect(server.codes()).toEqual(['A', 'B']);
  });

  it('a refused scan that was laid aside leaves the tray', async () => {
    server.refused.add('A');
    await enqueue(draft('A'));
    await until(() => useQueue.getState().refused === 1);
    await dismissScan(useQueue.getState().refusedScans[0]?.id ?? '', 'thrown away');
    await until(() => useQueue.getState().refused === 0);
  });

  it('keeps everything when the session ends, and goes on when somebody signs in (P6)', async () => {
    server.schedule = ['noSession'];
    await enqueue(draft('A'));
    await until(() => useQueue.getState().sender.phase === 'login');
    expect(useQueue.getState().queued).toBe(1);
    startSession('another');
    await until(() => useQueue.getState().confirmedToday === 1);
  });

  it('says nothing is saved when nobody is signed in (P7)', async () => {
    useUserStore.setState({ user: null });
    await expect(enqueue(draft('A'))).rejects.toThrow('nobody');
  });

  it('counts down seven days from the oldest scan (P6)', () => {
    expect(timeLeft({ oldestAt: null }, 5)).toBeNull();
    expect(timeLeft({ oldestAt: 1000 }, 1000)).toBe(KEEP);
    expect(timeLeft({ oldestAt: 0 }, KEEP + 1)).toBe(-1);
  });
});

describe('one sender among tabs', () => {
  it('without locks each tab asks the store, and one may', async () => {
    const { store } = hall();
    const asks: (() => Promise<boolean>)[] = [];
    for (const holder of ['one', 'two']) lead({ store, locks: undefined, holder, begin: (ask) => void asks.push(ask) });
    expect(await Promise.all(asks.map((ask) => ask()))).toEqual([true, false]);
  });

  it('with locks the second begins when the first is over', async () => {
    const { store } = hall();
    let last = Promise.resolve();
    const locks = {
      request: (_name: string, _options: object, work: () => Promise<void>) => {
        last = last.then(work);
        return last;
      },
    } as unknown as LockManager;
    const begun: string[] = [];
    const first = lead({ store, locks, holder: 'one', begin: () => void begun.push('one') });
    const second = lead({ store, locks, holder: 'two', begin: () => void begun.push('two') });
    await vi.waitFor(() => expect(begun).toEqual(['one']), PATIENCE);
    first.stop();
    await vi.waitFor(() => expect(begun).toEqual(['one', 'two']), PATIENCE);
    second.stop();
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RETRIES } from '#contract/core/limits';
import { endSession, startSession } from '../../src/providers/session.ts';
import { CALM, type FaultProxy, randomOf, startFaultProxy, type Weather } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type House, openHouse } from '../support/warehouse.ts';
import {
  checkDevice,
  checkInvariants,
  checkStock,
  drained,
  goodScan,
  makeWork,
  openPage,
  type Scanner,
  startScanner,
  wrongScans,
} from './rig.ts';

/** Scan storm (reliability.md R1: P1, P7–P9, P15). RIG=long is the long form; SEED=7 repeats one storm. */
const LONG = process.env['RIG'] === 'long';
const [SCANNERS, SCANS, OUTAGE] = LONG ? [8, 500, 30_000] : [4, 60, 600];
const SEEDS = process.env['SEED'] ? [Number(process.env['SEED'])] : LONG ? [1, 2, 3, 4, 5] : [1, 2];
const BAD: Weather = { latency: 2, jitter: 12, slice: 400, lostRequest: 0.05, lostAnswer: 0.1, cutAnswer: 0.03, badGateway: 0.04 };

let server: TestServer;
let house: House;
let authors: string[];

beforeAll(async () => {
  server = await startServer({ sample: true });
  house = await openHouse(server, 2);
  const { rows } = await server.pool.query(
    `select id from users where account in ('admin@kontor.example', 'warehouse@kontor.example') order by account`,
  );
  authors = rows.map(({ id }) => id);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const signIn = async (): Promise<void> => startSession(await server.signIn('admin'));

/** No call is repeated more often than allowed, nor after an answer came (P15). */
function checkAttempts({ attempts }: FaultProxy): void {
  const byKey = new Map<string, boolean[]>();
  for (const { key, whole } of attempts) byKey.set(key, [...(byKey.get(key) ?? []), whole]);
  expect([...byKey.keys()]).not.toContain('');
  for (const tries of byKey.values()) {
    expect(tries.length).toBeLessThanOrEqual(RETRIES + 1);
    expect(tries.slice(0, -1)).not.toContain(true);
  }
}

async function storm(seed: number, scanners: Scanner[], proxy: FaultProxy): Promise<void> {
  const random = randomOf(seed * 7919);
  const work = await makeWork(server.pool, house, `${seed}`);
  const wrong = wrongScans(work);
  /** A fifth of the scans of every device; each device makes each mistake once, somewhere. */
  const part = (fifth: number) =>
    Promise.all(
      scanners.map(async (scanner, k) => {
        for (let n = (SCANS / 5) * fifth; n < (SCANS / 5) * (fifth + 1); n++) {
          const mistake = (n + k) % Math.floor(SCANS / wrong.length) === 0 ? wrong[Math.floor(n / (SCANS / wrong.length))] : undefined;
          await scanner.scan(mistake ?? goodScan(work, n));
          await sleep(random() * 20);
        }
      }),
    );
  const resets = async () => {
    for (let n = 0; n < 6; n++) {
      await sleep(random() * 100);
      proxy.cutAll();
    }
  };
  await Promise.all([part(0), resets()]);
  // A device that waits before its next try may sleep through a short outage: each lasts until it was met.
  const met = (fault: 'refused' | 'held') => expect.poll(() => proxy.counters[fault]).toBeGreaterThan(0);
  proxy.set('down');
  await Promise.all([part(1), sleep(OUTAGE), met('refused')]);
  proxy.set('up');
  await part(2);
  proxy.set('blackhole');
  await Promise.all([part(3), sleep(OUTAGE), met('held')]);
  proxy.set('up');
  // The session ends while scans are made: everything stays where it is until somebody signs in.
  await server.pool.query('delete from sessions');
  await part(4);
  await expect.poll(() => scanners.map(({ sender }) => sender.state().phase)).toEqual(scanners.map(() => 'login'));
  const before = proxy.counters.requests;
  for (const scanner of scanners) await scanner.scan(goodScan(work, 0));
  await expect.poll(() => scanners.map(({ sender }) => sender.state().phase)).toEqual(scanners.map(() => 'login'));
  expect(proxy.counters.requests).toBe(before);
  await signIn();
  await drained(scanners, 300_000);
  proxy.set('up', CALM);

  for (const scanner of scanners) await checkDevice(server.pool, scanner);
  await checkStock(server.pool, work, scanners);
  await checkInvariants(server.pool);
  checkAttempts(proxy);
  // A storm without its worst would prove nothing.
  const { lostRequest, lostAnswer, refused, held } = proxy.counters;
  for (const happened of [lostRequest, lostAnswer, refused, held]) expect(happened).toBeGreaterThan(0);
  const { requests, cutAnswer, badGateway } = proxy.counters;
  figure(
    `seed ${seed}: ${scanners.length * (SCANS + 1)} scans in ${requests} calls; ${lostRequest} requests and ${lostAnswer} answers lost, ${cutAnswer} answers cut, ${badGateway} replaced by a 502`,
  );
}

it.each(SEEDS)(
  'through storm %i every scan is booked once, in order and under its author, and the wrong ones block nobody (P1, P8, P9, P15)',
  { timeout: 900_000 },
  async (seed) => {
    const proxy = await startFaultProxy(server.url, seed, BAD);
    openPage(proxy.url);
    await signIn();
    const scanners = Array.from({ length: SCANNERS }, (_, k) =>
      startScanner(house.stationId, authors[k % authors.length] as string, randomOf(seed + k)),
    );
    try {
      await storm(seed, scanners, proxy);
    } catch (error) {
      console.error(`Scan storm: SEED=${seed}${LONG ? ' RIG=long' : ''} repeats it.`, proxy.counters);
      throw error;
    } finally {
      await Promise.all(scanners.map((scanner) => scanner.stop()));
      endSession('logout');
      await proxy.close();
    }
  },
);

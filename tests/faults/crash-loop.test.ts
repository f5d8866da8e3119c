import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { endSession, startSession } from '../../src/providers/session.ts';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { createDatabase, openPool } from '../support/database.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { houseFolder } from '../support/house-folder.ts';
import { openHouse } from '../support/warehouse.ts';
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
  type Work,
} from './rig.ts';

/** The server is killed while people scan (reliability.md R3: P3). RIG=long is 50 rounds, SEED=7 deals other moments. */
const LONG = process.env['RIG'] === 'long';
const SEED = Number(process.env['SEED'] ?? 1);
const SCANNERS = 4;
/** So many scans may wait on a device before it pauses: a picker does not scan on for ever without an answer. */
const AHEAD = 40;

const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
  endSession('logout');
});
afterAll(() => {
  vi.unstubAllGlobals();
});

type Place = {
  env: Record<string, string>;
  /** The database as it can be reached now; after a restart it may have moved. */
  pool: () => Pool;
};

/** In a folder of its own, PostgreSQL and all; killed with its server. */
async function ownDatabase(): Promise<Place> {
  const folder = houseFolder('crash');
  left.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const data = join(folder, 'data');
  return { env: { KONTOR_DATA: data }, pool: () => poolOf(readFileSync(join(data, 'database.url'), 'utf8')) };
}

/** On a PostgreSQL that somebody else runs; it outlives the server and has to undo what was under way. */
async function givenDatabase(): Promise<Place> {
  const database = await createDatabase({ sample: true });
  const data = houseFolder('crash');
  left.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }), database.drop);
  return { env: { KONTOR_DATA: data, DATABASE_URL: database.url }, pool: () => poolOf(database.url) };
}

/** It is killed with the server. */
const poolOf = (connectionString: string): Pool => openPool({ connectionString, max: 2 });

const confirmed = async (scanners: readonly Scanner[]): Promise<string[]> =>
  (await Promise.all(scanners.map(({ store }) => store.list('confirmed')))).flat().map(({ id }) => id);

/** Scans until it is told to stop. */
function busy(scanner: Scanner, work: Work, random: () => number): { stop: () => Promise<void> } {
  const over = new AbortController();
  const done = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      if ((await scanner.queued()) < AHEAD) await scanner.scan(goodScan(work, n));
      await sleep(2 + random() * 8);
    }
  })();
  return {
    stop: () => {
      over.abort();
      return done;
    },
  };
}

const PLACES: [where: string, place: () => Promise<Place>, rounds: number][] = [
  ['its own PostgreSQL', ownDatabase, LONG ? 50 : 5],
  ['a PostgreSQL given by DATABASE_URL', givenDatabase, LONG ? 50 : 2],
];

describe.each(PLACES)('on %s', (_, openPlace, rounds) => {
  it('a server killed at any moment has booked each scan whole or not at all, and loses none it has answered (P3)', {
    timeout: 900_000,
  }, async () => {
    const random = randomOf(SEED);
    const place = await openPlace();
    const port = await freePort();
    let server: ChildServer = await startReadyChild({ env: place.env, port });
    left.push(() => server.end('SIGKILL'));
    let pool = place.pool();
    left.push(() => pool.end());
    const house = await openHouse({ pool }, 2);
    const work = await makeWork(pool, house, 'CRASH');
    openPage(server.url);
    const login = { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD };
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', login);
    startSession(data.token);
    const author = (await pool.query('select id from users where account = $1', [login.account])).rows[0].id;
    const scanners = Array.from({ length: SCANNERS }, (_, k) => startScanner(house.stationId, author, randomOf(SEED + k)));
    left.push(() => Promise.all(scanners.map((scanner) => scanner.stop())));
    const hands = scanners.map((scanner) => busy(scanner, work, random));
    left.push(() => Promise.all(hands.map((hand) => hand.stop())));

    const restarts: number[] = [];
    let answered: string[] = [];
    for (let round = 0; round < rounds; round++) {
      // Killed amid work: not before something more was answered than in the round before.
      await expect.poll(async () => (await confirmed(scanners)).length, { interval: 10 }).toBeGreaterThan(answered.length);
      await sleep(50 + random() * 750);
      await Promise.all([pool.end(), server.end('SIGKILL')]);
      answered = await confirmed(scanners);
      const begun = performance.now();
      server = await startReadyChild({ env: place.env, port });
      restarts.push(Math.round(performance.now() - begun));
      pool = place.pool();
      const { rows } = await pool.query(`select id from scans where id = any($1::uuid[]) and outcome = 'applied'`, [answered]);
      expect(rows).toHaveLength(answered.length);
      await checkInvariants(pool);
      for (const { sender } of scanners) sender.kick();
    }
    await Promise.all(hands.map((hand) => hand.stop()));
    await drained(scanners, 300_000);
    for (const scanner of scanners) await checkDevice(pool, scanner);
    await checkStock(pool, work, scanners);
    await checkInvariants(pool);
    const total = (await confirmed(scanners)).length;
    figure(`Killed ${rounds} times amid ${total} scans; answering again after ${restarts.join(', ')} ms. SEED=${SEED}`);
  });
});

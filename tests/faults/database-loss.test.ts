import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { type ChildServer, freePort, startReadyChild } from '../support/child.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { houseFolder } from '../support/house-folder.ts';
import { query, startPostgres } from '../support/postgres.ts';

/** PostgreSQL is killed while people write (reliability.md P49, P40). RIG=long is 30 rounds for each, SEED=7 deals other moments. */
const LONG = process.env['RIG'] === 'long';
const SEED = Number(process.env['SEED'] ?? 1);
const WRITERS = 6;

const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const tidy of left.splice(0).toReversed()) await tidy();
});

type Place = {
  env: Record<string, string>;
  url: () => string;
  /** Kills the postmaster, and brings it back where that is not the server's own task. */
  kill: (round: number) => Promise<void>;
};

function dataFolder(): string {
  const folder = houseFolder('loss');
  left.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, 'data');
}

async function ownDatabase(): Promise<Place> {
  const data = dataFolder();
  const pid = () => Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    env: { KONTOR_DATA: data },
    url: () => readFileSync(join(data, 'database.url'), 'utf8'),
    kill: async () => void process.kill(pid(), 'SIGKILL'),
  };
}

async function givenDatabase(): Promise<Place> {
  const other = await startPostgres();
  left.push(other.stop);
  return {
    env: { KONTOR_DATA: dataFolder(), DATABASE_URL: other.url },
    url: () => other.url,
    kill: async () => {
      await other.kill();
      await other.start();
    },
  };
}

type Answers = { acknowledged: string[]; codes: Map<string, number>; withoutRetryAfter: number };

/** Writes until told to stop; each write is repeated under its key until it is acknowledged, as the page does. */
async function write(server: ChildServer, token: string, name: string, over: AbortSignal, answers: Answers): Promise<void> {
  for (let n = 0; !over.aborted; n++) {
    const code = `${name}-${n}`;
    const key = randomUUID();
    for (;;) {
      const answer = await server.call('POST', '/v0/storehouses', { code, name: code }, token, { 'idempotency-key': key });
      answers.codes.set(answer.code, (answers.codes.get(answer.code) ?? 0) + 1);
      if (answer.code === 'OK') break;
      if (answer.status === 503 && !answer.headers.has('retry-after')) answers.withoutRetryAfter += 1;
      await sleep(20);
    }
    answers.acknowledged.push(code);
  }
}

/** Resolves with the first change of a storehouse that the live channel reports after the call. */
function nextChange(url: string, token: string): Promise<unknown> {
  const socket = io(url, { path: '/ws', transports: ['websocket'], auth: { token }, forceNew: true, reconnectionDelayMax: 500 });
  left.push(() => socket.disconnect());
  return new Promise((resolve) => socket.on('change', (event: { area: string }) => event.area === 'storehouses' && resolve(event)));
}

const PLACES: [where: string, open: () => Promise<Place>, rounds: number][] = [
  ['its own PostgreSQL', ownDatabase, LONG ? 30 : 3],
  ['a PostgreSQL given by DATABASE_URL', givenDatabase, LONG ? 30 : 3],
];

describe.each(PLACES)('the database is killed under writes, on %s', (_where, open, rounds) => {
  it('the server goes on, says that the database is away, and loses no write it acknowledged (P49)', { timeout: 900_000 }, async () => {
    const random = randomOf(SEED);
    const place = await open();
    const server = await startReadyChild({ env: place.env, port: await freePort() });
    left.push(() => server.end('SIGKILL'));
    const login = { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD };
    const { data } = await server.call<{ token: string }>('POST', '/v0/auth/login', login);
    const answers: Answers = { acknowledged: [], codes: new Map(), withoutRetryAfter: 0 };
    const over = new AbortController();
    const writers = Array.from({ length: WRITERS }, (_none, k) => write(server, data.token, `W${k}`, over.signal, answers));
    left.push(() => over.abort());

    const back: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // Killed amid work: not before several writes were acknowledged since the last time.
      const before = answers.acknowledged.length;
      await expect.poll(() => answers.acknowledged.length, { timeout: 120_000, interval: 10 }).toBeGreaterThan(before + WRITERS);
      await sleep(random() * 300);
      const known = answers.acknowledged.length;
      const begun = performance.now();
      await place.kill(round);
      await expect.poll(() => answers.acknowledged.length, { timeout: 120_000, interval: 10 }).toBeGreaterThan(known + WRITERS);
      back.push(Math.round(performance.now() - begun));
      expect(server.process.exitCode).toBe(null);
    }
    over.abort();
    await Promise.all(writers);

    const rows = await query<{ code: string; n: number }>(place.url(), 'select code, count(*)::int as n from storehouses group by code');
    const kept = new Map(rows.map(({ code, n }) => [code, n]));
    expect(answers.acknowledged.filter((code) => kept.get(code) !== 1)).toEqual([]);
    expect([...answers.codes.keys()].filter((code) => !['OK', 'DatabaseUnavailable'].includes(code))).toEqual([]);
    expect(answers.codes.get('DatabaseUnavailable')).toBeGreaterThan(0);
    expect(answers.withoutRetryAfter).toBe(0);
    expect(server.output()).not.toMatch(/unhandled rejection|uncaught exception/);

    // The live channel and the jobs are back too.
    const change = nextChange(server.url, data.token);
    await expect
      .poll(async () => {
        await server.call('POST', '/v0/storehouses', { code: `L${randomUUID().slice(0, 8)}`, name: 'live' }, data.token);
        return Promise.race([change, sleep(200)]);
      })
      .toMatchObject({ area: 'storehouses' });
    await query(place.url(), `insert into jobs.job (name, data) values ('seal-audit', '{}')`);
    const waiting = `select count(*)::int as n from jobs.job where name = 'seal-audit' and state in ('created', 'retry', 'active')`;
    await expect.poll(async () => (await query<{ n: number }>(place.url(), waiting))[0]?.n).toBe(0);

    expect(await server.end('SIGTERM')).toBe(0);
    figure(`Killed ${rounds} times amid ${answers.acknowledged.length} writes; writing again after ${back.join(', ')} ms. SEED=${SEED}`);
  });
});

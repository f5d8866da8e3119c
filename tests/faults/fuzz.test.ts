import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#contract/core/errors';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { type ChildServer, startReadyChild } from '../support/child.ts';
import { randomOf } from '../support/fault-proxy.ts';
import { figure } from '../support/figure.ts';
import { garbage, hostileValue, NASTY, pick, type Random } from '../support/hostile-input.ts';
import { houseFolder } from '../support/house-folder.ts';
import { exchange, frame, readAnswers } from '../support/raw-http.ts';

/** 100,000 cases in all; the seed repeats each of them. */
const SEED = Number(process.env['SEED'] ?? 20_261_122);
const CASES = { upgrades: 20_000, requests: 30_000, bodies: 25_000, messages: 25_000 };
const PARALLEL = 16;
const CODES = new Set<string>(['OK', 'ContinueWithoutOK', ...Object.keys(ERRORS)]);

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'GE T', ''];
const ORIGINS = ['null', 'file://', 'http://', 'https://evil.test', '%', '[', 'http://[::1', 'javascript:0', '//x', ' ', 'a'.repeat(3000)];
const HEADERS = [
  'Host',
  'Origin',
  'X-Token',
  'Idempotency-Key',
  'Cookie',
  'Accept-Language',
  'Range',
  'X-Forwarded-For',
  'Expect',
  'If-None-Match',
];
const PATHS = [
  '/',
  '/home',
  '/ws',
  '/ws/',
  '/v0/items',
  '/v0/search',
  '/v0/static/x',
  '/v0/auth/login',
  '/label/a',
  '/assets/',
  '/locales/en/common.json',
];
const AREAS = ['items', 'lookup', 'customers', 'tickets', 'tasks', 'storehouses', 'masken', 'files', 'users', 'views', 'settings'];

/** Whether a closing frame came: without a reason, or with one of the codes from 1000 on (RFC 6455, section 7.4). */
const isClosed = (text: string): boolean =>
  [...text.matchAll(/\u0088/g)].some(({ index }) => text.charCodeAt(index + 1) === 0 || text.charCodeAt(index + 2) === 3);
const inShort = (requests: string[]): string => JSON.stringify(requests.map((request) => request.slice(0, 200)));

/** No request may end the server, and none may bring it to an answer that is not in the catalogue (P22). */
describe(`100,000 hostile requests, upgrades and messages (seed ${SEED})`, () => {
  const folder = houseFolder('fuzz');
  let server: ChildServer;
  let port: number;
  let token: string;

  beforeAll(async () => {
    server = await startReadyChild({ env: { KONTOR_DATA: join(folder, 'data'), LOG_LEVEL: 'error' } });
    port = Number(new URL(server.url).port);
    token = await signIn();
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const signIn = async (): Promise<string> =>
    (await server.call<{ token: string }>('POST', '/v0/auth/login', { account: 'admin@kontor.example', passwd: SAMPLE_PASSWORD })).data
      .token;

  /** Runs cases side by side. Each run has random numbers of its own, so that its seed alone repeats it. */
  const runAll = async (runs: number, seed: number, run: (random: Random) => Promise<string[]>): Promise<string[]> => {
    const faults: string[] = [];
    let next = 0;
    const work = async () => {
      while (next < runs && faults.length < 5) faults.push(...(await run(randomOf(seed + next++))));
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    figure(`${next} cases, ${faults.length} faults`);
    return faults;
  };

  /** Still the same process, and it does what it is for. */
  const expectAlive = async (): Promise<void> => {
    expect(server.process.exitCode).toBeNull();
    expect((await server.call('GET', '/v0/items?l=1', undefined, token)).code).toBe('OK');
    const socket = io(server.url, { path: '/ws', transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve);
      socket.on('connect_error', reject);
    });
    socket.disconnect();
    expect(server.output()).not.toMatch(/uncaught|unhandled|unexpected error/i);
  };

  const headerLines = (random: Random): string =>
    Array.from({ length: Math.floor(random() * 4) }, () => `${pick(random, HEADERS)}: ${headerValue(random)}\r\n`).join('');
  const headerValue = (random: Random): string =>
    (random() < 0.5 ? asBytes(pick(random, NASTY)) : garbage(random, 40)).replace(/[\r\n\0]/g, '');
  const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  const path = (random: Random): string => {
    const tail = random() < 0.5 ? encodeURIComponent(pick(random, NASTY).replace(/\p{Cs}/gu, '')) : garbage(random, 20).replace(/\s/g, '+');
    return `${pick(random, PATHS)}${pick(random, ['', '/', '?', '?q=', '?o=', '?l=', '%', '//', '/../'])}${random() < 0.3 ? '' : tail}`;
  };

  it('no upgrade ends it (P22, P28)', async () => {
    const faults = await runAll(CASES.upgrades, SEED, async (random) => {
      const target =
        random() < 0.7
          ? `/ws/?EIO=${pick(random, ['4', '3', '', 'x'])}&transport=${pick(random, ['websocket', 'polling', ''])}`
          : path(random);
      const key = random() < 0.8 ? 'MDEyMzQ1Njc4OWFiY2RlZg==' : headerValue(random);
      const request =
        `GET ${target} HTTP/1.1\r\nHost: ${random() < 0.9 ? `127.0.0.1:${port}` : headerValue(random)}\r\nConnection: Upgrade\r\nUpgrade: ${pick(random, ['websocket', 'h2c', 'x'])}\r\n` +
        `Sec-WebSocket-Version: ${pick(random, ['13', '13', '8', 'x'])}\r\nSec-WebSocket-Key: ${key}\r\nOrigin: ${random() < 0.7 ? pick(random, ORIGINS) : headerValue(random)}\r\n${headerLines(random)}\r\n`;
      const received = await exchange(port, request, { isDone: (text) => text.includes('\r\n\r\n') });
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
      return received === '' || status === 101 || (status >= 400 && status < 500) ? [] : [`${status} to ${inShort([request])}`];
    });
    expect(faults).toEqual([]);
    await expectAlive();
  });

  /** Sends one request on a connection of its own and names what is wrong with the answer. */
  const faultsOfAnswer = async (request: string): Promise<string[]> => {
    const answers = readAnswers(await exchange(port, request));
    const wrong = answers.filter(({ status, body }) => {
      const code = /^\{"code":"(\w+)"/.exec(body)?.[1];
      return !(status < 500) || (code === undefined ? body.startsWith('{') && body.includes('"error"') : !CODES.has(code));
    });
    if (answers.length === 0) return [`no answer to ${inShort([request])}`];
    return wrong.map(({ status, body }) => `${status} ${body.slice(0, 100)} to ${inShort([request])}`);
  };

  it('no path, method or header ends it, and every call is answered in the envelope (P22)', async () => {
    const faults = await runAll(CASES.requests, SEED + 1_000_000, (random) =>
      faultsOfAnswer(
        `${random() < 0.7 ? 'GET' : pick(random, METHODS)} ${path(random)} HTTP/1.1\r\nHost: x\r\n${headerLines(random)}Connection: close\r\n\r\n`,
      ),
    );
    expect(faults).toEqual([]);
    await expectAlive();
  });

  it('no body ends it, and each is answered in the envelope (P22)', async () => {
    const faults = await runAll(CASES.bodies, SEED + 2_000_000, (random) => {
      const json = JSON.stringify(hostileValue(random)) ?? 'undefined';
      const whole = asBytes(random() < 0.8 ? json : json.slice(0, Math.floor(random() * json.length)) + garbage(random, 10));
      const type = random() < 0.8 ? 'application/json' : pick(random, ['text/plain', 'multipart/form-data; boundary=x', 'x', '']);
      const target = `/v0/${pick(random, AREAS)}${pick(random, ['', '', '/bulk', '/00000000-0000-4000-8000-000000000000', '/x'])}`;
      return faultsOfAnswer(
        `${pick(random, ['POST', 'PUT', 'DELETE'])} ${target} HTTP/1.1\r\nHost: x\r\nX-Token: ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${whole.length}\r\nConnection: close\r\n\r\n${whole}`,
      );
    });
    expect(faults).toEqual([]);
    await expectAlive();
  });

  it('no message on the live channel ends it (P22, P28)', async () => {
    const perConnection = 25;
    const message = (random: Random): string => {
      const value = JSON.stringify(hostileValue(random)) ?? 'undefined';
      const text = pick(random, [
        `42["login",${value}]`,
        `42["since",${value}]`,
        `421["since",${value}]`,
        `42${value}`,
        `43${value}`,
        `45${Math.floor(random() * 9)}-["since",{"_placeholder":true,"num":${value}}]`,
        `40${value}`,
        // What the protocol does not know closes the connection, so it comes less often.
        random() < 0.1 ? `4${garbage(random, 30)}` : '3',
        random() < 0.1 ? garbage(random, 60) : '42[]',
        random() < 0.1 ? pick(random, ['0', '1', '2', '5', '6', '2probe', '41', '44']) : '42["login"]',
      ]);
      return frame(random() < 0.97 ? 1 : pick(random, [2, 0, 3, 9, 10, 8]), text.slice(0, 15_000));
    };
    figure(`${perConnection} messages a case`);
    const faults = await runAll(CASES.messages / perConnection, SEED + 3_000_000, async (random) => {
      const hello = `GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`;
      const enter = frame(1, `40${JSON.stringify({ token })}`);
      const messages = Array.from({ length: perConnection }, () => message(random)).join('');
      // A closing frame at last, so that the server ends the connection whatever it made of the rest.
      const received = await exchange(port, hello, {
        // Its own closing frame is the last that it says; it would wait for the peer to hang up.
        isDone: isClosed,
        replies: [
          { to: '0{"sid"', bytes: enter },
          { to: '40{"sid"', bytes: messages + frame(8, '') },
        ],
      });
      return received.includes('40{"sid"') ? [] : [`${received.slice(0, 60)} to ${inShort([messages])}`];
    });
    expect(faults).toEqual([]);
    await expectAlive();
  });
});

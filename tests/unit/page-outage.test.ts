import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isOutage } from '../../src/providers/call-error.ts';
import { call } from '../../src/providers/http.ts';
import { endSession, getToken, startSession } from '../../src/providers/session.ts';
import { openPage } from '../faults/rig.ts';

/** What the page does while the server's database is away. */
type Reply = { status: number; code: string; headers?: Record<string, string> };
let server: Server;
let replies: Reply[] = [];
let asked: IncomingMessage[] = [];
const AWAY: Reply = { status: 503, code: 'DatabaseUnavailable', headers: { 'retry-after': '0', 'x-request-id': 'the-number' } };
const FINE: Reply = { status: 200, code: 'OK' };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    const { status, code, headers } = replies.shift() ?? FINE;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ code, data: null, error: null }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  openPage(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  startSession('a-token');
});
afterEach(() => {
  replies = [];
  asked = [];
});
afterAll(() => {
  endSession('logout');
  vi.unstubAllGlobals();
  server.close();
});

it('a write is sent again under the same key until the database is back, and nobody is signed out (P2, P49)', async () => {
  replies = [AWAY, AWAY, FINE];
  await call('POST', '/v0/items', { body: { sku: 'A' }, handles: 'all' });
  expect(asked).toHaveLength(3);
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(getToken()).toBe('a-token');
});

it('after three more tries the caller learns that it is an outage, with the number of the call', async () => {
  replies = Array.from({ length: 9 }, () => AWAY);
  const error = await call('GET', '/v0/items', { handles: 'all' }).catch((reason: unknown) => reason);
  expect(asked).toHaveLength(4);
  expect(isOutage(error)).toBe(true);
  expect(error).toMatchObject({ code: 'DatabaseUnavailable', requestId: 'the-number' });
  expect(getToken()).toBe('a-token');
});

it('a full disk is an answer: it is not asked again (P15)', async () => {
  replies = [{ status: 507, code: 'StorageFull', headers: { 'retry-after': '30' } }];
  const error = await call('POST', '/v0/items', { body: {}, handles: 'all' }).catch((reason: unknown) => reason);
  expect(asked).toHaveLength(1);
  expect(isOutage(error)).toBe(true);
});

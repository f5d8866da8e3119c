import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../src/providers/call-error.ts';
import { clearErrors, useErrorLog } from '../../../src/providers/error-log.ts';
import { type Alert, setSpeaker } from '../../../src/providers/feedback.ts';
import { call, list } from '../../../src/providers/http.ts';
import { closeToExpiry } from '../../../src/providers/http-fail.ts';
import { configureHttp } from '../../../src/providers/origins.ts';
import { download, followLink } from '../../../src/providers/request.ts';
import { endSession, getToken, startSession, takeEndReason } from '../../../src/providers/session.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Reply = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

let server: Server;
let seen: Seen[] = [];
let reply: Reply;
let alerts: Alert[] = [];
let toasts: string[] = [];

const envelope = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  response.end(JSON.stringify(body));
};
const answer =
  (status: number, body: unknown): Reply =>
  (_request, response) =>
    envelope(response, status, body);
const failing = (code: string, data: unknown = null, status = 400): Reply => answer(status, { code, data, error: 'in English' });

const failure = async (promise: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
};

beforeEach(async () => {
  seen = [];
  alerts = [];
  toasts = [];
  clearErrors();
  setSpeaker({
    alert: (alert) => alerts.push(alert),
    toast: (_kind, text) => toasts.push(text),
    notify: () => undefined,
    close: () => undefined,
  });
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.method === 'OPTIONS') {
        response.writeHead(204, {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*, x-token, idempotency-key, content-type, x-kontor-passive',
          'access-control-allow-methods': 'GET, POST, PUT, DELETE',
          'access-control-expose-headers': '*',
        });
        return response.end();
      }
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      return reply(request, response, seen.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${base}/home`);
  configureHttp({ base, carrierGate: '' });
  startSession('secret-token');
});

afterEach(async () => {
  endSession('logout');
  setSpeaker(null);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a call', () => {
  it('carries the token and resolves with the data of the envelope', async () => {
    reply = answer(200, { code: 'OK', data: { id: 1 }, error: null });
    await expect(call('GET', '/v0/items/1', { q: 'a&b', w: 'c' })).resolves.toEqual({ id: 1 });
    expect(seen[0]?.headers['x-token']).toBe('secret-token');
    // Which the server tells titles in.
    expect(seen[0]?.headers['accept-language']).toBe('en-GB');
    expect(seen[0]?.url).toBe('/v0/items/1?q=a%26b&w=c');
    expect(seen[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('takes ContinueWithoutOK as no error', async () => {
    reply = answer(200, { code: 'ContinueWithoutOK', data: 7, error: null });
    await expect(call('GET', '/v0/x')).resolves.toBe(7);
    expect(toasts).toEqual([]);
  });

  it('is tried again three times on network errors, a write with the same key each time (P2, P15)', async () => {
    reply = (request, response, attempt) =>
      attempt < 4 ? request.socket.destroy() : envelope(response, 200, { code: 'OK', data: 'done', error: null });
    await expect(call('POST', '/v0/items', { body: { sku: 'A' } })).resolves.toBe('done');
    expect(seen).toHaveLength(4);
    expect(new Set(seen.map((one) => one.headers['idempotency-key'])).size).toBe(1);
    expect(seen.every((one) => one.body === '{"sku":"A"}')).toBe(true);
  });

  it('gives up after three retries and says so (P15)', async () => {
    reply = (request) => request.socket.destroy();
    const error = await failure(call('GET', '/v0/items'));
    expect(error.code).toBe('Network');
    expect(seen).toHaveLength(4);
    expect(toasts).toHaveLength(1);
  });

  it('is never tried again after an answer, whatever it says (P15)', async () => {
    reply = failing('InternalError', null, 500);
    await failure(call('PUT', '/v0/items/1', { body: {} }));
    expect(seen).toHaveLength(1);
  });

  it('can be given up', async () => {
    reply = () => undefined;
    const abort = new AbortController();
    const pending = failure(list('/v0/items', { limit: 25, cursor: null, search: '', sort: null, back: false, filters: [] }, abort.signal));
    setTimeout(() => abort.abort(), 30);
    expect((await pending).code).toBe('Aborted');
    expect(toasts).toEqual([]);
  });

  it('ends at its own time limit without another try (P15)', async () => {
    reply = () => undefined;
    expect((await failure(call('GET', '/v0/role/route', { timeout: 1500 }))).code).toBe('Timeout');
    expect(seen).toHaveLength(1);
  });
});

describe('a refused call', () => {
  it('with CaptchaRequired shows nothing and resolves empty', async () => {
    reply = failing('LoginError', 'CaptchaRequired');
    await expect(call('POST', '/v0/auth/login', { body: {} })).resolves.toBeUndefined();
    expect([alerts, toasts, useErrorLog.getState().errors]).toEqual([[], [], []]);
  });

  it('with ToFront alerts the data text, in mobile style up to 768 px', async () => {
    reply = failing('ToFront', 'Gate 3 is closed');
    window.innerWidth = 768;
    await failure(call('POST', '/v0/x'));
    window.innerWidth = 769;
    await failure(call('POST', '/v0/x'));
    expect(alerts).toEqual([
      { text: 'Gate 3 is closed', mobile: true },
      { text: 'Gate 3 is closed', mobile: false },
    ]);
  });

  it('with ToFront and no data alerts the error text', async () => {
    reply = failing('ToFront');
    await failure(call('POST', '/v0/x'));
    expect(alerts[0]?.text).toBe('in English');
  });

  it('with any other code toasts, alerts data that differs from the code, and goes into the error log', async () => {
    reply = failing('StateRefused', 'already shipped', 409);
    const error = await failure(call('POST', '/v0/x'));
    expect([error.code, error.statusCode, error.data]).toEqual(['StateRefused', 409, 'already shipped']);
    expect(alerts[0]?.text).toBe('already shipped');
    expect(toasts).toHaveLength(1);
    expect(useErrorLog.getState().errors[0]?.message).toContain('StateRefused');
    expect(useErrorLog.getState().errors[0]?.info).toBe('POST /v0/x');
  });

  it('with data equal to the code shows no alert', async () => {
    reply = failing('NotFound', 'NotFound', 404);
    await failure(call('GET', '/v0/x'));
    expect(alerts).toEqual([]);
  });

  it('is left to a caller that handles the code', async () => {
    reply = failing('InvalidInput', [{ path: 'sku', rule: 'required' }], 422);
    const error = await failure(call('POST', '/v0/items', { body: {}, handles: ['InvalidInput'] }));
    expect(error.data).toEqual([{ path: 'sku', rule: 'required' }]);
    expect([alerts, toasts, useErrorLog.getState().errors]).toEqual([[], [], []]);
  });

  it('that is no envelope is an error too', async () => {
    reply = (_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<h1>Bad gateway</h1>');
    };
    expect((await failure(call('GET', '/v0/x'))).code).toBe('Unreadable');
  });
});

describe('403', () => {
  it('clears the token once for many refused calls, silently for a young session', async () => {
    reply = failing('NoSession', null, 403);
    await Promise.all([1, 2, 3].map(() => failure(call('GET', '/v0/x'))));
    expect(getToken()).toBe('');
    expect(takeEndReason()).toBe('ended');
    expect(toasts).toHaveLength(1);
  });

  it('tells that the session has expired when it is old', async () => {
    startSession('secret-token', Date.now() - 3_701_000);
    reply = failing('NoSession', null, 403);
    await failure(call('GET', '/v0/x'));
    expect(takeEndReason()).toBe('expired');
  });

  it('knows no expiry for a session of unknown age', () => {
    expect(closeToExpiry(0, 0, 1e13)).toBe(false);
    expect(closeToExpiry(1e12, 1e12, 1e12 + 3_699_000 - 1_300_000)).toBe(false);
    expect(closeToExpiry(1e12, 1e12 + 3_699_000, 1e12 + 3_700_000)).toBe(true);
    expect(closeToExpiry(1e12, 1e12, 1e12 + 40 * 60_000)).toBe(true);
  });
});

describe('files', () => {
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  let saved: string[] = [];
  beforeEach(() => {
    saved = [];
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('are downloaded under the name of the content-disposition header', async () => {
    reply = (_request, response) => {
      response.writeHead(200, {
        'content-type': xlsx,
        'content-disposition': 'attachment; filename="l.xlsx"; filename*=UTF-8\'\'L%C3%A4ger%20%E4%BB%93.xlsx',
      });
      response.end('PK');
    };
    await expect(download('/v0/exports/1/file', { params: { a: 1 } })).resolves.toBeUndefined();
    expect(saved).toEqual(['Läger 仓.xlsx']);
    expect(seen[0]?.method).toBe('GET');
  });

  it('can be asked for by a body; an error in their place is shown as one', async () => {
    reply = failing('NotFound', null, 404);
    await failure(download('/v0/exports', { body: { ids: [1] } }));
    expect(seen[0]?.method).toBe('POST');
    expect(saved).toEqual([]);
    expect(toasts).toHaveLength(1);
  });

  it('of links to other origins are not followed', async () => {
    for (const link of ['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)']) {
      expect((await failure(followLink(link))).code).toBe('Unreadable');
    }
    expect(seen).toEqual([]);
  });
});

describe('the carrier gate', () => {
  it('stands for its configured address; the token goes to no other origin', async () => {
    const other = createServer((request, response) => {
      if (request.method !== 'OPTIONS') seen.push({ method: 'OTHER', url: request.url ?? '', headers: request.headers, body: '' });
      response.setHeader('access-control-allow-headers', 'x-token');
      envelope(response, 200, { code: 'OK', data: null, error: null });
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const gate = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    configureHttp({ carrierGate: `${gate}/` });
    await call('GET', '{carriergate}/v1/bills');
    configureHttp({ carrierGate: '' });
    await call('GET', `${gate}/v1/bills`);
    await new Promise((resolve) => other.close(resolve));
    expect(seen.map((one) => [one.url, one.headers['x-token']])).toEqual([
      ['/v1/bills', 'secret-token'],
      ['/v1/bills', undefined],
    ]);
  });
});

import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

/** What no route gets to see: it is refused in words and never ends the server. */
describe('malformed requests', () => {
  let server: TestServer;
  let admin: string;

  beforeAll(async () => {
    server = await startServer({ sample: true });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  /** The status that answers a websocket upgrade. */
  const upgrade = (headers: Record<string, string>, path = '/ws/?EIO=4&transport=websocket'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const call = request(server.url + path, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
          ...headers,
        },
      });
      call.on('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode);
      });
      call.on('response', (answer) => resolve(answer.statusCode));
      call.on('error', reject);
      call.end();
    });

  it.each(['null', 'file://', 'about:blank', 'evil', '%', 'http://', 'https://evil.test', 'https://[', 'data:text/html,x', ' '])(
    'a websocket upgrade from the origin "%s" is answered 403, and the server goes on (P22, P28, P32)',
    async (origin) => {
      expect(await upgrade({ origin })).toBe(403);
      expect((await server.call('GET', '/v0/captcha/')).code).toBe('OK');
    },
  );

  it('a websocket upgrade from the own origin, or from a program, is accepted', async () => {
    expect(await upgrade({ origin: server.url })).toBe(101);
    expect(await upgrade({})).toBe(101);
  });

  it.each(['https://evil.test', 'null'])(
    'a page of the origin "%s" is given no leave to read or to send the token (P32)',
    async (origin) => {
      const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-token' };
      const preflight = await fetch(`${server.url}/v0/items`, { method: 'OPTIONS', headers: { origin, ...asks } });
      const read = await fetch(`${server.url}/v0/items`, { headers: { origin, 'x-token': admin } });
      for (const { headers } of [preflight, read])
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  it('an upgrade of any other path is answered 404 (P22)', async () => {
    expect(await upgrade({}, '/wsx')).toBe(404);
    expect(await upgrade({}, '/v0/items')).toBe(404);
  });

  it('JSON deeper than 64 levels is answered 400, whatever it would have meant (P22, P35)', async () => {
    const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
    const send = (body: string) =>
      fetch(`${server.url}/v0/lookup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-token': admin },
        body,
      });
    const deep = await send(nested(66));
    expect([deep.status, (await deep.json()).code]).toEqual([400, 'RequestTooDeep']);
    const half = await send('['.repeat(500_000));
    expect([half.status, (await half.json()).code]).toEqual([400, 'RequestTooDeep']);
    expect((await (await send(nested(64))).json()).code).toBe('InvalidInput');
    // Brackets inside of a text are no levels.
    const text = await send(JSON.stringify({ name: `\\"${'['.repeat(200)}` }));
    expect((await text.json()).code).toBe('InvalidInput');
  });

  it('a path with a part that is too long is answered in the envelope (P22)', async () => {
    const answer = await server.call('GET', `/v0/items/${'a'.repeat(5000)}`, undefined, admin);
    expect([answer.status, answer.code]).toEqual([414, 'PathTooLong']);
  });

  it('a path that cannot be decoded is answered in the envelope (P22)', async () => {
    const answer = await server.call('GET', '/v0/items/%ff%zz', undefined, admin);
    expect([answer.status, answer.code]).toEqual([400, 'MalformedRequest']);
  });

  /** The whole answer to these bytes. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
      socket.write(bytes);
    });

  it.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, '431', 'HeadersTooLarge'],
    ['bytes that are no request', '\u0016\u0003\u0001 hello\r\n\r\n', '400', 'MalformedRequest'],
  ])('%s are answered in the envelope (P22, P35)', async (_name, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toContain(`{"code":"${code}"`);
  });
});

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../support/server.ts';

/** A node that is told to end waits for the requests it answers, and for nothing else. */
const opened = async (url: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};
const ended = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) =>
    socket
      .resume()
      .once('close', resolve)
      .on('error', () => {}),
  );

it('a server ends although a browser holds connections that it opened in advance', async () => {
  const server = await startServer();
  const silent = await opened(server.url);
  const begun = await opened(server.url);
  begun.write('GET /v0/ping HTTP/1.1\r\nHost:');
  await Promise.all([server.close(), ended(silent), ended(begun)]);
});

it('a server ends although a live channel does not answer its farewell', async () => {
  const server = await startServer();
  const socket = await opened(server.url);
  const handshake = { Host: '127.0.0.1', Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Version': '13' };
  const lines = Object.entries({ ...handshake, 'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64') });
  socket.write(`GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /);
  await Promise.all([server.close(), ended(socket)]);
});

it('a request in progress is answered, and its connection is not kept', async () => {
  const server = await startServer();
  const blocker = await server.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table users in access exclusive mode');
  const body = JSON.stringify({ account: 'nobody@kontor.example', passwd: 'wrong' });
  const headers = { 'content-type': 'application/json', connection: 'keep-alive', 'idempotency-key': crypto.randomUUID() };
  const call = request(`${server.url}/v0/auth/login`, { method: 'POST', headers });
  call.end(body);
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const waiting = "select 1 from pg_locks where not granted and relation = 'users'::regclass";
  await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBe(1);
  const closed = server.app.close();
  await blocker.query('commit');
  blocker.release();
  const [response] = await answered;
  expect(response.statusCode).toBe(400);
  await Promise.all([closed, ended(response.socket)]);
  await server.close();
});

import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeEvent } from '#contract/core/live';
import { startServer, type TestServer } from '../support/server.ts';

type Heard = { no: number; event: ChangeEvent };

describe('the live channel', () => {
  let server: TestServer;
  let second: TestServer;
  let admin: string;
  const sockets: Socket[] = [];
  const connect = (on: TestServer, token: string, options: object = {}): Socket => {
    const socket = io(on.url, { path: '/ws', transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true, ...options });
    sockets.push(socket);
    return socket;
  };
  const connected = async (on: TestServer, token: string): Promise<{ socket: Socket; heard: Heard[] }> => {
    const socket = connect(on, token);
    const heard: Heard[] = [];
    socket.on('change', (event: ChangeEvent, no: number) => heard.push({ event, no }));
    await new Promise<void>((resolve, reject) => {
      socket.on('connect', resolve);
      socket.on('connect_error', reject);
    });
    return { socket, heard };
  };
  /** The socket of somebody who has just signed in. Signing in changes the own account, and that event may arrive after the connection. */
  const signedIn = async (account: string): Promise<{ socket: Socket; heard: () => ChangeEvent[] }> => {
    const { socket, heard } = await connected(server, await server.signIn(account));
    const { rows } = await server.pool.query('select id from users where account = $1', [`${account}@kontor.example`]);
    return { socket, heard: () => heard.flatMap(({ event }) => (event.area === 'users' && event.id === rows[0].id ? [] : [event])) };
  };
  const make = async (code: string) =>
    (await server.call<{ id: string; version: number }>('POST', '/v0/storehouses', { code, name: code }, admin)).data;

  beforeAll(async () => {
    server = await startServer({ sample: true });
    second = await startServer({ beside: server });
    admin = await server.signIn('admin');
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });

  it.each(['', 'x'.repeat(43)])('opens for a valid token only (%s) (P28)', async (token) => {
    const socket = connect(server, token);
    const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
    expect(error.message).toBe('NoSession');
  });

  it('refuses pages of other origins (P28, P32)', async () => {
    const socket = connect(server, admin, { extraHeaders: { origin: 'https://evil.test' } });
    await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
    expect(socket.connected).toBe(false);
  });

  it('tells the web version, and the change of a row after it was committed, on both nodes', async () => {
    const here = await connected(server, admin);
    const there = await connected(second, admin);
    const row = await make('LIVE-1');
    for (const { heard } of [here, there])
      await expect
        .poll(() => heard.map(({ event }) => event))
        .toContainEqual({ area: 'storehouses', id: row.id, version: 1, action: 'create' });
    const info = connect(server, admin);
    expect(await new Promise((resolve) => info.on('info', resolve))).toHaveProperty('webVersion');
  });

  it('a merchant hears of own rows only, and of no area that is closed to it (P17, P28)', async () => {
    const { heard } = await signedIn('merchant');
    const { rows } = await server.pool.query('select id from merchants order by no');
    const item = async (sku: string, merchantId: string) =>
      (await server.call<{ id: string }>('POST', '/v0/items', { sku, name: sku, merchantId }, admin)).data.id;
    await make('LIVE-2');
    const [, own] = [await item('HERS', rows[1].id), await item('MINE', rows[0].id)];
    await expect.poll(() => heard().some(({ id }) => id === own)).toBe(true);
    expect(heard().map(({ id }) => id)).toEqual([own]);
  });

  it('a carrier hears of the own orders, and of nobody else’s (P17, P28)', async () => {
    const { heard } = await signedIn('carrier');
    const order = async (no: string, whose: string): Promise<string> =>
      (
        await server.pool.query(
          `insert into tasks (no, kind, merchant_id, carrier_id) values ($1, 'outbound', (select id from merchants order by no limit 1),
             (select id from carriers where (id = (select carrier_id from users where account = 'carrier@kontor.example')) = ${whose} order by code limit 1)) returning id`,
          [no],
        )
      ).rows[0].id;
    const [, own] = [await order('LIVE-OTHER', 'false'), await order('LIVE-OWN', 'true')];
    await expect.poll(() => heard().map(({ id }) => id)).toEqual([own]);
  });

  it('who one is comes from the token: a forged login changes nothing (P28)', async () => {
    const { socket, heard } = await signedIn('carrier');
    socket.emit('login', { account: 'admin@kontor.example', roles: ['admin'], printShipment: true });
    const house = await connected(server, admin);
    const row = await make('LIVE-3');
    const told = () => house.heard.find(({ event }) => event.id === row.id);
    await expect.poll(told).toBeDefined();
    // The answer comes after everything that was sent to this socket before.
    await socket.emitWithAck('since', told()?.no ?? 0);
    expect(heard()).toEqual([]);
  });

  it('nothing is missed over a gap: after "since" the client has every event once, in order (P10)', async () => {
    const watching = await connected(server, admin);
    const no: number = await watching.socket.emitWithAck('since', 0);
    watching.socket.disconnect();
    await Promise.all(Array.from({ length: 40 }, (_, i) => make(`GAP-${i}`)));
    const back = await connected(second, admin);
    await back.socket.emitWithAck('since', no);
    await expect.poll(() => back.heard.filter(({ event }) => event.area === 'storehouses').length).toBeGreaterThanOrEqual(40);
    const numbers = back.heard.map((one) => one.no);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('a client that could not be brought up to date loses its connection, and is up to date after the next one', async () => {
    const socket = connect(server, admin, { reconnection: true, reconnectionDelay: 20 });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await server.pool.query('alter table live_event rename to live_event_away');
    const broken = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    const again = new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.emit('since', 0, () => undefined);
    try {
      expect(await broken).toBe('transport close');
    } finally {
      await server.pool.query('alter table live_event_away rename to live_event');
    }
    await again;
    expect(await socket.emitWithAck('since', 0)).toBeGreaterThan(0);
  });

  it('numbers follow the order of commits under parallel writers, without a hole (P10)', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => make(`PAR-${i}`)));
    await expect
      .poll(async () => Number((await server.pool.query('select count(*)::int as n from live_event where no is null')).rows[0].n))
      .toBe(0);
    const { rows } = await server.pool.query('select count(no)::int as n, max(no)::int as last, min(no)::int as first from live_event');
    expect(rows[0].last - rows[0].first + 1).toBe(rows[0].n);
  });

  it('a client that was away longer than events are kept is told to read everything again (P10)', async () => {
    await make('OLD-1');
    await expect
      .poll(async () => Number((await server.pool.query('select count(*)::int as n from live_event where no is null')).rows[0].n))
      .toBe(0);
    await server.pool.query('delete from live_event where no < (select max(no) from live_event)');
    const { socket } = await connected(server, admin);
    const told = new Promise<number>((resolve) => socket.on('reload', resolve));
    await socket.emitWithAck('since', 1);
    expect(await told).toBeGreaterThan(1);
  });

  it.each(['this', 'another'])('logout closes the socket of that session on %s node within a second (P27)', async (node) => {
    const token = await server.signIn('manager');
    const { socket } = await connected(node === 'this' ? server : second, token);
    const closed = new Promise((resolve) => socket.on('disconnect', resolve));
    await server.call('GET', '/v0/auth/logout', undefined, token);
    await closed;
  });

  it('a socket that floods is dropped (P28, P35)', async () => {
    const { socket } = await connected(server, admin);
    const closed = new Promise((resolve) => socket.on('disconnect', resolve));
    for (let i = 0; i < 200; i++) socket.emit('login', {});
    await closed;
  });
});

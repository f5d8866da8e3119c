import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { numberEvents } from '../../server/core/live/events.ts';
import { makePerson } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Reads = { tags: string[]; heard: boolean };

let server: TestServer;
const sockets: Socket[] = [];
const heard = new Map<string, string[]>();
const tokens = new Map<string, string>();
let station: string;
let basic: string;

const client = async (scopes: string[], merchantId: string | null = null): Promise<string> => {
  const admin = tokens.get('admin') ?? '';
  const made = await server.call<{ id: string }>('POST', '/v0/oauthClients', { name: 'Gate', scopes, merchantId }, admin);
  expect(made.code, made.error ?? undefined).toBe('OK');
  const { data } = await server.call<{ clientId: string; secret: string }>('POST', `/v0/oauthClients/${made.data.id}/secret`, {}, admin);
  return `Basic ${Buffer.from(`${data.clientId}:${data.secret}`).toString('base64')}`;
};
const read = (tags: string[], reader = 'GATE-1', authorization = basic) =>
  server.call<Reads>('POST', '/v0/rfid', { reader, tags }, undefined, { authorization });
const settled = async (): Promise<Record<string, string[]>> => {
  const last = crypto.randomUUID();
  await server.pool.query(`insert into live_event (kind, role, payload) values ('rfid', '*', $1)`, [JSON.stringify({ tags: [last] })]);
  await expect.poll(() => [...heard.values()].every((tags) => tags.includes(last))).toBe(true);
  const all = Object.fromEntries(
    [...heard].map(([role, tags]) => [role, tags.filter((tag) => tag !== last)] as const).filter(([, tags]) => tags.length > 0),
  );
  for (const tags of heard.values()) tags.length = 0;
  return all;
};

beforeAll(async () => {
  server = await startServer({ sample: true });
  const { rows } = await server.pool.query(`update stations set reader = 'GATE-1' where code = 'ST-DOCK-1' returning id`);
  station = rows[0].id;
  for (const role of ['admin', 'manager', 'warehouse', 'merchant']) tokens.set(role, await server.signIn(role));
  tokens.set('colleague', (await makePerson(server.pool, ['warehouse'])).token);
  basic = await client(['rfid.send']);
  for (const [role, token] of tokens) {
    const socket = io(server.url, { path: '/ws', transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
    sockets.push(socket);
    const tags: string[] = [];
    heard.set(role, tags);
    socket.on('rfid', (payload: { tags: string[] }) => tags.push(...payload.tags));
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    await socket.emitWithAck('since', await numberEvents(createDb(server.appPool)));
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.close();
});

describe('what an RFID reader reads', () => {
  const work = (role: string, at: string) =>
    server.call('GET', `/v0/scan/work?profile=receiving&stationId=${at}`, undefined, tokens.get(role) ?? '');

  it('stays unread while nobody is at its station', async () => {
    expect((await read(['TAG-0'])).data).toEqual({ tags: [], heard: false });
    expect(await settled()).toEqual({});
  });

  it('reaches who works at its station, and nobody else', async () => {
    expect((await work('warehouse', station)).code).toBe('OK');
    expect((await read(['TAG-1', 'TAG-2', 'TAG-1'])).data).toEqual({ tags: ['TAG-1', 'TAG-2'], heard: true });
    expect(await settled()).toEqual({ warehouse: ['TAG-1', 'TAG-2'] });
  });

  it('is one event while the tag lies there, and a new one after it was away', async () => {
    expect((await read(['TAG-1'])).data).toEqual({ tags: [], heard: true });
    // Of many at once, also within one millisecond.
    const all = await Promise.all(Array.from({ length: 12 }, () => read(['TAG-3'])));
    expect(all.flatMap(({ data }) => data.tags)).toEqual(['TAG-3']);
    await server.pool.query(`update rfid_reads set seen_at = seen_at - interval '6 seconds' where tag = 'TAG-1'`);
    expect((await read(['TAG-1', 'TAG-3'])).data.tags).toEqual(['TAG-1']);
    expect(await settled()).toEqual({ warehouse: ['TAG-3', 'TAG-1'] });
  });

  it('goes to who took the station over, and not to who went to another one', async () => {
    await work('colleague', station);
    expect((await read(['TAG-4'])).data.heard).toBe(true);
    expect(await settled()).toEqual({ colleague: ['TAG-4'] });
    const { rows } = await server.pool.query(`select id from stations where code = 'ST-DOCK-2'`);
    await work('colleague', rows[0].id);
    expect((await read(['TAG-5'])).data).toEqual({ tags: [], heard: false });
    expect(await settled()).toEqual({});
  });

  it('is taken only with the secret of a program of the house that has the scope', async () => {
    const { rows } = await server.pool.query(`select id from merchants limit 1`);
    expect((await read(['X'], 'GATE-1', await client(['items.read']))).code).toBe('NotAllowed');
    expect((await read(['X'], 'GATE-1', await client(['rfid.send'], rows[0].id))).code).toBe('NotAllowed');
    expect((await read(['X'], 'GATE-9')).code).toBe('NotFound');
    expect((await read(['X'], 'GATE-1', '')).code).toBe('LoginError');
    const wrong = `Basic ${Buffer.from(`${Buffer.from(basic.slice(6), 'base64').toString().split(':')[0]}:wrong`).toString('base64')}`;
    const codes: string[] = [];
    for (let i = 0; i < 6; i++) codes.push((await read(['X'], 'GATE-1', wrong)).code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'LoginError'), 'TooManyRequests']);
    expect(await settled()).toEqual({});
  });
});

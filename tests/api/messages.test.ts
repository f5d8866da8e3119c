import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MsgEvent, PrintRequest } from '#contract/core/live';
import { createDb } from '../../server/core/db/client.ts';
import { numberEvents } from '../../server/core/live/events.ts';
import { makePerson, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Message = { id: string; title: string; text: string; link: string; fromId: string | null; readAt: string | null };
const ROLES = ['employee', 'manager', 'warehouse', 'merchant', 'carrier', 'finance'] as const;
type Role = (typeof ROLES)[number];

let server: TestServer;
const tokens = new Map<string, string>();
const ids = new Map<string, string>();
const sockets: Socket[] = [];
const heard = new Map<string, string[]>();
let colleague: Person;

const tokenOf = (role: string): string => tokens.get(role) ?? '';
const idOf = (role: string): string => ids.get(role) ?? '';
const send = (by: string, to: object, title: string, more: object = {}) =>
  server.call<{ receivers: number }>('POST', '/v0/messages/send', { to, title, ...more }, tokenOf(by));
const inbox = async (role: string): Promise<Message[]> =>
  (await server.call<Message[]>('GET', '/v0/messages?l=50', undefined, tokenOf(role))).data;
/** What every socket heard, once the last event is out. */
const settled = async (): Promise<Record<string, string[]>> => {
  const last = `last ${crypto.randomUUID()}`;
  await server.pool.query(`insert into live_event (kind, role, payload) values ('msg', '*', $1)`, [
    JSON.stringify({ title: last, text: '' }),
  ]);
  await expect.poll(() => [...heard.values()].every((titles) => titles.includes(last))).toBe(true);
  const all = [...heard].map(([role, titles]) => [role, titles.filter((title) => !title.startsWith('last '))] as const);
  for (const titles of heard.values()) titles.length = 0;
  return Object.fromEntries(all.filter(([, titles]) => titles.length > 0));
};

beforeAll(async () => {
  server = await startServer({ sample: true });
  const db = createDb(server.appPool);
  for (const role of ROLES) {
    const { rows } = await server.pool.query('select id from users where account = $1', [`${role}@kontor.example`]);
    ids.set(role, rows[0].id);
    tokens.set(role, await server.signIn(role));
  }
  colleague = await makePerson(server.pool, ['warehouse']);
  ids.set('colleague', colleague.id);
  tokens.set('colleague', colleague.token);
  await numberEvents(db);
  for (const [role, token] of tokens) {
    const socket = io(server.url, { path: '/ws', transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
    sockets.push(socket);
    const titles: string[] = [];
    heard.set(role, titles);
    socket.on('msg', ({ title }: MsgEvent) => titles.push(title));
    socket.on('print', ({ title, type }: PrintRequest) => titles.push(`${type} ${title}`));
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    await socket.emitWithAck('since', await numberEvents(db));
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.close();
});

describe('a message', () => {
  it('to a person is heard by that person alone, and kept for when they come back', async () => {
    const answer = await send('warehouse', { userId: idOf('employee') }, 'Pallet arrived', { text: 'At dock 1', link: '/wms/item' });
    expect(answer.data).toEqual({ receivers: 1 });
    expect(await settled()).toEqual({ employee: ['Pallet arrived'] });
    expect((await inbox('employee')).find(({ title }) => title === 'Pallet arrived')).toMatchObject({
      text: 'At dock 1',
      link: '/wms/item',
      fromId: idOf('warehouse'),
      readAt: null,
    });
  });

  it('to a role is heard and kept by everybody who has the role, and by nobody else', async () => {
    expect((await send('employee', { role: 'warehouse' }, 'Truck at noon')).data.receivers).toBe(2);
    expect(await settled()).toEqual({ warehouse: ['Truck at noon'], colleague: ['Truck at noon'] });
    for (const role of [...ROLES, 'colleague'])
      expect(
        (await inbox(role)).some(({ title }) => title === 'Truck at noon'),
        role,
      ).toBe(['warehouse', 'colleague'].includes(role));
  });

  it('is read by its receiver only, not even by who may do everything', async () => {
    const [mine] = await inbox('employee');
    const admin = await server.signIn('admin');
    for (const token of [admin, tokenOf('manager'), tokenOf('merchant'), tokenOf('warehouse')])
      expect((await server.call('GET', `/v0/messages/${mine?.id}`, undefined, token)).code).toBe('NotFound');
    expect((await server.call('POST', `/v0/messages/${mine?.id}/read`, {}, admin)).code).toBe('NotFound');
    expect((await server.call('POST', `/v0/messages/${mine?.id}/answer`, { text: 'x' }, admin)).code).toBe('NotFound');
  });

  it('goes outside only from the desk, and people outside answer people of the house but start nothing', async () => {
    expect((await send('warehouse', { userId: idOf('merchant') }, 'no')).code).toBe('NotAllowed');
    expect((await send('warehouse', { role: 'merchant' }, 'no')).code).toBe('NotAllowed');
    for (const role of ['merchant', 'carrier'] as Role[]) {
      expect((await send(role, { userId: idOf('employee') }, 'no')).code).toBe('NotAllowed');
      expect((await server.call('GET', '/v0/messages/receivers', undefined, tokenOf(role))).code).toBe('NotAllowed');
    }
    await send('employee', { userId: idOf('merchant') }, 'Your goods are here');
    const [question] = await inbox('merchant');
    const answer = await server.call('POST', `/v0/messages/${question?.id}/answer`, { text: 'Thank you' }, tokenOf('merchant'));
    expect(answer.code, answer.error ?? undefined).toBe('OK');
    expect(await settled()).toEqual({ merchant: ['Your goods are here'], employee: ['Re: Your goods are here'] });
    // One that another outside user wrote, however it came about, is not answered.
    const { rows } = await server.pool.query(`insert into messages (to_id, from_id, title) values ($1, $2, 'odd') returning id`, [
      idOf('merchant'),
      idOf('carrier'),
    ]);
    expect((await server.call('POST', `/v0/messages/${rows[0].id}/answer`, { text: 'x' }, tokenOf('merchant'))).code).toBe('NotFound');
    expect(await settled()).toEqual({});
  });

  it('leads to pages of ours only, and to somebody who is there', async () => {
    for (const link of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/wms/item x'])
      expect((await send('employee', { userId: idOf('manager') }, 'link', { link })).code, link).toBe('InvalidInput');
    expect((await send('employee', { userId: crypto.randomUUID() }, 'x')).code).toBe('InvalidInput');
    expect((await send('employee', { role: 'nobody' }, 'x')).code).toBe('InvalidInput');
  });

  it('names as receivers those whom the writer may write to', async () => {
    const names = async (role: string): Promise<string[]> =>
      (await server.call<{ kind: string; id: string }[]>('GET', '/v0/messages/receivers', undefined, tokenOf(role))).data.map(
        ({ id }) => id,
      );
    expect(await names('warehouse')).toEqual(expect.arrayContaining(['warehouse', 'employee', idOf('employee'), colleague.id]));
    expect(await names('warehouse')).not.toEqual(expect.arrayContaining(['merchant']));
    expect(await names('warehouse')).not.toContain(idOf('merchant'));
    expect(await names('employee')).toEqual(expect.arrayContaining(['merchant', idOf('merchant')]));
  });
});

describe('“ask the warehouse to print”', () => {
  const first = async (table: string): Promise<string> =>
    (await server.pool.query(`select id from ${table} where deleted_at is null limit 1`)).rows[0].id;

  it('reaches the people of the warehouse with what to print, and nobody else', async () => {
    const item = await first('items');
    const answer = await server.call<{ people: number }>('POST', `/v0/print/requests/itemLabel`, { ids: [item] }, tokenOf('employee'));
    expect(answer.data).toEqual({ people: 2 });
    const place = await first('compartments');
    expect((await server.call('POST', `/v0/print/requests/compartmentLabel/${place}`, {}, tokenOf('employee'))).code).toBe('OK');
    const titles = [
      'printItemDesc Erika Empfang asks you to print: Item label (1)',
      'previewUrl Erika Empfang asks you to print: Compartment label (1)',
    ];
    expect(await settled()).toEqual({ warehouse: titles, colleague: titles });
    const { rows } = await server.pool.query(`select payload from live_event where kind = 'print' and user_id = $1 order by id`, [
      colleague.id,
    ]);
    expect(rows[0].payload).toMatchObject({ type: 'printItemDesc', data: { ids: [item] } });
    expect(rows[1].payload).toMatchObject({ type: 'previewUrl', url: `/print?document=compartmentLabel&pk=${place}` });
    // Who was away finds it later.
    expect((await inbox('colleague')).filter(({ link }) => link.startsWith('/print?'))).toHaveLength(2);
  });

  it('is for people of the house, about rows that they may read and the warehouse prints', async () => {
    const item = await first('items');
    expect((await server.call('POST', `/v0/print/requests/itemLabel/${item}`, {}, tokenOf('merchant'))).code).toBe('NotAllowed');
    expect((await server.call('POST', `/v0/print/requests/itemLabel/${crypto.randomUUID()}`, {}, tokenOf('employee'))).code).toBe(
      'NotFound',
    );
    expect((await server.call('POST', `/v0/print/requests/invoice/${await first('invoices')}`, {}, tokenOf('employee'))).code).toBe(
      'NotAllowed',
    );
    expect((await server.call('POST', `/v0/print/requests/invoice/${await first('invoices')}`, {}, tokenOf('finance'))).code).toBe(
      'InvalidInput',
    );
    expect(await settled()).toEqual({});
  });
});

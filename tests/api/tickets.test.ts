import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketState } from '#contract/support/ticket';
import { createDb } from '../../server/core/db/client.ts';
import { renewDeadlines } from '../../server/modules/support/tickets/update-state.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Ticket = {
  id: string;
  no: string;
  state: string;
  dueAt: string | null;
  solveDueAt: string | null;
  messages: number;
  closedAt: string | null;
  createdAt: string;
};
type Message = { text: string; by: string | null; side: string; internal: boolean };

let server: TestServer;
let desk: string;
let merchant: string;
let ids: Record<string, string>;
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
beforeAll(async () => {
  server = await startServer({ sample: true });
  // Open at all times, so that deadlines do not depend on when the test runs.
  await server.pool.query("delete from settings where key like 'support.h%'");
  const admin = await server.signIn('admin');
  for (const day of DAYS) await server.call('POST', '/v0/settings', { key: `support.hours.${day}`, value: '00:00-24:00' }, admin);
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  const { rows } = await server.pool.query('select no, id from merchants');
  ids = Object.fromEntries(rows.map((row) => [row.no, row.id]));
});
afterAll(() => server.close());

const open = (token: string, more: Record<string, unknown> = {}) =>
  server.call<Ticket>(
    'POST',
    '/v0/tickets',
    {
      merchantId: ids['M-1001'],
      topic: 'damage',
      subject: 'Tea pot broken',
      text: 'Two pots came in pieces.',
      priority: 'urgent',
      ...more,
    },
    token,
  );
const read = async (id: string) => (await server.call<Ticket>('GET', `/v0/tickets/${id}`, undefined, desk)).data;
const say = (id: string, text: string, token: string, internal = false) =>
  server.call('POST', `/v0/tickets/${id}/messages`, { text, internal }, token);
const thread = async (id: string, token: string) =>
  (await server.call<Message[]>('GET', `/v0/tickets/${id}/messages`, undefined, token)).data;

describe('a ticket', () => {
  it('waits for us with a time to answer, then for the merchant, and notes among ourselves change nothing and are not told', async () => {
    const ticket = await read((await open(merchant)).data.id);
    expect(ticket).toMatchObject({ state: 'waitsForUs', messages: 0 });
    expect(ticket.no).toMatch(/^TK-/);
    expect(Date.parse(ticket.dueAt ?? '') - Date.parse(ticket.createdAt)).toBe(4 * 3_600_000);

    expect(Date.parse(ticket.solveDueAt ?? '') - Date.parse(ticket.createdAt)).toBe(9 * 3_600_000);

    await say(ticket.id, 'Was it the new carton?', desk, true);
    expect(await read(ticket.id)).toMatchObject({ state: 'waitsForUs', messages: 0 });
    await say(ticket.id, 'Please send a picture.', desk);
    expect(await read(ticket.id)).toMatchObject({ state: 'waitsForMerchant', dueAt: null, solveDueAt: null, messages: 1 });

    const question = { by: 'Mei Lin', side: 'merchant', internal: false };
    expect(await thread(ticket.id, merchant)).toMatchObject([question, { text: 'Please send a picture.', by: null, side: 'house' }]);
    expect(await thread(ticket.id, desk)).toMatchObject([question, { internal: true, by: 'Erika Empfang' }, { internal: false }]);
    expect((await say(ticket.id, 'psst', merchant, true)).code).toBe('NotAllowed');
  });

  it('is closed, and the merchant’s next word opens it again', async () => {
    const { data: ticket } = await open(merchant);
    await server.call('POST', `/v0/tickets/${ticket.id}/close`, undefined, desk);
    expect(await read(ticket.id)).toMatchObject({ state: 'closed', dueAt: null, closedAt: expect.any(String) });
    await say(ticket.id, 'Thank you!', desk);
    expect((await read(ticket.id)).state).toBe('closed');
    await say(ticket.id, 'It broke again.', merchant);
    expect(await read(ticket.id)).toMatchObject({ state: 'waitsForUs', closedAt: null, dueAt: expect.any(String) });
  });

  it('is due in opening hours only, which are refused if they cannot be read', async () => {
    const admin = await server.signIn('admin');
    const { rows } = await server.pool.query("select id, version from settings where key = 'support.hours.monday'");
    const path = `/v0/settings/${rows[0].id}`;
    const refused = await server.call('PUT', path, { version: rows[0].version, value: '17:00-08:00' }, admin);
    expect(refused).toMatchObject({ code: 'InvalidInput', data: [{ path: 'value', rule: 'openingHours' }] });
    for (const day of DAYS) {
      const { rows: found } = await server.pool.query('select id, version from settings where key = $1', [`support.hours.${day}`]);
      await server.call('PUT', `/v0/settings/${found[0].id}`, { version: found[0].version, value: '' }, admin);
    }
    expect(await read((await open(merchant)).data.id)).toMatchObject({ state: 'waitsForUs', dueAt: null, solveDueAt: null });
    await server.pool.query(`update settings set value = '"00:00-24:00"' where key like 'support.hours.%'`);
  });

  it('follows opening hours that are changed, also while nobody writes in it', async () => {
    const { data } = await open(merchant, { priority: 'urgent' });
    const { createdAt, dueAt } = await read(data.id);
    expect(Date.parse(dueAt ?? '') - Date.parse(createdAt)).toBe(4 * 3_600_000);
    const { rows } = await server.pool.query(`update settings set value = '"00:00-01:00"' where key like 'support.hours.%' returning key`);
    expect(rows).toHaveLength(7);
    const db = createDb(server.pool);
    await renewDeadlines(db);
    expect(Date.parse((await read(data.id)).dueAt ?? '') - Date.parse(createdAt)).toBeGreaterThan(48 * 3_600_000);
    await server.pool.query(`update settings set value = '"00:00-24:00"' where key like 'support.hours.%'`);
    await renewDeadlines(db);
    expect((await read(data.id)).dueAt).toBe(dueAt);
  });

  it('overdue tickets are a list of their own, and the time of the solution is not told to the merchant', async () => {
    const { data: ticket } = await open(merchant);
    await server.pool.query("update tickets set due_at = now() - interval '1 minute' where id = $1", [ticket.id]);
    const { data } = await server.call<Ticket[]>('GET', '/v0/tickets?l=500&dueAt.lt=$now', undefined, desk);
    expect(data.map(({ id }) => id)).toContain(ticket.id);
    expect(data.every(({ dueAt }) => Date.parse(dueAt ?? '') < Date.now())).toBe(true);
    expect((await server.call<Ticket>('GET', `/v0/tickets/${ticket.id}`, undefined, merchant)).data.solveDueAt).toBeNull();
  });

  it('of another merchant is not there: neither the ticket, nor its thread, nor a place to write (P17)', async () => {
    const { data: foreign } = await open(desk, { merchantId: ids['M-1002'] });
    expect((await server.call('GET', `/v0/tickets/${foreign.id}`, undefined, merchant)).code).toBe('NotFound');
    expect((await server.call('GET', `/v0/tickets/${foreign.id}/messages`, undefined, merchant)).code).toBe('NotFound');
    expect((await say(foreign.id, 'hello', merchant)).code).toBe('NotFound');
    expect((await open(merchant, { merchantId: ids['M-1002'] })).code).toBe('InvalidInput');
    expect((await read(foreign.id)).state).toBe('waitsForMerchant');
  });
});

describe('the state of a ticket follows from who opened it, who wrote last and whether it was closed since', () => {
  const at = (n: number) => `2026-01-01T00:00:0${n}.000Z`;
  it.each([
    ['merchant', null, null, null, 'waitsForUs'],
    ['house', null, null, null, 'waitsForMerchant'],
    ['merchant', 'house', at(1), null, 'waitsForMerchant'],
    ['house', 'merchant', at(1), null, 'waitsForUs'],
    ['merchant', 'house', at(1), at(2), 'closed'],
    ['merchant', 'house', at(3), at(2), 'closed'],
    ['merchant', 'merchant', at(3), at(2), 'waitsForUs'],
  ] as const)('opened by %s, last by %s at %s, closed at %s: %s', (openedBy, lastBy, lastAt, closedAt, state) => {
    expect(ticketState({ openedBy, lastBy, lastAt, closedAt })).toBe(state);
  });
});

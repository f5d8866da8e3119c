import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Ticket = { id: string; no: string; assigneeId: string | null; assigneeIdLabel: string | null; teamId: string | null; version: number };
type Message = { event: string | null; params: Record<string, string> | null; internal: boolean; by: string | null };

let server: TestServer;
let desk: string;
let manager: string;
let merchant: string;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, manager, merchant] = [await server.signIn('employee'), await server.signIn('manager'), await server.signIn('merchant')];
  const { rows } = await server.pool.query("select split_part(account, '@', 1) as name, id from users");
  ids = Object.fromEntries(rows.map((row) => [row.name, row.id]));
});
afterAll(() => server.close());

const open = async (more: Record<string, unknown> = {}): Promise<string> => {
  const body = { topic: 'damage', subject: 'Tea pot broken', text: 'Two pots came in pieces.', ...more };
  return (await server.call<Ticket>('POST', '/v0/tickets', body, merchant)).data.id;
};
const read = async (id: string, token = desk) => (await server.call<Ticket>('GET', `/v0/tickets/${id}`, undefined, token)).data;
const run = (id: string, command: string, body?: unknown, token = desk) => server.call('POST', `/v0/tickets/${id}/${command}`, body, token);
const thread = async (id: string, token = desk) =>
  (await server.call<Message[]>('GET', `/v0/tickets/${id}/messages`, undefined, token)).data;
const listed = async (query: string, token = desk) =>
  (await server.call<Ticket[]>('GET', `/v0/tickets?l=500&${query}`, undefined, token)).data.map(({ id }) => id);
const team = async (name: string, more: Record<string, unknown> = {}) =>
  (await server.call<{ id: string }>('POST', '/v0/ticketTeams', { name, ...more }, manager)).data.id;
const told = async (account: string) => {
  const { rows } = await server.pool.query('select title from messages where to_id = $1 order by created_at desc', [ids[account]]);
  return rows.map(({ title }) => title);
};

describe('a ticket has an owner', () => {
  it('who takes it, once, and the thread says so to the house only', async () => {
    const id = await open();
    await run(id, 'take');
    await run(id, 'take');
    expect(await read(id)).toMatchObject({ assigneeId: ids['employee'], assigneeIdLabel: 'Erika Empfang' });
    const question = { text: 'Two pots came in pieces.', by: 'Mei Lin', side: 'merchant', event: null };
    expect(await thread(id)).toMatchObject([question, { event: 'take', by: 'Erika Empfang', internal: true }]);
    expect(await thread(id, merchant)).toMatchObject([question]);
    await run(id, 'release');
    expect((await read(id)).assigneeId).toBeNull();
  });

  it('is assigned to an active colleague, who is told, and never to somebody outside', async () => {
    const id = await open();
    expect((await run(id, 'assign', { userId: ids['manager'] })).code).toBe('OK');
    expect((await thread(id)).at(-1)).toMatchObject({ event: 'assign' });
    expect((await told('manager'))[0]).toContain((await read(id)).no);
    expect(await run(id, 'assign', { userId: ids['merchant'] })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'userId', rule: 'notStaff' }],
    });
  });

  it('a team takes a topic: its new tickets go there, and one that is handed over waits for somebody of the team', async () => {
    const returns = await team('Returns', { topics: ['return'], memberIds: [ids['employee']] });
    const others = await team('Billing', { memberIds: [ids['manager']] });
    const id = await open({ topic: 'return' });
    expect((await read(id)).teamId).toBe(returns);
    await run(id, 'take');
    await run(id, 'team', { teamId: others });
    expect(await read(id)).toMatchObject({ teamId: others, assigneeId: null });
    expect((await thread(id)).at(-1)).toMatchObject({ event: 'team', params: { team: 'Billing' } });
    const outside = await server.call('POST', '/v0/ticketTeams', { name: 'Outside', memberIds: [ids['merchant']] }, manager);
    expect(outside).toMatchObject({ code: 'InvalidInput', data: [{ path: 'memberIds', rule: 'notStaff' }] });
  });

  it('lists show mine, those of my teams and nobody’s, resolved by the server for each reader', async () => {
    const [mine, ours, nobodys] = [await open(), await open(), await open()];
    const shared = await team('Front desk', { memberIds: [ids['employee']] });
    await run(mine, 'take');
    await run(ours, 'team', { teamId: shared });
    expect(await listed('assigneeId=$me')).toContain(mine);
    expect(await listed('assigneeId=$me', manager)).not.toContain(mine);
    expect(await listed('teamId=$me')).toEqual(expect.arrayContaining([ours]));
    expect(await listed('teamId=$me')).not.toContain(mine);
    expect(await listed('teamId=$me', manager)).not.toContain(ours);
    const free = await listed('assigneeId.null=true');
    expect(free).toEqual(expect.arrayContaining([ours, nobodys]));
    expect(free).not.toContain(mine);
    const { rows } = await server.pool.query('select count(*)::int as n from tickets where assignee_id = any($1) and deleted_at is null', [
      [ids['employee'], ids['manager']],
    ]);
    expect((await listed(`assigneeId.in=$me&assigneeId.in=${ids['manager']}`)).length).toBe(rows[0].n);
  });

  it('owner and team stay in the house: a merchant finds them neither in rows, filters, sort, history nor commands (P17)', async () => {
    const id = await open();
    await run(id, 'take');
    expect(await read(id, merchant)).toMatchObject({ assigneeId: null, assigneeIdLabel: null, teamId: null });
    for (const query of ['assigneeId.null=true', 'teamId=$me', 's=assigneeId', `assigneeId.account=employee`])
      expect((await server.call('GET', `/v0/tickets?${query}`, undefined, merchant)).code).toBe('InvalidInput');
    const history = await server.call<unknown>('GET', `/v0/tickets/${id}/history`, undefined, merchant);
    expect(JSON.stringify(history.data)).not.toMatch(/assignee|team/i);
    for (const [command, body] of [['take'], ['release'], ['assign', { userId: ids['manager'] }]] as const)
      expect((await run(id, command, body, merchant)).code).toBe('NotAllowed');
    expect((await server.call('GET', '/v0/ticketTeams', undefined, merchant)).code).toBe('NotAllowed');
    const { version } = await read(id, merchant);
    const put = await server.call('PUT', `/v0/tickets/${id}`, { version, assigneeId: ids['merchant'] }, merchant);
    expect(put.code).toBe('InvalidInput');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Ticket = { id: string; no: string; satisfaction: string | null; satisfactionRemark: string; ratedAt: string | null };

let server: TestServer;
let desk: string;
let merchant: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
});
afterAll(() => server.close());

const open = async (token = merchant) => {
  const { rows } = await server.pool.query("select id from merchants where no = 'M-1001'");
  const body = { merchantId: rows[0].id, topic: 'damage', subject: 'Tea pot broken', text: 'In pieces.' };
  return (await server.call<Ticket>('POST', '/v0/tickets', body, token)).data;
};
const run = (id: string, command: string, body?: unknown, token = desk) => server.call('POST', `/v0/tickets/${id}/${command}`, body, token);
const rate = (id: string, satisfaction: string, token = merchant, remark = '') => run(id, 'rate', { satisfaction, remark }, token);
const read = async (id: string) => (await server.call<Ticket>('GET', `/v0/tickets/${id}`, undefined, desk)).data;
const asked = async (no: string) => {
  const { rows } = await server.pool.query('select count(*)::int as n from messages where title like $1', [`%${no}%`]);
  return rows[0].n;
};

describe('the rating of a ticket', () => {
  it('is asked for once after the closing, and may be changed', async () => {
    const { id, no } = await open();
    expect((await rate(id, 'good')).code).toBe('StateRefused');
    await run(id, 'close');
    expect(await asked(no)).toBe(1);
    await run(id, 'reopen');
    await run(id, 'close');
    expect(await asked(no)).toBe(1);
    expect((await rate(id, 'good', merchant, 'Quick.')).code).toBe('OK');
    expect(await read(id)).toMatchObject({ satisfaction: 'good', satisfactionRemark: 'Quick.', ratedAt: expect.any(String) });
    await rate(id, 'fair');
    expect(await read(id)).toMatchObject({ satisfaction: 'fair', satisfactionRemark: '' });
    const { data } = await server.call<{ event: string | null }[]>('GET', `/v0/tickets/${id}/messages`, undefined, desk);
    expect(data.filter(({ event }) => event === 'rate')).toHaveLength(2);
  });

  it('is not possible 14 days after the closing, nor for questions of the house or merged tickets', async () => {
    const { id } = await open();
    await run(id, 'close');
    await server.pool.query("update tickets set closed_at = now() - interval '15 days' where id = $1", [id]);
    expect((await rate(id, 'poor')).code).toBe('StateRefused');
    const ours = await open(desk);
    await run(ours.id, 'close');
    expect(await asked(ours.no)).toBe(0);
    expect((await rate(ours.id, 'poor')).code).toBe('StateRefused');
    const [a, b] = [await open(), await open()];
    await run(a.id, 'merge', { intoId: b.id });
    expect(await asked(a.no)).toBe(0);
    expect((await rate(a.id, 'poor')).code).toBe('StateRefused');
  });

  it('comes from the merchant alone, in three steps', async () => {
    const { id } = await open();
    await run(id, 'close');
    expect((await rate(id, 'good', desk)).code).toBe('NotAllowed');
    expect((await rate(id, 'excellent')).code).toBe('InvalidInput');
  });

  it('is counted for the house, which finds the poor ones', async () => {
    const { id } = await open();
    await run(id, 'close');
    const before = (await server.call<Record<string, number>>('GET', '/v0/tickets/satisfaction', undefined, desk)).data;
    await rate(id, 'poor');
    const after = (await server.call<Record<string, number>>('GET', '/v0/tickets/satisfaction', undefined, desk)).data;
    expect(after).toEqual({ ...before, poor: (before['poor'] ?? 0) + 1 });
    const { data } = await server.call<Ticket[]>('GET', '/v0/tickets?satisfaction=poor&l=500', undefined, desk);
    expect(data.map((row) => row.id)).toContain(id);
    expect((await server.call('GET', '/v0/tickets/satisfaction', undefined, merchant)).code).toBe('NotAllowed');
  });
});

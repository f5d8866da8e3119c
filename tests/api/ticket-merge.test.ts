import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Ticket = { id: string; no: string; state: string; messages: number; mergedIntoId: string | null; closedAt: string | null };
type Message = { text: string; event: string | null; fromNo: string | null; side: string; files: { id: string }[] };

let server: TestServer;
let desk: string;
let merchant: string;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  const { rows } = await server.pool.query('select no, id from merchants');
  ids = Object.fromEntries(rows.map((row) => [row.no, row.id]));
});
afterAll(() => server.close());

const open = async (subject: string, token = merchant, no = 'M-1001') => {
  const body = { merchantId: ids[no], topic: 'damage', subject, text: `${subject}, please` };
  return (await server.call<Ticket>('POST', '/v0/tickets', body, token)).data;
};
const read = async (id: string) => (await server.call<Ticket>('GET', `/v0/tickets/${id}`, undefined, desk)).data;
const run = (id: string, command: string, body?: unknown, token = desk) => server.call('POST', `/v0/tickets/${id}/${command}`, body, token);
const say = (id: string, text: string, token = merchant) => run(id, 'messages', { text }, token);
const words = async (id: string, token = merchant) =>
  (await server.call<Message[]>('GET', `/v0/tickets/${id}/messages`, undefined, token)).data
    .filter(({ event }) => event === null)
    .map(({ text, fromNo }) => (fromNo ? `${fromNo}: ${text}` : text));

describe('merging tickets', () => {
  it('shows all messages in order of time in the target, closes the source, and later answers arrive in the target', async () => {
    const [first, second] = [await open('Pot'), await open('Pot again')];
    await say(first.id, 'one');
    await say(second.id, 'two');
    await say(first.id, 'three');
    expect((await run(second.id, 'merge', { intoId: first.id })).code).toBe('OK');
    const merged = ['Pot, please', `${second.no}: Pot again\nPot again, please`, 'one', `${second.no}: two`, 'three'];
    expect(await words(first.id)).toEqual(merged);
    expect(await read(second.id)).toMatchObject({ state: 'closed', mergedIntoId: first.id });
    await say(second.id, 'four');
    expect(await words(first.id)).toEqual([...merged, 'four']);
    expect(await read(second.id)).toMatchObject({ state: 'closed' });
    expect(await read(first.id)).toMatchObject({ state: 'waitsForUs', messages: 5 });
    await say(second.id, 'five', desk);
    expect((await read(first.id)).state).toBe('waitsForMerchant');
  });

  it('is refused twice, in a circle, into itself, into a closed one, and across owners', async () => {
    const [a, b, c] = [await open('A'), await open('B'), await open('C')];
    const foreign = await open('Foreign', desk, 'M-1002');
    const refused = async (id: string, intoId: string, rule: string) =>
      expect(await run(id, 'merge', { intoId })).toMatchObject({ code: 'InvalidInput', data: [{ path: 'intoId', rule }] });
    await refused(a.id, a.id, 'mergeSelf');
    await refused(a.id, foreign.id, 'mergeOwner');
    await run(c.id, 'close');
    await refused(a.id, c.id, 'mergeClosed');
    await run(a.id, 'merge', { intoId: b.id });
    await refused(a.id, b.id, 'mergeTwice');
    await refused(b.id, a.id, 'mergeTwice');
    for (const command of ['close', 'reopen', 'take']) expect((await run(a.id, command)).code).toBe('StateRefused');
    expect((await run(b.id, 'merge', { intoId: c.id }, merchant)).code).toBe('NotAllowed');
  });

  it('two at once in opposite directions: one passes', async () => {
    const [a, b] = [await open('A'), await open('B')];
    const codes = (await Promise.all([run(a.id, 'merge', { intoId: b.id }), run(b.id, 'merge', { intoId: a.id })])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['InvalidInput', 'OK']);
  });

  it('of a ticket that holds others keeps them all, and each can be undone', async () => {
    const [a, b, c] = [await open('A'), await open('B'), await open('C')];
    await run(a.id, 'merge', { intoId: b.id });
    await run(b.id, 'merge', { intoId: c.id });
    await say(a.id, 'to all');
    expect(await words(c.id)).toContain('to all');
    expect(await words(c.id)).toEqual(expect.arrayContaining([`${a.no}: A\nA, please`, `${b.no}: B\nB, please`]));
    await run(b.id, 'unmerge');
    expect(await words(b.id)).toEqual([`${a.no}: A\nA, please`, 'B, please']);
    expect(await words(c.id)).toEqual(['C, please', 'to all']);
  });

  it('is undone within the day and never later; one that was closed before stays closed', async () => {
    const [a, b, closed] = [await open('A'), await open('B'), await open('Closed')];
    await run(a.id, 'merge', { intoId: b.id });
    expect((await run(a.id, 'unmerge')).code).toBe('OK');
    expect(await read(a.id)).toMatchObject({ state: 'waitsForUs', mergedIntoId: null, closedAt: null });
    expect((await run(a.id, 'unmerge')).code).toBe('StateRefused');
    await run(closed.id, 'close');
    await run(closed.id, 'merge', { intoId: b.id });
    await run(closed.id, 'unmerge');
    expect((await read(closed.id)).state).toBe('closed');
    await run(a.id, 'merge', { intoId: b.id });
    await server.pool.query("update tickets set merged_at = now() - interval '25 hours' where id = $1", [a.id]);
    expect((await run(a.id, 'unmerge')).code).toBe('StateRefused');
  });
});

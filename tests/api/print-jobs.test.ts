import { createHmac, randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrintedBefore, type PrintJob, signedText } from '#contract/printing/jobs';
import { createDb } from '../../server/core/db/client.ts';
import { expireJobs } from '../../server/modules/printing/print-jobs/steps.ts';
import { startServer, type TestServer } from '../support/server.ts';

const me = 'browser-at-pack-1-aaaa';
const other = 'browser-at-pack-2-bbbb';
const AGENT = 'a'.repeat(32);
const TYPED = { document: 'codeLabel', records: [{ type: 'code128', code: 'KT-1' }] } as const;

describe('print jobs', () => {
  let server: TestServer;
  const tokens: Record<string, string> = {};
  let items: string[];
  let merchants: string[];

  const ask = <T = PrintJob>(body: object, as = 'admin', headers: Record<string, string> = {}) =>
    server.call<T>('POST', '/v0/print/jobs', { client: me, ...body }, tokens[as], headers);
  const step = (id: string, name: string, body: object, as = 'admin') =>
    server.call<PrintJob & { signature: string | null }>('POST', `/v0/print/jobs/${id}/${name}`, { client: me, ...body }, tokens[as]);
  const asked = async (body: object, as = 'admin'): Promise<PrintJob> => {
    const answer = await ask(body, as);
    if (answer.code !== 'OK') throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const item = async (merchantId: string | null): Promise<string> =>
    (await server.call<{ id: string }>('POST', '/v0/items', { sku: randomUUID().slice(0, 12), name: 'Tea', merchantId }, tokens['admin']))
      .data.id;
  const label = (id: string, more: object = {}) => ({ document: 'itemLabel', ids: [id], ...more });
  const printed = async (job: PrintJob): Promise<void> => {
    await step(job.id, 'sent', { agent: 'Pack 1', pages: 1 });
    expect((await step(job.id, 'end', { result: 'printed' })).data.state).toBe('printed');
  };

  beforeAll(async () => {
    server = await startServer({ sample: true });
    for (const account of ['admin', 'warehouse', 'merchant', 'carrier']) tokens[account] = await server.signIn(account);
    merchants = (await server.pool.query('select id from merchants order by no')).rows.map(({ id }) => id);
    items = await Promise.all(Array.from({ length: 3 }, () => item(merchants[0] ?? null)));
  });
  afterAll(() => server.close());

  it('the same label asked for again while it is on its way is the same job, whoever asks', async () => {
    const id = await item(merchants[0]!);
    const jobs = await Promise.all(
      Array.from({ length: 8 }, (_, n) => asked({ ...label(id), client: `${other}-${n}` }, n % 2 ? 'warehouse' : 'admin')),
    );
    expect(new Set(jobs.map((job) => job.id)).size).toBe(1);
    expect(jobs.filter((job) => job.held === 'mine')).toHaveLength(1);
    expect(jobs[0]?.key).toBe(`itemLabel-${id}-1`);
  });

  it('an answer that got lost is given again: one row, held by the one who asked', async () => {
    const id = await item(merchants[0]!);
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await ask(label(id), 'admin', key), await ask(label(id), 'admin', key)];
    expect(again.data).toEqual(first.data);
  });

  it('what came out before is printed again only with a reason, and the answer says who printed it and when', async () => {
    const id = await item(merchants[0]!);
    const first = await asked(label(id));
    await printed(first);
    const refused = await ask<PrintedBefore>(label(id), 'warehouse');
    expect(refused.code).toBe('Duplicate');
    expect(refused.data).toMatchObject({ printedBefore: true, no: first.no, state: 'printed' });
    expect(refused.data.by).not.toBe('');
    expect(Date.now() - Date.parse(refused.data.at)).toBeLessThan(60_000);
    const again = await asked(label(id, { reason: 'Label torn' }));
    expect(again.key).toBe(`itemLabel-${id}-2`);
  });

  it('a label that came out among others counts as printed', async () => {
    const [a, b] = [await item(merchants[0]!), await item(merchants[0]!)];
    await printed(await asked({ document: 'itemLabel', ids: [a, b] }));
    expect((await ask(label(b))).code).toBe('Duplicate');
  });

  it('what failed or was never handed over needs no reason; what was handed over and lost sight of does', async () => {
    const [failed, waiting, lost] = await Promise.all([item(null), item(null), item(null)]);
    const job = await asked(label(failed));
    expect((await step(job.id, 'end', { result: 'failed', error: 'no layout' })).data.state).toBe('failed');
    expect((await asked(label(failed))).key).toBe(`itemLabel-${failed}-2`);
    await asked(label(waiting));
    const away = await asked(label(lost));
    await step(away.id, 'sent', { agent: 'Pack 1', pages: 1 });
    await server.pool.query(`update print_jobs set expires_at = now() - interval '1 second' where ids && $1::uuid[]`, [[waiting, lost]]);
    await expireJobs(createDb(server.pool));
    expect((await ask(label(waiting))).code).toBe('OK');
    expect((await ask(label(lost))).code).toBe('Duplicate');
    // The paper is stronger than the clock.
    expect((await step(away.id, 'end', { result: 'printed' })).data.state).toBe('printed');
  });

  it('a refusal for certain gives the job back, an end is an end, and saying it twice changes nothing', async () => {
    const job = await asked(label(await item(null)));
    await step(job.id, 'sent', { agent: 'Pack 1', pages: 1 });
    expect((await step(job.id, 'end', { result: 'refused', error: 'no such printer' })).data.state).toBe('queued');
    await printed(job);
    expect((await step(job.id, 'end', { result: 'printed' })).code).toBe('OK');
    for (const [name, body] of [
      ['sent', { agent: 'Pack 1', pages: 1 }],
      ['offer', {}],
      ['claim', { agent: 'Pack 1' }],
      ['end', { result: 'failed' }],
    ] as const)
      expect((await step(job.id, name, body)).code, name).toBe('StateRefused');
  });

  it('of eight stations that want an offered job one gets it, and nobody else moves it on', async () => {
    const job = await asked(label(await item(merchants[0]!)));
    expect((await step(job.id, 'claim', { client: other, agent: 'Pack 2' })).code).toBe('StateRefused');
    expect((await step(job.id, 'offer', {})).data.held).toBe('nobody');
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        step(job.id, 'claim', { client: `${other}-${n}`, agent: `Pack ${n}` }, n % 2 ? 'warehouse' : 'admin'),
      ),
    );
    expect(claims.filter(({ code }) => code === 'OK')).toHaveLength(1);
    expect((await step(job.id, 'claim', { agent: 'here' })).data).toBe('printJobs.refusals.taken');
    expect((await step(job.id, 'sent', { agent: 'here', pages: 1 })).data).toBe('printJobs.refusals.taken');
    expect((await step(job.id, 'end', { result: 'printed' })).data).toBe('printJobs.refusals.taken');
    const row = await server.call<{ agent: string }>('GET', `/v0/printJobs/${job.id}`, undefined, tokens['admin']);
    expect(row.data.agent).toMatch(/^Pack \d$/);
  });

  it('the signature covers this job’s file on this printer for fifteen minutes, with a key that only server and agent know (P29)', async () => {
    const job = await asked(label(await item(null)));
    const sign = { agentId: AGENT, printer: 'Zebra', file: `${job.key}.pdf`, sha256: 'b'.repeat(64) };
    const sent = await step(job.id, 'sent', { agent: 'Pack 1', pages: 1, sign });
    const [until = '', mac] = sent.data.signature?.split('.') ?? [];
    expect(Math.abs(Number(until) - Date.now() / 1000 - 900)).toBeLessThan(30);
    const { key } = (await server.call<{ key: string }>('POST', '/v0/print/agents', { agentId: AGENT }, tokens['admin'])).data;
    expect(
      createHmac('sha256', key)
        .update(signedText({ ...sign, until: Number(until) }))
        .digest('hex'),
    ).toBe(mac);
    const foreign = await step(job.id, 'sent', { agent: 'Pack 1', pages: 1, sign: { ...sign, file: 'itemLabel-of-somebody-1.pdf' } });
    expect(foreign.data.signature).toBeNull();
  });

  it('what was typed is checked, kept, and printed again with its own content', async () => {
    expect((await ask({ document: 'codeLabel', records: [{ code: 7 }] })).code).toBe('InvalidInput');
    const job = await asked(TYPED);
    await printed(job);
    expect((await ask({ document: 'codeLabel', reprintOf: job.id })).code).toBe('InvalidInput');
    const again = await asked({ document: 'codeLabel', reprintOf: job.id, reason: 'one more' });
    expect(again.records).toEqual(job.records);
    expect(again.key).toBe(job.key.replace(/-1$/, '-2'));
  });

  it('a merchant prints and sees own rows only; the house’s jobs are not his to take, nor his the house’s (P17)', async () => {
    const [mine, foreign] = [await item(merchants[0]!), await item(merchants[1]!)];
    expect((await ask(label(foreign), 'merchant')).code).toBe('NotFound');
    const house = await asked(label(mine));
    const own = await asked(label(await item(merchants[0]!)), 'merchant');
    await asked(label(foreign));
    const seen = await server.call<{ merchantId: string }[]>('GET', '/v0/printJobs?l=1000', undefined, tokens['merchant']);
    expect(new Set(seen.data.map(({ merchantId }) => merchantId))).toEqual(new Set([merchants[0]]));
    await step(house.id, 'offer', {});
    expect((await step(house.id, 'claim', { client: other, agent: 'Shop' }, 'merchant')).code).toBe('StateRefused');
    await step(own.id, 'offer', {}, 'merchant');
    expect((await step(own.id, 'claim', { client: other, agent: 'Pack 1' })).code).toBe('StateRefused');
    expect((await ask(label(mine), 'carrier')).code).toBe('NotAllowed');
  });

  it('an offer is heard by the house over the live channel, and by no merchant (P28)', async () => {
    const heard: Record<string, string[]> = { admin: [], merchant: [] };
    const sockets = await Promise.all(
      Object.entries(heard).map(async ([as, list]) => {
        const socket = io(server.url, { path: '/ws', transports: ['websocket'], auth: { token: tokens[as] }, forceNew: true });
        socket.on('print', (event: { type: string; job: { id: string } }) => list.push(event.job.id));
        await new Promise<void>((resolve) => socket.on('connect', resolve));
        await socket.emitWithAck('since', Number.MAX_SAFE_INTEGER);
        return socket;
      }),
    );
    const house = await asked(label(items[0]!));
    const own = await asked(label(items[1]!), 'merchant');
    await step(house.id, 'offer', {});
    await step(own.id, 'offer', {}, 'merchant');
    await expect.poll(() => heard['merchant']).toEqual([own.id]);
    await expect.poll(() => heard['admin']).toContain(house.id);
    for (const socket of sockets) socket.disconnect();
  });
});

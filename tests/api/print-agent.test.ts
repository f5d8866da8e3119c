import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedText } from '#contract/printing/jobs';
import { type RunningAgent, rawCall, startAgent } from '../support/print-agent.ts';

const HOUSE = 'https://kontor.example';
const KEY = 'c'.repeat(64);
const PDF = Buffer.from('%PDF-1.4 label').toString('base64');
const json = { 'content-type': 'application/json' };

describe('the print agent (P29)', () => {
  let agent: RunningAgent;
  let token: string;
  const post = (body: object, headers: Record<string, string> = {}) =>
    rawCall(agent.url, 'POST', '/', { ...json, origin: HOUSE, ...headers }, JSON.stringify(body));
  const signed = (job: { printer: string; data: string; id: string }, more: { until?: number; key?: string } = {}) => {
    const { until = Math.floor(Date.now() / 1000) + 60, key = KEY } = more;
    const sha256 = createHash('sha256').update(Buffer.from(job.data, 'base64')).digest('hex');
    return {
      ...job,
      token,
      signature: `${until}.${createHmac('sha256', key)
        .update(signedText({ file: job.id, printer: job.printer, sha256, until }))
        .digest('hex')}`,
    };
  };
  const job = (id = `itemLabel-${randomUUID()}-1.pdf`) => ({ printer: 'Labels', data: PDF, id });

  beforeEach(async () => {
    agent = await startAgent({ allow: ['https://preset.example'] });
    const paired = await rawCall(agent.url, 'POST', '/pair', { ...json, origin: HOUSE }, JSON.stringify({ code: agent.code(), key: KEY }));
    token = String(paired.body['token']);
  });
  afterEach(() => agent.end());

  it('prints what our server signed for a paired address, whole, under the name it was given', async () => {
    const one = job();
    expect(await post(signed(one))).toMatchObject({ status: 200, body: { state: 'printed' } });
    expect(agent.files('Labels')).toEqual([one.id]);
    expect(agent.content('Labels', one.id).toString()).toBe('%PDF-1.4 label');
  });

  it('prints the specification’s bare printer, data and id for an address that was allowed when it started', async () => {
    expect((await post(job(), { origin: 'https://preset.example' })).body).toEqual({ state: 'printed' });
  });

  it('prints an id once: again, eight times at once, and after a restart it says so and prints nothing', async () => {
    const one = job();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(signed(one))));
    expect(answers.filter(({ body }) => body['state'] === 'printed')).toHaveLength(1);
    expect(answers.filter(({ body }) => body['state'] === 'already')).toHaveLength(7);
    await agent.restart();
    expect((await post(signed({ ...one, printer: 'Documents' }))).body).toEqual({ state: 'already' });
    expect(agent.files()).toEqual([one.id]);
  });

  const refusals: [string, () => Promise<{ status: number }>, number][] = [
    ['a host name that was bent to this computer', () => post(signed(job()), { host: 'evil.test:9100' }), 403],
    ['an address that was not paired', () => post(signed(job()), { origin: 'https://evil.test' }), 403],
    ['a call that names no address', () => rawCall(agent.url, 'POST', '/', json, JSON.stringify(signed(job()))), 403],
    ['a body that needs no preflight', () => post(signed(job()), { 'content-type': 'text/plain' }), 415],
    ['more than 20 MB', () => post(signed({ ...job(), data: Buffer.alloc(16 * 1024 * 1024).toString('base64') })), 413],
    ['a printer that it does not have', () => post(signed({ ...job(), printer: '../Labels' })), 404],
    ['a name that leads out of the folder', () => post(signed(job('../../etc/passwd.pdf'))), 400],
    ['another kind of file', () => post(signed(job('label.exe'))), 400],
    ['a wrong token', () => post({ ...signed(job()), token: 'x'.repeat(43) }), 401],
    ['no signature', () => post({ ...job(), token }), 403],
    ['a signature of somebody else', () => post(signed(job(), { key: 'd'.repeat(64) })), 403],
    ['a signature that is too old', () => post(signed(job(), { until: Math.floor(Date.now() / 1000) - 1 })), 403],
    ['other data than was signed', () => post({ ...signed(job()), data: Buffer.from('other').toString('base64') }), 403],
  ];
  it.each(refusals)('refuses %s, and nothing comes out', async (_what, call, status) => {
    expect((await call()).status).toBe(status);
    expect(agent.files()).toEqual([]);
  });

  it('answers the preflight of a paired address only', async () => {
    const preflight = (origin: string) =>
      rawCall(agent.url, 'OPTIONS', '/', {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      });
    expect(await preflight(HOUSE)).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': HOUSE } });
    const foreign = await preflight('https://evil.test');
    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('closes pairing after five wrong codes, also for the right one', async () => {
    const pair = (code: string) =>
      rawCall(agent.url, 'POST', '/pair', { ...json, origin: 'https://evil.test' }, JSON.stringify({ code, key: KEY }));
    const wrong = agent.code() === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) expect((await pair(wrong)).status).toBe(403);
    expect((await pair(agent.code())).status).toBe(403);
    expect((await post(job(), { origin: 'https://evil.test' })).status).toBe(403);
  });
});

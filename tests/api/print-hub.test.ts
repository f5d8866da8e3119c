import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrintJob } from '#contract/print/jobs';
import { readAnswer } from '../../src/print/hub/agent.ts';
import { runJob, type Ways } from '../../src/print/hub/run.ts';
import type { Agent, JobCalls, Outcome, Printer } from '../../src/print/hub/types.ts';
import { CallError } from '../../src/providers/call-error.ts';
import { type Between, between, type RunningAgent, rawCall, startAgent } from '../support/print-agent.ts';
import { startServer, type TestServer } from '../support/server.ts';

const HOUSE = 'https://kontor.example';
const PRINTER: Printer = { name: 'Labels', format: 'pdf', dpi: 203 };

describe('the print hub between server and agent: nothing lost, nothing twice', () => {
  let server: TestServer;
  let admin: string;
  let agent: RunningAgent;
  let way: Between;

  beforeAll(async () => {
    server = await startServer({ sample: true });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    agent = await startAgent();
    way = await between(agent);
  });
  afterEach(async () => {
    await way.end();
    await agent.end();
  });

  const callsOf = (client: string): JobCalls => {
    const made = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const answer = await server.call<T>(method, path, body, admin);
      if (answer.code === 'OK') return answer.data;
      throw new CallError({ code: answer.code as never, statusCode: answer.status, data: answer.data, message: answer.error ?? '' });
    };
    const step = <T>(id: string, name: string, body: object) => made<T>('POST', `/v0/print/jobs/${id}/${name}`, { client, ...body });
    return {
      ask: (wish) => made('POST', '/v0/print/jobs', wish),
      read: (id) => made('GET', `/v0/print/jobs/${id}?client=${client}`),
      claim: (id, place) => step(id, 'claim', { agent: place }),
      offer: (id) => step(id, 'offer', {}),
      sent: (id, sent) => step(id, 'sent', sent),
      end: (id, end) => step(id, 'end', end),
    };
  };

  /** This computer's agent, paired, reached over what loses and refuses. */
  const paired = async (timeout = 10_000): Promise<Agent> => {
    const headers = { 'content-type': 'application/json', origin: HOUSE };
    const { body } = await rawCall(agent.url, 'GET', '/status', headers);
    const agentId = String(body['agentId']);
    const { key } = (await server.call<{ key: string }>('POST', '/v0/print/agents', { agentId }, admin)).data;
    const { token } = (await rawCall(agent.url, 'POST', '/pair', headers, JSON.stringify({ code: agent.code(), key }))).body;
    return {
      agentId,
      printers: ['Labels', 'Documents'],
      print: async (file) => {
        const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('TimeoutError')), timeout).unref());
        const answer = rawCall(way.url, 'POST', '/', headers, JSON.stringify({ ...file, token }));
        answer.catch(() => undefined);
        return Promise.race([answer, late]).then(readAnswer, () => ({ kind: 'lost', code: 'lost' }) as const);
      },
    };
  };

  type Station = { ways: Ways; client: string; opened: string[] };
  const station = (found: Agent | null, more: Partial<Ways> = {}): Station => {
    const client = randomUUID();
    const opened: string[] = [];
    const ways: Ways = {
      calls: callsOf(client),
      draw: async (job) => [{ type: 'pdf', bytes: Buffer.from(`%PDF ${job.key}`), pages: 1, copies: 1, title: '' }],
      place: 'Pack 1',
      findAgent: async () => found,
      choosePrinter: async () => PRINTER,
      remember: () => undefined,
      patience: async () => undefined,
      show: (job) => opened.push(job.key) > 0,
      showLater: (job) => opened.push(job.key),
      ...more,
    };
    return { ways, client, opened };
  };
  const askBy = ({ ways, client }: Station): Promise<PrintJob> =>
    ways.calls.ask({ client, document: 'codeLabel', records: [{ type: 'code128', code: 'KT-1' }] }, randomUUID());
  const stateOf = async (job: PrintJob): Promise<string> =>
    (await server.call<{ state: string }>('GET', `/v0/printJobs/${job.id}`, undefined, admin)).data.state;
  /** Exactly one paper: from the agent or in a window. */
  const papers = ({ opened }: Station): string[] => [...agent.files().map((name) => name.replace(/\.pdf$/, '')), ...opened];

  const faults: [string, Between['faults'], Outcome['kind']][] = [
    ['answers', [], 'printed'],
    ['prints and its answer is lost', ['lost'], 'printed'],
    ['prints and two answers are lost', ['lost', 'lost'], 'printed'],
    ['fails once with 500', [500], 'printed'],
    ['refuses with 400', [400], 'opened'],
    ['refuses with 403', [403], 'opened'],
  ];
  it.each(faults)('an agent that %s: one paper, and the row says printed', async (_what, given, kind) => {
    way.faults.push(...given);
    const here = station(await paired());
    const job = await askBy(here);
    expect((await runJob(here.ways, job)).kind).toBe(kind);
    expect(papers(here)).toEqual([job.key]);
    expect(await stateOf(job)).toBe('printed');
  });

  it.each([
    ['is silent', ['silent', 'silent', 'silent'] as const],
    ['only fails', [500, 503, 500] as const],
    ['prints, and every answer is lost', ['lost', 'lost', 'lost'] as const],
  ])(
    'an agent that %s leaves the job to be sent again, to the same printer and nowhere else: one paper in the end',
    async (_what, given) => {
      way.faults.push(...given);
      const here = station(await paired(200));
      const job = await askBy(here);
      expect((await runJob(here.ways, job)).kind).toBe('unsure');
      expect(here.opened).toEqual([]);
      expect(await stateOf(job)).toBe('sent');
      // The page was loaded anew: the agent is gone for a while, then it is back.
      const away = { ...here.ways, findAgent: async () => null };
      expect((await runJob(away, await here.ways.calls.read(job.id))).kind).toBe('unsure');
      expect((await runJob(here.ways, await here.ways.calls.read(job.id))).kind).toBe('printed');
      expect(papers(here)).toEqual([job.key]);
      expect(await stateOf(job)).toBe('printed');
    },
  );

  it('a printer that the agent does not have: the job goes to a window, once', async () => {
    const here = station(await paired(), { choosePrinter: async () => ({ ...PRINTER, name: 'Gone' }) });
    const job = await askBy(here);
    expect((await runJob(here.ways, job)).kind).toBe('opened');
    expect(papers(here)).toEqual([job.key]);
  });

  it('without an agent another station takes it, and the first one opens nothing', async () => {
    const there = station(await paired());
    const taken: Outcome[] = [];
    const here = station(null, {
      patience: async (job) => {
        taken.push(await runJob(there.ways, await there.ways.calls.claim(job.id, 'Pack 2'), { elsewhere: false }));
      },
    });
    const job = await askBy(here);
    expect((await runJob(here.ways, job)).kind).toBe('elsewhere');
    expect(taken).toMatchObject([{ kind: 'printed' }]);
    expect(here.opened).toEqual([]);
    expect(papers(there)).toEqual([job.key]);
  });

  it('where no window opens the job waits for a click, and comes out once', async () => {
    const here = station(null, { show: () => false });
    const job = await askBy(here);
    const outcome = await runJob(here.ways, job);
    expect(await stateOf(job)).toBe('queued');
    if (outcome.kind !== 'blocked') throw new Error(outcome.kind);
    outcome.show();
    await expect.poll(() => stateOf(job)).toBe('printed');
    expect(papers(here)).toEqual([job.key]);
  });

  it('what cannot be drawn fails with its reason and reaches no printer', async () => {
    const here = station(await paired(), { draw: () => Promise.reject(new Error('no such code')) });
    const job = await askBy(here);
    expect(await runJob(here.ways, job)).toEqual({ kind: 'failed', why: 'no such code' });
    expect(await stateOf(job)).toBe('failed');
    expect(papers(here)).toEqual([]);
  });

  it('a batch with carriers’ own labels prints each file and copy once, also when an answer in the middle is lost', async () => {
    way.faults.push('through', 'lost');
    const file = (title: string, copies = 1) => ({ type: 'pdf' as const, bytes: Buffer.from(title), pages: 1, copies, title });
    const here = station(await paired(), { draw: async () => [file('own'), file('carrier', 2)] });
    const job = await askBy(here);
    expect((await runJob(here.ways, job)).kind).toBe('printed');
    expect(agent.files()).toEqual([`${job.key}.2.pdf`, `${job.key}.3.pdf`, `${job.key}.pdf`]);
  });
});

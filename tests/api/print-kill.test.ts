import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { expireJobs } from '../../server/modules/printing/print-jobs/steps.ts';
import { runJob } from '../../src/print/hub/run.ts';
import { startAgent } from '../support/print-agent.ts';
import { PRINTER, printStations } from '../support/print-stations.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** More than an agent takes for one file; the walk ends by itself where it was not killed any more. */
const MOST_STEPS = 40;

describe('a print agent that is killed: each job ends as printed once, or as a question (P29)', () => {
  let server: TestServer;
  let { paired, station, askBy, stateOf } = {} as ReturnType<typeof printStations>;
  beforeAll(async () => {
    server = await startServer({ sample: true });
    ({ paired, station, askBy, stateOf } = printStations(server, await server.signIn('admin')));
  });
  afterAll(() => server.close());

  /** Prints one job a step, with the agent killed right before that step; answers the ends by step and what came out of each. */
  async function killedAtEachStep(lp: boolean): Promise<{ state: string; papers: number }[]> {
    const agent = await startAgent({ lp });
    const ends: { state: string; papers: number }[] = [];
    try {
      const here = station(await paired(agent));
      for (let step = 1; step <= MOST_STEPS; step += 1) {
        const job = await askBy(here);
        agent.killAt(step);
        const first = await runJob(here.ways, job);
        if (!agent.isGone()) {
          expect(first.kind).toBe('printed');
          expect(step).toBeGreaterThan(4);
          return ends;
        }
        expect(first).toMatchObject({ kind: 'unsure' });
        expect(await stateOf(job)).toBe('unsure');
        await agent.restart();
        await runJob(here.ways, await here.ways.calls.read(job.id));
        ends.push({ state: await stateOf(job), papers: agent.files().filter((name) => name.startsWith(`${job.key}.`)).length });
      }
      throw new Error('the agent was killed at every step that there is, and more');
    } finally {
      await agent.end();
    }
  }

  it('into a folder, which can be looked into: printed once, whenever it was killed', async () => {
    const ends = await killedAtEachStep(false);
    expect(ends).toEqual(ends.map(() => ({ state: 'printed', papers: 1 })));
  });

  it('through CUPS, which cannot be asked: printed once or a question, and no job comes out twice', async () => {
    const ends = await killedAtEachStep(true);
    for (const { state, papers } of ends) {
      expect(['printed', 'unsure']).toContain(state);
      expect(papers).toBeLessThan(2);
      if (state === 'printed') expect(papers).toBe(1);
    }
    expect(ends.some(({ state, papers }) => state === 'unsure' && papers === 1)).toBe(true);
    expect(ends.some(({ state, papers }) => state === 'unsure' && papers === 0)).toBe(true);
  });

  it('a question is answered from any computer: it came out, or it did not and is printed anew under another name', async () => {
    const agent = await startAgent();
    const found = await paired(agent);
    const here = station(found);
    const [yes, no] = [await askBy(here), await askBy(here)];
    for (const { id } of [yes, no]) {
      await here.ways.calls.sent(id, { agent: 'Pack 1', pages: 1 });
      await here.ways.calls.end(id, { result: 'unsure', error: 'lost' });
    }
    const other = station(null);
    expect((await other.ways.calls.answer(yes.id, true)).state).toBe('printed');
    expect((await other.ways.calls.answer(no.id, false)).state).toBe('failed');
    await expect(other.ways.calls.answer(no.id, true)).rejects.toMatchObject({ code: 'StateRefused' });
    const again = await here.ways.calls.ask(
      { client: here.client, document: 'codeLabel', reprintOf: no.id, reason: 'It did not come out' },
      '',
    );
    expect(again.key).not.toBe(no.key);
    expect((await runJob(here.ways, again)).kind).toBe('printed');
    expect(agent.files()).toEqual([`${again.key}.pdf`]);
    await agent.end();
  });

  it('a job whose browser is gone after it was handed over becomes a question within minutes; none stays handed over', async () => {
    const here = station(null);
    const job = await askBy(here);
    await here.ways.calls.sent(job.id, { agent: 'Pack 1', pages: 1 });
    await expireJobs(createDb(server.pool));
    expect(await stateOf(job)).toBe('sent');
    await server.pool.query(`update print_jobs set expires_at = expires_at - interval '2 minutes 1 second' where id = $1`, [job.id]);
    await expireJobs(createDb(server.pool));
    expect(await stateOf(job)).toBe('unsure');
    await server.pool.query(`update print_jobs set expires_at = expires_at - interval '30 days' where id = $1`, [job.id]);
    await expireJobs(createDb(server.pool));
    expect(await stateOf(job)).toBe('unsure');
  });
});

describe('a label printer in the network (raw port)', () => {
  let server: TestServer;
  let printer: Server;
  let heard = '';
  let mood: 'reads' | 'breaks off' = 'reads';
  beforeAll(async () => {
    server = await startServer({ sample: true });
    printer = createServer((socket) => {
      if (mood === 'breaks off') socket.once('data', () => socket.resetAndDestroy());
      else socket.on('data', (chunk) => (heard += chunk.toString()));
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(printer, 'listening');
  });
  afterAll(async () => {
    printer.close();
    await server.close();
  });

  it('gets the file as it is; one that breaks off in the middle leaves a question, one that is away prints nothing', async () => {
    const { paired, station, askBy, stateOf } = printStations(server, await server.signIn('admin'));
    const { port } = printer.address() as { port: number };
    const agent = await startAgent({ raw: [`Labels=127.0.0.1:${port}`] });
    const here = station(await paired(agent));
    const [printed, broken, away] = [await askBy(here), await askBy(here), await askBy(here)];
    expect(await runJob(here.ways, printed)).toMatchObject({ kind: 'printed', where: PRINTER.name });
    await expect.poll(() => heard).toBe(`%PDF ${printed.key}`);
    mood = 'breaks off';
    expect(await runJob(here.ways, broken)).toEqual({ kind: 'unsure', code: 'Unknown' });
    expect(await stateOf(broken)).toBe('unsure');
    printer.close();
    await once(printer, 'close');
    expect((await runJob(here.ways, away)).kind).toBe('opened');
    expect(here.opened).toEqual([away.key]);
    await agent.end();
  });
});

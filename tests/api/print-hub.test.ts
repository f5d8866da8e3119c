import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJob } from '../../src/print/hub/run.ts';
import type { Outcome } from '../../src/print/hub/types.ts';
import { type Between, between, type RunningAgent, startAgent } from '../support/print-agent.ts';
import { PRINTER, printStations, type Station } from '../support/print-stations.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('the print hub between server and agent: nothing lost, nothing twice', () => {
  let server: TestServer;
  let agent: RunningAgent;
  let way: Between;
  let { paired, station, askBy, stateOf } = {} as ReturnType<typeof printStations>;

  beforeAll(async () => {
    server = await startServer({ sample: true });
    ({ paired, station, askBy, stateOf } = printStations(server, await server.signIn('admin')));
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
    const here = station(await paired(agent, way));
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
      const [hasty, patient] = [await paired(agent, way, 200), await paired(agent, way)];
      let found = hasty;
      const here = station(null, { findAgent: async () => found });
      const job = await askBy(here);
      expect((await runJob(here.ways, job)).kind).toBe('unsure');
      expect(here.opened).toEqual([]);
      expect(await stateOf(job)).toBe('unsure');
      // The page was loaded anew: the agent is gone for a while, then it is back.
      const away = { ...here.ways, findAgent: async () => null };
      expect((await runJob(away, await here.ways.calls.read(job.id))).kind).toBe('unsure');
      found = patient;
      expect((await runJob(here.ways, await here.ways.calls.read(job.id))).kind).toBe('printed');
      expect(papers(here)).toEqual([job.key]);
      expect(await stateOf(job)).toBe('printed');
    },
  );

  it('a printer that the agent does not have: the job goes to a window, once', async () => {
    const here = station(await paired(agent, way), { choosePrinter: async () => ({ ...PRINTER, name: 'Gone' }) });
    const job = await askBy(here);
    expect((await runJob(here.ways, job)).kind).toBe('opened');
    expect(papers(here)).toEqual([job.key]);
  });

  it('without an agent another station takes it, and the first one opens nothing', async () => {
    const there = station(await paired(agent, way));
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
    const here = station(await paired(agent, way), { draw: () => Promise.reject(new Error('no such code')) });
    const job = await askBy(here);
    expect(await runJob(here.ways, job)).toEqual({ kind: 'failed', reason: 'no such code' });
    expect(await stateOf(job)).toBe('failed');
    expect(papers(here)).toEqual([]);
  });

  it('a batch with carriers’ own labels prints each file and copy once, also when an answer in the middle is lost', async () => {
    way.faults.push('through', 'lost');
    const file = (title: string, copies = 1) => ({ type: 'pdf' as const, bytes: Buffer.from(title), pages: 1, copies, title });
    const here = station(await paired(agent, way), { draw: async () => ({ files: [file('own'), file('carrier', 2)], warnings: [] }) });
    const job = await askBy(here);
    expect((await runJob(here.ways, job)).kind).toBe('printed');
    expect(agent.files()).toEqual([`${job.key}.2.pdf`, `${job.key}.3.pdf`, `${job.key}.pdf`]);
  });

  it('a label on which something is wrong comes out only when its reader wants it so', async () => {
    const cut = { what: 'cutText', where: '{to.name1}', name: 'Receiver', value: 'A name that is too long' } as const;
    const asked: string[] = [];
    const drawn = { files: [{ type: 'pdf' as const, bytes: Buffer.from('%PDF'), pages: 1, copies: 1, title: '' }], warnings: [cut] };
    const answering = (wanted: boolean) =>
      paired(agent, way).then((found) =>
        station(found, {
          draw: async () => drawn,
          accept: async (_job, faults) => {
            asked.push(...faults.map(({ value }) => value));
            return wanted;
          },
        }),
      );
    const no = await answering(false);
    const declined = await askBy(no);
    expect(await runJob(no.ways, declined)).toEqual({ kind: 'declined' });
    expect([await stateOf(declined), papers(no)]).toEqual(['failed', []]);
    await agent.restart();
    const yes = await answering(true);
    const wanted = await askBy(yes);
    expect((await runJob(yes.ways, wanted)).kind).toBe('printed');
    expect(papers(yes)).toEqual([wanted.key]);
    expect(asked).toEqual([cut.value, cut.value]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScanAnswer, ScanEvent } from '#contract/scanning/commands';
import { startServer, type TestServer } from '../support/server.ts';
import { type Device, device, type House, openHouse } from '../support/warehouse.ts';
import { checkInvariants, goodScan, makeWork, type Work } from './rig.ts';

/** What no queue of ours sends and a network may deliver all the same: batches twice at once, in the wrong order, cut in two (reliability.md P1, P8). */
let server: TestServer;
let house: House;
let scanner: Device;
let work: Work;
beforeAll(async () => {
  server = await startServer({ sample: true });
  house = await openHouse(server, 2);
  work = await makeWork(server.pool, house, 'ONE');
  const { rows } = await server.pool.query(`select id from users where account = 'admin@kontor.example'`);
  scanner = device(server, await server.signIn('admin'), rows[0].id, house.stationId);
});
afterAll(() => server.close());

const outcomes = ({ verdicts }: ScanAnswer): string[] => verdicts.map(({ outcome }) => outcome);
const batchOf = (count: number): ScanEvent[] => Array.from({ length: count }, () => scanner.event(goodScan(work, 0).act));
const received = async (): Promise<number> =>
  (await server.pool.query('select received from task_lines where id = $1', [work.lineId])).rows[0].received;

it('a batch that arrives ten times at once is booked once, and nine times answered as before (P1, P8)', async () => {
  for (let round = 0; round < 5; round++) {
    const [batch, before] = [batchOf(4), await received()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => scanner.post(batch)));
    const said = answers.map((answer) => outcomes(answer).join(' ')).sort();
    expect(said).toEqual(['applied applied applied applied', ...Array<string>(9).fill('repeated repeated repeated repeated')]);
    expect(await received()).toBe(before + 4);
  }
  await checkInvariants(server.pool);
});

it('batches that overlap are booked each scan once (P1, P8)', async () => {
  const [batch, before] = [batchOf(6), await received()];
  const answers = await Promise.all([batch, batch.slice(0, 3), batch.slice(0, 5)].map((part) => scanner.post(part)));
  expect(answers.flatMap(outcomes).filter((outcome) => outcome === 'applied')).toHaveLength(6);
  expect(await received()).toBe(before + 6);
});

it('numbers out of turn wait until the ones before them came, and the answer says from where (P8)', async () => {
  const [first, second, third] = batchOf(3) as [ScanEvent, ScanEvent, ScanEvent];
  const before = await received();
  const early = await scanner.post([third]);
  expect([outcomes(early), early.lastSeq]).toEqual([['waiting'], first.seq - 1]);
  const gap = await scanner.post([third, first]);
  expect([outcomes(gap), gap.lastSeq]).toEqual([['applied', 'waiting'], first.seq]);
  expect(await received()).toBe(before + 1);
  const whole = await scanner.post([second, third]);
  expect([outcomes(whole), whole.lastSeq]).toEqual([['applied', 'applied'], third.seq]);
  expect(await received()).toBe(before + 3);
  await checkInvariants(server.pool);
});

it('what was scanned and taken back while offline comes in one batch, and only the first undo counts (P1)', async () => {
  const [batch, before] = [batchOf(2), await received()];
  const scanId = (batch[0] as ScanEvent).id;
  const undo = () => scanner.event({ do: 'undo', scanId });
  const answer = await scanner.post([...batch, undo(), undo()]);
  expect(answer.verdicts.map(({ outcome, why }) => why ?? outcome)).toEqual(['applied', 'applied', 'applied', 'alreadyUndone']);
  expect(await received()).toBe(before + 1);
  await checkInvariants(server.pool);
});

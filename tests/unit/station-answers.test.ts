import { describe, expect, it } from 'vitest';
import { LOCALES } from '#contract/core/limits';
import type { ScanVerdict } from '#contract/scanning/commands';
import { addWork, applyVerdict, refreshWork } from '#contract/scanning/station/state-updates';
import { knows } from '#contract/scanning/station/step';
import { codeOf, line, OTHER, task, Worker, work } from '../support/station.ts';
import { lookUp, paramsOf } from '../support/texts.ts';

const refused = (scanId: string): ScanVerdict => ({
  id: scanId,
  seq: 1,
  outcome: 'refused',
  why: 'alreadyPacked',
  params: { no: 'T-1', who: 'Mia', at: '10:32' },
});
const applied = (scanId: string): ScanVerdict => ({ id: scanId, seq: 1, outcome: 'applied', why: null, params: {} });

describe('undo', () => {
  const packing = () => new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3 })])] }));

  it('takes back the last scan that still holds, then the one before', () => {
    const worker = packing().scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
      ['NOPE', 'unknownCode'],
      ['undo', 'undone'],
      ['undo', 'undone'],
      ['undo', 'nothingToUndo'],
    );
    const [first, second] = worker.acts.map(({ scanId }) => scanId);
    expect(worker.booked.slice(2)).toEqual([
      { do: 'undo', scanId: second },
      { do: 'undo', scanId: first },
    ]);
  });

  it('drops an open question first, of which nothing is booked', () => {
    const worker = new Worker(work('PackScanEF', { tasks: [task(1, [line(1, 1, 1, { picked: 1 })])] }));
    worker.scan(['T-1', 'opened'], ['SKU-1', 'answerNext'], ['undo', 'dropped'], ['T-1', 'opened']);
    expect(worker.booked).toEqual([]);
  });

  it('an undo that the server refuses brings the piece back', () => {
    const worker = packing().scan(['T-1', 'opened'], ['SKU-1', 'packed'], ['undo', 'undone']);
    worker.state = applyVerdict(worker.state, { ...refused(worker.acts.at(-1)!.scanId), why: 'notUndoable' }).state;
    expect(worker.state.work.tasks[0]?.lines[0]?.packed).toBe(1);
  });
});

describe("the server's answers", () => {
  const packing = () =>
    new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3 })])] })).scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packed'],
      ['SKU-1', 'packed'],
    );

  it('a serial number that somebody else was first with is told with who did what and when', () => {
    const worker = packing();
    const verdictOf = (params: Record<string, string>) =>
      applyVerdict(worker.state, { ...refused(worker.acts[0]!.scanId), why: 'serialUsed', params }).verdict;
    const first = { serial: 'SN-7', who: OTHER, at: '2026-03-02T09:32:00Z', did: 'receive' };
    expect(verdictOf(first)).toMatchObject({ outcome: 'duplicate', say: 'scan.refusalsBy.serialUsed', params: first });
    expect(verdictOf({ serial: 'SN-7' })?.say).toBe('scan.refusals.serialUsed');
    for (const locale of LOCALES)
      expect(paramsOf(lookUp(locale, 'scan.refusalsBy.serialUsed') ?? '').sort(), locale).toEqual(Object.keys(first).sort());
  });

  it("a refusal's sentence finds what it names: in the server's answer, else in what the station said", () => {
    const worker = packing();
    const { verdict } = applyVerdict(worker.state, { ...refused(worker.acts[0]!.scanId), why: 'blocked', params: { blocker: 'hold' } });
    expect(verdict?.params).toMatchObject({ no: 'T-1', blocker: 'hold' });
  });

  it('a refused piece is taken out again and says why; later pieces stay', () => {
    const worker = packing();
    const { state, verdict } = applyVerdict(worker.state, refused(worker.acts[0]!.scanId));
    expect(state.work.contents).toHaveLength(1);
    expect(verdict).toMatchObject({ outcome: 'duplicate', say: 'scan.refusalsBy.alreadyPacked', params: { who: 'Mia', at: '10:32' } });
    worker.state = state;
    expect(worker.view.last.map((scan) => scan.state)).toContain('refused');
  });

  it('scans read as saved here until they are confirmed', () => {
    const worker = packing();
    worker.state = applyVerdict(worker.state, applied(worker.acts[0]!.scanId)).state;
    expect(worker.view.last.map(({ state }) => state)).toEqual(['saved', 'confirmed', 'local']);
    expect(applyVerdict(worker.state, { ...applied(worker.acts[1]!.scanId), outcome: 'waiting' }).state).toBe(worker.state);
  });

  it('a reason this page does not know is still told as a refusal', () => {
    const worker = packing();
    expect(applyVerdict(worker.state, { ...refused(worker.acts[0]!.scanId), why: 'somethingNew' }).verdict).toMatchObject({
      outcome: 'stop',
      say: 'scan.refusals.broken',
    });
  });

  it('new work holds what was answered; what waits is done on top of it', () => {
    const worker = packing();
    worker.state = applyVerdict(worker.state, applied(worker.acts[0]!.scanId)).state;
    const newer = work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3, packed: 1 })])] });
    worker.state = refreshWork(worker.state, newer);
    expect(worker.state.work.tasks[0]?.lines[0]?.packed).toBe(2);
  });

  it('an unknown code of partial work is learnt and then understood', () => {
    const worker = new Worker(work('packScanOrder', { partial: true }));
    expect(knows(worker.state, codeOf('T-1'))).toBe(false);
    worker.state = addWork(worker.state, work('packScanOrder', { tasks: [task(1, [line(1, 1, 3, { picked: 3 })])] }));
    expect(knows(worker.state, codeOf('T-1'))).toBe(true);
    worker.scan(['T-1', 'opened']);
  });

  it('a long shift keeps twenty scans to look at and forgets none of the work', () => {
    const worker = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 50, { picked: 50 })])] })).scan(['T-1', 'opened']);
    for (let n = 0; n < 40; n++) worker.scan(['SKU-1', 'packed']);
    for (const { scanId } of worker.acts) worker.state = applyVerdict(worker.state, applied(scanId)).state;
    worker.scan(['SKU-1', 'packed'], ['undo', 'undone']);
    expect(worker.state.entries.length).toBeLessThan(25);
    expect(worker.state.work.tasks[0]?.lines[0]?.packed).toBe(40);
  });
});

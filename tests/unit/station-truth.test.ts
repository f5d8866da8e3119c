import { describe, expect, it } from 'vitest';
import type { ScanVerdict } from '#contract/scanning/commands';
import { applyVerdict } from '#contract/scanning/station/state-updates';
import { atFirst, codeOf, line, picklist, task, WALK, Worker, walker, work } from '../support/station.ts';

const { tasks, lines } = WALK;

describe('the card', () => {
  it('names the item that is expected now, not the one before', () => {
    const worker = atFirst();
    expect(worker.view.item?.sku).toBe('SKU-1');
    worker.scan(['SKU-1', 'takenAll'], ['done', 'picked']);
    expect(worker.view.item?.sku).toBe('SKU-2');
    const table = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 1, { picked: 1 }), line(2, 2, 1, { picked: 1 })])] }));
    table.scan(['T-1', 'opened'], ['SKU-1', 'packed']);
    expect(table.view.item?.sku).toBe('SKU-2');
    table.scan(['SKU-2', 'packedAll']);
    expect(table.view.item).toBeNull();
  });
});

describe('another tablet was quicker', () => {
  const refusal = (scanId: string, why: ScanVerdict['why'], params: ScanVerdict['params'] = {}): ScanVerdict => ({
    id: scanId,
    seq: 1,
    outcome: 'refused',
    why,
    params,
  });

  it("the loser's screen leads on at once, without the server's next work", () => {
    const worker = atFirst().scan(['SKU-1', 'takenAll'], ['done', 'picked']);
    worker.state = applyVerdict(worker.state, refusal(worker.acts[0]!.scanId, 'alreadyPicked', { sku: 'SKU-1', left: 0 })).state;
    expect(worker.state.prompt).toMatchObject({ ask: 'goPlace', params: { place: 'B-02-3' } });
    const part = atFirst().scan(['SKU-1', 'takenAll'], ['done', 'picked']);
    part.state = applyVerdict(part.state, refusal(part.acts[0]!.scanId, 'tooMany', { sku: 'SKU-1', left: 1 })).state;
    expect(part.state.prompt).toMatchObject({ ask: 'goPlace', params: { place: 'A-01-1', qty: 1 } });
  });

  it('a packed piece, a loaded parcel and a full delivery are not waited for any more', () => {
    const table = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 1, { picked: 1 })])] })).scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packedAll'],
    );
    table.state = applyVerdict(table.state, refusal(table.acts[0]!.scanId, 'alreadyPacked', { sku: 'SKU-1', no: 'T-1' })).state;
    expect(table.state.work.tasks[0]?.lines[0]?.packed).toBe(1);
    const dock = new Worker(work('receiving', { tasks: [task(1, [line(1, 1, 4)], { kind: 'inbound', status: 'receiving' })] }));
    dock.scan(['T-1', 'opened'], ['SKU-1', 'counted'], ['done', 'received']);
    dock.state = applyVerdict(dock.state, refusal(dock.acts[0]!.scanId, 'overReceipt', { sku: 'SKU-1', expected: 0, got: 1 })).state;
    expect(dock.state.prompt.ask).toBe('finish');
  });
});

describe('what is said is true', () => {
  it('a list that ends with pieces missing is not called complete', () => {
    const worker = walker({ picklists: [picklist(1, lines.slice(0, 1))] });
    worker.scan(['PL-1', 'opened'], ['A-01-1', 'placeSet'], ['SKU-1', 'takenAll'], ['3', 'picked'], ['2', 'shortNoted']);
    expect(worker.state.prompt).toMatchObject({ ask: 'finishRest', params: { left: 1 } });
    worker.scan(['done', 'listRest']);
    const held = walker({ tasks: [tasks[0]!, { ...tasks[1]!, blockers: ['hold'] }] });
    held.scan(
      ['PL-1', 'opened'],
      ['A-01-1', 'placeSet'],
      ['SKU-1', 'takenAll'],
      ['B-02-3', 'picked'],
      ['SKU-2', 'takenAll'],
      ['next', 'pickRest'],
    );
  });

  it('a full line scanned again is said to be full, not its order', () => {
    atFirst().scan(['SKU-1', 'takenAll'], ['done', 'picked'], ['SKU-1', 'lineFull']);
    const table = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 1, { picked: 1 }), line(2, 2, 2, { picked: 2 })])] }));
    table.scan(['T-1', 'opened'], ['done', 'nothingPacked'], ['SKU-1', 'packed']);
    expect(table.read(codeOf('SKU-1')).verdict).toMatchObject({
      say: 'scan.feedback.linePacked',
      params: { sku: 'SKU-1', done: 1, left: 2 },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { refreshWork } from '#contract/scanning/station/state-updates';
import type { Work } from '#contract/scanning/work';
import {
  atFirst,
  codeOf,
  id,
  item,
  keys,
  ledger,
  line,
  PLACES,
  pickLine,
  picklist,
  stock,
  task,
  WALK,
  Worker,
  walker,
  work,
} from '../support/station.ts';

const { tasks, lines } = WALK;

describe('picking: one scan of the item stands for all pieces of the stop', () => {
  it('nothing is booked before somebody goes on; the next place books what is asked for', () => {
    const worker = atFirst().scan(['SKU-1', 'takenAll']);
    expect(worker.booked).toEqual([]);
    expect(worker.view.amount).toEqual({ shown: 4, of: 4 });
    worker.scan(['B-02-3', 'picked']);
    expect(worker.booked).toMatchObject([{ do: 'pick', qty: 4 }]);
    expect(worker.state.prompt).toMatchObject({ ask: 'takeItem', params: { qty: 6, sku: 'SKU-2' } });
  });

  it.each([
    ['an item that is not wanted', 'FOREIGN'],
    ['a place that is not due', 'X-01-1'],
    ['an unknown code', 'NOPE-1234'],
    ['an order on no list', 'T-9'],
  ])('%s is refused and confirms nothing', (_case, code) => {
    const items = [item(1), item(2), item(9, { sku: 'FOREIGN' })];
    const worker = atFirst({ items, tasks: [...tasks, task(9, [line(90, 1, 1)])] }).scan(['SKU-1', 'takenAll']);
    const { verdict } = worker.read(codeOf(code));
    expect(['wrong', 'stop']).toContain(verdict.outcome);
    expect(worker.booked).toEqual([]);
    expect(worker.state.prompt.ask).toBe('taken');
    keys(worker, '3');
    worker.read(codeOf(code));
    expect(worker.booked).toEqual([]);
  });

  it('the cart that is scanned confirms, and the pieces lie on it', () => {
    const worker = atFirst().scan(['SKU-1', 'takenAll'], ['CART-1', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 4, cartId: PLACES.cart }]);
  });

  it('DONE and NEXT confirm, and put nothing off', () => {
    for (const command of ['done', 'next']) {
      const worker = atFirst().scan(['SKU-1', 'takenAll'], [command, 'picked']);
      expect(worker.booked).toMatchObject([{ qty: 4 }]);
      expect(worker.state.at.skipped).toEqual([]);
    }
  });

  it('scanning the item again counts, and the asked number books by itself', () => {
    const worker = atFirst().scan(['SKU-1', 'takenAll'], ['SKU-1', 'takenSome'], ['SKU-1', 'takenSome']);
    expect(worker.view.amount).toEqual({ shown: 3, of: 4 });
    expect(worker.booked).toEqual([]);
    worker.scan(['SKU-1', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 4 }]);
  });

  it('a carton code counts its pieces; more than asked for is refused', () => {
    const one = { tasks: [task(1, [line(1, 1, 12)])], picklists: [picklist(1, [pickLine(1, 1, 1, 1, PLACES.a, 12)])] };
    const worker = atFirst(one).scan(['CARTON-1', 'takenSome'], ['CARTON-1', 'pickDone']);
    expect(worker.booked).toMatchObject([{ qty: 12 }]);
    atFirst(one).scan(['SKU-1', 'takenAll'], ['CARTON-1', 'takenSome'], ['CARTON-1', 'tooMany']);
  });

  it('a number below what is asked for is booked, and why the rest is missing is asked while one goes on', () => {
    const worker = keys(atFirst().scan(['SKU-1', 'takenAll']), '3').scan(['B-02-3', 'picked']);
    expect(worker.state.prompt.ask).toBe('reason');
    expect(worker.booked).toMatchObject([{ do: 'pick', qty: 3 }]);
    worker.scan(['2', 'shortNoted']);
    expect(worker.booked[1]).toMatchObject({ do: 'short', picklistLineId: id('k', 1), qty: 1, reason: 'damaged' });
    expect(worker.state.prompt).toMatchObject({ ask: 'takeItem', params: { sku: 'SKU-2' } });
  });

  it('a cart that is full leaves the rest for later: nothing is short', () => {
    const worker = keys(atFirst().scan(['SKU-1', 'takenAll']), '3').scan(['done', 'picked'], ['5', 'skipped']);
    expect(worker.booked).toMatchObject([{ do: 'pick', qty: 3 }]);
    expect(worker.state.prompt.params['place']).toBe('B-02-3');
    worker.scan(['B-02-3', 'placeSet'], ['SKU-2', 'takenAll'], ['A-01-1', 'picked'], ['SKU-1', 'pickDone']);
    expect(ledger(worker)).toEqual({ [`pick ${id('k', 1)}`]: 4, [`pick ${id('k', 2)}`]: 2, [`pick ${id('k', 3)}`]: 4 });
  });

  it('no pieces at all asks for the reason at once; SHORT wants the number that was taken', () => {
    atFirst().scan(['SKU-1', 'takenAll'], ['0', 'answerNext'], ['2', 'shortNoted']);
    const worker = atFirst().scan(['SKU-1', 'takenAll'], ['short', 'answerNext'], ['B-02-3', 'answerFirst'], ['done', 'answerFirst']);
    worker.scan(['1', 'picked'], ['2', 'shortNoted']);
    expect(worker.booked).toMatchObject([
      { do: 'pick', qty: 1 },
      { do: 'short', qty: 3 },
    ]);
  });

  it('above the limit of the house the number is typed; a typed number too high is refused', () => {
    const worker = atFirst({ askFrom: 3 }).scan(['SKU-1', 'answerNext'], ['B-02-3', 'answerFirst']);
    expect(worker.view.amount).toEqual({ shown: null, of: 4 });
    keys(worker, '7').scan(['B-02-3', 'tooMany']);
    expect(worker.booked).toEqual([]);
    keys(worker, '4').scan(['B-02-3', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 4 }]);
  });

  it('where each piece has to be seen, each is scanned and booked', () => {
    const worker = atFirst({ items: [item(1, { pickScan: 'each' }), item(2)] }).scan(['SKU-1', 'picked'], ['SKU-1', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 1 }, { qty: 1 }]);
  });

  it('a piece with a serial number is scanned by itself', () => {
    const worker = atFirst({ items: [item(1, { serialMode: 'full' }), item(2)] });
    worker.scan(['SKU-1', 'answerNext'], ['S-001', 'picked'], ['SKU-1', 'answerNext'], ['S-002', 'picked']);
    expect(worker.booked).toMatchObject([
      { qty: 1, serial: 'S-001' },
      { qty: 1, serial: 'S-002' },
    ]);
  });

  it('where two lots lie in the place, the planned one has to be seen', () => {
    const items = [item(1, { lotMode: true }), item(2)];
    const planned = [picklist(1, [pickLine(1, 1, 1, 1, PLACES.a, 4, { lot: 'L1' })])];
    const two = [stock(1, PLACES.a, 9, { lot: 'L1' }), stock(1, PLACES.a, 9, { lot: 'L2' })];
    const worker = atFirst({ items, picklists: planned, stock: two }).scan(['SKU-1', 'answerNext'], ['L2', 'wrongLot'], ['L1', 'takenAll']);
    worker.scan([{ raw: 'gs1', kind: 'gs1', gtin: '4006381333931', lot: 'L2' }, 'wrongLot'], ['done', 'listDone']);
    expect(worker.booked).toHaveLength(1);
    expect(worker.booked).toMatchObject([{ qty: 4 }]);
    atFirst({ items, picklists: planned, stock: two.slice(0, 1) }).scan(['SKU-1', 'takenAll']);
  });

  it('the same goods for two orders are one stop and one act an order', () => {
    const worker = walker().scan(['PL-1', 'opened'], ['next', 'skipped'], ['B-02-3', 'placeSet'], ['SKU-2', 'takenAll']);
    keys(worker, '5').scan(['done', 'picked'], ['1', 'answerNext'], ['0', 'shortNoted']);
    expect(ledger(worker)).toEqual({ [`pick ${id('k', 2)}`]: 2, [`pick ${id('k', 3)}`]: 3, [`short ${id('k', 3)}`]: 1 });
  });

  it('undo drops an open number, and takes a booked one back', () => {
    const worker = atFirst().scan(
      ['SKU-1', 'takenAll'],
      ['undo', 'dropped'],
      ['SKU-1', 'takenAll'],
      ['B-02-3', 'picked'],
      ['undo', 'undone'],
    );
    expect(worker.booked.map((act) => act.do)).toEqual(['pick', 'undo']);
    expect(worker.state.prompt).toMatchObject({ ask: 'takeItem', params: { qty: 4, sku: 'SKU-1' } });
  });

  it('what another tablet took meanwhile is no longer asked for', () => {
    const worker = keys(atFirst().scan(['SKU-1', 'takenAll']), '3');
    const taken = (picked: number): Work =>
      work('pickingScan', { tasks, picklists: [picklist(1, [{ ...lines[0]!, picked }, ...lines.slice(1)])] });
    worker.state = refreshWork(worker.state, taken(2));
    expect(worker.view.amount).toEqual({ shown: 3, of: 2 });
    worker.scan(['done', 'tooMany'], ['done', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 2 }]);
    const late = atFirst().scan(['SKU-1', 'takenAll']);
    late.state = refreshWork(late.state, taken(4));
    expect(late.state.prompt).toMatchObject({ ask: 'goPlace', params: { place: 'B-02-3' } });
  });
});

describe('receiving: the number is counted or typed, never proposed', () => {
  const inbound = () =>
    new Worker(
      work('receiving', { tasks: [task(1, [line(1, 1, 4), line(2, 2, 5), line(3, 1, 3)], { kind: 'inbound', status: 'receiving' })] }),
    );

  it('the next item books the number of the one before; one code says nothing of the announcement', () => {
    const worker = keys(inbound().scan(['T-1', 'opened'], ['SKU-1', 'counted']), '6');
    expect(worker.view.amount).toEqual({ shown: 6, of: null });
    worker.scan(['SKU-2', 'received']);
    // Announced on two lines: each takes what it waits for.
    expect(worker.booked).toMatchObject([
      { lineId: id('l', 1), qty: 4, reason: '' },
      { lineId: id('l', 3), qty: 2, reason: '' },
    ]);
    worker.scan(['NOPE-1', 'unknownCode'], ['undo', 'dropped']);
    expect(worker.booked).toHaveLength(2);
  });

  it('DONE books the number, and closes the receipt only where nothing differs', () => {
    const worker = keys(inbound().scan(['T-1', 'opened'], ['SKU-1', 'counted']), '7').scan(['done', 'received'], ['SKU-2', 'counted']);
    keys(worker, '5').scan(['done', 'receiptClosed']);
    expect(worker.booked.at(-1)).toMatchObject({ do: 'closeReceipt', reason: '' });
  });
});

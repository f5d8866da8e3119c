import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScanVerdict } from '#contract/scan/acts';
import { refresh, settle } from '#contract/scan/station/settle';
import { press } from '#contract/scan/station/step';
import type { Work } from '#contract/scan/work';
import { codeOf, id, item, line, PLACES, pickLine, picklist, stock, task, Worker, work } from '../support/station.ts';

const tasks = [task(1, [line(1, 1, 4), line(2, 2, 2)]), task(2, [line(3, 2, 4)])];
const lines = [pickLine(1, 1, 1, 1, PLACES.a, 4), pickLine(2, 1, 2, 2, PLACES.b, 2), pickLine(3, 2, 3, 2, PLACES.b, 4)];
type Rest = Parameters<typeof work>[1];
const house = (rest: Rest = {}): Worker => new Worker(work('pickingScan', { tasks, picklists: [picklist(1, lines)], ...rest }));
const atA = (rest: Rest = {}): Worker => house(rest).scan(['PL-1', 'opened'], ['A-01-1', 'placeSet']);
const keys = (worker: Worker, figures: string): Worker => {
  for (const key of figures) worker.state = press(worker.state, key);
  return worker;
};
/** What stands in the ledger once every scan is booked: pieces by line. */
const ledger = (worker: Worker): Record<string, number> => {
  const taken = new Set(worker.booked.flatMap((act) => (act.do === 'undo' ? [act.scanId] : [])));
  const sums: Record<string, number> = {};
  for (const { scanId, act } of worker.acts) {
    if (taken.has(scanId) || !('qty' in act)) continue;
    const key =
      act.do === 'pick' || act.do === 'short'
        ? `${act.do} ${act.picklistLineId}`
        : act.do === 'receive'
          ? `${act.lineId} ${act.lot}`
          : act.do;
    sums[key] = (sums[key] ?? 0) + act.qty;
  }
  return sums;
};

describe('picking: one scan of the item stands for all pieces of the stop', () => {
  it('nothing is booked before somebody goes on; the next place books what is asked for', () => {
    const worker = atA().scan(['SKU-1', 'takenAll']);
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
    const worker = atA({ items, tasks: [...tasks, task(9, [line(90, 1, 1)])] }).scan(['SKU-1', 'takenAll']);
    const { verdict } = worker.read(codeOf(code));
    expect(['wrong', 'stop']).toContain(verdict.outcome);
    expect(worker.booked).toEqual([]);
    expect(worker.state.prompt.ask).toBe('taken');
    keys(worker, '3');
    worker.read(codeOf(code));
    expect(worker.booked).toEqual([]);
  });

  it('the cart that is scanned confirms, and the pieces lie on it', () => {
    const worker = atA().scan(['SKU-1', 'takenAll'], ['CART-1', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 4, cartId: PLACES.cart }]);
  });

  it('DONE and NEXT confirm, and put nothing off', () => {
    for (const command of ['done', 'next']) {
      const worker = atA().scan(['SKU-1', 'takenAll'], [command, 'picked']);
      expect(worker.booked).toMatchObject([{ qty: 4 }]);
      expect(worker.state.at.skipped).toEqual([]);
    }
  });

  it('scanning the item again counts, and the asked number books by itself', () => {
    const worker = atA().scan(['SKU-1', 'takenAll'], ['SKU-1', 'takenSome'], ['SKU-1', 'takenSome']);
    expect(worker.view.amount).toEqual({ shown: 3, of: 4 });
    expect(worker.booked).toEqual([]);
    worker.scan(['SKU-1', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 4 }]);
  });

  it('a carton code counts its pieces; more than asked for is refused', () => {
    const one = { tasks: [task(1, [line(1, 1, 12)])], picklists: [picklist(1, [pickLine(1, 1, 1, 1, PLACES.a, 12)])] };
    const worker = atA(one).scan(['CARTON-1', 'takenSome'], ['CARTON-1', 'pickDone']);
    expect(worker.booked).toMatchObject([{ qty: 12 }]);
    atA(one).scan(['SKU-1', 'takenAll'], ['CARTON-1', 'takenSome'], ['CARTON-1', 'tooMany']);
  });

  it('a number below what is asked for is booked, and why the rest is missing is asked while one goes on', () => {
    const worker = keys(atA().scan(['SKU-1', 'takenAll']), '3').scan(['B-02-3', 'picked']);
    expect(worker.state.prompt.ask).toBe('reason');
    expect(worker.booked).toMatchObject([{ do: 'pick', qty: 3 }]);
    worker.scan(['2', 'shortNoted']);
    expect(worker.booked[1]).toMatchObject({ do: 'short', picklistLineId: id('k', 1), qty: 1, reason: 'damaged' });
    expect(worker.state.prompt).toMatchObject({ ask: 'takeItem', params: { sku: 'SKU-2' } });
  });

  it('a cart that is full leaves the rest for later: nothing is short', () => {
    const worker = keys(atA().scan(['SKU-1', 'takenAll']), '3').scan(['done', 'picked'], ['5', 'skipped']);
    expect(worker.booked).toMatchObject([{ do: 'pick', qty: 3 }]);
    expect(worker.state.prompt.params['place']).toBe('B-02-3');
    worker.scan(['B-02-3', 'placeSet'], ['SKU-2', 'takenAll'], ['A-01-1', 'picked'], ['SKU-1', 'pickDone']);
    expect(ledger(worker)).toEqual({ [`pick ${id('k', 1)}`]: 4, [`pick ${id('k', 2)}`]: 2, [`pick ${id('k', 3)}`]: 4 });
  });

  it('no pieces at all asks for the reason at once; SHORT wants the number that was taken', () => {
    atA().scan(['SKU-1', 'takenAll'], ['0', 'answerNext'], ['2', 'shortNoted']);
    const worker = atA().scan(['SKU-1', 'takenAll'], ['short', 'answerNext'], ['B-02-3', 'answerFirst'], ['done', 'answerFirst']);
    worker.scan(['1', 'picked'], ['2', 'shortNoted']);
    expect(worker.booked).toMatchObject([
      { do: 'pick', qty: 1 },
      { do: 'short', qty: 3 },
    ]);
  });

  it('above the limit of the house the number is typed; a typed number too high is refused', () => {
    const worker = atA({ askFrom: 3 }).scan(['SKU-1', 'answerNext'], ['B-02-3', 'answerFirst']);
    expect(worker.view.amount).toEqual({ shown: null, of: 4 });
    keys(worker, '7').scan(['B-02-3', 'tooMany']);
    expect(worker.booked).toEqual([]);
    keys(worker, '4').scan(['B-02-3', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 4 }]);
  });

  it('where each piece has to be seen, each is scanned and booked', () => {
    const worker = atA({ items: [item(1, { pickScan: 'each' }), item(2)] }).scan(['SKU-1', 'picked'], ['SKU-1', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 1 }, { qty: 1 }]);
  });

  it('a piece with a serial number is scanned by itself', () => {
    const worker = atA({ items: [item(1, { serialMode: 'full' }), item(2)] });
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
    const worker = atA({ items, picklists: planned, stock: two }).scan(['SKU-1', 'answerNext'], ['L2', 'wrongLot'], ['L1', 'takenAll']);
    worker.scan([{ raw: 'gs1', kind: 'gs1', gtin: '4006381333931', lot: 'L2' }, 'wrongLot'], ['done', 'listDone']);
    expect(worker.booked).toHaveLength(1);
    expect(worker.booked).toMatchObject([{ qty: 4 }]);
    atA({ items, picklists: planned, stock: two.slice(0, 1) }).scan(['SKU-1', 'takenAll']);
  });

  it('the same goods for two orders are one stop and one act an order', () => {
    const worker = house().scan(['PL-1', 'opened'], ['next', 'skipped'], ['B-02-3', 'placeSet'], ['SKU-2', 'takenAll']);
    keys(worker, '5').scan(['done', 'picked'], ['1', 'answerNext'], ['0', 'shortNoted']);
    expect(ledger(worker)).toEqual({ [`pick ${id('k', 2)}`]: 2, [`pick ${id('k', 3)}`]: 3, [`short ${id('k', 3)}`]: 1 });
  });

  it('undo drops an open number, and takes a booked one back', () => {
    const worker = atA().scan(['SKU-1', 'takenAll'], ['undo', 'dropped'], ['SKU-1', 'takenAll'], ['B-02-3', 'picked'], ['undo', 'undone']);
    expect(worker.booked.map((act) => act.do)).toEqual(['pick', 'undo']);
    expect(worker.state.prompt).toMatchObject({ ask: 'takeItem', params: { qty: 4, sku: 'SKU-1' } });
  });

  it('what another tablet took meanwhile is no longer asked for', () => {
    const worker = keys(atA().scan(['SKU-1', 'takenAll']), '3');
    const taken = (picked: number): Work =>
      work('pickingScan', { tasks, picklists: [picklist(1, [{ ...lines[0]!, picked }, ...lines.slice(1)])] });
    worker.state = refresh(worker.state, taken(2));
    expect(worker.view.amount).toEqual({ shown: 3, of: 2 });
    worker.scan(['done', 'tooMany'], ['done', 'picked']);
    expect(worker.booked).toMatchObject([{ qty: 2 }]);
    const late = atA().scan(['SKU-1', 'takenAll']);
    late.state = refresh(late.state, taken(4));
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

describe('the card', () => {
  it('names the item that is expected now, not the one before', () => {
    const worker = atA();
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
    const worker = atA().scan(['SKU-1', 'takenAll'], ['done', 'picked']);
    worker.state = settle(worker.state, refusal(worker.acts[0]!.scanId, 'alreadyPicked', { sku: 'SKU-1', left: 0 })).state;
    expect(worker.state.prompt).toMatchObject({ ask: 'goPlace', params: { place: 'B-02-3' } });
    const part = atA().scan(['SKU-1', 'takenAll'], ['done', 'picked']);
    part.state = settle(part.state, refusal(part.acts[0]!.scanId, 'tooMany', { sku: 'SKU-1', left: 1 })).state;
    expect(part.state.prompt).toMatchObject({ ask: 'goPlace', params: { place: 'A-01-1', qty: 1 } });
  });

  it('a packed piece, a loaded parcel and a full delivery are not waited for any more', () => {
    const table = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 1, { picked: 1 })])] })).scan(
      ['T-1', 'opened'],
      ['SKU-1', 'packedAll'],
    );
    table.state = settle(table.state, refusal(table.acts[0]!.scanId, 'alreadyPacked', { sku: 'SKU-1', no: 'T-1' })).state;
    expect(table.state.work.tasks[0]?.lines[0]?.packed).toBe(1);
    const dock = new Worker(work('receiving', { tasks: [task(1, [line(1, 1, 4)], { kind: 'inbound', status: 'receiving' })] }));
    dock.scan(['T-1', 'opened'], ['SKU-1', 'counted'], ['done', 'received']);
    dock.state = settle(dock.state, refusal(dock.acts[0]!.scanId, 'overReceipt', { sku: 'SKU-1', expected: 0, got: 1 })).state;
    expect(dock.state.prompt.ask).toBe('finish');
  });
});

describe('what is said is true', () => {
  it('a list that ends with pieces missing is not called complete', () => {
    const worker = house({ picklists: [picklist(1, lines.slice(0, 1))] });
    worker.scan(['PL-1', 'opened'], ['A-01-1', 'placeSet'], ['SKU-1', 'takenAll'], ['3', 'picked'], ['2', 'shortNoted']);
    expect(worker.state.prompt).toMatchObject({ ask: 'finishRest', params: { left: 1 } });
    worker.scan(['done', 'listRest']);
    const held = house({ tasks: [tasks[0]!, { ...tasks[1]!, blockers: ['hold'] }] });
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
    atA().scan(['SKU-1', 'takenAll'], ['done', 'picked'], ['SKU-1', 'lineFull']);
    const table = new Worker(work('packScanOrder', { tasks: [task(1, [line(1, 1, 1, { picked: 1 }), line(2, 2, 2, { picked: 2 })])] }));
    table.scan(['T-1', 'opened'], ['done', 'nothingPacked'], ['SKU-1', 'packed']);
    expect(table.read(codeOf('SKU-1')).verdict).toMatchObject({ say: 'scan.say.linePacked', params: { sku: 'SKU-1', done: 1, left: 2 } });
  });
});

const LONG = process.env['RIG'] === 'long';
const RUNS = LONG ? 3_000 : 150;
const STEPS = [
  'A-01-1',
  'B-02-3',
  'SKU-1',
  'SKU-1',
  'SKU-2',
  'CART-1',
  'CARTON-1',
  'done',
  'next',
  'short',
  'undo',
  'undo',
  '1',
  '2',
  '3',
  '5',
  '0',
  'NOPE-1',
  'X-01-1',
  '#1',
  '#2',
  '#3',
  '#erase',
];

describe('any walk', { timeout: LONG ? 120_000 : 20_000 }, () => {
  it('over-books no line, and the screen shows what the acts that hold have made', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 40 }), fc.boolean(), (walk, isKnown) => {
        const worker = atA(isKnown ? { stock: [stock(1, PLACES.a, 4), stock(2, PLACES.b, 9)] } : {});
        for (const code of walk) {
          if (code.startsWith('#')) worker.state = press(worker.state, code.slice(1));
          else worker.read(codeOf(code));
          const held = ledger(worker);
          for (const { id: lineId, qty, picked, short } of worker.state.work.picklists[0]!.lines) {
            expect([held[`pick ${lineId}`] ?? 0, held[`short ${lineId}`] ?? 0]).toEqual([picked, short]);
            expect(picked + short).toBeLessThanOrEqual(qty);
          }
          if (worker.state.at.picklistId !== null) {
            const shown = worker.view.lines.reduce((n, { done }) => n + done, 0);
            expect(shown).toBe(worker.state.work.picklists[0]!.lines.reduce((n, { picked }) => n + picked, 0));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('scanned piece by piece or once, the ledger is the same', () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 });
    const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(order, amounts, fc.boolean(), (chosen, amount, inbound) => {
        const given = chosen.map((n, i) => ({ n, itemNo: n % 2 === 0 ? 2 : 1, qty: amount[i] ?? 1 }));
        const rest: Rest = inbound
          ? {
              tasks: [
                task(
                  1,
                  given.map(({ n, itemNo, qty }) => line(n, itemNo, qty)),
                  { kind: 'inbound', status: 'receiving' },
                ),
              ],
            }
          : {
              tasks: [
                task(
                  1,
                  given.map(({ n, itemNo, qty }) => line(n, itemNo, qty)),
                ),
              ],
              picklists: [
                picklist(
                  1,
                  given.map(({ n, itemNo, qty }) => pickLine(n, 1, n, itemNo, n % 3 === 0 ? PLACES.b : PLACES.a, qty)),
                ),
              ],
            };
        const profile = inbound ? 'receiving' : 'pickingScan';
        const once = new Worker(work(profile, rest));
        const each = new Worker(work(profile, { ...rest, items: [item(1, { pickScan: 'each' }), item(2, { pickScan: 'each' })] }));
        for (const [worker, all] of [
          [once, true],
          [each, false],
        ] as const) {
          worker.read(codeOf(inbound ? 'T-1' : 'PL-1'));
          if (inbound) {
            for (const itemNo of [1, 2]) {
              const qty = given.filter((own) => own.itemNo === itemNo).reduce((n, own) => n + own.qty, 0);
              if (qty === 0) continue;
              if (all) {
                worker.read(codeOf(`SKU-${itemNo}`));
                keys(worker, String(qty));
              } else for (let n = 0; n < qty; n += 1) worker.read(codeOf(`SKU-${itemNo}`));
            }
            worker.read(codeOf('done'));
            continue;
          }
          for (let n = 0; n < 100 && ['goPlace', 'takeItem', 'taken'].includes(worker.state.prompt.ask); n += 1) {
            const { ask, params } = worker.state.prompt;
            worker.read(codeOf(String(ask === 'goPlace' ? params['place'] : ask === 'takeItem' ? params['sku'] : 'done')));
          }
        }
        expect(ledger(once)).toEqual(ledger(each));
        expect(Object.values(ledger(once)).reduce((n, qty) => n + qty, 0)).toBe(given.reduce((n, { qty }) => n + qty, 0));
      }),
      { numRuns: RUNS },
    );
  });
});

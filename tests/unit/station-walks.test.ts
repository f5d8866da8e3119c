import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { press } from '#contract/scanning/station/step';
import { atFirst, codeOf, item, keys, ledger, line, PLACES, pickLine, picklist, stock, task, Worker, work } from '../support/station.ts';

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
        const worker = atFirst(isKnown ? { stock: [stock(1, PLACES.a, 4), stock(2, PLACES.b, 9)] } : {});
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
        const rest: Parameters<typeof work>[1] = inbound
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

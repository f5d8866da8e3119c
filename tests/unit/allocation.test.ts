import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FreeStock, type Hold, type OpenLine, planHolds } from '../../server/modules/orders/plan.ts';

const line = (id: string, taskId: string, itemId: string, need: number): OpenLine => ({ id, taskId, merchantId: 'm', itemId, need });
const shelf = (id: string, itemId: string, free: number, more: Partial<FreeStock> = {}): FreeStock => ({
  id,
  merchantId: 'm',
  itemId,
  free,
  expiry: null,
  way: 0,
  ...more,
});
const short = (holds: Hold[]) => holds.map(({ lineId, balanceId, qty }) => `${lineId}:${balanceId}:${qty}`);

test('the first order in line is served first, and one that cannot be filled whole leaves its share to the next', () => {
  const orders = [
    { id: 'A', partly: false },
    { id: 'B', partly: false },
  ];
  const lines = [line('a1', 'A', 'x', 5), line('a2', 'A', 'y', 1), line('b1', 'B', 'x', 3)];
  expect(short(planHolds(orders, lines, [shelf('s', 'x', 6), shelf('t', 'y', 1)]))).toEqual(['a1:s:5', 'a2:t:1']);
  expect(short(planHolds(orders, lines, [shelf('s', 'x', 6)]))).toEqual(['b1:s:3']);
});

test('an order that may leave in parts takes what there is', () => {
  expect(short(planHolds([{ id: 'A', partly: true }], [line('a1', 'A', 'x', 5)], [shelf('s', 'x', 2)]))).toEqual(['a1:s:2']);
});

test('two lines of one item in one order are checked together, not one by one', () => {
  expect(planHolds([{ id: 'A', partly: false }], [line('a1', 'A', 'x', 2), line('a2', 'A', 'x', 2)], [shelf('s', 'x', 3)])).toEqual([]);
});

test('what expires first goes first; among equals one place that has it all, then the shorter way', () => {
  const order = [{ id: 'A', partly: false }];
  const late = shelf('late', 'x', 9, { expiry: '2031-01-01' });
  const soon = shelf('soon', 'x', 1, { expiry: '2027-01-01', way: 9 });
  expect(short(planHolds(order, [line('a', 'A', 'x', 3)], [late, soon]))).toEqual(['a:soon:1', 'a:late:2']);
  expect(short(planHolds(order, [line('a', 'A', 'x', 3)], [shelf('near', 'x', 1, { way: 1 }), shelf('far', 'x', 3, { way: 2 })]))).toEqual([
    'a:far:3',
  ]);
  expect(short(planHolds(order, [line('a', 'A', 'x', 3)], [shelf('far', 'x', 2, { way: 2 }), shelf('near', 'x', 2, { way: 1 })]))).toEqual([
    'a:near:2',
    'a:far:1',
  ]);
});

test('goods of another merchant are never taken', () => {
  expect(planHolds([{ id: 'A', partly: true }], [line('a', 'A', 'x', 1)], [shelf('s', 'x', 5, { merchantId: 'other' })])).toEqual([]);
});

test('no piece is promised twice, no line gets more than it needs, and whole orders are whole', () => {
  const amount = fc.integer({ min: 1, max: 6 });
  const item = fc.constantFrom('x', 'y', 'z');
  fc.assert(
    fc.property(
      fc.array(fc.record({ task: fc.nat(6), item, need: amount }), { maxLength: 30 }),
      fc.array(fc.record({ item, free: amount, way: fc.nat(5) }), { maxLength: 12 }),
      fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      (wanted, found, partly) => {
        const lines = wanted.map(({ task, item: itemId, need }, n) => line(`l${n}`, `T${task}`, itemId, need));
        const stock = found.map(({ item: itemId, free, way }, n) => shelf(`s${n}`, itemId, free, { way }));
        const orders = partly.map((part, n) => ({ id: `T${n}`, partly: part }));
        const holds = planHolds(orders, lines, stock);
        const sum = (where: (hold: Hold) => boolean) => holds.filter(where).reduce((total, { qty }) => total + qty, 0);
        for (const row of stock) expect(sum(({ balanceId }) => balanceId === row.id)).toBeLessThanOrEqual(row.free);
        for (const one of lines) expect(sum(({ lineId }) => lineId === one.id)).toBeLessThanOrEqual(one.need);
        for (const order of orders.filter((one) => !one.partly)) {
          const own = lines.filter(({ taskId }) => taskId === order.id);
          const got = own.map((one) => sum(({ lineId }) => lineId === one.id));
          expect(got.every((n) => n === 0) || got.every((n, i) => n === own[i]?.need)).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

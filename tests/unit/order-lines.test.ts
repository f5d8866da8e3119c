import { describe, expect, it } from 'vitest';
import { gridIndex, insert, parseTable, toBook, withRoom } from '../../src/resources/orders/tasks/order-lines.ts';
import { cellAt, drawPlan, fillOf } from '../../src/resources/stock/warehouses/layout.ts';
import type { PlanPlace } from '../../src/resources/stock/warehouses/plan.ts';

const plain = (lines: ReturnType<typeof parseTable>) => lines?.map(({ sku, qty }) => [sku, qty]);

describe('lines pasted from a spreadsheet', () => {
  it('are two columns, with or without a head, a missing quantity is one piece', () => {
    expect(plain(parseTable('A-1\t3\nB-2\t12\n'))).toEqual([
      ['A-1', '3'],
      ['B-2', '12'],
    ]);
    expect(plain(parseTable('SKU;pieces\r\nA-1;3\r\nB-2;'))).toEqual([
      ['A-1', '3'],
      ['B-2', '1'],
    ]);
    expect(plain(parseTable('A-1\nB-2'))).toEqual([
      ['A-1', '1'],
      ['B-2', '1'],
    ]);
  });

  it('are no table when it is one word: that is typed', () => {
    expect(parseTable('A-1')).toBeNull();
    expect(parseTable('')).toBeNull();
  });

  it('take the place of the empty line, keep what stands there, and leave room to type on', () => {
    const pasted = parseTable('A-1\t3\nB-2\t1') ?? [];
    const lines = insert(withRoom([]), 0, pasted);
    expect(lines.map(({ sku }) => sku)).toEqual(['A-1', 'B-2', '']);
    expect(toBook(lines)).toEqual([
      { sku: 'A-1', qty: 3 },
      { sku: 'B-2', qty: 1 },
    ]);
    expect(gridIndex(lines, 1)).toBe(1);
  });

  it('with a quantity that is no number are refused, not guessed', () => {
    expect(toBook(parseTable('A-1\tthree\nB-2\t2') ?? [])).toEqual([{ sku: 'B-2', qty: 2 }]);
    expect(toBook(parseTable('A-1\t1\nB-2\t2,5') ?? [])[1]).toEqual({ sku: 'B-2', qty: 0 });
  });
});

describe('the plan of a hall', () => {
  const place = (code: string, part: Partial<PlanPlace>): PlanPlace => ({
    id: code,
    code,
    kind: 'shelf',
    zone: '',
    aisle: '',
    rack: '',
    level: '',
    slot: '',
    blocked: false,
    pieces: 0,
    items: 0,
    weight: 0,
    maxWeight: null,
    ...part,
  });

  it('puts aisles and racks in the order people count, the lowest level at the bottom, docks below', () => {
    const at = (aisle: string, rack: string, level: string) => place(`${aisle}-${rack}-${level}`, { aisle, rack, level });
    const drawing = drawPlan([at('10', '1', 'A'), at('2', '10', 'A'), at('2', '9', 'A'), at('2', '9', 'B'), place('D', { kind: 'dock' })]);
    const find = (code: string) => drawing.cells.find((cell) => cell.place.code === code) ?? { x: -1, y: -1 };
    expect(drawing.strips.map(({ name }) => name)).toEqual(['2', '10', 'dock']);
    expect(find('2-9-A').x).toBeLessThan(find('2-10-A').x);
    expect(find('2-9-A').y).toBeGreaterThan(find('2-9-B').y);
    expect(find('D').y).toBeGreaterThan(find('10-1-A').y);
    expect(cellAt(drawing, find('2-10-A').x + 1, find('2-10-A').y + 1)?.place.code).toBe('2-10-A');
  });

  it('stands in columns in a wide window, so that a small hall is drawn larger, and in one where its aisles are long', () => {
    const at = (aisle: string, rack: number) => place(`${aisle}-${rack}`, { aisle, rack: String(rack), level: 'A' });
    const hall = (racks: number) =>
      ['1', '2', '3', '4', '5', '6'].flatMap((aisle) => Array.from({ length: racks }, (_, rack) => at(aisle, rack)));
    const [narrow, wide] = [drawPlan(hall(4), 0.5), drawPlan(hall(4), 3)];
    expect(new Set(narrow.strips.map(({ x }) => x)).size).toBe(1);
    expect(wide.height).toBeLessThan(narrow.height);
    expect(wide.strips.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(drawPlan(hall(80), 1.5).height).toBe(drawPlan(hall(80), 0.5).height);
    for (const { place: drawn, x, y } of wide.cells) expect(cellAt(wide, x + 1, y + 1)?.place.id).toBe(drawn.id);
  });

  it('shows a place as full by its weight, by pieces where no limit is known, and never as empty while something lies there', () => {
    expect(fillOf(place('a', {}), 10)).toBe(0);
    expect(fillOf(place('a', { pieces: 1, weight: 1, maxWeight: 50_000 }), 10)).toBe(1);
    expect(fillOf(place('a', { pieces: 9, weight: 60_000, maxWeight: 50_000 }), 10)).toBe(5);
    expect(fillOf(place('a', { pieces: 10 }), 10)).toBe(5);
  });
});

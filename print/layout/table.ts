import type { BlockOf, Column } from '#contract/printing/layout';
import { applies, inner, lookUp, type Scope } from './scope.ts';
import { type Cell, line, rowStrips, type Strip, wide } from './strip.ts';
import { fill } from './template.ts';
import { wordsOf } from './words.ts';

const HEAD_FILL = '#eeeeee';

type Table = BlockOf<'table'>;

/** Column widths in millimetres: fixed ones first; the rest is shared. */
function widths(columns: readonly Column[], width: number): number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const shares = columns.reduce((sum, column) => sum + (column.width === undefined ? column.share : 0), 0);
  const left = Math.max(0, width - fixed);
  // Fixed columns that are too wide in total are reduced proportionally.
  const squeeze = fixed > width ? width / fixed : 1;
  return columns.map((column) => (column.width === undefined ? (left * column.share) / Math.max(shares, 1) : column.width * squeeze));
}

export type Laid = {
  /** Printed once, above the first head. */
  title: Strip | null;
  /** Repeated at the top of each page; without height if no column has a title. */
  head: Strip;
  rows: Strip[];
  /** The sum after row `n`, as a "carried over" row; null without sums. */
  carry: ((after: number) => Strip) | null;
  /** After the last row. */
  foot: Strip | null;
};

/**
 * A table as strips. Only numbers are summed, never texts.
 * @param space in millimetres: the width, and the height of an empty page
 */
export function layTable(table: Table, space: { width: number; height: number }, scope: Scope): Laid {
  const { width } = space;
  const list = lookUp(scope, table.rows);
  const { rowsWhen, size, grid } = table;
  const rows = (Array.isArray(list) ? (list as unknown[]) : []).filter((row) => !rowsWhen || applies(inner(scope, row), rowsWhen));
  const columns = table.columns.filter(({ value, ifFilled }) => !ifFilled || rows.some((row) => fill(value, inner(scope, row))));
  const each = widths(columns, width);
  const cells = (texts: (column: Column) => { text: string; below?: string }): Cell[] =>
    columns.map((column, i) => ({ below: '', ...texts(column), column, width: each[i] ?? 0 }));
  const titles = cells((column) => ({ text: fill(column.title, scope) }));
  const head = titles.some(({ text }) => text)
    ? line(titles, scope, { size: size * 0.88, face: 'bold', fill: HEAD_FILL, rule: grid, least: 0 })
    : { height: 0, draw: () => [] };
  const sumLine = (title: string, sums: Record<string, number>): Strip => {
    // The title uses the width of all columns before the first sum.
    const first = Math.max(
      1,
      columns.findIndex((column) => column.sum),
    );
    const room = each.slice(0, first).reduce((sum, one) => sum + one, 0);
    const label: Cell = { text: title, below: '', column: { title: '', value: '', share: 1, align: 'left', face: 'bold' }, width: room };
    const rest = cells((column) => ({
      text: column.sum ? fill(column.value, inner(scope, nest(column.sum, sums[column.sum] ?? 0))) : '',
    })).slice(first);
    return line([label, ...rest], scope, { size, face: 'bold', rule: grid, least: 0 });
  };
  const summed = columns.some((column) => column.sum);
  const carried = wordsOf(scope.job, 'carried');
  const titled = table.title ? fill(table.title, scope) : '';
  const title = titled ? wide(titled, width, scope, { size: size * 1.15, rule: 'none' }) : null;
  const carryHeight = summed ? sumLine(carried, {}).height : 0;
  const tallest = space.height - head.height - (title?.height ?? 0) - 2 * carryHeight;

  const running: Record<string, number>[] = [{}];
  const strips: Strip[] = [];
  const ends: number[] = [];
  let group = '';
  let under: Strip | null = null;
  rows.forEach((row, i) => {
    const within = inner(scope, { ...(row as object), rowNo: i + 1 });
    const name = table.groupBy ? fill(table.groupBy, within) : '';
    if (name !== group) {
      group = name;
      under = name ? { ...wide(name, width, scope, { size, rule: grid === 'none' ? 'none' : 'rows' }), keepNext: true } : null;
      if (under) {
        strips.push(under);
        ends.push(i);
      }
    }
    const before = running.at(-1) ?? {};
    const add = (column: Column): [string, number][] => {
      const value = column.sum ? lookUp(within, column.sum) : undefined;
      return column.sum && typeof value === 'number' ? [[column.sum, (before[column.sum] ?? 0) + value]] : [];
    };
    running.push({ ...before, ...Object.fromEntries(columns.flatMap(add)) });
    const texts = (column: Column) => ({ text: fill(column.value, within), below: column.below ? fill(column.below, within) : '' });
    const look = { size, face: null, rule: grid, least: table.rowHeight };
    for (const strip of rowStrips(cells(texts), within, look, tallest - (under?.height ?? 0))) {
      strips.push({ ...strip, under });
      ends.push(i + 1);
    }
  });
  if (rows.length === 0) strips.push(wide(fill(table.empty, scope), width, scope, { size, rule: grid === 'none' ? 'none' : 'rows' }));
  return {
    title,
    head,
    rows: strips,
    carry: summed ? (after) => sumLine(carried, running[ends[after - 1] ?? 0] ?? {}) : null,
    foot: summed && table.sums && rows.length > 0 ? sumLine(fill(table.sums, scope), running.at(-1) ?? {}) : null,
  };
}

/** `{ a: { b: value } }` for the path `a.b`. */
const nest = (path: string, value: unknown): unknown => path.split('.').reduceRight<unknown>((rest, key) => ({ [key]: rest }), value);

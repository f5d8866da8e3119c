import type { BlockOf, Column } from '#contract/print/layout';
import { encode } from '../codes/encode.ts';
import type { Op } from '../display.ts';
import { symbolOps } from './code.ts';
import { textOps } from './element-text.ts';
import { LEADING, MM_A_POINT, measureText } from './fit.ts';
import { inner, lookUp, type Scope } from './scope.ts';
import { fill } from './template.ts';
import { wordsOf } from './words.ts';

/** A strip of the flow: something of a known height that draws itself wherever it comes to lie. */
export type Strip = {
  height: number;
  draw: (x: number, y: number) => Op[] /** Not the last thing on a page: a group's line without its first row. */;
  keepNext?: boolean;
};

const PAD_X = 1;
const PAD_Y = 0.8;
const RULE = '#999999';
const HEAD_FILL = '#eeeeee';
const BELOW_SHARE = 0.82;

type Cell = { text: string; below: string; column: Column; width: number };
type Table = BlockOf<'table'>;

/** Millimetres of each column: fixed ones first, the rest shared. */
function widths(columns: readonly Column[], width: number): number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  const shares = columns.reduce((sum, column) => sum + (column.width === undefined ? column.share : 0), 0);
  const left = Math.max(0, width - fixed);
  // Fixed columns that are wider than the page give way together.
  const squeeze = fixed > width ? width / fixed : 1;
  return columns.map((column) => (column.width === undefined ? (left * column.share) / Math.max(shares, 1) : column.width * squeeze));
}

const styled = (column: Column, size: number, face: 'regular' | 'bold') =>
  ({ size, face, align: column.align, valign: 'top', fit: 'wrap', least: Math.min(4.5, size), ink: '#000000', turn: 0 }) as const;

/** One line of cells, as high as its highest. */
function line(
  cells: readonly Cell[],
  scope: Scope,
  look: { size: number; face: 'regular' | 'bold' | null; fill?: string; rule: Table['grid']; least: number },
): Strip {
  const { fonts } = scope.job;
  const heights = cells.map(({ text, below, column, width }) => {
    const inside = width - 2 * PAD_X;
    const face = look.face ?? column.face;
    if (column.code && look.face === null && text) return column.code.h + 2 * PAD_Y;
    const main = text ? measureText(fonts, face, text, look.size, inside).height : 0;
    const second = below ? measureText(fonts, 'regular', below, look.size * BELOW_SHARE, inside).height : 0;
    return main + second + 2 * PAD_Y;
  });
  const height = Math.max(look.least, ...heights, look.size * MM_A_POINT * LEADING + 2 * PAD_Y);
  const draw = (left: number, y: number): Op[] => {
    const total = cells.reduce((sum, { width }) => sum + width, 0);
    const ops: Op[] = look.fill ? [{ op: 'box', x: left, y, w: total, h: height, fill: look.fill }] : [];
    let x = left;
    for (const { text, below, column, width } of cells) {
      const face = look.face ?? column.face;
      const inside = { x: x + PAD_X, y: y + PAD_Y, w: width - 2 * PAD_X, h: height - 2 * PAD_Y };
      if (column.tick && look.face === null)
        ops.push({
          op: 'box',
          x: x + (width - 3.6) / 2,
          y: y + (Math.min(height, 6) - 3.6) / 2,
          w: 3.6,
          h: 3.6,
          line: 0.25,
          ink: '#000000',
        });
      else if (column.code && look.face === null && text) ops.push(...cellCode(text, column.code, inside, scope));
      else ops.push(...textOps(scope, inside, text, styled(column, look.size, face)));
      if (below) {
        const used = measureText(fonts, face, text, look.size, inside.w).height;
        ops.push(
          ...textOps(
            scope,
            { ...inside, y: inside.y + used, h: inside.h - used },
            below,
            styled(column, look.size * BELOW_SHARE, 'regular'),
          ),
        );
      }
      if (look.rule === 'all') ops.push({ op: 'box', x, y, w: width, h: height, line: 0.15, ink: RULE });
      x += width;
    }
    if (look.rule === 'rows') ops.push({ op: 'line', x1: left, y1: y + height, x2: left + total, y2: y + height, width: 0.15, ink: RULE });
    return ops;
  };
  return { height, draw };
}

function cellCode(
  value: string,
  code: NonNullable<Column['code']>,
  box: { x: number; y: number; w: number; h: number },
  scope: Scope,
): Op[] {
  const encoded = encode(code.type, value);
  if (!encoded.ok) {
    scope.job.warn({ what: 'codeFault', where: encoded.fault, value });
    return textOps(scope, box, value, {
      size: 7,
      face: 'regular',
      align: 'left',
      valign: 'top',
      fit: 'wrap',
      least: 4,
      ink: '#000000',
      turn: 0,
    });
  }
  const drawn = symbolOps(
    encoded.symbol,
    { ...box, h: code.h },
    { module: code.module, least: code.least, hri: true, align: 'left' },
    scope,
    value,
  );
  if (drawn.narrow) scope.job.warn({ what: 'codeTooWide', where: value, value });
  return [drawn.bars, ...drawn.words];
}

export type Laid = {
  /** Repeated at the top of each page. */
  head: Strip;
  rows: Strip[];
  /** The sum after row `n`, as a line "carried over"; null where nothing is summed. */
  carry: ((after: number) => Strip) | null;
  /** After the last row. */
  foot: Strip | null;
};

/** A table as strips; sums are of numbers, never of texts. */
export function layTable(table: Table, width: number, scope: Scope): Laid {
  const list = lookUp(scope, table.rows);
  const rows = Array.isArray(list) ? (list as unknown[]) : [];
  const each = widths(table.columns, width);
  const cells = (texts: (column: Column, i: number) => { text: string; below?: string }): Cell[] =>
    table.columns.map((column, i) => ({ below: '', ...texts(column, i), column, width: each[i] ?? 0 }));
  const size = table.size;
  const head = line(
    cells((column) => ({ text: fill(column.title, scope) })),
    scope,
    { size: size * 0.88, face: 'bold', fill: HEAD_FILL, rule: table.grid, least: 0 },
  );
  const summed = table.columns.some((column) => column.sum);
  const running: Record<string, number>[] = [{}];
  const strips: Strip[] = [];
  const ends: number[] = [];
  let group: string | null = null;
  rows.forEach((row, i) => {
    const within = inner(scope, { ...(row as object), rowNo: i + 1 });
    const name = table.groupBy ? fill(table.groupBy, within) : '';
    if (table.groupBy && name !== group) {
      group = name;
      strips.push({ ...wide(name, width, size, scope), keepNext: true });
      ends.push(i);
    }
    const before = running.at(-1) ?? {};
    const add = (column: Column): [string, number][] => {
      const value = column.sum ? lookUp(within, column.sum) : undefined;
      return column.sum && typeof value === 'number' ? [[column.sum, (before[column.sum] ?? 0) + value]] : [];
    };
    running.push({ ...before, ...Object.fromEntries(table.columns.flatMap(add)) });
    const texts = (column: Column) => ({ text: fill(column.value, within), below: column.below ? fill(column.below, within) : '' });
    strips.push(line(cells(texts), within, { size, face: null, rule: table.grid, least: table.rowHeight }));
    ends.push(i + 1);
  });
  if (rows.length === 0) strips.push(wide(fill(table.empty, scope), width, size, scope));
  const sumLine = (title: string, sums: Record<string, number>): Strip => {
    // The title takes the room of all columns before the first sum.
    const first = Math.max(
      1,
      table.columns.findIndex((column) => column.sum),
    );
    const room = each.slice(0, first).reduce((sum, one) => sum + one, 0);
    const label: Cell = { text: title, below: '', column: { title: '', value: '', share: 1, align: 'left', face: 'bold' }, width: room };
    const rest = cells((column) => ({
      text: column.sum ? fill(column.value, inner(scope, nest(column.sum, sums[column.sum] ?? 0))) : '',
    })).slice(first);
    return line([label, ...rest], scope, { size, face: 'bold', rule: table.grid, least: 0 });
  };
  return {
    head,
    rows: strips,
    carry: summed ? (after) => sumLine(wordsOf(scope.job, 'carried'), running[ends[after - 1] ?? 0] ?? {}) : null,
    foot: summed && table.sums && rows.length > 0 ? sumLine(fill(table.sums, scope), running.at(-1) ?? {}) : null,
  };
}

/** `{ a: { b: value } }` for the path `a.b`. */
const nest = (path: string, value: unknown): unknown => path.split('.').reduceRight<unknown>((rest, key) => ({ [key]: rest }), value);

/** A line of its own over the whole width: a group's name, "nothing here". */
function wide(text: string, width: number, size: number, scope: Scope): Strip {
  const column: Column = { title: '', value: '', share: 1, align: 'left', face: 'bold' };
  return line([{ text, below: '', column, width }], scope, { size, face: 'bold', rule: 'rows', least: 0 });
}

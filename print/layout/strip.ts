import type { Column } from '#contract/printing/layout';
import { encode } from '../codes/encode.ts';
import type { Op } from '../display.ts';
import { symbolOps } from './code.ts';
import { textOps } from './element-text.ts';
import { LEADING, MM_A_POINT, measureText } from './fit.ts';
import type { Scope } from './scope.ts';
import { tickBox } from './tick.ts';
import { warnOf } from './warn.ts';

/** A strip of the flow: a piece of known height that is drawn once its position is known. */
export type Strip = {
  height: number;
  draw: (x: number, y: number) => Op[];
  /** Must not be the last strip of a page: a group heading without its first row. */
  keepNext?: boolean;
  /** The group heading, repeated if the group continues on a new page. */
  under?: Strip | null;
};

const PAD_X = 1;
const PAD_Y = 0.8;
const RULE = '#999999';
const BELOW_SHARE = 0.82;
/** Side of a checkbox, mm. */
const TICK = 3.6;

export type Cell = { text: string; below: string; column: Column; width: number };
export type Look = {
  size: number;
  /** For headings, groups and sums; null for a row, whose columns define it. */
  face: 'regular' | 'bold' | null;
  fill?: string;
  rule: 'none' | 'rows' | 'all';
  /** Millimetres. */
  least: number;
};

const styled = (column: Column, size: number, face: 'regular' | 'bold') =>
  ({ size, face, align: column.align, valign: 'top', fit: 'wrap', least: Math.min(4.5, size), ink: '#000000', turn: 0 }) as const;

/** Style of a cell's two texts: sizes in points, space in millimetres. */
const writing = ({ column, width }: Cell, look: Look) => ({
  face: look.face ?? column.face,
  size: look.face === null ? (column.size ?? look.size) : look.size,
  small: look.size * BELOW_SHARE,
  room: width - 2 * PAD_X,
});

function heightOf(cell: Cell, look: Look, scope: Scope): number {
  const { fonts } = scope.job;
  const { face, size, small, room } = writing(cell, look);
  if (cell.column.code && look.face === null && cell.text) return cell.column.code.h + 2 * PAD_Y;
  if (cell.column.tick && look.face === null) return TICK + 2 * PAD_Y;
  const main = cell.text ? measureText(fonts, face, cell.text, size, room).height : 0;
  const second = cell.below ? measureText(fonts, 'regular', cell.below, small, room).height : 0;
  return main + second + 2 * PAD_Y;
}

/** Height of the first line of a row, mm: a checkbox stands in its middle. */
const firstLine = (cells: readonly Cell[], look: Look): number =>
  Math.max(0, ...cells.filter(({ text }) => text !== '').map((cell) => writing(cell, look).size * MM_A_POINT * LEADING));

function cellOps(cell: Cell, look: Look, scope: Scope, at: { x: number; y: number; h: number; first: number }): Op[] {
  const { text, below, column, width } = cell;
  const { face, size, small, room } = writing(cell, look);
  const inside = { x: at.x + PAD_X, y: at.y + PAD_Y, w: room, h: at.h - 2 * PAD_Y };
  const of = { where: column.value, title: column.title };
  if (column.tick && look.face === null) {
    const y = at.y + PAD_Y + Math.max(0, (at.first - TICK) / 2);
    return tickBox({ x: at.x + (width - TICK) / 2, y }, TICK, text === 'true');
  }
  if (column.code && look.face === null && text) return cellCode(text, column.code, inside, scope, of);
  const main = textOps(scope, inside, text, styled(column, size, face), of);
  if (!below) return main;
  const used = text ? measureText(scope.job.fonts, face, text, size, room).height : 0;
  const rest = { ...inside, y: inside.y + used, h: inside.h - used };
  return [...main, ...textOps(scope, rest, below, styled(column, small, 'regular'), { ...of, where: column.below ?? '' })];
}

/** One row of cells, as high as its highest cell. */
export function line(cells: readonly Cell[], scope: Scope, look: Look): Strip {
  const heights = cells.map((cell) => heightOf(cell, look, scope));
  const height = Math.max(look.least, ...heights, look.size * MM_A_POINT * LEADING + 2 * PAD_Y);
  const total = cells.reduce((sum, { width }) => sum + width, 0);
  const first = firstLine(cells, look);
  const draw = (left: number, y: number): Op[] => {
    const ops: Op[] = look.fill ? [{ op: 'box', x: left, y, w: total, h: height, fill: look.fill }] : [];
    let x = left;
    for (const cell of cells) {
      ops.push(...cellOps(cell, look, scope, { x, y, h: height, first }));
      if (look.rule === 'all') ops.push({ op: 'box', x, y, w: cell.width, h: height, line: 0.15, ink: RULE });
      x += cell.width;
    }
    if (look.rule === 'rows') ops.push({ op: 'line', x1: left, y1: y + height, x2: left + total, y2: y + height, width: 0.15, ink: RULE });
    return ops;
  };
  return { height, draw };
}

/**
 * A row as strips. It is split only if it is higher than any page: 500 serial numbers of one line continue on the next page instead of
 * being cut.
 * @param tallest maximum row height of a page in millimetres
 */
export function rowStrips(cells: readonly Cell[], scope: Scope, look: Look, tallest: number): Strip[] {
  const whole = line(cells, scope, look);
  if (whole.height <= tallest) return [whole];
  const { fonts } = scope.job;
  const left = cells.map((cell) => {
    const { face, size, small, room } = writing(cell, look);
    const fixed = cell.column.code || cell.column.tick;
    return {
      cell,
      main: cell.text && !fixed ? measureText(fonts, face, cell.text, size, room).lines : [],
      below: cell.below && !fixed ? measureText(fonts, 'regular', cell.below, small, room).lines : [],
      each: [size, small].map((points) => points * MM_A_POINT * LEADING) as [number, number],
    };
  });
  const strips: Strip[] = [];
  while (strips.length === 0 || left.some(({ main, below }) => main.length + below.length > 0)) {
    const first = strips.length === 0;
    const part = left.map(({ cell, main, below, each: [high, low] }): Cell => {
      if (cell.column.code || cell.column.tick)
        return first ? cell : { ...cell, text: '', column: { ...cell.column, code: undefined, tick: false } };
      const space = tallest - 2 * PAD_Y;
      const upper = main.splice(0, Math.max(1, Math.floor(space / high)));
      const lower =
        main.length > 0 ? [] : below.splice(0, Math.max(upper.length > 0 ? 0 : 1, Math.floor((space - upper.length * high) / low)));
      return { ...cell, text: upper.join('\n'), below: lower.join('\n') };
    });
    strips.push(line(part, scope, { ...look, least: 0 }));
  }
  return strips;
}

function cellCode(
  value: string,
  code: NonNullable<Column['code']>,
  box: { x: number; y: number; w: number; h: number },
  scope: Scope,
  of: { where: string; title: string },
): Op[] {
  const encoded = encode(code.type, value);
  if (!encoded.ok) {
    warnOf(scope, { what: 'codeFault', ...of, value, fault: encoded.fault });
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
  if (drawn.narrow) warnOf(scope, { what: 'codeTooWide', ...of, value });
  return [drawn.bars, ...drawn.words];
}

/** A full-width row: a group heading, "nothing here", a table's heading. */
export function wide(text: string, width: number, scope: Scope, look: { size: number; rule: Look['rule'] }): Strip {
  const column: Column = { title: '', value: '', share: 1, align: 'left', face: 'bold' };
  return line([{ text, below: '', column, width }], scope, { ...look, face: 'bold', least: 0 });
}

import type { Element, ElementOf } from '#contract/printing/layout';
import type { Op, PathOp } from '../display.ts';
import { pictogram } from '../pictograms/pictograms.ts';
import { codeOps } from './code.ts';
import { type Box, textOps } from './element-text.ts';
import { LEADING, MM_A_POINT } from './fit.ts';
import { pngOf } from './png.ts';
import { applies, type Scope } from './scope.ts';
import { fill } from './template.ts';
import { tickBox } from './tick.ts';

/** Offset of an element on the page: of a label on its sheet, or of a block in the flow. */
export type Origin = { x: number; y: number };

const WHITE = '#ffffff';
const BLACK = '#000000';
const TITLE_SIZE = 5.5;
const TITLE_INK = '#444444';
/** Padding between a filled box and its text, in mm. */
const PADDING = 0.8;

function text(element: ElementOf<'text'>, box: Box, scope: Scope): Op[] {
  const ops: Op[] = [];
  const value = fill(element.value, scope);
  if (element.invert && value) ops.push({ op: 'box', ...box, fill: BLACK });
  const titled = element.title ? fill(element.title, scope) : '';
  const head = titled ? TITLE_SIZE * MM_A_POINT * LEADING : 0;
  if (titled) {
    const style = {
      ...element,
      size: TITLE_SIZE,
      least: 3.5,
      face: 'regular',
      valign: 'top',
      align: 'left',
      fit: 'shrink',
      ink: TITLE_INK,
    } as const;
    ops.push(...textOps(scope, { ...box, h: head }, titled, style, { where: element.title ?? '' }));
  }
  const inside = element.invert
    ? { x: box.x + PADDING, y: box.y, w: box.w - 2 * PADDING, h: box.h }
    : { ...box, y: box.y + head, h: box.h - head };
  const of = { where: element.value, title: element.title };
  ops.push(...textOps(scope, inside, value, element.invert ? { ...element, ink: WHITE } : element, of));
  return ops;
}

/** Scales a path drawn on a square of 100 units to fit the box, keeping its proportions. */
function scaled(paths: readonly PathOp[], box: Box): Op[] {
  const scale = Math.min(box.w, box.h) / 100;
  const left = box.x + (box.w - 100 * scale) / 2;
  const top = box.y + (box.h - 100 * scale) / 2;
  const x = (value: number): number => left + value * scale;
  const y = (value: number): number => top + value * scale;
  return paths.map((path) => ({
    ...path,
    d: path.d.map((part): PathOp['d'][number] => {
      if (part[0] === 'Z') return part;
      if (part[0] === 'C') return ['C', x(part[1]), y(part[2]), x(part[3]), y(part[4]), x(part[5]), y(part[6])];
      return [part[0], x(part[1]), y(part[2])];
    }),
  }));
}

function tick(element: ElementOf<'tick'>, box: Box, scope: Scope): Op[] {
  const side = element.size * MM_A_POINT;
  const y = box.y + (Math.min(box.h, side * LEADING) - side) / 2;
  const ops = tickBox({ x: box.x, y }, side, element.ticked !== undefined && applies(scope, element.ticked));
  const words = { x: box.x + side * 1.4, y: box.y, w: box.w - side * 1.4, h: box.h };
  const style = { size: element.size, face: 'regular', align: 'left', valign: 'top', fit: 'wrap', least: 4, ink: BLACK, turn: 0 } as const;
  return [...ops, ...textOps(scope, words, fill(element.value, scope), style, { where: element.value })];
}

type Draw = { [K in Element['is']]: (element: ElementOf<K>, box: Box, scope: Scope) => Op[] };

const DRAW: Draw = {
  text,
  code: codeOps,
  box: (element, box) => [{ op: 'box', ...box, line: element.line, ink: element.ink, ...(element.fill ? { fill: element.fill } : {}) }],
  line: (element, at) => [
    {
      op: 'line',
      x1: at.x,
      y1: at.y,
      x2: at.x + element.x2 - element.x,
      y2: at.y + element.y2 - element.y,
      width: element.width,
      ink: element.ink,
      ...(element.dash ? { dash: element.dash } : {}),
    },
  ],
  pictogram: (element, box, scope) => {
    const name = fill(element.name, scope);
    return name ? scaled(pictogram(name), box) : [];
  },
  image: (element, box, scope) => {
    const png = pngOf(fill(element.value, scope));
    return png ? [{ op: 'image', ...png.fit(box), png: png.bytes }] : [];
  },
  tick,
};

/** Draws one element. Its position is relative to `origin`. */
export function elementOps(element: Element, origin: Origin, scope: Scope): Op[] {
  if (!applies(scope, element.when)) return [];
  const size = element.is === 'line' ? { w: 0, h: 0 } : { w: element.w, h: element.h };
  const draw = DRAW[element.is] as (element: Element, box: Box, scope: Scope) => Op[];
  return draw(element, { x: origin.x + element.x, y: origin.y + element.y, ...size }, scope);
}

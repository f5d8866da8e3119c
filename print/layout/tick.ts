import type { Op } from '../display.ts';

const BLACK = '#000000';

/** A checkbox, ticked or empty; position and side in millimetres. */
export function tickBox({ x, y }: { x: number; y: number }, side: number, ticked: boolean): Op[] {
  const stroke = (x1: number, y1: number, x2: number, y2: number): Op => ({
    op: 'line',
    x1: x + side * x1,
    y1: y + side * y1,
    x2: x + side * x2,
    y2: y + side * y2,
    width: 0.45,
    ink: BLACK,
  });
  const square: Op = { op: 'box', x, y, w: side, h: side, line: 0.25, ink: BLACK };
  return ticked ? [square, stroke(0.2, 0.55, 0.42, 0.8), stroke(0.42, 0.8, 0.85, 0.15)] : [square];
}

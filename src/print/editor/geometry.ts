import type { Element, Layout } from '#contract/printing/layout';

/** In millimetres. */
export type Rect = { x: number; y: number; w: number; h: number };

/** Millimetres per step of arrow keys and mouse. The shift key moves ten times as far. */
export const STEP = 0.5;
export const FAR = 5;

const HALF_STEPS = 1 / STEP;
export const snapped = (mm: number): number => Math.round(mm * HALF_STEPS) / HALF_STEPS;
const neat = (mm: number): number => Math.max(0, Math.round(mm * 100) / 100);

export function rectOf(element: Element): Rect {
  if (element.is !== 'line') return { x: element.x, y: element.y, w: element.w, h: element.h };
  const { x, y, x2, y2 } = element;
  return { x: Math.min(x, x2), y: Math.min(y, y2), w: Math.abs(x2 - x), h: Math.abs(y2 - y) };
}

/** Moves an element, but not beyond the upper left edge of the paper. */
export function moved(element: Element, dx: number, dy: number): Element {
  const { x, y } = rectOf(element);
  const [right, down] = [Math.max(dx, -x), Math.max(dy, -y)];
  const from = { x: neat(element.x + right), y: neat(element.y + down) };
  return element.is === 'line'
    ? { ...element, ...from, x2: neat(element.x2 + right), y2: neat(element.y2 + down) }
    : { ...element, ...from };
}

/** The sides that a handle moves: -1 left or top, 1 right or bottom, 0 none. A line has two handles, at its ends. */
export type Handle = { name: string; sx: -1 | 0 | 1; sy: -1 | 0 | 1 };
const BOX_HANDLES: readonly Handle[] = [
  { name: 'nw', sx: -1, sy: -1 },
  { name: 'n', sx: 0, sy: -1 },
  { name: 'ne', sx: 1, sy: -1 },
  { name: 'e', sx: 1, sy: 0 },
  { name: 'se', sx: 1, sy: 1 },
  { name: 's', sx: 0, sy: 1 },
  { name: 'sw', sx: -1, sy: 1 },
  { name: 'w', sx: -1, sy: 0 },
];
const LINE_HANDLES: readonly Handle[] = [
  { name: 'from', sx: -1, sy: -1 },
  { name: 'to', sx: 1, sy: 1 },
];
export const handlesOf = (element: Element): readonly Handle[] => (element.is === 'line' ? LINE_HANDLES : BOX_HANDLES);

/** The position of a handle, relative to the origin of the element. */
export function handleAt(element: Element, { sx, sy }: Handle): { x: number; y: number } {
  if (element.is === 'line') return sx < 0 ? { x: element.x, y: element.y } : { x: element.x2, y: element.y2 };
  return { x: element.x + (element.w * (sx + 1)) / 2, y: element.y + (element.h * (sy + 1)) / 2 };
}

/** Least side length in millimetres. A smaller element could not be grabbed again. */
const LEAST = 1;

function pulled(from: number, length: number, side: -1 | 0 | 1, by: number): [number, number] {
  if (side === 0) return [from, length];
  if (side > 0) return [from, neat(Math.max(LEAST, length + by))];
  const start = neat(Math.min(from + length - LEAST, from + by));
  return [start, neat(from + length - start)];
}

export function resized(element: Element, { sx, sy }: Handle, dx: number, dy: number): Element {
  if (element.is === 'line')
    return sx < 0
      ? { ...element, x: neat(element.x + dx), y: neat(element.y + dy) }
      : { ...element, x2: neat(element.x2 + dx), y2: neat(element.y2 + dy) };
  const [x, w] = pulled(element.x, element.w, sx, dx);
  const [y, h] = pulled(element.y, element.h, sy, dy);
  return { ...element, x, y, w, h };
}

/** Distance in millimetres at which a thin element is hit. */
const NEAR = 0.8;
export function covers(rect: Rect, x: number, y: number): boolean {
  const [side, top] = [rect.w < 2 * NEAR ? NEAR : 0, rect.h < 2 * NEAR ? NEAR : 0];
  return x >= rect.x - side && x <= rect.x + rect.w + side && y >= rect.y - top && y <= rect.y + rect.h + top;
}

export const areaOf = ({ w, h }: Rect): number => Math.max(w, 0.5) * Math.max(h, 0.5);

/** The shown paper, and the position of the first label on it. */
export const paperOf = ({ size, sheet }: Layout): { width: number; height: number; left: number; top: number } =>
  sheet ? { width: sheet.width, height: sheet.height, left: sheet.left, top: sheet.top } : { ...size, left: 0, top: 0 };

/** Whether a part of the element is outside the paper. */
export const isOff = (element: Element, { size }: Layout): boolean => {
  const { x, y, w, h } = rectOf(element);
  return x + w > size.width + 0.01 || y + h > size.height + 0.01;
};

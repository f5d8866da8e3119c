import type { Translate } from '../../../providers/i18n.ts';
import { type Cell, type Drawing, drawPlan, FILL_STEPS, fillOf, fit, PADDING, type Strip, type View } from './layout.ts';
import type { PlanPlace } from './plan.ts';

export type Look = { surface: string; line: string; strong: string; text: string; fill: string; brand: string; stop: string; font: string };

/** Colours are read from the page's CSS variables, so that the drawing follows theme and scheme. */
export function lookOf(element: Element): Look {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(`--k-${name}`).trim();
  return {
    surface: value('surface'),
    line: value('line'),
    strong: value('line-strong'),
    text: value('text'),
    fill: value('fill'),
    brand: value('brand'),
    stop: value('stop-text'),
    font: value('mono'),
  };
}

/** Least sizes in screen pixels: width of a place to show its code, and height to show its frame. */
const CODE_WIDTH = 54;
const FRAME_HEIGHT = 5;
const DIMMED = 0.18;

function hatch(context: CanvasRenderingContext2D, cell: Cell, view: View, color: string): void {
  const [x, y, w, h] = [(cell.x - view.x) * view.scale, (cell.y - view.y) * view.scale, cell.w * view.scale, cell.h * view.scale];
  context.save();
  context.beginPath();
  context.rect(x, y, w, h);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.beginPath();
  for (let at = x - h; at < x + w; at += 6) {
    context.moveTo(at, y + h);
    context.lineTo(at + h, y);
  }
  context.stroke();
  context.restore();
}

type Scene = {
  drawing: Drawing;
  view: View;
  look: Look;
  mostPieces: number;
  found: ReadonlySet<string> | null;
  chosen: string;
  nameOf: (strip: Strip) => string;
};

/** Paints the visible part. Places of the same fill level are one path, for speed with twenty thousand places. */
export function paint(context: CanvasRenderingContext2D, w: number, h: number, scene: Scene): void {
  const { drawing, view, look, found } = scene;
  const sx = (x: number): number => (x - view.x) * view.scale;
  const sy = (y: number): number => (y - view.y) * view.scale;
  context.clearRect(0, 0, w, h);
  const seen = drawing.cells.filter((cell) => sx(cell.x + cell.w) > 0 && sx(cell.x) < w && sy(cell.y + cell.h) > 0 && sy(cell.y) < h);
  const groups = new Map<string, Cell[]>();
  for (const cell of seen) {
    const key = `${fillOf(cell.place, scene.mostPieces)} ${found && !found.has(cell.place.id) ? 1 : 0}`;
    const known = groups.get(key);
    if (known) known.push(cell);
    else groups.set(key, [cell]);
  }
  const gap = view.scale > 1.2 ? Math.min(1.5, view.scale / 3) : 0;
  for (const [key, cells] of groups) {
    const [step, dimmed] = key.split(' ').map(Number);
    const path = new Path2D();
    for (const cell of cells) path.rect(sx(cell.x) + gap / 2, sy(cell.y) + gap / 2, cell.w * view.scale - gap, cell.h * view.scale - gap);
    const strength = dimmed ? DIMMED : 1;
    context.globalAlpha = strength;
    // Too small for a frame, so an empty place is shown by its background.
    const framed = (cells[0]?.h ?? 0) * view.scale > FRAME_HEIGHT;
    context.fillStyle = framed ? look.surface : look.line;
    // This is a canvas, not an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(path);
    if (step) {
      context.globalAlpha = strength * (0.1 + (0.8 * step) / FILL_STEPS);
      context.fillStyle = look.fill;
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
      context.fill(path);
    }
    if (framed) {
      context.globalAlpha = dimmed ? 0.4 : 1;
      context.strokeStyle = look.strong;
      context.lineWidth = 0.5;
      context.stroke(path);
    }
  }
  context.globalAlpha = 1;
  for (const cell of seen) if (cell.place.blocked) hatch(context, cell, view, look.stop);
  const marked = seen.filter(({ place }) => found?.has(place.id) || place.id === scene.chosen);
  context.strokeStyle = look.brand;
  context.lineWidth = 3;
  for (const cell of marked) context.strokeRect(sx(cell.x) - 1, sy(cell.y) - 1, cell.w * view.scale + 2, cell.h * view.scale + 2);

  context.textBaseline = 'middle';
  if (seen.length < 2000) {
    context.textAlign = 'center';
    for (const cell of seen) {
      const width = cell.w * view.scale;
      if (width < CODE_WIDTH || cell.h * view.scale < 14) continue;
      const step = fillOf(cell.place, scene.mostPieces);
      context.font = `${Math.min(13, width / 6)}px ${look.font}`;
      const text = cell.place.code;
      const [x, y] = [sx(cell.x) + width / 2, sy(cell.y) + (cell.h * view.scale) / 2];
      const half = context.measureText(text).width / 2 + 3;
      // On its own background, because the fill behind it may have any colour of the scale.
      if (step > 0 || cell.place.blocked) {
        context.fillStyle = look.surface;
        context.fillRect(x - half, y - 8, 2 * half, 16);
      }
      context.fillStyle = look.text;
      context.fillText(text, x, y);
    }
  }
  context.textAlign = 'end';
  context.fillStyle = look.text;
  context.font = `600 ${Math.max(10, Math.min(14, 7 * view.scale))}px ${look.font}`;
  for (const strip of drawing.strips) {
    if (strip.kind === null) context.fillText(scene.nameOf(strip), Math.max(sx(strip.x + 13), 26), sy(strip.y + strip.h / 2));
  }
  context.textAlign = 'start';
  context.font = `600 12px ${look.font}`;
  for (const strip of drawing.strips)
    if (strip.kind !== null) context.fillText(scene.nameOf(strip), Math.max(sx(strip.x + 16), 4), sy(strip.y) - 9);
}

export const stripNames =
  (t: Translate) =>
  ({ kind, name }: Strip): string =>
    kind === null ? name : t(`compartments.kinds.${kind}`);

/** Canvas pixels per CSS pixel, and the greatest height of the plan on paper relative to its width, so that it fits on a page. */
const PAPER_RATIO = 2;
const PAPER_HEIGHT = 1.2;

/** Paints the whole plan on a canvas as wide as its container, independent of the part shown on screen. */
export function paintWhole(
  canvas: HTMLCanvasElement,
  { places, found, nameOf }: { places: readonly PlanPlace[] } & Pick<Scene, 'found' | 'nameOf'>,
): void {
  const drawing = drawPlan(places, 1 / PAPER_HEIGHT);
  const width = canvas.clientWidth;
  const wanted = fit(drawing, width, Number.POSITIVE_INFINITY).scale * drawing.height + PADDING;
  const height = Math.round(Math.min(wanted, width * PAPER_HEIGHT));
  canvas.style.height = `${height}px`;
  canvas.width = width * PAPER_RATIO;
  canvas.height = height * PAPER_RATIO;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(PAPER_RATIO, PAPER_RATIO);
  const mostPieces = places.reduce((most, { pieces }) => Math.max(most, pieces), 0);
  const view = fit(drawing, width, height);
  paint(context, width, height, { drawing, view, look: lookOf(canvas), mostPieces, found, chosen: '', nameOf });
}

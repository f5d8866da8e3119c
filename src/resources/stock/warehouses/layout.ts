import { groupBy } from '#contract/core/group-by';
import type { CompartmentKind, PlanPlace } from './plan.ts';

export type Cell = { place: PlanPlace; x: number; y: number; w: number; h: number };
export type Strip = { name: string; kind: CompartmentKind | null; x: number; y: number; w: number; h: number };
export type Drawing = { cells: Cell[]; strips: Strip[]; width: number; height: number };

/** Drawing units: one slot of a rack, the gap between racks, the walkway between aisles, the room for an aisle's name. */
const SLOT = { w: 10, h: 7 };
const RACK_GAP = 3;
const WALK = 12;
const NAME = 16;
/** Places without an aisle: docks, tables, carts. */
const LOOSE = { w: 26, h: 14, gap: 4 };
/** Between columns, and above the places of a kind for its name. */
const COLUMN_GAP = 20;
const HEADING = 12;
const MOST_COLUMNS = 5;

const collator = new Intl.Collator('en', { numeric: true });
const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort(collator.compare);

/** Draws the front of a rack: levels from bottom to top, slots side by side. Returns its width. */
function drawRack(places: readonly PlanPlace[], levels: readonly string[], x: number, y: number, cells: Cell[]): number {
  const byLevel = groupBy(places, ({ level }) => level);
  const slots = Math.max(...[...byLevel.values()].map((row) => row.length));
  for (const [level, row] of byLevel) {
    const up = levels.length - 1 - levels.indexOf(level);
    const w = (SLOT.w * slots) / row.length;
    for (const [i, place] of row.toSorted((a, b) => collator.compare(a.slot || a.code, b.slot || b.code)).entries())
      cells.push({ place, x: x + i * w, y: y + up * SLOT.h, w, h: SLOT.h });
  }
  return SLOT.w * slots;
}

/** An aisle, or all places of a kind without an aisle, drawn at the origin. */
type Block = { cells: Cell[]; strip: Strip; w: number; h: number; kind: CompartmentKind | null };

function aisleBlock(name: string, own: readonly PlanPlace[]): Block {
  const cells: Cell[] = [];
  const levels = distinct(own.map(({ level }) => level));
  const byRack = groupBy(own, ({ rack }) => rack);
  let x = NAME;
  for (const rack of distinct([...byRack.keys()])) x += drawRack(byRack.get(rack) ?? [], levels, x, 0, cells) + RACK_GAP;
  const h = levels.length * SLOT.h;
  const w = x - RACK_GAP;
  return { cells, strip: { name, kind: null, x: 0, y: 0, w, h }, w, h, kind: null };
}

function looseBlock(kind: CompartmentKind, own: readonly PlanPlace[], widest: number): Block {
  const perRow = Math.max(4, Math.floor((Math.max(widest, 160) - NAME) / (LOOSE.w + LOOSE.gap)));
  const rows = Math.ceil(own.length / perRow);
  const w = NAME + Math.min(perRow, own.length) * (LOOSE.w + LOOSE.gap) - LOOSE.gap;
  const h = rows * (LOOSE.h + LOOSE.gap) - LOOSE.gap;
  const cells = own
    .toSorted((a, b) => collator.compare(a.code, b.code))
    .map((place, i) => ({
      place,
      x: NAME + (i % perRow) * (LOOSE.w + LOOSE.gap),
      y: Math.floor(i / perRow) * (LOOSE.h + LOOSE.gap),
      w: LOOSE.w,
      h: LOOSE.h,
    }));
  return { cells, strip: { name: kind, kind, x: 0, y: 0, w, h }, w, h, kind };
}

/** Room above a block: the walkway of an aisle, or the heading of a kind. */
const above = ({ kind }: Block, isFirst: boolean): number => (kind === null ? (isFirst ? 0 : WALK) : HEADING);

/** Blocks one below the other in columns of about the same height, in order from top left to bottom right. */
function inColumns(blocks: readonly Block[], count: number): Drawing {
  const whole = blocks.reduce((sum, block) => sum + above(block, false) + block.h, 0);
  const drawing: Drawing = { cells: [], strips: [], width: 1, height: 1 };
  let [x, y, widest, column] = [0, 0, 0, 1];
  for (const block of blocks) {
    if (y > 0 && column < count && y + block.h / 2 > whole / count) {
      x += widest + COLUMN_GAP;
      [y, widest, column] = [0, 0, column + 1];
    }
    y += above(block, y === 0);
    for (const cell of block.cells) drawing.cells.push({ ...cell, x: cell.x + x, y: cell.y + y });
    drawing.strips.push({ ...block.strip, x, y });
    y += block.h;
    widest = Math.max(widest, block.w);
    drawing.width = Math.max(drawing.width, x + widest);
    drawing.height = Math.max(drawing.height, y);
  }
  return drawing;
}

/**
 * Draws a warehouse: aisles in order, one below the other, with their racks, each as wide as its slots and as high as its levels; then the
 * places without an aisle, by kind. A small hall stands in several columns, so that it fills the window.
 * @param ratio width of the window by its height
 */
export function drawPlan(places: readonly PlanPlace[], ratio = 0): Drawing {
  const byAisle = groupBy(
    places.filter(({ aisle }) => aisle !== ''),
    ({ aisle }) => aisle,
  );
  const aisles = distinct([...byAisle.keys()]).map((name) => aisleBlock(name, byAisle.get(name) ?? []));
  const widest = Math.max(0, ...aisles.map(({ w }) => w));
  const byKind = groupBy(
    places.filter(({ aisle }) => aisle === ''),
    ({ kind }) => kind,
  );
  const blocks = [...aisles, ...[...byKind].map(([kind, own]) => looseBlock(kind as CompartmentKind, own, widest))];
  const scaleOf = ({ width, height }: Drawing): number => Math.min(ratio / width, 1 / height);
  const [first = inColumns(blocks, 1), ...others] = Array.from({ length: MOST_COLUMNS }, (_, at) => inColumns(blocks, at + 1));
  // A tie goes to fewer columns.
  return others.reduce((best, next) => (scaleOf(next) > scaleOf(best) * 1.02 ? next : best), first);
}

export const FILL_STEPS = 5;

/** The fill level of a place from 0 (empty) to FILL_STEPS: by weight if a limit is known, else by pieces relative to the fullest place. */
export function fillOf(place: PlanPlace, mostPieces: number): number {
  if (place.pieces === 0) return 0;
  const part = place.maxWeight && place.weight > 0 ? place.weight / place.maxWeight : Math.sqrt(place.pieces / Math.max(1, mostPieces));
  return Math.max(1, Math.min(FILL_STEPS, Math.ceil(part * FILL_STEPS)));
}

/** The visible part of the drawing: its scale, and the point at the top left of the canvas. */
export type View = { scale: number; x: number; y: number };
const MAX_SCALE = 40;

/** Padding around the drawing in screen pixels. */
export const PADDING = 24;

/** Centres the whole drawing on the canvas. The scale is limited for small warehouses. */
export function fit({ width, height }: Drawing, w: number, h: number): View {
  const scale = Math.min(9, Math.max(0.01, Math.min((w - PADDING) / width, (h - PADDING) / height)));
  return { scale, x: (width - w / scale) / 2, y: (height - h / scale) / 2 };
}

/** Zooms around a point, which stays at its place on the screen. */
export function zoom(view: View, by: number, px: number, py: number, least: number): View {
  const scale = Math.min(MAX_SCALE, Math.max(least, view.scale * by));
  return { scale, x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale };
}

export const cellAt = ({ cells }: Drawing, x: number, y: number): Cell | undefined =>
  cells.find((cell) => x >= cell.x && x < cell.x + cell.w && y >= cell.y && y < cell.y + cell.h);

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

/**
 * Draws a warehouse: aisles one below the other in order, with their racks, each as wide as its slots and as high as its levels. Places
 * without an aisle follow below, by kind.
 */
export function drawPlan(places: readonly PlanPlace[]): Drawing {
  const cells: Cell[] = [];
  const strips: Strip[] = [];
  const inAisles = places.filter(({ aisle }) => aisle !== '');
  let y = 0;
  let width = 0;
  const byAisle = groupBy(inAisles, ({ aisle }) => aisle);
  for (const aisle of distinct([...byAisle.keys()])) {
    const own = byAisle.get(aisle) ?? [];
    const levels = distinct(own.map(({ level }) => level));
    const byRack = groupBy(own, ({ rack }) => rack);
    let x = NAME;
    for (const rack of distinct([...byRack.keys()])) x += drawRack(byRack.get(rack) ?? [], levels, x, y, cells) + RACK_GAP;
    const h = levels.length * SLOT.h;
    strips.push({ name: aisle, kind: null, x: 0, y, w: x - RACK_GAP, h });
    width = Math.max(width, x);
    y += h + WALK;
  }
  const perRow = Math.max(4, Math.floor((Math.max(width, 160) - NAME) / (LOOSE.w + LOOSE.gap)));
  for (const [kind, group] of groupBy(
    places.filter(({ aisle }) => aisle === ''),
    (place) => place.kind,
  )) {
    const rows = Math.ceil(group.length / perRow);
    y += 8;
    const h = rows * (LOOSE.h + LOOSE.gap) - LOOSE.gap;
    for (const [i, place] of group.toSorted((a, b) => collator.compare(a.code, b.code)).entries())
      cells.push({
        place,
        x: NAME + (i % perRow) * (LOOSE.w + LOOSE.gap),
        y: y + Math.floor(i / perRow) * (LOOSE.h + LOOSE.gap),
        w: LOOSE.w,
        h: LOOSE.h,
      });
    const w = NAME + Math.min(perRow, group.length) * (LOOSE.w + LOOSE.gap);
    strips.push({ name: kind, kind: kind as CompartmentKind, x: 0, y, w, h });
    width = Math.max(width, w);
    y += h + LOOSE.gap;
  }
  return { cells, strips, width: Math.max(1, width), height: Math.max(1, y) };
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

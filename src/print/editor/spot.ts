import type { Block, Element, Layout } from '#contract/printing/layout';

/**
 * A spot is the path of something inside a layout, as faults name it: `every.3`, `body.blocks.1`, `body.blocks.1.elements.0`.
 * `size` stands for the paper itself, `body` for the frame that blocks flow in. All functions give a new layout and leave the given one.
 */
export type Spot = string;
export const PAPER = 'size';
export const BODY = 'body';
/** Lists of elements that stand at fixed places. */
export const FIXED = ['every', 'first', 'later'] as const;
export type Fixed = (typeof FIXED)[number];

type Holder = Record<string, unknown>;
const holds = (value: unknown): value is Holder => value !== null && typeof value === 'object';

export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (holds(inner) ? inner[key] : undefined), value);

/** A copy with `next` at the path; `undefined` takes the key away. */
export function withAt<T>(value: T, path: string, next: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Holder) }) as Holder;
  const inner = rest.length > 0 ? withAt(copy[key], rest.join('.'), next) : next;
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy as T;
}

export const isElement = (value: unknown): value is Element => holds(value) && 'is' in value;
export const isBlock = (value: unknown): value is Block => holds(value) && 'block' in value;

/** The list that something stands in, and its place there. */
export function placeOf(spot: Spot): { list: string; index: number } {
  const dot = spot.lastIndexOf('.');
  return { list: spot.slice(0, dot), index: Number(spot.slice(dot + 1)) };
}
/** The block that the elements of this spot count from; undefined for elements of the page itself. */
export const blockOf = (spot: Spot): Spot | undefined => /^(body\.blocks\.\d+)\.elements\./.exec(spot)?.[1];

const listAt = (layout: Layout, list: string): unknown[] => {
  const found = at(layout, list);
  return Array.isArray(found) ? found : [];
};

/** Adds behind `index`, at the end when there is none. @returns the layout and where the new one stands */
export function added(layout: Layout, list: string, what: Element | Block, index?: number): [Layout, Spot] {
  const all = [...listAt(layout, list)];
  const place = index === undefined ? all.length : index + 1;
  all.splice(place, 0, what);
  return [withAt(layout, list, all), `${list}.${place}`];
}

/** Without what stands there. A body without blocks is none. @returns also what is chosen next */
export function removed(layout: Layout, spot: Spot): [Layout, Spot] {
  const { list, index } = placeOf(spot);
  const rest = listAt(layout, list).filter((_, i) => i !== index);
  if (list === 'body.blocks' && rest.length === 0) return [withAt(layout, BODY, undefined), PAPER];
  return [withAt(layout, list, rest), rest.length > 0 ? `${list}.${Math.min(index, rest.length - 1)}` : PAPER];
}

/** One place earlier or later in its list: what comes later is drawn above. */
export function shifted(layout: Layout, spot: Spot, by: -1 | 1): [Layout, Spot] {
  const { list, index } = placeOf(spot);
  const all = [...listAt(layout, list)];
  const to = index + by;
  if (to < 0 || to >= all.length) return [layout, spot];
  const [one] = all.splice(index, 1);
  all.splice(to, 0, one);
  return [withAt(layout, list, all), `${list}.${to}`];
}

/** A copy, a little to the right and below, drawn right above the first. */
export function doubled(layout: Layout, spot: Spot): [Layout, Spot] {
  const what = at(layout, spot);
  const { list, index } = placeOf(spot);
  if (isElement(what)) {
    const aside = what.is === 'line' ? { x2: what.x2 + 2, y2: what.y2 + 2 } : {};
    return added(layout, list, { ...what, ...aside, x: what.x + 2, y: what.y + 2 }, index);
  }
  return isBlock(what) ? added(layout, list, what, index) : [layout, spot];
}

/** To another part of the page: on every page, only the first, only later ones. */
export function putOn(layout: Layout, spot: Spot, part: Fixed): [Layout, Spot] {
  const what = at(layout, spot);
  if (!isElement(what)) return [layout, spot];
  return added(removed(layout, spot)[0], part, what);
}

type Row = { spot: Spot; what: Element | Block };
export type Group = { part: Fixed | typeof BODY; rows: Row[] };

/** Everything that can be chosen, in the order in which it is drawn. */
export function groupsOf(layout: Layout): Group[] {
  const fixed = FIXED.map((part) => ({ part, rows: layout[part].map((what, i) => ({ spot: `${part}.${i}`, what })) }));
  const blocks = (layout.body?.blocks ?? []).flatMap((block, i): Row[] => [
    { spot: `body.blocks.${i}`, what: block },
    ...(block.block === 'elements' ? block.elements.map((what, k) => ({ spot: `body.blocks.${i}.elements.${k}`, what })) : []),
  ]);
  return [...fixed, { part: BODY, rows: blocks }];
}

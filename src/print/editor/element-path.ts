import type { Block, Element, Layout } from '#contract/printing/layout';

/**
 * A spot is the path of a part inside a layout, as faults name it: `every.3`, `body.blocks.1`, `body.blocks.1.elements.0`.
 * `size` is the paper itself, `body` the frame that blocks flow in. All functions return a new layout and do not change the given one.
 */
export type ElementPath = string;
export const PAPER = 'size';
export const BODY = 'body';
/** Lists of elements with fixed positions. */
export const FIXED = ['every', 'first', 'later'] as const;
export type Fixed = (typeof FIXED)[number];

type Holder = Record<string, unknown>;
const holds = (value: unknown): value is Holder => value !== null && typeof value === 'object';

export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (holds(inner) ? inner[key] : undefined), value);

/** A copy with `next` at the path. `undefined` removes the key. */
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

/** The list that contains a part, and its index. */
export function placeOf(path: ElementPath): { list: string; index: number } {
  const dot = path.lastIndexOf('.');
  return { list: path.slice(0, dot), index: Number(path.slice(dot + 1)) };
}
/** The block whose origin the elements of this spot use. Undefined for elements of the page. */
export const blockOf = (path: ElementPath): ElementPath | undefined => /^(body\.blocks\.\d+)\.elements\./.exec(path)?.[1];

const listAt = (layout: Layout, list: string): unknown[] => {
  const found = at(layout, list);
  return Array.isArray(found) ? found : [];
};

/** Inserts after `index`, or at the end without one. @returns the layout and the spot of the new part */
export function added(layout: Layout, list: string, what: Element | Block, index?: number): [Layout, ElementPath] {
  const all = [...listAt(layout, list)];
  const place = index === undefined ? all.length : index + 1;
  all.splice(place, 0, what);
  return [withAt(layout, list, all), `${list}.${place}`];
}

/** Removes a part. A body without blocks is removed as well. @returns the layout and the spot to choose next */
export function removed(layout: Layout, path: ElementPath): [Layout, ElementPath] {
  const { list, index } = placeOf(path);
  const rest = listAt(layout, list).filter((_, i) => i !== index);
  if (list === 'body.blocks' && rest.length === 0) return [withAt(layout, BODY, undefined), PAPER];
  return [withAt(layout, list, rest), rest.length > 0 ? `${list}.${Math.min(index, rest.length - 1)}` : PAPER];
}

/** Moves a part by one place in its list. Later parts are drawn above earlier ones. */
export function shifted(layout: Layout, path: ElementPath, by: -1 | 1): [Layout, ElementPath] {
  const { list, index } = placeOf(path);
  const all = [...listAt(layout, list)];
  const to = index + by;
  if (to < 0 || to >= all.length) return [layout, path];
  const [one] = all.splice(index, 1);
  all.splice(to, 0, one);
  return [withAt(layout, list, all), `${list}.${to}`];
}

/** Duplicates a part, slightly to the right and below, drawn directly above the original. */
export function doubled(layout: Layout, path: ElementPath): [Layout, ElementPath] {
  const what = at(layout, path);
  const { list, index } = placeOf(path);
  if (isElement(what)) {
    const aside = what.is === 'line' ? { x2: what.x2 + 2, y2: what.y2 + 2 } : {};
    return added(layout, list, { ...what, ...aside, x: what.x + 2, y: what.y + 2 }, index);
  }
  return isBlock(what) ? added(layout, list, what, index) : [layout, path];
}

/** Moves an element to another part of the page: every page, only the first, only later ones. */
export function putOn(layout: Layout, path: ElementPath, part: Fixed): [Layout, ElementPath] {
  const what = at(layout, path);
  if (!isElement(what)) return [layout, path];
  return added(removed(layout, path)[0], part, what);
}

type Row = { path: ElementPath; what: Element | Block };
export type Group = { part: Fixed | typeof BODY; rows: Row[] };

/** All parts that can be chosen, in drawing order. */
export function groupsOf(layout: Layout): Group[] {
  const fixed = FIXED.map((part) => ({ part, rows: layout[part].map((what, i) => ({ path: `${part}.${i}`, what })) }));
  const blocks = (layout.body?.blocks ?? []).flatMap((block, i): Row[] => [
    { path: `body.blocks.${i}`, what: block },
    ...(block.block === 'elements' ? block.elements.map((what, k) => ({ path: `body.blocks.${i}.elements.${k}`, what })) : []),
  ]);
  return [...fixed, { part: BODY, rows: blocks }];
}

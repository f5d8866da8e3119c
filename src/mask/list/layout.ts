import { type Column, fit } from './columns.ts';

/** Below this a table has no room for rows; each becomes a card. */
export const CARDS_BELOW = 560;
export const SELECT_WIDTH = 40;
export const EXPAND_WIDTH = 32;
export const MENU_WIDTH = 40;
/** More rows than these are drawn only where they can be seen. */
export const VIRTUAL_ABOVE = 100;

export type Layout = { cards: boolean; shown: Column[]; folded: Column[]; template: string };

/** Spare room goes to the free columns by their width, so that the table always ends at the edge. */
function stretched(columns: Column[], spare: number): Column[] {
  const free = columns.filter((column) => column.pin === null);
  const takers = free.length > 0 ? free : columns;
  const sum = takers.reduce((total, column) => total + column.width, 0);
  return columns.map((column) => (takers.includes(column) ? { ...column, width: column.width + (spare * column.width) / sum } : column));
}

export function layoutOf(columns: readonly Column[], width: number, extras: { select: boolean; menu: boolean }): Layout {
  const visible = columns.filter((column) => !column.hidden);
  if (width > 0 && width < CARDS_BELOW) return { cards: true, shown: visible.slice(0, 5), folded: visible.slice(5), template: '' };
  const fixed = (extras.select ? SELECT_WIDTH : 0) + (extras.menu ? MENU_WIDTH : 0);
  const whole = fit(columns, width - fixed);
  const parts = whole.folded.length > 0 ? fit(columns, width - fixed - EXPAND_WIDTH) : whole;
  const used = fixed + (parts.folded.length > 0 ? EXPAND_WIDTH : 0) + parts.shown.reduce((sum, column) => sum + column.width, 0);
  const shown = stretched(parts.shown, Math.max(0, width - used));
  const template = [
    ...(extras.select ? [`${SELECT_WIDTH}px`] : []),
    ...(parts.folded.length > 0 ? [`${EXPAND_WIDTH}px`] : []),
    ...shown.map((column) => `minmax(0,${column.width.toFixed(2)}px)`),
    ...(extras.menu ? [`${MENU_WIDTH}px`] : []),
  ].join(' ');
  return { cards: false, shown, folded: parts.folded, template };
}

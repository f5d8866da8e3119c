import { type Column, fit } from './columns.ts';

/** Below this width in pixels, rows are shown as cards. */
export const CARDS_BELOW = 560;
const SELECT_WIDTH = 36;
const EXPAND_WIDTH = 32;
const MENU_WIDTH = 40;
/** Space at the left and right of each row, inside its ground: with the padding of a cell, the page edge of 24. */
export const EDGE = 16;
/** Names up to this width are shown in full before another column is shown. Longer texts are cut anyway, and may be as narrow as this. */
const READABLE = 200;
const LONG_TEXT = 140;
/** A column grows to this multiple of its width at most, so that in a list of few columns a figure stands near the name it belongs to. */
const MOST_GROWTH = 1.8;
/** Above this number, only visible rows are rendered. */
export const VIRTUAL_ABOVE = 100;

export type Layout = { cards: boolean; shown: Column[]; folded: Column[]; template: string };

/** The least width of a column before another column is folded. Figures and codes cannot be truncated, texts can. */
const leastWidth = ({ width, rigid, head = 0, content }: Column): number => {
  const share = width * (rigid ? 0.9 : 0.75);
  const whole = rigid || (content ?? 0) <= READABLE;
  const least = content === undefined ? share : whole ? content : LONG_TEXT;
  return Math.max(least, head);
};

/**
 * Fills the width, as far as its columns stay near each other. All free columns share spare width, missing width is taken from columns above
 * their least width.
 */
function filled(columns: Column[], room: number): Column[] {
  const sum = columns.reduce((total, column) => total + column.width, 0);
  if (room <= 0 || sum === 0) return columns;
  if (sum > room) {
    const slack = columns.reduce((total, column) => total + column.width - leastWidth(column), 0);
    const part = Math.min(1, (sum - room) / slack);
    return columns.map((column) => ({ ...column, width: column.width - part * (column.width - leastWidth(column)) }));
  }
  const free = columns.filter((column) => column.pin === null);
  const takers = free.length > 0 ? free : columns;
  const share = Math.min(MOST_GROWTH - 1, (room - sum) / takers.reduce((total, column) => total + column.width, 0));
  return columns.map((column) => (takers.includes(column) ? { ...column, width: column.width * (1 + share) } : column));
}

const fitTight = (columns: readonly Column[], width: number) => {
  const { shown } = fit(
    columns.map((column) => ({ ...column, width: leastWidth(column) })),
    width,
  );
  const roomOf = new Map(shown.map((column) => [column.field, column.width]));
  return {
    shown: columns.flatMap((column) => {
      const room = roomOf.get(column.field);
      if (room === undefined) return [];
      // A text that had to take what was left needs no more than that.
      return [room < leastWidth(column) ? { ...column, width: room, content: room } : column];
    }),
    folded: columns.filter((column) => !roomOf.has(column.field)),
  };
};

type Extras = {
  select: boolean;
  menu: boolean;
  /** The preview shows the whole row, so that no row needs to unfold. */
  preview?: boolean;
};

export function layoutOf(columns: readonly Column[], width: number, extras: Extras): Layout {
  const visible = columns.filter((column) => !column.hidden);
  if (width > 0 && width < CARDS_BELOW) return { cards: true, shown: visible, folded: [], template: '' };
  const fixed = 2 * EDGE + (extras.select ? SELECT_WIDTH : 0) + (extras.menu ? MENU_WIDTH : 0);
  const expand = extras.preview ? 0 : EXPAND_WIDTH;
  // Not measured yet, so nothing is folded.
  const whole = width > 0 ? fitTight(visible, width - fixed) : { shown: visible, folded: [] };
  const parts = whole.folded.length > 0 ? fitTight(visible, width - fixed - expand) : whole;
  const folded = extras.preview ? [] : parts.folded;
  const shown = filled(parts.shown, width - fixed - (folded.length > 0 ? EXPAND_WIDTH : 0));
  const template = [
    ...(extras.select ? [`${SELECT_WIDTH}px`] : []),
    ...(folded.length > 0 ? [`${EXPAND_WIDTH}px`] : []),
    ...shown.map((column) => `minmax(0,${column.width.toFixed(2)}px)`),
    // What the columns leave empty. The menu stays at the right edge.
    'minmax(0,1fr)',
    ...(extras.menu ? [`${MENU_WIDTH}px`] : []),
  ].join(' ');
  return { cards: false, shown, folded, template };
}

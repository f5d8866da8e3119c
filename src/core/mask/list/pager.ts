import type { ListState } from './url-state.ts';

/** Cursors of the visited pages: `trail[n]` begins page n + 2. */
export type Trail = { identity: string; cursors: string[] };

export function forward(state: ListState, trail: Trail, next: string): { state: ListState; trail: Trail } {
  const cursors = [...trail.cursors.slice(0, state.page - 1), next];
  return { state: { ...state, page: state.page + 1, cursor: next, back: false }, trail: { ...trail, cursors } };
}

/**
 * Goes back one page. If this browser has not visited that page (a link was opened), the server is asked for the rows before the first row.
 * Without its cursor, the first page is shown.
 */
export function backward(state: ListState, trail: Trail, firstCursor: string | null): ListState {
  const page = state.page - 1;
  if (page <= 1) return { ...state, page: 1, cursor: null, back: false };
  const known = trail.cursors[page - 2];
  if (known) return { ...state, page, cursor: known, back: false };
  if (firstCursor) return { ...state, page, cursor: firstCursor, back: true };
  return { ...state, page: 1, cursor: null, back: false };
}

export const rangeOf = ({ page, size }: Pick<ListState, 'page' | 'size'>, rows: number): { from: number; to: number } => ({
  from: rows === 0 ? 0 : (page - 1) * size + 1,
  to: (page - 1) * size + rows,
});

/** The keyboard cursor in a grid: row (-1 is the head) and column. */
export type GridCell = { row: number; column: number };
export type GridSize = { rows: number; columns: number; page: number };
export type GridCommand =
  | { kind: 'move'; to: GridCell; extend: boolean }
  | { kind: 'open' | 'preview' | 'select' | 'selectPage' | 'clear' };

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

const clamp = (n: number, least: number, most: number): number => Math.min(Math.max(n, least), Math.max(least, most));

/** The command of a key in a grid. Null leaves the key to the browser and the page. */
export function gridCommand(key: Key, at: GridCell, { rows, columns, page }: GridSize): GridCommand | null {
  if (key.altKey) return null;
  const wide = key.ctrlKey || key.metaKey;
  const move = (row: number, column: number): GridCommand => ({
    kind: 'move',
    to: { row: clamp(row, 0, rows - 1), column: clamp(column, 0, columns - 1) },
    extend: key.shiftKey,
  });
  switch (key.key) {
    case 'ArrowDown':
      return move(at.row + 1, at.column);
    case 'ArrowUp':
      return move(at.row - 1, at.column);
    case 'ArrowRight':
      return move(at.row, at.column + 1);
    case 'ArrowLeft':
      return move(at.row, at.column - 1);
    case 'PageDown':
      return move(at.row + page, at.column);
    case 'PageUp':
      return move(at.row - page, at.column);
    case 'Home':
      return move(wide ? 0 : at.row, 0);
    case 'End':
      return move(wide ? rows - 1 : at.row, columns - 1);
    case 'Enter':
      return { kind: 'open' };
    case 'p':
      return wide ? null : { kind: 'preview' };
    case ' ':
      return { kind: 'select' };
    case 'a':
      return wide ? { kind: 'selectPage' } : null;
    case 'Escape':
      return { kind: 'clear' };
    default:
      return null;
  }
}

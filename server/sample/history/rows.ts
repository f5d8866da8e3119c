/** Rows of the history by table, in the form that COPY reads. */

export type Cell = string | number | boolean | null | object;
type Row = { at: number; cells: readonly Cell[] };
type Table = { columns: readonly string[]; rows: Row[] };

export const iso = (at: number): string => new Date(at).toISOString();

/** Tables of areas: their rows have a unique position in lists and the usual instants. */
const LISTED = new Set([
  'tasks',
  'task_lines',
  'parcels',
  'stock_moves',
  'stock_balances',
  'scans',
  'picklists',
  'loading_lists',
  'containers',
  'tickets',
  'counts',
  'attendances',
]);

export type Rows = {
  /** Adds a row that was made at this instant. All rows of a table have the same keys in the same order: its columns. */
  add: (table: string, at: number, row: Record<string, Cell>) => void;
  count: (table: string) => number;
  /** The rows of a table as they are, in the order in which they were added. */
  read: (table: string) => Record<string, Cell>[];
  tables: () => string[];
  /** Columns and text of a table for COPY, oldest row first. */
  copy: (table: string) => { columns: string[]; text: string };
};

const UNSAFE = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escape = (text: string): string => (UNSAFE.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : text);

function encode(cell: Cell): string {
  if (cell === null) return '\\N';
  return escape(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

/** Positions in the list: one microsecond apart where several rows were made in the same millisecond. */
function positions(rows: readonly Row[]): string[] {
  let last = 0;
  return rows.map(({ at }) => {
    last = Math.max(at * 1000, last + 1);
    return `${iso(Math.floor(last / 1000)).slice(0, -1)}${String(last % 1000).padStart(3, '0')}Z`;
  });
}

export function makeRows(): Rows {
  const tables = new Map<string, Table>();
  const found = (table: string): Table => tables.get(table) ?? { columns: [], rows: [] };
  return {
    add(table, at, row) {
      const known = tables.get(table) ?? { columns: Object.keys(row), rows: [] };
      tables.set(table, known);
      known.rows.push({ at, cells: Object.values(row) });
    },
    count: (table) => found(table).rows.length,
    read: (table) => {
      const { columns, rows } = found(table);
      return rows.map(({ cells }) => Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? null])));
    },
    tables: () => [...tables.keys()],
    copy(table) {
      const { columns, rows } = found(table);
      const sorted = rows.toSorted((a, b) => a.at - b.at);
      if (!LISTED.has(table))
        return { columns: [...columns], text: sorted.map(({ cells }) => `${cells.map(encode).join('\t')}\n`).join('') };
      const sortAt = positions(sorted);
      const lines = sorted.map(({ at, cells }, i) => {
        const made = iso(at);
        return `${cells.map(encode).join('\t')}\t${sortAt[i]}\t${made}\t${made}\n`;
      });
      return { columns: [...columns, 'sort_at', 'created_at', 'updated_at'], text: lines.join('') };
    },
  };
}

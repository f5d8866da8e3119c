/** Rows of the history by table, in the form that COPY reads. */

export type Cell = string | number | boolean | null | object;
/** Rows are in the text format of COPY. `positionOf` gives a listed row its position, and is null for tables that no area lists. */
type Table = { columns: readonly string[]; rows: string[]; positionOf: ((at: number) => string) | null };

const MINUTE = 60_000;
const minutes = new Map<number, string>();
const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** An instant in ISO 8601. Most of the history's many instants share their minute, whose text is kept. */
export function iso(at: number): string {
  const minute = Math.floor(at / MINUTE);
  let start = minutes.get(minute);
  if (start === undefined) {
    start = new Date(minute * MINUTE).toISOString().slice(0, 17);
    minutes.set(minute, start);
  }
  const left = at - minute * MINUTE;
  return `${start}${digits(Math.floor(left / 1000), 2)}.${digits(left % 1000, 3)}Z`;
}

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
/** All tables that the history fills. */
export const TABLES: readonly string[] = [
  ...LISTED,
  'task_events',
  'picklist_lines',
  'parcel_contents',
  'tracking_events',
  'sim_shipments',
  'reservations',
  'count_places',
  'count_lines',
  'ticket_messages',
  'scan_devices',
];
/** Rows of a piece of text that is sent at once. */
const CHUNK = 1_000;

export type Rows = {
  /** Adds a row that was made at this instant. All rows of a table have the same keys in the same order: its columns. */
  add: (table: string, at: number, row: Record<string, Cell>) => void;
  count: (table: string) => number;
  /** The rows of a table as texts, in the order in which they were added. Null stays null. */
  read: (table: string) => Record<string, string | null>[];
  tables: () => string[];
  columns: (table: string) => string[];
  /** The text of a table for COPY in pieces, from one row to before another: of all rows unless told otherwise. */
  text: (table: string, from?: number, to?: number) => Generator<string>;
};

const UNSAFE = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const NULL = '\\N';

function encode(cell: Cell): string {
  if (cell === null) return NULL;
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return UNSAFE.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : text;
}
const decode = (text: string): string | null =>
  text === NULL ? null : text.replaceAll(/\\([\\nrt])/g, (_, char: string) => ({ n: '\n', r: '\r', t: '\t' })[char] ?? char);

/** Positions in a list: one microsecond apart where several rows were made in the same millisecond. */
function makePositions(): (at: number) => string {
  const taken = new Set<number>();
  return (at) => {
    let position = at * 1000;
    while (taken.has(position)) position += 1;
    taken.add(position);
    return `${iso(Math.floor(position / 1000)).slice(0, -1)}${digits(position % 1000, 3)}Z`;
  };
}

export function makeRows(): Rows {
  const tables = new Map<string, Table>();
  const found = (table: string): Table => tables.get(table) ?? { columns: [], rows: [], positionOf: null };
  return {
    add(table, at, row) {
      let known = tables.get(table);
      if (!known) {
        known = { columns: Object.keys(row), rows: [], positionOf: LISTED.has(table) ? makePositions() : null };
        tables.set(table, known);
      }
      const cells = known.columns.map((column) => encode(row[column] ?? null));
      if (known.positionOf) cells.push(known.positionOf(at), iso(at), iso(at));
      // Joined to a flat text: one that is put together with `+` keeps all its parts, which fills the memory with small objects.
      known.rows.push(cells.join('\t'));
    },
    count: (table) => found(table).rows.length,
    read(table) {
      const { columns, rows } = found(table);
      return rows.map((text) => {
        const cells = text.split('\t');
        return Object.fromEntries(columns.map((column, i) => [column, decode(cells[i] ?? NULL)]));
      });
    },
    tables: () => [...tables.keys()],
    columns: (table) => [...found(table).columns, ...(LISTED.has(table) ? ['sort_at', 'created_at', 'updated_at'] : [])],
    *text(table, from = 0, to = found(table).rows.length) {
      const { rows } = found(table);
      for (let start = from; start < to; start += CHUNK) yield `${rows.slice(start, Math.min(start + CHUNK, to)).join('\n')}\n`;
    },
  };
}

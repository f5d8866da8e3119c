/** Rows of the history by table, in the form that COPY reads. */

export type Cell = string | number | boolean | null | object;
/** `text` is the row in the text format of COPY, without what every listed row has. */
type Row = { at: number; text: string };
type Table = { columns: readonly string[]; rows: Row[] };

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
  /** The text of a table for COPY in pieces, oldest row first. */
  text: (table: string) => Generator<string>;
};

const UNSAFE = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const NULL = '\\N';

function encode(cell: Cell): string {
  if (cell === null) return NULL;
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return UNSAFE.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : text;
}
const decode = (text: string): string | null =>
  text === NULL ? null : text.replaceAll(/\\([\\nrt])/g, (_, char: string) => ({ n: '\n', r: '\r', t: '\t' })[char] ?? char);

export function makeRows(): Rows {
  const tables = new Map<string, Table>();
  const found = (table: string): Table => tables.get(table) ?? { columns: [], rows: [] };
  return {
    add(table, at, row) {
      let known = tables.get(table);
      if (!known) {
        known = { columns: Object.keys(row), rows: [] };
        tables.set(table, known);
      }
      let text = '';
      for (const column of known.columns) text += text === '' ? encode(row[column] ?? null) : `\t${encode(row[column] ?? null)}`;
      known.rows.push({ at, text });
    },
    count: (table) => found(table).rows.length,
    read(table) {
      const { columns, rows } = found(table);
      return rows.map(({ text }) => {
        const cells = text.split('\t');
        return Object.fromEntries(columns.map((column, i) => [column, decode(cells[i] ?? NULL)]));
      });
    },
    tables: () => [...tables.keys()],
    columns: (table) => [...found(table).columns, ...(LISTED.has(table) ? ['sort_at', 'created_at', 'updated_at'] : [])],
    *text(table) {
      const sorted = found(table).rows.toSorted((a, b) => a.at - b.at);
      const isListed = LISTED.has(table);
      // Positions in the list: one microsecond apart where several rows were made in the same millisecond.
      let last = 0;
      for (let from = 0; from < sorted.length; from += CHUNK) {
        let chunk = '';
        for (const { at, text } of sorted.slice(from, from + CHUNK)) {
          if (!isListed) {
            chunk += `${text}\n`;
            continue;
          }
          last = Math.max(at * 1000, last + 1);
          const made = iso(at);
          chunk += `${text}\t${iso(Math.floor(last / 1000)).slice(0, -1)}${digits(last % 1000, 3)}Z\t${made}\t${made}\n`;
        }
        yield chunk;
      }
    },
  };
}

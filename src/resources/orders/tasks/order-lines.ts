export type OrderLine = { key: number; sku: string; qty: string };

let made = 0;
export const blankLine = (sku = '', qty = ''): OrderLine => {
  made += 1;
  return { key: made, sku, qty };
};

const isFilled = ({ sku, qty }: OrderLine): boolean => sku.trim() !== '' || qty.trim() !== '';
/** Adds an empty line at the end if there is none. */
export const withRoom = (lines: readonly OrderLine[]): OrderLine[] => {
  const last = lines.at(-1);
  return last && !isFilled(last) ? [...lines] : [...lines, blankLine()];
};

/**
 * Parses two columns copied from a spreadsheet, SKU and pieces, separated by tab, semicolon or several spaces. A missing quantity is one
 * piece. A header line is skipped, because its second cell is not a number.
 * Null for a single word, which is typed text and not a table.
 */
export function parseTable(text: string): OrderLine[] | null {
  const rows = text
    .split(/\r?\n/)
    .map((row) => row.split(/\t|;| {2,}/).map((cell) => cell.trim()))
    .filter(([sku = '']) => sku !== '');
  if (rows.length === 0 || (rows.length === 1 && (rows[0]?.length ?? 0) < 2)) return null;
  const [first] = rows;
  const withoutHead = first && rows.length > 1 && first[1] && !/^\d/.test(first[1]) ? rows.slice(1) : rows;
  return withoutHead.map(([sku = '', qty = '']) => blankLine(sku, qty === '' ? '1' : qty.replace(/[.,]0+$/, '')));
}

/** Pasted lines replace the current line if it is empty. Otherwise they follow it. */
export function insert(lines: readonly OrderLine[], at: number, pasted: readonly OrderLine[]): OrderLine[] {
  const here = lines[at];
  const keep = here && isFilled(here) ? [here] : [];
  return withRoom([...lines.slice(0, at), ...keep, ...pasted, ...lines.slice(at + 1).filter(isFilled)]);
}

/** The filled lines for the server. A quantity that is not a number becomes 0, which the server refuses with the line's error. */
export const toBook = (lines: readonly OrderLine[]): { sku: string; qty: number }[] =>
  lines.filter(isFilled).map(({ sku, qty }) => ({ sku: sku.trim(), qty: /^\d+$/.test(qty.trim()) ? Number(qty.trim()) : 0 }));

/** The row in the grid of the n-th booked line, to show its error. */
export const gridIndex = (lines: readonly OrderLine[], booked: number): number =>
  lines.map((line, i) => (isFilled(line) ? i : -1)).filter((i) => i >= 0)[booked] ?? -1;

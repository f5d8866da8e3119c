export type OrderLine = { key: number; sku: string; qty: string };

let made = 0;
export const blankLine = (sku = '', qty = ''): OrderLine => {
  made += 1;
  return { key: made, sku, qty };
};

const isFilled = ({ sku, qty }: OrderLine): boolean => sku.trim() !== '' || qty.trim() !== '';
/** There is always one empty line to type into. */
export const withRoom = (lines: readonly OrderLine[]): OrderLine[] => {
  const last = lines.at(-1);
  return last && !isFilled(last) ? [...lines] : [...lines, blankLine()];
};

/**
 * Two columns copied from a spreadsheet, SKU and pieces, by tab, semicolon or several spaces; a missing quantity is one piece. A head
 * line is left out: its second cell is no number. Null for a single word, which is typed and not a table.
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

/** What was pasted goes in place of the line it was pasted into, if that was empty, else after it. */
export function insert(lines: readonly OrderLine[], at: number, pasted: readonly OrderLine[]): OrderLine[] {
  const here = lines[at];
  const keep = here && isFilled(here) ? [here] : [];
  return withRoom([...lines.slice(0, at), ...keep, ...pasted, ...lines.slice(at + 1).filter(isFilled)]);
}

/** The lines that say something, as the server takes them; a quantity that is no number becomes 0, which it refuses by name. */
export const toBook = (lines: readonly OrderLine[]): { sku: string; qty: number }[] =>
  lines.filter(isFilled).map(({ sku, qty }) => ({ sku: sku.trim(), qty: /^\d+$/.test(qty.trim()) ? Number(qty.trim()) : 0 }));

/** Where a fault of the n-th booked line stands in the grid. */
export const gridIndex = (lines: readonly OrderLine[], booked: number): number =>
  lines.map((line, i) => (isFilled(line) ? i : -1)).filter((i) => i >= 0)[booked] ?? -1;

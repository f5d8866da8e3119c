/** A square symbol: modules per side, regions per side, data words, error correction words, and number of blocks. */
export type Size = { side: number; regions: number; data: number; checks: number; blocks: number };

/** ISO/IEC 16022, table 7: side, regions per side, check words, blocks. The remaining modules hold data. */
const TABLE: readonly (readonly [number, number, number, number])[] = [
  [10, 1, 5, 1],
  [12, 1, 7, 1],
  [14, 1, 10, 1],
  [16, 1, 12, 1],
  [18, 1, 14, 1],
  [20, 1, 18, 1],
  [22, 1, 20, 1],
  [24, 1, 24, 1],
  [26, 1, 28, 1],
  [32, 2, 36, 1],
  [36, 2, 42, 1],
  [40, 2, 48, 1],
  [44, 2, 56, 1],
  [48, 2, 68, 1],
  [52, 2, 84, 2],
  [64, 4, 112, 2],
  [72, 4, 144, 4],
  [80, 4, 192, 4],
  [88, 4, 224, 4],
  [96, 4, 272, 4],
  [104, 4, 336, 6],
  [120, 6, 408, 6],
  [132, 6, 496, 8],
  [144, 6, 620, 10],
];

export const SIZES: readonly Size[] = TABLE.map(([side, regions, checks, blocks]) => ({
  side,
  regions,
  data: Math.floor((side - 2 * regions) ** 2 / 8) - checks,
  checks,
  blocks,
}));

type Position = readonly [number, number];
const positions = (text: string): Position[] =>
  text.split(' ').map((position) => {
    const [row = 0, column = 0] = position.split(',').map(Number);
    return [row, column];
  });
/** Row and column of the eight modules of a word, highest bit first, relative to the lower right module. */
const SHAPE = positions('-2,-2 -2,-1 -1,-2 -1,-1 -1,0 0,-2 0,-1 0,0');
/** The four words that wrap around corners (annex F). Negative numbers count from the opposite side. */
const CORNERS = [
  '-1,0 -1,1 -1,2 0,-2 0,-1 1,-1 2,-1 3,-1',
  '-3,0 -2,0 -1,0 0,-4 0,-3 0,-2 0,-1 1,-1',
  '-3,0 -2,0 -1,0 0,-2 0,-1 1,-1 2,-1 3,-1',
  '-1,0 -1,-1 0,-3 0,-2 0,-1 1,-3 1,-2 1,-1',
].map(positions);

/** For each module of the data area: eight times the index of its word, plus the bit counted from the highest; -1 for the fixed corner. */
function plan(side: number): Int16Array {
  const map = new Int16Array(side * side).fill(-1);
  let word = 0;
  const put = (row: number, column: number, bit: number): void => {
    // Positions beyond one edge wrap to the opposite edge, with a shift.
    const shift = 4 - ((side + 4) % 8);
    let [y, x] = [row, column];
    if (y < 0) [y, x] = [y + side, x + shift];
    if (x < 0) [y, x] = [y + shift, x + side];
    map[y * side + x] = word * 8 + bit;
  };
  const bent = (corner: number): void => {
    for (const [bit, [row, column]] of (CORNERS[corner] ?? []).entries())
      map[(row < 0 ? row + side : row) * side + (column < 0 ? column + side : column)] = word * 8 + bit;
    word += 1;
  };
  const straight = (row: number, column: number): void => {
    if (row < 0 || row >= side || column < 0 || column >= side || map[row * side + column] !== -1) return;
    for (const [bit, [dy, dx]] of SHAPE.entries()) put(row + dy, column + dx, bit);
    word += 1;
  };
  let [row, column] = [4, 0];
  while (row < side || column < side) {
    if (row === side && column === 0) bent(0);
    if (row === side - 2 && column === 0 && side % 4 !== 0) bent(1);
    if (row === side - 2 && column === 0 && side % 8 === 4) bent(2);
    if (row === side + 4 && column === 2 && side % 8 === 0) bent(3);
    do {
      straight(row, column);
      [row, column] = [row - 2, column + 2];
    } while (row >= 0 && column < side);
    [row, column] = [row + 1, column + 3];
    do {
      straight(row, column);
      [row, column] = [row + 2, column - 2];
    } while (row < side && column >= 0);
    [row, column] = [row + 3, column + 1];
  }
  return map;
}

/** Cache by side: a print run can have thousands of symbols of one size. */
const plans = new Map<number, Int16Array>();

/** Rows of the whole symbol: the placed words, and the solid and dotted edges around each region. */
export function place(words: readonly number[], { side, regions }: Size): Uint8Array[] {
  const inner = side - 2 * regions;
  const map = plans.get(inner) ?? plan(inner);
  plans.set(inner, map);
  const region = inner / regions;
  const step = region + 2;
  return Array.from({ length: side }, (_, y) => {
    const line = new Uint8Array(side);
    const row = Math.floor(y / step) * region + (y % step) - 1;
    for (let x = 0; x < side; x++) {
      const [v, u] = [y % step, x % step];
      if (u === 0 || v === step - 1) line[x] = 1;
      else if (v === 0) line[x] = (x + 1) % 2;
      else if (u === step - 1) line[x] = y % 2;
      else {
        const column = Math.floor(x / step) * region + u - 1;
        const position = map[row * inner + column] ?? -1;
        // The four unused modules at the lower right have a fixed pattern.
        line[x] = position < 0 ? Number(row === column) : ((words[position >> 3] ?? 0) >> (7 - (position & 7))) & 1;
      }
    }
    return line;
  });
}

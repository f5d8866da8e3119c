/** Error correction levels: about 7, 15, 25 and 30 percent of the symbol can be restored. */
export const LEVELS = ['L', 'M', 'Q', 'H'] as const;
export type Level = (typeof LEVELS)[number];

/** Level bits in the format information (ISO/IEC 18004, table 12). */
const LEVEL_BITS: Record<Level, number> = { L: 1, M: 0, Q: 3, H: 2 };

/** Mask patterns by row and column; true is dark (table 10). */
const MASKS: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/**
 * `value` followed by the remainder of its division by a generator: the error correction of format and version information (annexes C and
 * D).
 */
function guarded(value: number, generator: number, checks: number): number {
  let rest = value << checks;
  for (let bit = 31 - Math.clz32(rest); bit >= checks; bit--) if ((rest >> bit) & 1) rest ^= generator << (bit - checks);
  return (value << checks) | rest;
}

/** Row and column positions of the centres of alignment patterns (annex E). */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => version * 4 + 10 - (count - 2 - i) * step)];
}

/** Modules row by row. A taken module belongs to a pattern and holds no data. */
type Grid = { side: number; dark: Uint8Array; taken: Uint8Array };

function patterns(version: number): Grid {
  const side = version * 4 + 17;
  const grid: Grid = { side, dark: new Uint8Array(side * side), taken: new Uint8Array(side * side) };
  const set = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    grid.dark[y * side + x] = Number(dark);
    grid.taken[y * side + x] = 1;
  };
  const square = (x: number, y: number, reach: number, light: readonly number[]): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < side; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    square(x, y, 4, [2, 4]);
  const marks = alignments(version);
  const corner = marks.at(-1);
  for (const y of marks)
    for (const x of marks) if (!((x === 6 && y === 6) || (x === 6 && y === corner) || (x === corner && y === 6))) square(x, y, 2, [1]);
  for (const position of versionPositions(version)) grid.taken[position] = 1;
  for (const position of formatPositions(side)) {
    grid.dark[position] = 1;
    grid.taken[position] = 1;
  }
  set(8, side - 8, false);
  return grid;
}

/** Positions of the fifteen bits of the format information, highest bit first, followed by those of its copy. */
const formatPositions = (side: number): number[] => {
  const at = (x: number, y: number): number => y * side + x;
  const first = Array.from({ length: 15 }, (_, i) =>
    i < 6 ? at(i, 8) : i === 6 ? at(7, 8) : i === 7 ? at(8, 8) : i === 8 ? at(8, 7) : at(8, 14 - i),
  );
  return [...first, ...Array.from({ length: 15 }, (_, i) => (i < 7 ? at(8, side - 1 - i) : at(side - 15 + i, 8)))];
};

/** Positions of the version information, lowest bit first, followed by those of its copy. Versions below 7 have none. */
const versionPositions = (version: number): number[] => {
  if (version < 7) return [];
  const side = version * 4 + 17;
  const far = Array.from({ length: 18 }, (_, i) => [side - 11 + (i % 3), Math.floor(i / 3)] as const);
  return [...far.map(([x, y]) => y * side + x), ...far.map(([x, y]) => x * side + y)];
};

/**
 * Free modules in the order of the data bits: columns of two, alternately up and down, from the right, skipping the timing pattern (7.7.3).
 */
function path({ side, taken }: Grid): number[] {
  const out: number[] = [];
  let up = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < side; i++) {
      const row = (up ? side - 1 - i : i) * side;
      for (const position of [row + right, row + right - 1]) if (taken[position] === 0) out.push(position);
    }
    up = !up;
  }
  return out;
}

/**
 * Penalty for runs of five or more, and for patterns like a finder pattern next to four light modules or the edge, in one row or column.
 */
function lineScore(runs: readonly number[], count: number): number {
  let score = 0;
  for (let i = 0; i < count; i++) if ((runs[i] ?? 0) >= 5) score += (runs[i] ?? 0) - 2;
  // Light runs have even indexes. The centre of 1:1:3:1:1 is a dark run.
  for (let i = 3; i < count - 2; i += 2) {
    const one = (runs[i] ?? 0) / 3;
    if (runs[i - 2] !== one || runs[i - 1] !== one || runs[i + 1] !== one || runs[i + 2] !== one) continue;
    if (i === 3 || i + 4 >= count || (runs[i - 3] ?? 0) >= 4 || (runs[i + 3] ?? 0) >= 4) score += 40;
  }
  return score;
}

/** Penalty of a masked symbol; lower is better (7.8.3). Counting ends early once it reaches `limit`. */
function score(dark: Uint8Array, side: number, limit: number): number {
  let points = 0;
  let total = 0;
  const runs: number[] = [];
  for (const [step, line] of [
    [1, side],
    [side, 1],
  ] as const)
    for (let k = 0; k < side; k++) {
      let [count, color, length] = [0, 0, 0];
      for (let i = 0; i < side; i++) {
        const module = dark[k * line + i * step] ?? 0;
        if (module !== color) {
          runs[count++] = length;
          [color, length] = [module, 0];
        }
        length += 1;
      }
      runs[count++] = length;
      points += lineScore(runs, count);
      if (points >= limit) return points;
    }
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = y * side + x;
      const module = dark[at] ?? 0;
      total += module;
      if (x > 0 && y > 0 && dark[at - 1] === module && dark[at - side] === module && dark[at - side - 1] === module) points += 3;
    }
  return points + 10 * Math.floor(Math.abs((total * 100) / (side * side) - 50) / 5);
}

/** Data that only depends on the version, cached because a print run can have thousands of symbols of one version. */
type Frame = { grid: Grid; order: number[]; masks: Uint8Array[] };
const frames = new Map<number, Frame>();
function frameOf(version: number): Frame {
  let frame = frames.get(version);
  if (!frame) {
    const grid = patterns(version);
    const { side, taken } = grid;
    const masks = MASKS.map((mask) => taken.map((used, at) => Number(used === 0 && mask(Math.floor(at / side), at % side))));
    frame = { grid, order: path(grid), masks };
    frames.set(version, frame);
  }
  return frame;
}

/**
 * Rows of the whole symbol. Chooses the first mask with the lowest penalty. The penalty is computed before format and version information
 * are filled in. The standard leaves that open, and any mask can be read.
 */
export function drawn(version: number, level: Level, words: readonly number[]): Uint8Array[] {
  const { grid, order, masks } = frameOf(version);
  const { side } = grid;
  const plain = grid.dark.slice();
  // The modules after the last word are light before masking.
  for (const [i, position] of order.entries()) plain[position] = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
  let best = { points: Number.POSITIVE_INFINITY, mask: 0, dark: plain };
  for (const [mask, pattern] of masks.entries()) {
    const dark = plain.slice();
    for (let at = 0; at < dark.length; at++) dark[at] = (dark[at] ?? 0) ^ (pattern[at] ?? 0);
    const points = score(dark, side, best.points);
    if (points < best.points) best = { points, mask, dark };
  }
  const format = guarded((LEVEL_BITS[level] << 3) | best.mask, 0x537, 10) ^ 0x5412;
  for (const [i, position] of formatPositions(side).entries()) best.dark[position] = (format >> (14 - (i % 15))) & 1;
  const info = guarded(version, 0x1f25, 12);
  for (const [i, position] of versionPositions(version).entries()) best.dark[position] = (info >> (i % 18)) & 1;
  best.dark[(side - 8) * side + 8] = 1;
  return Array.from({ length: side }, (_, y) => best.dark.slice(y * side, (y + 1) * side));
}

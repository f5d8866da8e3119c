import type { PathOp } from '../display.ts';
import { arc, black, blob, type Contour, diamond, disc, oval, type Point, poly, rect, ring, stroke, white } from './draw.ts';
import { figures } from './figures.ts';

/** ADR 5.2.2.2.1.1: a square on its corner, 100 mm per side (here 69.3 units), with a line of 2 mm at 5 mm inside the edge. */
const EDGE = 49;
const LINE = EDGE - 4.9;
const INSIDE = LINE - 2;
const base: PathOp[] = [black(diamond(EDGE)), white(diamond(EDGE - 1)), black(diamond(LINE)), white(diamond(INSIDE))];

const figure = (text: string): PathOp => black(figures(text, 50, text.length > 1 ? 66 : 69, text.length > 1 ? 13 : 15));
/** Class 9 is underlined, so that it cannot be read as 6. */
const nine: PathOp[] = [black(figures('9', 50, 67, 14), rect(44, 83, 12, 1.8))];

/** A vertical stripe inside the line, down to `bottom`. */
function stripe(x: number, width: number, bottom: number): Contour {
  const edge = (at: number, sign: number): number => Math.min(bottom, 50 + sign * (INSIDE - Math.abs(at - 50)));
  const right = x + width;
  const middle: Point[] = x < 50 && right > 50 ? [[50, edge(50, -1)]] : [];
  const foot: Point[] = x < 50 && right > 50 ? [[50, edge(50, 1)]] : [];
  return poly([x, edge(x, -1)], ...middle, [right, edge(right, -1)], [right, edge(right, 1)], ...foot, [x, edge(x, 1)]);
}
const stripes = (bottom: number): PathOp => black(...[-3, -2, -1, 0, 1, 2, 3].map((i) => stripe(50 + i * 11.4 - 2.85, 5.7, bottom)));

/** A flame with two tongues, 32 units high, its base at `y`. */
const flame = (cx: number, y: number, scale = 1): Contour => {
  const at = (dx: number, dy: number): Point => [cx + dx * scale, y + dy * scale];
  return blob(
    at(1, -33),
    at(6, -24),
    at(12, -18),
    at(13, -8),
    at(8, -1),
    at(0, 0),
    at(-8, -1),
    at(-13, -8),
    at(-12, -16),
    at(-8, -22),
    at(-5, -17),
    at(-1, -22),
  );
};
const hollow = (cx: number, y: number, scale = 1): Contour => flame(cx, y - 1.5 * scale, scale * 0.42);
const over = (cx: number, y: number, scale = 1): PathOp[] => [black(flame(cx, y, scale)), white(hollow(cx, y, scale))];

const skull: PathOp[] = [
  black(oval(50, 29, 14, 13), rect(42.5, 36, 15, 9)),
  white(
    oval(44.5, 30, 4, 4),
    oval(55.5, 30, 4, 4),
    poly([50, 33], [52, 37], [48, 37]),
    rect(46, 40, 1.2, 5),
    rect(49.4, 40, 1.2, 5),
    rect(52.8, 40, 1.2, 5),
  ),
  ...[1, -1].map((sign) =>
    black(
      stroke(
        [
          [50 - sign * 22, 47],
          [50 + sign * 22, 60],
        ],
        4,
      ),
      disc(50 - sign * 23, 44.5, 3),
      disc(50 - sign * 24.5, 48.5, 3),
      disc(50 + sign * 24.5, 58.5, 3),
      disc(50 + sign * 23, 62.5, 3),
    ),
  ),
];

/** A vessel that drips on what is below it. */
const vessel = (x: number, tilt: number): Contour[] => [
  stroke(
    [
      [x, 24],
      [x + tilt * 14, 29],
    ],
    6,
  ),
  ...[34, 38.5, 43].map((y) => oval(x + tilt * 17, y, 1.1, 1.9)),
];

const cell = (x: number, y: number, h: number): PathOp[] => [
  black(rect(x, y, 10, h), rect(x + 3, y - 3, 4, 4)),
  white(rect(x + 2.2, y + 6, 5.6, h - 8.2)),
];
/** Battery cells, the last one damaged and burning (ADR 5.2.1.9.2). */
const batteries = (x: number, y: number, h: number): PathOp[] => [
  ...cell(x, y, h),
  ...cell(x + 13, y, h),
  ...cell(x + 26, y, h),
  white(
    stroke(
      [
        [x + 24, y + h * 0.65],
        [x + 29, y + h * 0.45],
        [x + 32, y + h * 0.6],
        [x + 39, y + h * 0.35],
      ],
      2.6,
    ),
  ),
  ...over(x + 47, y + h, h / 34),
];

/** Hatching of the border; black, because label printers have no red. */
const hatching: PathOp = black(
  ...Array.from({ length: 16 }, (_, i) => i * 6 + 0.5).flatMap((k) => [
    poly([k, 6], [k + 6, 0], [k + 9, 0], [k + 3, 6]),
    poly([k, 100], [k + 6, 94], [k + 9, 94], [k + 3, 100]),
  ]),
  ...Array.from({ length: 14 }, (_, i) => i * 6 + 6.5).flatMap((k) => [
    poly([0, k + 6], [6, k], [6, k + 3], [0, k + 9]),
    poly([94, k + 6], [100, k], [100, k + 3], [94, k + 9]),
  ]),
);
const batteryMark = (un: string): PathOp[] => [hatching, ...batteries(20, 20, 34), black(figures(un, 50, 67, 17))];
const lithium: PathOp[] = [...base, stripes(46), ...batteries(27, 51, 12), ...nine];

/** Marks and labels of dangerous goods (ADR 3.4.7, 5.2.1, 5.2.2), in black. */
export const DANGER = {
  lithiumIon: lithium,
  lithiumMetal: lithium,
  un3480: batteryMark('UN3480'),
  un3481: batteryMark('UN3481'),
  un3090: batteryMark('UN3090'),
  un3091: batteryMark('UN3091'),
  limitedQuantity: [black(diamond(EDGE)), white(poly([27, 27], [73, 27], [96, 50], [73, 73], [27, 73], [4, 50]))],
  adr2: [
    ...base,
    black(
      stroke(
        [
          [32, 37],
          [58, 37],
        ],
        14,
      ),
      rect(64, 34, 6, 6),
      rect(69, 32, 3.5, 10),
    ),
    figure('2'),
  ],
  adr3: [...base, ...over(50, 51), black(rect(34, 53, 32, 3)), figure('3')],
  adr4: [
    ...base,
    stripes(100),
    white(blob([50, 10], [72, 34], [70, 62], [50, 62], [30, 62], [28, 34]), disc(50, 77, 12)),
    ...over(50, 51),
    black(rect(34, 53, 32, 3)),
    figure('4'),
  ],
  adr5: [...base, ...over(50, 42, 0.85), black(disc(50, 49, 9.5)), white(disc(50, 49, 6)), black(rect(36, 60, 28, 3)), figure('5.1')],
  adr6: [...base, ...skull, figure('6')],
  adr8: [
    ...base,
    black(
      ...vessel(24, 1),
      ...vessel(76, -1),
      rect(28, 47, 22, 4),
      blob([54, 47], [62, 44.5], [72, 46], [78, 49], [72, 52], [60, 51.5]),
      poly([50 - INSIDE + 6, 56], [50 + INSIDE - 6, 56], [50, 50 + INSIDE]),
    ),
    white(poly([38, 46], [43, 46], [40.5, 49.5]), figures('8', 50, 64, 17)),
  ],
  adr9: [...base, stripes(50), ...nine],
  environment: [
    black(diamond(EDGE)),
    white(diamond(EDGE - 3)),
    black(
      rect(14, 66, 72, 2.4),
      stroke(
        [
          [34, 66],
          [35, 52],
          [34, 38],
          [36, 26],
        ],
        4,
      ),
      stroke(
        [
          [35, 48],
          [26, 40],
          [23, 33],
        ],
        2.6,
      ),
      stroke(
        [
          [35, 44],
          [43, 35],
          [44, 28],
        ],
        2.6,
      ),
      stroke(
        [
          [30, 43],
          [24, 46],
        ],
        2.2,
      ),
      stroke(
        [
          [40, 38],
          [47, 38],
        ],
        2.2,
      ),
      blob([44, 62], [52, 54], [63, 52], [73, 57], [78, 62], [72, 68], [60, 70], [51, 68]),
      poly([47, 62], [37, 54], [36, 72]),
    ),
    white(ring(69, 60, 2, 1.2), stroke([...arc(62, 62, 6, -40, 40)], 1.2)),
  ],
} satisfies Record<string, readonly PathOp[]>;

import type { PathOp } from '../display.ts';
import { arc, black, blob, disc, mirrored, oval, type Point, poly, rect, stroke, turned, white } from './draw.ts';
import { figures } from './figures.ts';

/** A thick cross for prohibited actions, with a white border to separate it from the drawing. */
function forbidden(x: number, y: number, w: number, h: number): PathOp[] {
  const lines: Point[][] = [
    [
      [x, y],
      [x + w, y + h],
    ],
    [
      [x + w, y],
      [x, y + h],
    ],
  ];
  return [white(...lines.map((line) => stroke(line, 11))), black(...lines.map((line) => stroke(line, 6)))];
}
const frame = (x: number, y: number, w: number, h: number, width = 5): PathOp[] => [
  black(rect(x, y, w, h)),
  white(rect(x + width, y + width, w - 2 * width, h - 2 * width)),
];
const upArrow = (cx: number) => [poly([cx - 17, 36], [cx, 8], [cx + 17, 36]), rect(cx - 6.5, 35, 13, 43)];
const link = (cy: number) => [oval(50, cy, 13, 16), oval(50, cy, 6, 9.5)] as const;
const person: Point[][] = [
  [
    [20, 36],
    [15, 62],
  ],
  [
    [15, 62],
    [26, 76],
    [20, 93],
  ],
  [
    [15, 62],
    [10, 78],
    [8, 93],
  ],
  [
    [21, 38],
    [28, 52],
    [38, 58],
  ],
];
const hand: Point[] = [
  [4, 62],
  [12, 56],
  [20, 66],
  [34, 72],
  [46, 78],
  [46, 84],
  [36, 88],
  [22, 86],
  [10, 76],
];
/** One of the three arrows of a loop, around the loop's centre. */
const MIDDLE: Point = [50, 56];
const sideOfLoop: Point[] = [
  [41, 27.6],
  [46, 19],
  [50, 16.5],
  [54, 19],
  [69, 44.9],
];

/** Handling symbols of ISO 780 (drawings of ISO 7000). */
export const HANDLING = {
  fragile: [
    black(blob([27, 6], [50, 6], [73, 6], [73, 28], [64, 47], [50, 53], [36, 47], [27, 28])),
    black(rect(26, 5, 48, 8), rect(46, 50, 8, 38), rect(27, 86, 46, 8)),
    white(
      stroke(
        [
          [57, 4],
          [51, 16],
          [58, 24],
          [52, 36],
        ],
        3.6,
      ),
    ),
  ],
  thisSideUp: [black(...upArrow(28), ...upArrow(72), rect(10, 84, 80, 8))],
  keepDry: [
    black(oval(50, 56, 42, 34)),
    white(rect(0, 56, 100, 40), oval(22, 57, 14, 7), oval(50, 57, 14, 7), oval(78, 57, 14, 7)),
    black(
      rect(47, 18, 6, 64),
      stroke(arc(43, 82, 7, 0, 170), 6),
      ...[14, 32, 50, 68, 86].map((x, i) =>
        stroke(
          [
            [x + 2, i % 4 === 0 ? 12 : 2],
            [x - 2, i % 4 === 0 ? 22 : 12],
          ],
          4,
        ),
      ),
    ),
  ],
  keepFromHeat: [
    black(
      disc(50, 22, 10),
      ...[165, 195, 225, 255, 285, 315, 345, 15].map((angle) =>
        stroke([...arc(50, 22, 15, angle, angle + 0.1), ...arc(50, 22, 21, angle, angle + 0.1)], 3.6),
      ),
      stroke(
        [
          [10, 68],
          [50, 42],
          [90, 68],
        ],
        7,
      ),
      rect(30, 68, 40, 26),
    ),
  ],
  keepCool: [
    black(
      stroke(
        [
          [50, 12],
          [50, 70],
        ],
        22,
      ),
      disc(50, 80, 17),
    ),
    white(
      stroke(
        [
          [50, 12],
          [50, 70],
        ],
        13,
      ),
      disc(50, 80, 12),
    ),
    black(
      disc(50, 80, 9),
      rect(46.5, 46, 7, 36),
      ...[18, 30, 42, 54].map((y) => rect(64, y, y === 30 ? 26 : 12, 4)),
      poly([90, 22], [90, 42], [74, 32]),
    ),
  ],
  doNotStack: [black(rect(28, 58, 44, 36)), ...frame(28, 12, 44, 36), ...forbidden(18, 8, 64, 44)],
  stackLimit: [
    black(rect(30, 68, 40, 26)),
    ...frame(30, 39, 40, 25, 4),
    black(figures('n', 50, 40, 18)),
    ...frame(30, 10, 40, 25, 4),
    ...forbidden(24, 8, 52, 28),
  ],
  noHook: [
    black(
      stroke([...arc(50, 62, 24, 190, -60), [62, 30]], 8),
      stroke(
        [
          [44, 14],
          [80, 14],
        ],
        12,
      ),
      stroke(
        [
          [62, 14],
          [62, 40],
        ],
        8,
      ),
    ),
    black(poly([20, 60], [33, 60], [22, 42])),
    ...forbidden(14, 12, 72, 76),
  ],
  centreOfGravity: [
    black(disc(50, 50, 26)),
    white(disc(50, 50, 21)),
    black(rect(47, 4, 6, 92), rect(4, 47, 92, 6), poly([50, 50], ...arc(50, 50, 22, 180, 270)), poly([50, 50], ...arc(50, 50, 22, 0, 90))),
  ],
  slingHere: [16, 50, 84]
    .flatMap((cy) => [black(link(cy)[0]), white(link(cy)[1])])
    .concat(
      black(
        stroke(
          [
            [50, 26],
            [50, 41],
          ],
          7,
        ),
        stroke(
          [
            [50, 60],
            [50, 75],
          ],
          7,
        ),
      ),
    ),
  handleWithCare: [black(rect(30, 14, 40, 40)), white(rect(47, 14, 6, 14)), black(blob(...hand), blob(...mirrored(hand)))],
  heavy: [
    black(disc(50, 22, 16)),
    white(disc(50, 22, 9)),
    black(poly([26, 34], [74, 34], [90, 94], [10, 94])),
    white(figures('kg', 50, 48, 28)),
  ],
  teamLift: [
    black(
      disc(22, 22, 9),
      disc(78, 22, 9),
      rect(36, 40, 28, 24),
      ...person.map((part) => stroke(part, 7.5)),
      ...person.map((part) => stroke(mirrored(part), 7.5)),
      stroke(
        [
          [50, 32],
          [50, 12],
        ],
        5,
      ),
      poly([42, 16], [58, 16], [50, 4]),
    ),
  ],
  doNotRoll: [
    black(
      poly(
        ...turned(
          [
            [26, 40],
            [74, 40],
            [74, 88],
            [26, 88],
          ],
          20,
          [50, 64],
        ),
      ),
    ),
    white(
      poly(
        ...turned(
          [
            [33, 47],
            [67, 47],
            [67, 81],
            [33, 81],
          ],
          20,
          [50, 64],
        ),
      ),
    ),
    black(stroke(arc(50, 60, 50, 225, 305), 6), poly([72, 30], [90, 34], [87, 12])),
    ...forbidden(27, 41, 46, 46),
  ],
  perishable: [
    black(
      disc(28, 72, 21),
      disc(72, 76, 21),
      stroke(
        [
          [28, 54],
          [38, 30],
          [58, 10],
        ],
        5,
      ),
      stroke(
        [
          [72, 58],
          [68, 32],
          [58, 10],
        ],
        5,
      ),
      blob([58, 10], [74, 8], [94, 24], [76, 26]),
    ),
    white(oval(21, 66, 4, 6), oval(65, 70, 4, 6)),
  ],
  recycle: [0, 120, 240].map((angle) =>
    black(
      stroke(turned(sideOfLoop, angle, MIDDLE), 12),
      poly(
        ...turned(
          [
            [76, 57],
            [80.3, 38.4],
            [57.7, 51.4],
          ],
          angle,
          MIDDLE,
        ),
      ),
    ),
  ),
  /** Arrows of compartment labels: the rack above or below the label. */
  up: [black(poly([10, 52], [50, 4], [90, 52]), rect(34, 50, 32, 46))],
  down: [black(poly([10, 48], [50, 96], [90, 48]), rect(34, 4, 32, 46))],
} satisfies Record<string, readonly PathOp[]>;

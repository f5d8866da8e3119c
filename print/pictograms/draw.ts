import type { PathOp } from '../display.ts';

/** Outline on a square of 100 units. All have the same orientation, so that overlapping ones unite (non-zero rule). */
export type Contour = PathOp['d'];
export type Point = readonly [x: number, y: number];

const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);

const oneWay = (points: readonly Point[]): readonly Point[] => (areaOf(points) < 0 ? points.toReversed() : points);

export const poly = (...points: Point[]): Contour => [
  ...oneWay(points).map(([x, y], i): Contour[number] => [i === 0 ? 'M' : 'L', x, y]),
  ['Z'],
];
export const rect = (x: number, y: number, w: number, h: number): Contour => poly([x, y], [x + w, y], [x + w, y + h], [x, y + h]);
/** A square on its corner; `r` is the distance from its centre to a corner. */
export const diamond = (r: number): Contour => poly([50, 50 - r], [50 + r, 50], [50, 50 + r], [50 - r, 50]);

/** Distance of control points, as a fraction of the radius, that approximates a quarter circle. */
const KAPPA = 0.5523;
export function oval(cx: number, cy: number, rx: number, ry: number): Contour {
  const [kx, ky] = [rx * KAPPA, ry * KAPPA];
  return [
    ['M', cx, cy - ry],
    ['C', cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
    ['C', cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
    ['C', cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
    ['C', cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
    ['Z'],
  ];
}
export const disc = (cx: number, cy: number, r: number): Contour => oval(cx, cy, r, r);

/** A smooth closed outline through the points (Catmull-Rom). */
export function blob(...given: Point[]): Contour {
  const points = oneWay(given);
  const at = (i: number): Point => points[(i + points.length) % points.length] ?? [0, 0];
  const out: Contour = [['M', ...at(0)]];
  points.forEach((from, i) => {
    const [before, to, after] = [at(i - 1), at(i + 1), at(i + 2)];
    out.push([
      'C',
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    ]);
  });
  return [...out, ['Z']];
}

/** Points of an arc; angles in degrees, 0 to the right, clockwise. */
export function arc(cx: number, cy: number, r: number, from: number, to: number): Point[] {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 15));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)] as const;
  });
}

/** A line with a width, with round joints and ends. */
export function stroke(points: readonly Point[], width: number): Contour {
  const half = width / 2;
  const out: Contour = points.flatMap(([x, y]) => disc(x, y, half));
  points.slice(1).forEach((to, i) => {
    const from = points[i] ?? to;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [nx, ny] = [((to[1] - from[1]) / length) * half, ((from[0] - to[0]) / length) * half];
    out.push(...poly([from[0] + nx, from[1] + ny], [to[0] + nx, to[1] + ny], [to[0] - nx, to[1] - ny], [from[0] - nx, from[1] - ny]));
  });
  return out;
}
export const ring = (cx: number, cy: number, r: number, width: number): Contour => stroke(arc(cx, cy, r, 0, 360), width);

/** Mirrors points at the vertical centre line. */
export const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]) => [100 - x, y] as const);
export const turned = (points: readonly Point[], degrees: number, [cx, cy]: Point): Point[] => {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return points.map(([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos] as const);
};

export const black = (...contours: Contour[]): PathOp => ({ op: 'path', d: contours.flat(), ink: '#000000' });
/** Paths in paper colour: drawn on black, or cut out of it. */
export const white = (...contours: Contour[]): PathOp => ({ op: 'path', d: contours.flat(), ink: '#ffffff' });

/** Dots of a page, one bit each; 1 is black. Rows start on a byte; the highest bit is the leftmost dot. */
export type Dots = { width: number; height: number; rowBytes: number; bytes: Uint8Array };

/** Closed outlines in dots, y downwards, as straight edges in a flat list [x1, y1, x2, y2, …]. */
export type Edges = number[];

export function createDots(width: number, height: number): Dots {
  const rowBytes = (width + 7) >> 3;
  return { width, height, rowBytes, bytes: new Uint8Array(rowBytes * height) };
}

/** Sets or clears dots of one row, `to` exclusive. Dots outside the page are ignored. */
export function fillRow({ width, height, rowBytes, bytes }: Dots, row: number, from: number, to: number, dark: boolean): void {
  if (row < 0 || row >= height) return;
  const first = Math.max(0, from);
  const last = Math.min(width, to) - 1;
  if (last < first) return;
  const [begin, end] = [row * rowBytes + (first >> 3), row * rowBytes + (last >> 3)];
  for (let at = begin; at <= end; at += 1) {
    const mask = (at === begin ? 0xff >> (first & 7) : 0xff) & (at === end ? 0xff << (7 - (last & 7)) : 0xff);
    bytes[at] = dark ? (bytes[at] ?? 0) | mask : (bytes[at] ?? 0) & ~mask;
  }
}

export function fillRect(dots: Dots, left: number, top: number, right: number, bottom: number, dark: boolean): void {
  for (let row = Math.max(0, top); row < Math.min(dots.height, bottom); row += 1) fillRow(dots, row, left, right, dark);
}

/** Fills outlines by the non-zero rule: a dot is set if its centre is inside. */
export function fillEdges(dots: Dots, edges: Edges, dark: boolean): void {
  // For each row from `top`, its crossings as a flat list [x, winding, …]. Objects are too slow: a page of text has about 100,000.
  const rows: (number[] | undefined)[] = [];
  let top = dots.height;
  for (let at = 1; at < edges.length; at += 2) top = Math.min(top, Math.max(0, Math.ceil((edges[at] ?? 0) - 0.5)));
  for (let at = 0; at + 3 < edges.length; at += 4) {
    const x1 = edges[at] ?? 0;
    const y1 = edges[at + 1] ?? 0;
    const x2 = edges[at + 2] ?? 0;
    const y2 = edges[at + 3] ?? 0;
    if (y1 === y2) continue;
    const winding = y1 < y2 ? 1 : -1;
    const slope = (x2 - x1) / (y2 - y1);
    // Rows whose centre (row + 0.5) is in [top, bottom), so that an end shared by two edges counts once.
    const first = Math.max(0, Math.ceil(Math.min(y1, y2) - 0.5));
    const end = Math.min(dots.height, Math.ceil(Math.max(y1, y2) - 0.5));
    for (let row = first; row < end; row += 1) insertCrossing((rows[row - top] ??= []), x1 + (row + 0.5 - y1) * slope, winding);
  }
  for (let nth = 0; nth < rows.length; nth += 1) {
    const crossings = rows[nth] ?? [];
    let winding = 0;
    let from = 0;
    for (let at = 0; at < crossings.length; at += 2) {
      const x = crossings[at] ?? 0;
      if (winding === 0) from = x;
      winding += crossings[at + 1] ?? 0;
      if (winding === 0) fillRow(dots, top + nth, Math.ceil(from - 0.5), Math.ceil(x - 0.5), dark);
    }
  }
}

/** Keeps the crossings sorted by x. Insertion is enough, because a row of an outline has few. */
function insertCrossing(crossings: number[], x: number, winding: number): void {
  let at = crossings.length;
  crossings.push(x, winding);
  for (; at > 0 && (crossings[at - 2] ?? 0) > x; at -= 2) {
    crossings[at] = crossings[at - 2] ?? 0;
    crossings[at + 1] = crossings[at - 1] ?? 0;
  }
  crossings[at] = x;
  crossings[at + 1] = winding;
}

/** Maximum distance of a straight segment from its curve, in dots. */
const TOLERANCE = 0.05;
const LEAST_PIECES = 1;
const MOST_PIECES = 64;
/** Number of segments for a curve; `bend` is the deviation of its control polygon. The error decreases with the square of the number. */
const piecesFor = (bend: number): number => Math.min(MOST_PIECES, Math.max(LEAST_PIECES, Math.ceil(Math.sqrt(bend / (4 * TOLERANCE)))));

/** Collects outlines as edges. Each contour is closed automatically. */
export function createOutline() {
  const edges: Edges = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const line = (toX: number, toY: number): void => {
    edges.push(x, y, toX, toY);
    [x, y] = [toX, toY];
  };
  const close = (): void => {
    if (x !== startX || y !== startY) line(startX, startY);
  };
  return {
    edges,
    close,
    line,
    move(toX: number, toY: number): void {
      close();
      [startX, startY, x, y] = [toX, toY, toX, toY];
    },
    quad(cx: number, cy: number, toX: number, toY: number): void {
      const [fromX, fromY] = [x, y];
      const pieces = piecesFor(Math.hypot(fromX - 2 * cx + toX, fromY - 2 * cy + toY));
      for (let piece = 1; piece <= pieces; piece += 1) {
        const t = piece / pieces;
        const u = 1 - t;
        line(u * u * fromX + 2 * u * t * cx + t * t * toX, u * u * fromY + 2 * u * t * cy + t * t * toY);
      }
    },
    cubic(ax: number, ay: number, bx: number, by: number, toX: number, toY: number): void {
      const [fromX, fromY] = [x, y];
      const bend = Math.max(Math.hypot(fromX - 2 * ax + bx, fromY - 2 * ay + by), Math.hypot(ax - 2 * bx + toX, ay - 2 * by + toY));
      const pieces = piecesFor(3 * bend);
      for (let piece = 1; piece <= pieces; piece += 1) {
        const t = piece / pieces;
        const u = 1 - t;
        const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
        line(a * fromX + b * ax + c * bx + d * toX, a * fromY + b * ay + c * by + d * toY);
      }
    },
  };
}

import { arc, type Contour, disc, type Point, stroke } from './draw.ts';

/** Strokes of the figures and letters that marks contain, on a box of 6 by 10. */
const STROKES: Record<string, readonly (readonly Point[])[]> = {
  '0': [[...arc(3, 3.4, 2.3, 180, 360), ...arc(3, 6.7, 2.3, 0, 180), [0.7, 3.4]]],
  '1': [
    [
      [1.2, 2.6],
      [3.4, 0.9],
      [3.4, 9.2],
    ],
  ],
  '2': [[...arc(3, 3.1, 2.2, 190, 400), [0.9, 9.2], [5.3, 9.2]]],
  '3': [[...arc(2.8, 2.9, 2.1, 200, 440), ...arc(2.8, 6.9, 2.4, 280, 515)]],
  '4': [
    [
      [4, 9.2],
      [4, 0.9],
      [0.6, 6.9],
      [5.5, 6.9],
    ],
  ],
  '5': [[[5, 0.9], [1.4, 0.9], [1.1, 4.6], ...arc(2.8, 6.5, 2.6, 240, 500)]],
  '6': [
    arc(3, 6.7, 2.4, 0, 360),
    [
      [0.7, 6.3],
      [1.1, 3.9],
      [2.2, 2.1],
      [4, 0.9],
    ],
  ],
  '8': [arc(3, 2.8, 1.95, 0, 360), arc(3, 6.95, 2.3, 0, 360)],
  '9': [
    arc(3, 3.3, 2.4, 0, 360),
    [
      [5.3, 3.7],
      [4.9, 6.1],
      [3.8, 7.9],
      [2, 9.1],
    ],
  ],
  U: [[[0.8, 0.9], [0.8, 6.9], ...arc(3, 7, 2.2, 180, 0), [5.2, 0.9]]],
  N: [
    [
      [0.8, 9.2],
      [0.8, 0.9],
      [5.2, 9.2],
      [5.2, 0.9],
    ],
  ],
  k: [
    [
      [0.9, 0.9],
      [0.9, 9.2],
    ],
    [
      [4.8, 3.8],
      [0.9, 7],
      [2.2, 6],
      [4.9, 9.2],
    ],
  ],
  g: [arc(2.9, 6.3, 2.1, 0, 360), [[5, 4.2], [5, 9.6], ...arc(2.9, 9.8, 2.1, 0, 150)]],
  n: [[[0.9, 3.6], [0.9, 9.2], [0.9, 6], ...arc(3, 6, 2.1, 180, 360), [5.1, 9.2]]],
};
const DOT: Record<string, Point> = { '.': [1, 9] };
const advanceOf = (char: string): number => (char in DOT ? 2.4 : 7.3);

/** Figures centred at `cx`, with their upper edge at `y`. */
export function figures(text: string, cx: number, y: number, height: number, weight = 0.17): Contour {
  const scale = height / 10;
  const width = Array.from(text).reduce((sum, char) => sum + advanceOf(char), -1.3) * scale;
  let x = cx - width / 2;
  return Array.from(text).flatMap((char) => {
    const at = ([px, py]: Point): Point => [x + px * scale, y + py * scale];
    const [dot] = [DOT[char]];
    const drawn = dot
      ? disc(...at(dot), weight * height * 0.6)
      : (STROKES[char] ?? []).flatMap((points) => stroke(points.map(at), weight * height));
    x += advanceOf(char) * scale;
    return drawn;
  });
}

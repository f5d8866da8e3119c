import { randomInt } from 'node:crypto';
import { FACES } from '#print/display';
import { CAP_HEIGHT, type Fonts, UNITS } from '#print/font/glyph';
import { loadFonts } from '#print/font/load';
import { traceOutline } from '#print/font/outline';
import { loadPage } from '../printing/index.ts';

/** In pixels; must fit the space on the sign-in page. */
const WIDTH = 160;
const HEIGHT = 56;
/** Characters that cannot be confused with each other and are not too wide. Case is ignored. */
const SIGNS = 'ABCDEFGHJKLNPQRTUXYabdefkprtuy3468';
const SIGNS_A_TEXT = 5;
const LINES = 3;

type Point = { x: number; y: number };
/** A closed outline: its last point is joined to the first. */
type Contour = Point[];

/**
 * Random number from `least` to `most`. Cryptographic randomness, so that the drawing does not reveal the state from which the text was
 * chosen.
 */
const between = (least: number, most: number): number => least + ((most - least) * randomInt(2 ** 32)) / (2 ** 32 - 1);
const anyOf = <T>(all: readonly [T, ...T[]]): T => all[randomInt(all.length)] ?? all[0];

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((value) => ({ value, at: randomInt(2 ** 32) }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Outline of one character in font units. Curves are split into straight segments at random positions. */
function outlineOf(fonts: Fonts, sign: string): Contour[] {
  const contours: Contour[] = [];
  let contour: Contour = [];
  let last: Point = { x: 0, y: 0 };
  const cut = (pieces: number, at: (t: number) => Point): void => {
    for (let i = 1; i < pieces; i++) contour.push(at((i + between(-0.3, 0.3)) / pieces));
    last = at(1);
    contour.push(last);
  };
  const { outline } = fonts.glyph(anyOf(FACES), sign.codePointAt(0) ?? 0) ?? { outline: new Uint8Array() };
  traceOutline(outline, {
    move(x, y) {
      last = { x, y };
      contour = [last];
    },
    line(x, y) {
      const { x: x0, y: y0 } = last;
      cut(1 + randomInt(1, 4), (t) => ({ x: x0 + (x - x0) * t, y: y0 + (y - y0) * t }));
    },
    quad(cx, cy, x, y) {
      const { x: x0, y: y0 } = last;
      const blend = (a: number, b: number, c: number, t: number): number => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
      cut(randomInt(2, 5), (t) => ({ x: blend(x0, cx, x, t), y: blend(y0, cy, y, t) }));
    },
    close() {
      contours.push(contour);
    },
  });
  return contours;
}

/** Randomly rotated, slanted and scaled, centred at `x`. */
function placed(contours: readonly Contour[], x: number): Contour[] {
  const xs = contours.flat().map((point) => point.x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const [size, turn, slant] = [between(34, 42) / UNITS, between(-0.28, 0.28), between(-0.18, 0.18)];
  const [dx, dy] = [x + between(-3, 3), HEIGHT / 2 + between(-4, 4)];
  return contours.map((contour) =>
    contour.map((point) => {
      const [u, v] = [(point.x - middle) * size, (CAP_HEIGHT / 2 - point.y) * size];
      const w = u - v * slant;
      return { x: dx + w * Math.cos(turn) - v * Math.sin(turn), y: dy + w * Math.sin(turn) + v * Math.cos(turn) };
    }),
  );
}

/** A line across the picture, drawn as a narrow shape like the strokes of the characters. */
function line(): Contour {
  const [y, rise, width, phase] = [between(14, HEIGHT - 14), between(-0.12, 0.12), between(1.1, 1.8), between(0, 7)];
  const points = Array.from({ length: 15 }, (_, i) => {
    const x = 4 + ((WIDTH - 8) * (i + between(-0.2, 0.2))) / 14;
    return { x, y: y + (x - WIDTH / 2) * rise + 5 * Math.sin(x / 22 + phase) };
  });
  return [...points, ...points.toReversed().map((point) => ({ x: point.x, y: point.y + width }))];
}

/** Wave distortion of the whole picture, so that no character keeps the proportions of its font. */
function waves(): (point: Point) => Point {
  const [a, b, p, q] = [between(1.5, 2.5), between(1.5, 3), between(0, 7), between(0, 7)];
  const [c, d] = [between(9, 13), between(12, 18)];
  const inside = (value: number, most: number): number => Math.min(most - 1, Math.max(1, value));
  return ({ x, y }) => ({ x: inside(x + a * Math.sin(y / c + p), WIDTH), y: inside(y + b * Math.sin(x / d + q), HEIGHT) });
}

/** Starts at a random point of the contour. */
function written(contour: Contour): string {
  const start = randomInt(contour.length);
  const points = [...contour.slice(start), ...contour.slice(0, start)];
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

/**
 * Draws a text as a picture. Characters and lines are one path in random order, so that no part of the file corresponds to one character.
 */
export async function drawText(text: string): Promise<string> {
  const fonts = await loadFonts(loadPage, [text]);
  const step = WIDTH / (text.length + 1);
  const signs = Array.from(text).flatMap((sign, i) => placed(outlineOf(fonts, sign), step * (i + 1)));
  const wave = waves();
  const contours = shuffled([...signs, ...Array.from({ length: LINES }, line)]).map((contour) => contour.map(wave));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path fill="#333" d="${contours.map(written).join('')}"/></svg>`;
}

/** A random text and its picture. */
export async function newCaptcha(): Promise<{ text: string; svg: string }> {
  const text = Array.from({ length: SIGNS_A_TEXT }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return { text, svg: await drawText(text) };
}

import { joinBytes } from '../font/bytes.ts';

/**
 * The colour space sRGB as an ICC profile of version 4 (ISO 15076-1; primaries and curve by IEC 61966-2-1), made here, so that no foreign file is
 * needed. Its curve is a formula, which takes 32 bytes; the table of version 2 takes half a kilobyte in each document.
 */

const big = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
const signature = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
/** A signed number with 16 bits after the point. */
const fixed = (value: number): number[] => big(Math.round(value * 65_536), 4);
const xyz = (...values: readonly [number, number, number]): number[] => [...signature('XYZ '), 0, 0, 0, 0, ...values.flatMap(fixed)];
const zeros = (length: number): number[] => new Array<number>(length).fill(0);

/** `multiLocalizedUnicodeType` with a text in English. */
const text = (content: string): number[] => [
  ...signature('mluc'),
  ...zeros(4),
  ...big(1, 4),
  ...big(12, 4),
  ...signature('enUS'),
  ...big(content.length * 2, 4),
  ...big(28, 4),
  ...Array.from(content, (letter) => big(letter.charCodeAt(0), 2)).flat(),
];
/** `parametricCurveType`, function 3: from a value of a pixel to light, (a·x + b)^g from d on, c·x below. */
const curve = (): number[] => [
  ...signature('para'),
  ...zeros(4),
  ...big(3, 2),
  ...zeros(2),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed),
];

/** The white of the profile connection space (D50), and the primaries of sRGB adapted to it. */
const D50 = [0.9642, 1, 0.8249] as const;
/** From the white of sRGB (D65) to D50, by Bradford. */
const ADAPTED = [1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];
const HEAD = 128;

let made: Uint8Array | undefined;

/** The bytes of the profile, always the same. */
export function iccProfile(): Uint8Array {
  made ??= makeProfile();
  return made;
}

function makeProfile(): Uint8Array {
  const tags: readonly (readonly [string, number[]])[] = [
    ['desc', text('sRGB IEC61966-2.1')],
    ['cprt', text('Public domain')],
    ['wtpt', xyz(...D50)],
    ['rXYZ', xyz(0.43607, 0.22249, 0.01392)],
    ['gXYZ', xyz(0.38515, 0.71687, 0.09708)],
    ['bXYZ', xyz(0.14307, 0.06061, 0.7141)],
    ['chad', [...signature('sf32'), ...zeros(4), ...ADAPTED.flatMap(fixed)]],
    ['rTRC', curve()],
  ];
  // The three curves are the same, so their tags point to the same bytes.
  const shared = ['gTRC', 'bTRC'];
  const table: number[] = [];
  const data: number[] = [];
  const start = HEAD + 4 + 12 * (tags.length + shared.length);
  for (const [name, bytes] of tags) {
    const entry = [...big(start + data.length, 4), ...big(bytes.length, 4)];
    table.push(...signature(name), ...entry);
    if (name === 'rTRC') for (const other of shared) table.push(...signature(other), ...entry);
    data.push(...bytes, ...zeros((4 - (bytes.length % 4)) % 4));
  }
  const head = [
    ...big(start + data.length, 4),
    ...zeros(4),
    // Version 4.2.
    4,
    0x20,
    0,
    0,
    ...signature('mntrRGB XYZ '),
    // The date of the profile, a fixed one.
    ...[2026, 1, 1, 0, 0, 0].flatMap((part) => big(part, 2)),
    ...signature('acsp'),
    ...zeros(28),
    ...D50.flatMap(fixed),
    ...zeros(48),
  ];
  return joinBytes([Uint8Array.from(head), Uint8Array.from([...big(tags.length + shared.length, 4), ...table]), Uint8Array.from(data)]);
}

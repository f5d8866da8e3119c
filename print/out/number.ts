/** Points an mm: PDF counts in 72nds of an inch. */
export const POINTS = 72 / 25.4;

/**
 * A length as written into files, to a tenth of a micrometre: the inset of bars (0.03 of a dot, 1.3 µm at 600 dpi) must survive.
 * Never in scientific notation, which neither PDF nor every reader of SVG knows.
 */
export const num = (value: number): string => String(Math.round(value * 10_000) / 10_000 || 0);

/** Red, green and blue of `#rrggbb`, 0 to 255. Throws when it is none: a misspelt ink would print black or not at all. */
export function rgbOf(ink: string): [number, number, number] {
  if (!/^#[\da-f]{6}$/i.test(ink)) throw new Error(`not an ink: ${ink}`);
  const value = Number.parseInt(ink.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

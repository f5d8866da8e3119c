/** Points per mm: PDF units are 1/72 inch. */
export const POINTS = 72 / 25.4;

/**
 * Formats a length with a precision of a tenth of a micrometre, to preserve the inset of bars (0.03 dot, 1.3 µm at 600 dpi). Never in
 * scientific notation, which PDF and some SVG readers do not support.
 */
export const num = (value: number): string => String(Math.round(value * 10_000) / 10_000 || 0);

/** Red, green and blue of `#rrggbb`, 0 to 255. Throws for an invalid colour, which would otherwise print black or not at all. */
export function rgbOf(ink: string): [number, number, number] {
  if (!/^#[\da-f]{6}$/i.test(ink)) throw new Error(`not an ink: ${ink}`);
  const value = Number.parseInt(ink.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

import { LOCALE_TAGS, type Locale } from '../core/limits.ts';

/**
 * Weights and sizes as entered at a station. A number without a unit is in kilograms or centimetres. Comma and point are both
 * decimal separators; thousands separators are not supported.
 */
const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000 };
const MILLIMETRES: Readonly<Record<string, number>> = { mm: 1, cm: 10 };

const figure = (text: string): number => Number(text.replace(',', '.'));

/** Returns grams. Accepts 2.5, 2,5, 2.5 kg and 250 g. Returns null for zero. */
export function readWeight(text: string): number | null {
  const found = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(kg|g)?$/i.exec(text.trim());
  if (!found) return null;
  const grams = Math.round(figure(found[1] ?? '') * (GRAMS[found[2]?.toLowerCase() ?? 'kg'] ?? 0));
  return grams >= 1 && grams <= 100_000_000 ? grams : null;
}

const SIDE = String.raw`(\d{1,5}(?:[.,]\d)?)`;
const SIZE = new RegExp(String.raw`^${SIDE}\s*[x×*]\s*${SIDE}\s*[x×*]\s*${SIDE}\s*(mm|cm)?$`, 'i');
/** Returns length, width and height in millimetres, as `400x300x200`. Accepts 40x30x20, 40 × 30,5 × 20 cm and 400*300*200 mm. */
export function readSize(text: string): string | null {
  const found = SIZE.exec(text.trim());
  if (!found) return null;
  const factor = MILLIMETRES[found[4]?.toLowerCase() ?? 'cm'] ?? 0;
  const sides = found.slice(1, 4).map((side) => Math.round(figure(side ?? '') * factor));
  return sides.every((side) => side > 0) ? sides.join('x') : null;
}
export const sidesOf = (size: string): number[] => (size === '' ? [] : size.split('x').map(Number));

const formats = new Map<Locale, Intl.NumberFormat>();
const written = (value: number, locale: Locale): string => {
  const format = formats.get(locale) ?? new Intl.NumberFormat(LOCALE_TAGS[locale], { maximumFractionDigits: 3 });
  formats.set(locale, format);
  return format.format(value);
};
/** Always in kilograms, the unit that was asked for, so that a wrong value is easy to see. */
export const weightText = (grams: number, locale: Locale): string => `${written(grams / 1000, locale)}\u00a0kg`;
export const sizeText = (size: string, locale: Locale): string =>
  `${sidesOf(size)
    .map((side) => written(side / 10, locale))
    .join(' × ')}\u00a0cm`;

/**
 * How the entered text would be read, for display while typing. Null if the prompt is not about a measure or the text is not valid yet.
 */
export function readsAs(ask: string, text: string, locale: Locale): string | null {
  const weight = ask === 'weight' ? readWeight(text) : null;
  const size = ask === 'size' ? readSize(text) : null;
  if (weight !== null) return weightText(weight, locale);
  return size === null ? null : sizeText(size, locale);
}

import { LOCALE_TAGS, type Locale } from '../core/limits.ts';

/**
 * Weights and sizes as a station reads them. People weigh in kilograms and measure in centimetres, so that is what a bare number means; a scale or
 * a person who means something else writes the unit. Comma and point are both decimal signs: nobody types thousands of kilograms.
 */
const GRAMS: Readonly<Record<string, number>> = { g: 1, kg: 1000 };
const MILLIMETRES: Readonly<Record<string, number>> = { mm: 1, cm: 10 };

const figure = (text: string): number => Number(text.replace(',', '.'));

/** Grams: 2.5, 2,5, 2.5 kg, 250 g. Nothing weighs nothing. */
export function readWeight(text: string): number | null {
  const found = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*(kg|g)?$/i.exec(text.trim());
  if (!found) return null;
  const grams = Math.round(figure(found[1] ?? '') * (GRAMS[found[2]?.toLowerCase() ?? 'kg'] ?? 0));
  return grams >= 1 && grams <= 100_000_000 ? grams : null;
}

const SIDE = String.raw`(\d{1,5}(?:[.,]\d)?)`;
const SIZE = new RegExp(String.raw`^${SIDE}\s*[x×*]\s*${SIDE}\s*[x×*]\s*${SIDE}\s*(mm|cm)?$`, 'i');
/** Length, width and height in millimetres, as `400x300x200`: 40x30x20, 40 × 30,5 × 20 cm, 400*300*200 mm. */
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
/** Always in kilograms, the unit that was asked for: a wrong one then stands out. */
export const weightText = (grams: number, locale: Locale): string => `${written(grams / 1000, locale)}\u00a0kg`;
export const sizeText = (size: string, locale: Locale): string =>
  `${sidesOf(size)
    .map((side) => written(side / 10, locale))
    .join(' × ')}\u00a0cm`;

/** What a text would be taken for while it is being typed; null where the question is not about a measure, or it is none yet. */
export function readsAs(ask: string, text: string, locale: Locale): string | null {
  const weight = ask === 'weight' ? readWeight(text) : null;
  const size = ask === 'size' ? readSize(text) : null;
  if (weight !== null) return weightText(weight, locale);
  return size === null ? null : sizeText(size, locale);
}

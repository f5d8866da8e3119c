import { LOCALES, type Locale } from '#contract/core/limits';

export type Scheme = 'light' | 'dark';
export type Size = { width: number; height: number };
/** One of the 18 looks of a screen. */
export type Variant = { name: string; size: Size; locale: Locale; mode: Scheme };

export const SIZES: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
export const SCHEMES: readonly Scheme[] = ['light', 'dark'];

export const VARIANTS: readonly Variant[] = SIZES.flatMap((size) =>
  LOCALES.flatMap((locale) => SCHEMES.map((mode) => ({ name: `${size.width}-${locale}-${mode}`, size, locale, mode }))),
);

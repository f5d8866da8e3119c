import { COUNTRIES } from '#contract/core/countries';
import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import type { FieldSpec } from '#contract/core/mask';

export type Country = { code: string; name: string };

const known = new Map<Locale, readonly Country[]>();

/** Every country by its name in a language, in that language's sort order. */
export function countriesIn(locale: Locale): readonly Country[] {
  const made = known.get(locale);
  if (made) return made;
  const display = new Intl.DisplayNames(LOCALE_TAGS[locale], { type: 'region' });
  const all = COUNTRIES.map((code) => ({ code, name: display.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name, LOCALE_TAGS[locale]),
  );
  known.set(locale, all);
  return all;
}

/** The name of a country. An unknown code is returned unchanged. */
export const countryName = (code: string, locale: Locale): string => countriesIn(locale).find((one) => one.code === code)?.name ?? code;

/** The country with that code or with that name in the given language. */
export function countryOf(text: string, locale: Locale): Country | undefined {
  const word = text.trim().toLocaleLowerCase();
  return countriesIn(locale).find(({ code, name }) => code.toLowerCase() === word || name.toLocaleLowerCase() === word);
}

/** Whether a field contains one or several country codes. */
export const isCountryField = (spec: FieldSpec): boolean =>
  (spec.kind === 'text' || spec.kind === 'tags') && spec.pattern === 'countryCode';

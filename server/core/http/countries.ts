import { LOCALE_TAGS, type Locale } from '#contract/core/limits';

/** Country names that occur in files but are unknown to Intl. */
const ALSO: Record<string, string> = { USA: 'US', UK: 'GB', 'GREAT BRITAIN': 'GB', ENGLAND: 'GB', HOLLAND: 'NL' };

let names: Map<string, string> | null = null;

function known(): Map<string, string> {
  if (names) return names;
  names = new Map(Object.entries(ALSO));
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  for (const locale of ['en', 'de', 'zh-CN']) {
    const display = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
      // Codes of former countries are aliases of their successors and are skipped.
      const name = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` ? display.of(code) : undefined;
      if (name && !names.has(name.toUpperCase())) names.set(name.toUpperCase(), code);
    }
  }
  return names;
}

/** The ISO 3166-1 alpha-2 code of a country given as code or as name in English, German or Chinese. Unknown text is returned unchanged. */
export function countryCode(text: string): string {
  const wanted = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(wanted) ? (ALSO[wanted] ?? wanted) : (known().get(wanted) ?? text.trim());
}

const displays = new Map<Locale, Intl.DisplayNames>();

/** The name of a country in this language. Text that is not a code is returned unchanged. */
export function countryName(code: string, locale: Locale): string {
  const display = displays.get(locale) ?? new Intl.DisplayNames(LOCALE_TAGS[locale], { type: 'region' });
  displays.set(locale, display);
  return /^[A-Z]{2}$/.test(code) ? (display.of(code) ?? code) : code;
}

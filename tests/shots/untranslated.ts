// English texts of the product that a page in another language shows.
import { LOCALES, type Locale } from '#contract/core/limits';
import { textFiles, textsOf } from '../support/texts.ts';

const everyText = (locale: Locale): Map<string, string> =>
  new Map(textFiles(locale).flatMap((file) => [...textsOf(locale, file)].map(([key, text]) => [`${file}.${key}`, text] as const)));

const PARAM = /\{\{[^}]*\}\}/;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Shorter constant parts occur by chance. */
const LEAST_LETTERS = 10;

/** A text with parameters as a pattern, if enough of it is constant. */
function patternOf(text: string): RegExp[] {
  const parts = text.split(PARAM);
  return parts.join('').replace(/[^A-Za-z]/g, '').length < LEAST_LETTERS ? [] : [new RegExp(`^${parts.map(escaped).join('.+')}$`)];
}

type English = { exact: ReadonlySet<string>; patterns: readonly RegExp[] };

/** The English texts whose translation differs, without those that are also a text of this language, such as "Name". */
function englishNotIn(locale: Locale): English {
  const own = everyText(locale);
  const ownTexts = new Set(own.values());
  const foreign = [...everyText('en')].filter(([key, text]) => own.has(key) && own.get(key) !== text && !ownTexts.has(text));
  const texts = foreign.map(([, text]) => text);
  return {
    exact: new Set(texts.filter((text) => !PARAM.test(text) && /[a-z]{3}/.test(text))),
    patterns: texts.filter((text) => PARAM.test(text)).flatMap(patternOf),
  };
}

const known = new Map<Locale, English>(LOCALES.filter((locale) => locale !== 'en').map((locale) => [locale, englishNotIn(locale)]));

/** The English texts of the product among these texts of a page. */
export function untranslated(locale: Locale, texts: readonly string[]): string[] {
  const english = known.get(locale);
  if (!english) return [];
  return texts
    .filter((text) => english.exact.has(text) || english.patterns.some((pattern) => pattern.test(text)))
    .map((text) => `English: "${text.slice(0, 60)}"`);
}

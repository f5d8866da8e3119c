import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillText } from '#contract/core/confirmation';
import type { Locale } from '#contract/core/limits';
import type { Text } from '#contract/core/mask';
import { isDay, writtenDay } from '#contract/core/written-day';
import { LOCALES_FOLDER } from '../paths.ts';

type Tree = { [key: string]: string | Tree };
const loaded = new Map<string, Tree>();

function namespace(locale: Locale, area: string): Tree {
  const key = `${locale}/${area}`;
  const known = loaded.get(key);
  if (known) return known;
  const tree = (() => {
    try {
      return JSON.parse(readFileSync(join(LOCALES_FOLDER, locale, `${area}.json`), 'utf8')) as Tree;
    } catch {
      return {};
    }
  })();
  loaded.set(key, tree);
  return tree;
}

/** A mask's text in a language, from the same files that the browser reads. Falls back to English, then to the key. */
export function textIn(locale: Locale, text: Text): string {
  if (typeof text !== 'string') return text[locale] || text.en;
  const [area = '', ...path] = text.split('.');
  const look = (language: Locale): string | undefined => {
    const found = path.reduce<string | Tree | undefined>(
      (tree, key) => (typeof tree === 'object' ? tree[key] : undefined),
      namespace(language, area),
    );
    return typeof found === 'string' ? found : undefined;
  };
  return look(locale) ?? look('en') ?? text;
}

/** A sentence with values in a language. Days are written as its readers do. */
export const sentenceIn = (locale: Locale, text: string, values: Readonly<Record<string, string | number>>): string =>
  fillText(textIn(locale, text), ([name = '']) => {
    const value = values[name] ?? '';
    return isDay(value) ? writtenDay(value, locale) : String(value);
  });

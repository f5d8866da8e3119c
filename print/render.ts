import type { Locale } from '#contract/core/limits';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import type { Layout } from '#contract/printing/layout';
import type { Fonts, LoadPage } from './font/glyph.ts';
import { loadFonts } from './font/load.ts';
import { type LaidOut, layOut } from './layout/lay-out.ts';
import { WORDS } from './texts/words.ts';

export type PrintRequest = {
  /** Null: a layout of its own, whose records were made for it and have no schema. */
  document: DocumentName | null;
  /** The published layout or a draft; the built-in ones are in `LAYOUTS`. */
  layout: Layout;
  /** As returned by `POST /v0/print/data`, or typed. */
  records: readonly unknown[];
  locales: readonly Locale[];
  dpi: number;
};

/** All texts in a value. Pictures and foreign labels are skipped. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length < 5000) yield value;
  } else if (Array.isArray(value)) for (const part of value) yield* textsOf(part);
  else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) yield* textsOf(part);
}

/** Characters that formats add to the data: digits, months, units. */
const ALPHABET = '0123456789.,:;-+/()%…ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz³€';
/** Words that the engine writes without a layout naming them. */
const ALWAYS = ['carried', 'nothing', 'yes', 'no'];

/** Keys of the words that templates name, and those of whole families for `|word:family`. */
function keysIn(templates: readonly string[]): Set<string> {
  const keys = new Set(ALWAYS);
  const families: string[] = [];
  for (const template of templates) {
    for (const [, key = ''] of template.matchAll(/\{=([\w.]+)\}/g)) keys.add(key);
    for (const [, family = ''] of template.matchAll(/\|word:([\w.]+)\}/g)) families.push(`${family}.`);
  }
  for (const key of Object.keys(WORDS)) if (families.some((family) => key.startsWith(family))) keys.add(key);
  return keys;
}

/** Keys of the countries in the data. */
const countriesIn = (data: readonly string[]): Set<string> =>
  new Set(data.filter((text) => /^[A-Z]{2}$/.test(text)).map((code) => `country.${code}`));

function* wordsOf(keys: ReadonlySet<string>, locales: readonly Locale[]): Generator<string> {
  for (const key of keys)
    for (const locale of new Set<Locale>([...locales, 'en']))
      yield* [WORDS[key]?.[locale] ?? '', (WORDS[key]?.[locale] ?? '').toUpperCase()];
}

/** Kept with the layout, because they are the same for each of its documents: its templates, and the words that these name. */
type Named = { templates: string[]; words: string[] };
const named = new WeakMap<Layout, Map<string, Named>>();

function namedBy(layout: Layout, locales: readonly Locale[]): Named {
  const byLocales = named.get(layout) ?? new Map<string, Named>();
  named.set(layout, byLocales);
  const key = locales.join();
  const known = byLocales.get(key);
  if (known) return known;
  const templates = [...textsOf(layout)];
  const made = { templates, words: [...wordsOf(keysIn(templates), locales)] };
  byLocales.set(key, made);
  return made;
}

/**
 * Validates the records and loads the fonts that they and their layout need.
 * @throws ZodError if a record does not match the document's schema
 */
export async function prepare(request: PrintRequest, load: LoadPage): Promise<{ records: unknown[]; fonts: Fonts }> {
  const { document, layout, locales } = request;
  const records = document === null ? [...request.records] : request.records.map((record) => DOCUMENTS[document].schema.parse(record));
  const data = [...textsOf(records)];
  const { templates, words } = namedBy(layout, locales);
  const fonts = await loadFonts(load, [
    ...data,
    ...data.map((text) => text.toUpperCase()),
    ...templates,
    ...words,
    ...wordsOf(countriesIn(data), locales),
    ALPHABET,
  ]);
  return { records, fonts };
}

/**
 * Lays out one or many records and returns their pages with the fonts. Gives the same result in a browser worker and in Node. @throws as
 * `prepare`
 */
export async function render(request: PrintRequest, load: LoadPage): Promise<LaidOut & { fonts: Fonts }> {
  const { records, fonts } = await prepare(request, load);
  const { layout, locales, dpi } = request;
  return { ...layOut(layout, records, { locales, dpi, fonts, words: WORDS }), fonts };
}

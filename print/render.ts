import type { Locale } from '#contract/core/limits';
import { DOCUMENTS, type DocumentName } from '#contract/printing/documents';
import type { Layout } from '#contract/printing/layout';
import type { Fonts, LoadPage } from './font/glyph.ts';
import { loadFonts } from './font/load.ts';
import { type LaidOut, layOut } from './layout/lay-out.ts';
import { WORDS } from './texts/words.ts';

export type PrintRequest = {
  document: DocumentName;
  /** The published layout, or a draft of it; the built-in one stands in `LAYOUTS`. */
  layout: Layout;
  /** As `POST /v0/print/data` gives them, or typed. */
  records: readonly unknown[];
  locales: readonly Locale[];
  dpi: number;
};

/** Every text in a value; pictures and foreign labels are data, not words. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length < 5000) yield value;
  } else if (Array.isArray(value)) for (const part of value) yield* textsOf(part);
  else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) yield* textsOf(part);
}

/** What formats write beside the data: digits, months, units. */
const ALPHABET = '0123456789.,:;-+/()%…ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz³€';
/** Words that the engine writes without a layout asking for them. */
const ALWAYS = ['carried', 'nothing', 'yes', 'no'];

/** Words that may come out: those the templates name, whole families for `|word:family`, and the countries that stand in the data. */
function* wordsIn(templates: readonly string[], data: readonly string[], locales: readonly Locale[]): Generator<string> {
  const keys = new Set([...ALWAYS, ...data.filter((text) => /^[A-Z]{2}$/.test(text)).map((code) => `country.${code}`)]);
  const families: string[] = [];
  for (const template of templates) {
    for (const [, key = ''] of template.matchAll(/\{=([\w.]+)\}/g)) keys.add(key);
    for (const [, family = ''] of template.matchAll(/\|word:([\w.]+)\}/g)) families.push(`${family}.`);
  }
  for (const key of Object.keys(WORDS)) if (families.some((family) => key.startsWith(family))) keys.add(key);
  for (const key of keys)
    for (const locale of new Set<Locale>([...locales, 'en']))
      yield* [WORDS[key]?.[locale] ?? '', (WORDS[key]?.[locale] ?? '').toUpperCase()];
}

/**
 * Checks the records and loads the fonts that they and their layout need.
 * @throws ZodError when a record is not what the document prints
 */
export async function prepare(request: PrintRequest, load: LoadPage): Promise<{ records: unknown[]; fonts: Fonts }> {
  const { document, layout, locales } = request;
  const records = request.records.map((record) => DOCUMENTS[document].schema.parse(record));
  const [data, templates] = [[...textsOf(records)], [...textsOf(layout)]];
  const fonts = await loadFonts(load, [
    ...data,
    ...data.map((text) => text.toUpperCase()),
    ...templates,
    ...wordsIn(templates, data, locales),
    ALPHABET,
  ]);
  return { records, fonts };
}

/** Pages of one or many records, with the fonts they need. The same in a browser worker and in Node. @throws as `prepare` */
export async function render(request: PrintRequest, load: LoadPage): Promise<LaidOut & { fonts: Fonts }> {
  const { records, fonts } = await prepare(request, load);
  const { layout, locales, dpi } = request;
  return { ...layOut(layout, records, { locales, dpi, fonts, words: WORDS }), fonts };
}

/** The words of the screens, papers and documents: what a native speaker would not say, and one term for one concept. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { LOCALES, type Locale } from '#contract/core/limits';
import { ROOT } from '../../server/core/paths.ts';
import { textFiles, textsOf } from '../support/texts.ts';

const Pattern = z.string().min(1);
const Term = z.strictObject({ say: z.string().min(1), not: z.array(Pattern).min(1) });
const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, 'tests/conformance', name), 'utf8'));
const forbidden = z.record(z.enum(LOCALES), z.array(Pattern).min(1)).parse(read('words-forbidden.json'));
const terms = z.array(z.strictObject({ concept: z.string(), en: Term, de: Term, cn: Term })).parse(read('words-terms.json'));

/** Sentences of the specification, point 8, which are kept to the letter. */
const SPECIFIED = ['Something wrong, please contact the admin!', 'Your session has expired, please login again.'];

/** What the status of a row could be called. Others are questions of their own, such as the decision about a line. */
const STATUS_WORDS = new Set(['Status', 'State', 'Zustand', 'Stand', '状态', '状况']);

type Place = { where: string; text: string };
const screens = (locale: Locale): Place[] =>
  textFiles(locale).flatMap((file) => [...textsOf(locale, file)].map(([key, text]) => ({ where: `${locale}/${file}.${key}`, text })));

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

/** Texts that the server and the printed papers hold themselves: `en: '…'` beside `de: '…'` and `cn: '…'`. */
function written(locale: Locale): Place[] {
  const literal = new RegExp(`\\b${locale}: (?:'((?:[^'\\\\\\n]|\\\\.)*)'|"((?:[^"\\\\\\n]|\\\\.)*)")`, 'g');
  return ['server', 'print', 'contract']
    .flatMap(sourcesIn)
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(literal)].map((match) => ({ where: path, text: match[1] ?? match[2] ?? '' })),
    );
}

/** The documents people read, line by line, without code. */
const documents = (): Place[] =>
  ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', ...['contributing', 'database', 'operating'].map((name) => `docs/${name}.md`)].flatMap(
    (path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ''))
        .replace(/`[^`\n]*`/g, '')
        .split('\n')
        .map((text, line) => ({ where: `${path}:${line + 1}`, text })),
  );

function found(patterns: readonly string[], places: readonly Place[], flags = 'u'): string[] {
  const expressions = patterns.map((pattern) => new RegExp(pattern, flags));
  return places
    .filter(({ text }) => !SPECIFIED.includes(text))
    .flatMap(({ where, text }) => expressions.filter((one) => one.test(text)).map((one) => `${where}: “${text}” says ${one.source}`));
}

const guide = (locale: Locale): Place[] =>
  readdirSync(join(ROOT, 'docs/guide', locale))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      readFileSync(join(ROOT, 'docs/guide', locale, name), 'utf8')
        .split('\n')
        .map((text, line) => ({ where: `docs/guide/${locale}/${name}:${line + 1}`, text })),
    );

const all = (locale: Locale): Place[] => [
  ...screens(locale),
  ...written(locale),
  ...guide(locale),
  ...(locale === 'en' ? documents() : []),
];

describe.each(LOCALES)('the words in %s', (locale) => {
  it('are read: screens and texts of the server', () => {
    expect(screens(locale).length).toBeGreaterThan(2500);
    expect(written(locale).length).toBeGreaterThan(50);
  });

  it('hold no phrase that a native speaker would not say', () => {
    expect(found(forbidden[locale], all(locale), 'iu')).toEqual([]);
  });

  it.each(terms)('have one term for: $concept', (term) => {
    const { say, not } = term[locale];
    expect(found(not, all(locale))).toEqual([]);
    // The term itself is in use; otherwise the entry guards nothing.
    expect(screens(locale).some(({ text }) => text.toLowerCase().includes(say.toLowerCase()))).toBe(true);
  });

  it('call the status of a row by one word, which is not that of the condition of goods', () => {
    const names = screens(locale).filter(({ where, text }) => /\.fields\.(status|state)$/.test(where) && STATUS_WORDS.has(text));
    expect(new Set(names.map(({ text }) => text)).size).toBe(1);
    expect(names.length).toBeGreaterThan(40);
  });

  it('would be caught: each forbidden phrase is found where it is planted', () => {
    const planted: [pattern: string, text: string][] = {
      en: [
        ['stands? here', 'Your orders stand here.'],
        ['\\bis made(\\.|$)', 'Order O-1 is made'],
        ['^[^:.]*: done$', 'Post: done'],
      ],
      de: [
        ['[Hh]ier stehen? ', 'Hier stehen die Konten.'],
        [': erledigt$', 'Buchen: erledigt'],
      ],
      cn: [
        ['工位', '前往工位'],
        ['：已完成$', '过账：已完成'],
      ],
    }[locale] as [string, string][];
    for (const [pattern, text] of planted) {
      expect(forbidden[locale]).toContain(pattern);
      expect(found(forbidden[locale], [{ where: 'planted', text }])).not.toEqual([]);
    }
    for (const { [locale]: term } of terms) expect(found(term.not, [{ where: 'planted', text: term.say }])).toEqual([]);
  });
});

/** The guide: every declared screen has a page, and the three languages say the same in the same order. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#contract/core/limits';
import { parsePage } from '../../scripts/guide-pages.ts';
import { ROOT } from '../../server/core/paths.ts';
import { type Block, PICTURE_SIZE, textOf } from '../../src/core/help/page.ts';
import { TOPIC_OF_AREA, TOPIC_OF_PATH, topicAt } from '../../src/core/help/topics.ts';
import { registerRoutes } from '../../src/providers/routes.ts';
import { AREAS } from '../../src/resources/index.ts';
import { PICTURES } from '../shots/guide.ts';
import { textFiles, textsOf } from '../support/texts.ts';

const GUIDE = join(ROOT, 'docs/guide');
const topicsIn = (locale: Locale): string[] =>
  readdirSync(join(GUIDE, locale))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace('.md', ''));
const TOPICS = topicsIn('en');
const source = (locale: Locale, topic: string): string => readFileSync(join(GUIDE, locale, `${topic}.md`), 'utf8');
const pageOf = (locale: Locale, topic: string) => parsePage(source(locale, topic));

const HEADINGS: Record<Locale, string[]> = {
  en: ['Steps', 'If something goes wrong', 'Keyboard', 'Related topics'],
  de: ['Schritte', 'Wenn etwas nicht klappt', 'Tastatur', 'Verwandte Themen'],
  cn: ['操作步骤', '出现问题时', '快捷键', '相关主题'],
};
const linksOf = (block: Block): string[] =>
  block.kind === 'list' ? block.items.flat().flatMap((part) => (part.kind === 'topic' ? [part.topic] : [])) : [];
/** Kinds of blocks and lengths of lists. */
const shapeOf = (block: Block): string =>
  block.kind === 'list' ? `${block.ordered ? 'steps' : 'list'} ${block.items.length}` : block.kind;

/** Chinese has no spaces: two characters count as a word. */
function wordsOf(locale: Locale, text: string): number {
  return locale === 'cn' ? Math.round(text.replace(/\s/g, '').length / 2) : text.split(/\s+/).length;
}

describe('the guide', () => {
  beforeAll(() => registerRoutes(AREAS));

  it('has a page for every declared screen, and no entry for another', () => {
    const routes = AREAS.flatMap(({ area, routes: own }) => own.map(({ path }) => ({ area, path })));
    expect(routes.filter(({ area, path }) => !TOPIC_OF_PATH[path] && !TOPIC_OF_AREA[area])).toEqual([]);
    expect(routes.map(({ path }) => topicAt(path)).filter((topic) => !TOPICS.includes(topic))).toEqual([]);
    expect(Object.keys(TOPIC_OF_PATH).filter((path) => !routes.some((route) => route.path === path))).toEqual([]);
    expect(Object.keys(TOPIC_OF_AREA).filter((name) => !routes.some(({ area }) => area === name))).toEqual([]);
  });

  it('has the same topics in each language, each with one picture that can be taken again', () => {
    for (const locale of LOCALES) expect(topicsIn(locale)).toEqual(TOPICS);
    expect(Object.keys(PICTURES).toSorted()).toEqual(TOPICS.toSorted());
  });

  it.each(TOPICS)('%s: the languages have the same parts, and every link leads to a topic', (topic) => {
    const english = pageOf('en', topic).blocks;
    for (const locale of LOCALES) {
      const { blocks } = pageOf(locale, topic);
      expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))).toEqual(HEADINGS[locale]);
      expect(blocks.map(shapeOf), locale).toEqual(english.map(shapeOf));
      expect(blocks.flatMap(linksOf), locale).toEqual(english.flatMap(linksOf));
      expect(blocks.flatMap(linksOf).filter((one) => !TOPICS.includes(one))).toEqual([]);
      expect(wordsOf(locale, textOf(pageOf(locale, topic))), locale).toBeGreaterThanOrEqual(130);
      expect(wordsOf(locale, textOf(pageOf(locale, topic))), locale).toBeLessThanOrEqual(350);
    }
  });

  it('has small pictures of one size, and none that no page shows', async () => {
    let total = 0;
    for (const locale of LOCALES) {
      const shown = TOPICS.flatMap((topic) =>
        pageOf(locale, topic).blocks.flatMap((block) => (block.kind === 'picture' ? [block.source] : [])),
      );
      expect(readdirSync(join(GUIDE, locale)).filter((name) => !name.endsWith('.md') && !shown.includes(name))).toEqual([]);
      for (const name of shown) {
        const file = join(GUIDE, locale, name);
        expect(existsSync(file), file).toBe(true);
        const { width, height, format } = await sharp(file).metadata();
        expect({ width, height, format }, name).toEqual({ ...PICTURE_SIZE, format: 'webp' });
        expect(statSync(file).size, name).toBeLessThanOrEqual(44_000);
        total += statSync(file).size;
      }
    }
    expect(total).toBeLessThan(4_000_000);
  });

  it.each(LOCALES)('names buttons and screens as they are called in %s', (locale) => {
    const texts = new Set(textFiles(locale).flatMap((file) => [...textsOf(locale, file).values()]));
    const quoted = locale === 'de' ? /„([^“]+)“/g : /“([^”]+)”/g;
    const unknown = TOPICS.flatMap((topic) =>
      [...source(locale, topic).matchAll(quoted)].map((match) => match[1] ?? '').filter((text) => !texts.has(text)),
    );
    expect(unknown).toEqual([]);
  });
});

import { create } from 'zustand';
import type { Locale } from '#contract/core/limits';
import { loadChunk } from '../../providers/chunks.ts';
import { matches } from '../palette/entries.ts';
import { type GuidePage, textOf } from './page.ts';

/** The guide in one language, by topic, in the order of the titles. */
export type Guide = ReadonlyMap<string, GuidePage>;

const LOADERS: Record<Locale, () => Promise<{ PAGES: Record<string, GuidePage> }>> = {
  en: () => import('./pages-en.ts'),
  de: () => import('./pages-de.ts'),
  cn: () => import('./pages-cn.ts'),
};

/** What is loaded so far, and whether the last attempt failed. */
export const useGuides = create<{ guides: Partial<Record<Locale, Guide>>; failed: boolean }>(() => ({ guides: {}, failed: false }));

const topicOf = (path: string): string => /([\w-]+)\.md$/.exec(path)?.[1] ?? path;

/** Loads the guide when it is first opened. */
export async function loadGuide(locale: Locale): Promise<void> {
  if (useGuides.getState().guides[locale]) return;
  useGuides.setState({ failed: false });
  try {
    const { PAGES } = await loadChunk(LOADERS[locale]);
    const pages = Object.entries(PAGES).map(([path, page]) => [topicOf(path), page] as const);
    const guide = new Map(pages.toSorted(([, one], [, other]) => one.title.localeCompare(other.title, locale === 'cn' ? 'zh' : locale)));
    useGuides.setState(({ guides }) => ({ guides: { ...guides, [locale]: guide } }));
  } catch {
    useGuides.setState({ failed: true });
  }
}

/** The topics that hold all words of the question: those that say them in the title first, then in their words, then in the text. */
export function searchGuide(guide: Guide, question: string): string[] {
  const ranked = [...guide].map(([topic, page]) => {
    const layers = [page.title, `${page.title} ${page.words}`, `${page.title} ${page.words} ${textOf(page)}`];
    return { topic, rank: layers.findIndex((layer) => matches(layer, question.trim())) };
  });
  return ranked
    .filter(({ rank }) => rank !== -1)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ topic }) => topic);
}

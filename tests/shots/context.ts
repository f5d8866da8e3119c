import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LOCALE_TAGS, type Locale } from '#contract/core/limits';
import { atRest } from '../support/at-rest.ts';
import { ALL_ROUND } from './fill.ts';

export type Look = { size: { width: number; height: number }; locale: Locale; mode: 'light' | 'dark' };

/** A browser in one size, language and scheme, signed in with the token of a session. `stored` is kept in the browser before pages open. */
export async function openContext(
  browser: Browser,
  url: string,
  { size, locale, mode }: Look,
  token: string | null,
  stored: Record<string, string> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: size, locale: LOCALE_TAGS[locale], colorScheme: mode });
  // Stations are pictured at work.
  const kept = { 'kontor-locale': locale, 'kontor-station': JSON.stringify(ALL_ROUND), ...stored };
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
  }, kept);
  // The transformer of these files names inner functions by a helper that a page does not have.
  await context.addInitScript('globalThis.__name = (inner) => inner');
  if (token) {
    const cookie = { url, sameSite: 'Strict' as const };
    await context.addCookies([
      { ...cookie, name: 'kontor-token', value: token },
      { ...cookie, name: 'kontor-created', value: String(Date.now()) },
    ]);
  }
  return context;
}

/** Still: nothing loads, nothing is busy, no skeleton and no text on its way. */
export async function settle(page: Page): Promise<void> {
  await atRest(page);
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], .m-skeleton, .k-page-loading, :is(h1, h2):empty'),
    undefined,
    { timeout: 10_000 },
  );
  await page.evaluate(() => document.fonts.ready);
}

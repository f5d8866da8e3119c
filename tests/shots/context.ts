import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LOCALE_TAGS } from '#contract/core/limits';
import { atRest, watchTraffic } from '../support/at-rest.ts';
import { ALL_ROUND } from './fill.ts';
import type { Variant } from './variants.ts';

/** A browser in one size, language and scheme, signed in with the token of a session. `stored` is kept in the browser before pages open. */
export async function openContext(
  browser: Browser,
  url: string,
  { size, locale, mode }: Omit<Variant, 'name'>,
  token: string | null,
  stored: Record<string, string> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    locale: LOCALE_TAGS[locale],
    colorScheme: mode,
    reducedMotion: 'reduce',
  });
  // Stations are pictured at work.
  const kept = { 'kontor-locale': locale, 'kontor-station': JSON.stringify(ALL_ROUND), ...stored };
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage?.setItem(key, value);
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

/** Marks the announcements as read, so that they are in no picture. Kept by the server for the user. */
export async function readNews(browser: Browser, url: string, token: string): Promise<void> {
  const context = await openContext(browser, url, { size: { width: 1440, height: 900 }, locale: 'en', mode: 'light' }, token);
  const page = await context.newPage();
  watchTraffic(page);
  await page.goto('/home');
  await settle(page);
  for (const button of await page.locator('.k-notice button').all()) await button.click();
  await settle(page);
  await context.close();
}

// Takes the pictures of one language: the application is loaded once, and goes from screen to screen as the back button does.
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { faultsAsShown } from '../support/accessibility.ts';
import { atRest, watchTraffic } from '../support/at-rest.ts';
import { inspect } from './inspect.ts';
import type { Screen } from './screens.ts';
import { untranslated } from './untranslated.ts';
import { SCHEMES, SIZES, type Variant } from './variants.ts';

export type Picture = { screen: Screen; variant: Variant; data: Buffer; findings: string[] };
export type Format = 'png' | 'jpeg';
/** `axe`: whether axe judges the pages too. */
export type Options = { format: Format; axe: boolean };

/** Milliseconds without a request after which a screen is complete. Shorter than in tests: it holds for each of thousands of pictures. */
const STILL = 200;
const PATIENCE = 15_000;
const PDF_DRAWN = 1_500;

/**
 * The looks that axe judges: all rules at the desk and on a phone, those of colours once more in dark. English stands for the other languages,
 * whose pages differ in texts alone.
 */
const JUDGED: Readonly<Record<string, 'all' | 'colours'>> = { '1440-en-light': 'all', '390-en-light': 'all', '1440-en-dark': 'colours' };

/** Two frames: the first applies a change of the window, the second has painted it. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Complete: nothing loads, no skeleton, no empty heading, all pictures and fonts there. */
async function complete(page: Page): Promise<void> {
  await atRest(page, '', STILL, PATIENCE);
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy=true], .m-skeleton, .k-page-loading, .ant-spin-spinning, :is(h1, h2):empty') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
    undefined,
    { timeout: PATIENCE },
  );
  await page.evaluate(() => document.fonts.ready);
  // The browser's own viewer of PDF files does not say when it has drawn.
  if ((await page.locator('iframe:visible, embed:visible').count()) > 0) await wait(PDF_DRAWN);
}

/** A window of one language that shows screens and takes their pictures. */
export class ShotWindow {
  #findings: string[] = [];
  #page: Page;
  #session: CDPSession;
  #options: Options;

  private constructor(page: Page, session: CDPSession, options: Options) {
    this.#page = page;
    this.#session = session;
    this.#options = options;
    page.on('console', (message) => message.type() === 'error' && this.#findings.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => this.#findings.push(`error: ${error.message}`));
  }

  static async open(context: BrowserContext, options: Options): Promise<ShotWindow> {
    const page = await context.newPage();
    watchTraffic(page);
    return new ShotWindow(page, await context.newCDPSession(page), options);
  }

  /** The pictures of a screen in these variants of one language. */
  async take(screen: Screen, variants: readonly Variant[]): Promise<Picture[]> {
    const pictures: Picture[] = [];
    this.#findings = [];
    try {
      await this.#show(screen);
    } catch (error) {
      this.#findings.push(`cannot be shown: ${String(error).slice(0, 200)}`);
    }
    for (const variant of this.#inOrder(variants)) pictures.push(await this.#takeOne(screen, variant));
    return pictures;
  }

  /** From wide to narrow in the scheme of the last picture, and back in the other: each step changes one thing. */
  #inOrder(variants: readonly Variant[]): Variant[] {
    const rank = ({ size, mode }: Variant) => (mode === 'light' ? SIZES.indexOf(size) : 2 * SIZES.length - 1 - SIZES.indexOf(size));
    return variants.toSorted((a, b) => rank(a) - rank(b));
  }

  async #takeOne(screen: Screen, variant: Variant): Promise<Picture> {
    const page = this.#page;
    await page.emulateMedia({ colorScheme: variant.mode });
    await page.setViewportSize(variant.size);
    await painted(page);
    await complete(page).catch(() => this.#findings.push('does not come to rest'));
    await painted(page);
    const findings = this.#findings.splice(0);
    // Both schemes have the same layout and texts.
    if (variant.mode === SCHEMES[0]) {
      const { found, texts } = await inspect(page);
      findings.push(...found, ...untranslated(variant.locale, texts));
    }
    const data = await this.#picture();
    findings.push(...(await this.#judge(variant)));
    return { screen, variant, data, findings };
  }

  async #judge({ name, mode }: Variant): Promise<string[]> {
    const which = this.#options.axe ? JUDGED[name] : undefined;
    if (!which) return [];
    const faults = await faultsAsShown(this.#page, mode, which).catch((error: unknown) => [`cannot judge: ${String(error).slice(0, 200)}`]);
    return faults.map((fault) => `axe ${fault.replace(/\s+/g, ' ')}`);
  }

  /** Directly from the browser: the library's own call waits for fonts and frames once more. */
  async #picture(): Promise<Buffer> {
    const { data } = await this.#session.send('Page.captureScreenshot', {
      format: this.#options.format,
      ...(this.#options.format === 'jpeg' ? { quality: 88 } : {}),
      optimizeForSpeed: true,
    });
    return Buffer.from(data, 'base64');
  }

  async #show(screen: Screen): Promise<void> {
    const page = this.#page;
    await page.setViewportSize(SIZES[0] ?? { width: 1440, height: 900 });
    const inside = screen.inShell && (await page.locator('.k-tabs').count()) > 0;
    if (inside) await this.#travel(screen.path);
    else await page.goto(screen.path);
    await complete(page);
    const { pathname } = new URL(page.url());
    if (decodeURI(pathname) !== decodeURI(screen.path.replace(/[?#].*$/, ''))) this.#findings.push(`leads to ${pathname}`);
  }

  /** Goes there without loading the application anew, and closes the other tabs. What a form holds is dropped. */
  async #travel(path: string): Promise<void> {
    const page = this.#page;
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await painted(page);
    await page.evaluate(() => {
      for (const tab of document.querySelectorAll('.k-tab[aria-selected=false]')) tab.querySelector<HTMLElement>('.k-tab-close')?.click();
    });
    const drop = page.locator('.ant-modal-confirm .ant-btn-primary');
    await painted(page);
    if ((await drop.count()) > 0) await drop.first().click();
  }
}

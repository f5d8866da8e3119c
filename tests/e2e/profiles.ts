import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * Browser profiles in memory (Playwright's contexts), each of one test at a time. A profile that came back is handed out again for the same
 * options: the page's files are cached in it, which saves a window a quarter of its processor time. What pages stored is cleared in between.
 */
export class Profiles {
  /** Those of the running test. */
  readonly taken: BrowserContext[] = [];
  private readonly free = new Map<string, BrowserContext[]>();
  private readonly kinds = new Map<BrowserContext, string>();

  /** Opens an empty window in a profile in which nothing is stored. */
  async open(browser: Browser, origin: string, options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }> {
    const kind = JSON.stringify(options);
    const used = this.free.get(kind)?.pop();
    const context = used ?? (await browser.newContext(options));
    this.taken.push(context);
    this.kinds.set(context, kind);
    const page = await context.newPage();
    if (used) await clear(context, page, origin);
    // Whoever asks for the profile may change anything in it, so that it is not handed out again.
    page.context = () => {
      this.kinds.delete(context);
      return context;
    };
    return { context, page };
  }

  async giveBack(): Promise<void> {
    await Promise.all(this.taken.splice(0).map((context) => this.empty(context)));
  }

  private async empty(context: BrowserContext): Promise<void> {
    const kind = this.kinds.get(context);
    if (kind === undefined) return context.close();
    await Promise.all(context.pages().map((page) => page.close()));
    this.free.set(kind, [...(this.free.get(kind) ?? []), context]);
  }
}

async function clear(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const tools = await context.newCDPSession(page);
  await Promise.all([context.clearCookies(), tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })]);
  await tools.detach();
}

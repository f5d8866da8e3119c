import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** What cannot be taken back: a window in which a test used one of these is not handed out again. */
const FOR_GOOD = ['addInitScript', 'clock', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'] as const;

type Window = { context: BrowserContext; page: Page };

/**
 * Browser profiles in memory (Playwright's contexts), each of one test at a time. One that came back is handed out again for the same options,
 * with its window: the page's files are cached, and the process of the page has compiled them. What pages stored is cleared in between.
 */
export class Profiles {
  /** Those of the running test. */
  readonly taken: BrowserContext[] = [];
  private readonly free = new Map<string, Window[]>();
  private readonly kinds = new Map<BrowserContext, string>();
  private readonly windows = new Map<BrowserContext, Page>();

  /** Opens an empty window in a profile in which nothing is stored. */
  async open(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Window> {
    const kind = JSON.stringify(options);
    const used = this.free.get(kind)?.pop();
    const window = used ?? (await open(browser, options));
    const { context, page } = window;
    this.taken.push(context);
    // A service worker lives on beside the window, with the data that it holds open.
    if (options.serviceWorkers !== 'allow') this.kinds.set(context, kind);
    this.windows.set(context, page);
    if (used) await clear(window, origin, options);
    return { context, page: this.lent(window) };
  }

  async giveBack(): Promise<void> {
    await Promise.all(this.taken.splice(0).map((context) => this.empty(context)));
  }

  /** The window for a test. Whoever asks for its profile, or for what lasts, may change anything in it. Playwright itself asks the page as it is. */
  private lent({ context, page }: Window): Page {
    return new Proxy(page, {
      get: (target, key) => {
        if (key === 'context' || FOR_GOOD.some((one) => one === key)) this.kinds.delete(context);
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  private async empty(context: BrowserContext): Promise<void> {
    const kind = this.kinds.get(context);
    const page = this.windows.get(context);
    if (kind === undefined || page === undefined || page.isClosed()) return context.close();
    await Promise.all(context.pages().flatMap((one) => (one === page ? [] : [one.close()])));
    await leave(page);
    this.free.set(kind, [...(this.free.get(kind) ?? []), { context, page }]);
  }
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Window> {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

/** Ends what the test did in the window, which stays open: its process has compiled the files of the page. */
async function leave(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page of the same origin that runs nothing: from it, what the window alone stored can be cleared.
  await page.goto('/healthz');
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  // Outside, so that nothing of the next page is pointed at.
  await page.mouse.move(-1, -1);
}

async function clear({ context, page }: Window, origin: string, { viewport }: BrowserContextOptions): Promise<void> {
  const tools = await context.newCDPSession(page);
  await Promise.all([
    context.clearCookies(),
    tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    tools.send('Page.resetNavigationHistory'),
    viewport && page.setViewportSize(viewport),
  ]);
  await tools.detach();
}

import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import type { BuiltServer } from '../support/built.ts';
import { startFloor } from './floor.ts';
import { ms, quantile, type Table, times } from './measure.ts';
import { paintClock } from './paint-clock.ts';

const ROUNDS = 5;
/** A phone's processor and a middling mobile network; latency in milliseconds, throughput in bytes a second. */
const CPU = 4;
const NETWORK = { offline: false, latency: 165, downloadThroughput: 9_000_000 / 8, uploadThroughput: 1_500_000 / 8 };

const ACCOUNT = 'employee@kontor.example';
const PASSWORD = 'kontor-sample';
/** Milliseconds between two keys of somebody who knows the password: about three seconds for both fields. */
const KEY = 85;
/** So long somebody looks at a page before the next click. */
const LOOK = 2_500;
const LOGIN = ['input[type=password]', 'button[type=submit]'];
const SHELL = ['.k-menu a', '#main h1'];
const ROWS = ['#main [role=grid] [data-index]'];
const HOME = '/home';
const FIRST = '/wms/item';
const OTHER = '/eEP/outbound-orders';

const sleep = (time: number) => new Promise((done) => setTimeout(done, time));

/** A window of its own, so that nothing is cached, behind the slow network. */
async function slowPage(browser: Browser, usable: readonly string[]): Promise<Page> {
  // What the service worker fetches is not throttled: with it, files would come faster than any network brings them.
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  // What makes TypeScript run here names its functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(paintClock, usable);
  page.on('pageerror', (error) => console.error(error));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  return page;
}

const usableAfter = (page: Page): Promise<number> => page.evaluate(() => window.kontorClock?.usable ?? Number.NaN);

/** From a click of the hand until all of these are painted. */
async function clickUntil(page: Page, selectors: readonly string[], click: () => Promise<void>): Promise<number> {
  const painted = page.evaluate((wanted) => window.kontorClock?.until(wanted) ?? Number.NaN, selectors);
  await click();
  return (await painted) - (await page.evaluate(() => window.kontorClock?.clicked() ?? Number.NaN));
}

/** A hand on the mouse: it goes there, rests a moment and presses. */
async function press(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first();
  // A folded section of the menu is opened first.
  if (!(await target.isVisible()))
    await page
      .locator('.k-area')
      .filter({ has: page.locator(selector.replace('.k-menu ', '')) })
      .getByRole('button')
      .click();
  await target.scrollIntoViewIfNeeded();
  await target.click({ delay: 80 });
}

const entry = (path: string): string => `.k-menu a[href="${path}"]`;
const tab = (path: string): string => `.k-tab[data-key="${path}"]`;

async function go(page: Page, path: string): Promise<number> {
  await sleep(LOOK);
  return clickUntil(page, path === HOME ? ['#panel-home h1'] : ROWS, () => press(page, entry(path)));
}

async function close(page: Page, path: string): Promise<void> {
  await sleep(LOOK);
  // The cross is shown under the pointer.
  await page.locator(tab(path)).hover();
  await press(page, `${tab(path)} .k-tab-close`);
  await page.locator(tab(path)).waitFor({ state: 'detached' });
}

type Journey = { usable: number; shell: number; first: number; other: number; kept: number; later: number };

/** From the empty browser to the second look at a list. */
async function journey(browser: Browser, url: string): Promise<Journey> {
  const page = await slowPage(browser, LOGIN);
  try {
    await page.goto(`${url}/login`, { waitUntil: 'commit' });
    const usable = await usableAfter(page);
    await page.keyboard.type(ACCOUNT, { delay: KEY });
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD, { delay: KEY });
    const shell = await clickUntil(page, SHELL, () => page.keyboard.press('Enter'));
    const first = await go(page, FIRST);
    await go(page, HOME);
    const kept = await go(page, FIRST);
    await go(page, HOME);
    const other = await go(page, OTHER);
    await go(page, HOME);
    await close(page, FIRST);
    return { usable, shell, first, other, kept, later: await go(page, FIRST) };
  } finally {
    await page.context().close();
  }
}

async function floor(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser, ['button']);
  try {
    await page.goto(url, { waitUntil: 'commit' });
    return await usableAfter(page);
  } finally {
    await page.context().close();
  }
}

const LINES: [keyof Journey, string, string][] = [
  ['usable', 'login: from the address to fields that take typing', ''],
  ['shell', 'sign-in: from Enter to menu and heading', '1,500'],
  ['first', 'menu click to rows, the first list after signing in', '1,000'],
  ['other', 'menu click to rows, the first visit of another list', '1,000'],
  ['later', 'menu click to rows, visited before and closed', '300'],
  ['kept', 'menu click to rows, kept alive in its tab', '100'],
];

/** What somebody waits for on a slow device behind a slow network, from the address to a list. */
export async function benchThrottled(server: BuiltServer, databaseUrl: string): Promise<Table[]> {
  const bare = await startFloor({ DATABASE_URL: databaseUrl });
  const browser = await launchBrowser();
  try {
    const floors: number[] = [];
    const journeys: Journey[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [alone, whole] = [await floor(browser, bare.url), await journey(browser, server.url)];
      // The first round warms up server and database.
      if (round > 0) floors.push(alone);
      if (round > 0) journeys.push(whole);
    }
    const figures = (values: readonly number[]) => [0.5, 0, 1].map((q) => ms(quantile(values, q)));
    const ratio =
      quantile(
        journeys.map(({ usable }) => usable),
        0.5,
      ) / quantile(floors, 0.5);
    return [
      {
        title: 'Waiting on a slow device, in Chromium',
        note: `Processor slowed ${CPU} times, 9 Mbps, 165 ms; a fresh browser each round, without service worker, by turns with the floor: a bare React page with one button, on the same server. Median of ${ROUNDS}. Typed at ${KEY} ms a key; ${LOOK} ms of looking before each click. Painted: the frame after the one in which it stands. Browser, server and database share the machine.`,
        head: ['milliseconds', 'median', 'shortest', 'longest', 'target'],
        rows: [
          ['floor: from the address to the button', ...figures(floors), ''],
          ...LINES.map(([key, title, target]) => [
            title,
            ...figures(journeys.map((one) => one[key])),
            key === 'usable' ? `1.1x the floor; here ${times(ratio)}` : target,
          ]),
        ],
      },
    ];
  } finally {
    await browser.close();
    await bare.end();
  }
}

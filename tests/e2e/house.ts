import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { loadServices } from '../../server/sample/services.ts';
import { loadShelf } from '../../server/sample/shelf.ts';
import { loadTrade } from '../../server/sample/trade.ts';
import { watchTraffic } from '../support/at-rest.ts';
import { launchBrowser, launchShell, SHORT_LIVED } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Profiles } from './profiles.ts';

type VisitOptions = BrowserContextOptions & {
  /** Signs this sample account in beforehand, without the login page. */
  as?: string;
  /** Faults that the journey provokes; anything else on the console fails it. */
  faults?: RegExp;
  /** Takes the browser's clock over, so that the journey can move it. */
  clock?: boolean;
};

export type House = {
  server: TestServer;
  browser: Browser;
  /** Opens a path in a browser window of its own. */
  visit: (path: string, options?: VisitOptions) => Promise<Page>;
  /** Calls the server as a sample account. */
  call: <T = unknown>(method: string, path: string, body?: unknown, as?: string) => Promise<T>;
};

/** Refused calls are the server's answer, not a fault of the page. */
const ANSWERED = /^Failed to load resource: the server responded with a status of/;

function watch(page: Page, allowed: RegExp | undefined, faults: string[]): void {
  const note = (text: string) => {
    if (!ANSWERED.test(text) && !allowed?.test(text)) faults.push(`${page.url()}: ${text}`);
  };
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(error.stack ?? error.message));
}

/** What the windows of a failed test show, without the menu: it joins the failure, for whoever reads the run afterwards. */
async function tell(open: readonly BrowserContext[], error: { message: string } | undefined): Promise<void> {
  for (const page of open.flatMap((context) => context.pages())) {
    const text = await page
      .evaluate(() => [...document.querySelectorAll<HTMLElement>('main, body > div:not(#root)')].map((part) => part.innerText).join(' | '))
      .catch(String);
    if (error) error.message += `\n${page.url()} shows: ${text.replace(/\s+/g, ' ').slice(0, 1_200)}`;
  }
}

/** Signs a window in, without the login page. */
export async function carryToken(context: BrowserContext, url: string, token: string): Promise<void> {
  await context.addCookies([
    { name: 'kontor-token', value: token, url },
    { name: 'kontor-created', value: String(Date.now()), url },
  ]);
}

type HouseOptions = {
  /** false: without the sample business, as a production house before its first start. */
  sample?: boolean;
  /** Opens PDFs in windows of their own, which only the whole browser can show. */
  showsPdf?: boolean;
};

/** One real server and one browser for the file; every window must end without a fault on its console. */
export function openHouse(env: Record<string, string> = {}, { sample = true, showsPdf = false }: HouseOptions = {}): House {
  const house = {} as House;
  const profiles = new Profiles();
  const faults: string[] = [];
  const tokens = new Map<string, string>();

  const tokenOf = async (account: string): Promise<string> => {
    const known = tokens.get(account);
    if (known) return known;
    const token = await house.server.signIn(account);
    tokens.set(account, token);
    return token;
  };

  beforeAll(async () => {
    const launch = showsPdf ? launchBrowser : launchShell;
    [house.server, house.browser] = await Promise.all([startServer({ sample, env }), launch([SHORT_LIVED])]);
  });
  afterAll(async () => {
    try {
      await house.browser.close();
    } finally {
      await house.server.close();
    }
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tell(profiles.taken, task.result.errors?.at(-1));
    await profiles.giveBack();
    expect(faults.splice(0)).toEqual([]);
  });

  house.visit = async (path, { as, faults: allowed, clock = false, ...options } = {}) => {
    const { context, page } = await profiles.open(house.browser, house.server.url, {
      baseURL: house.server.url,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      // To keep the page's files takes an eighth of a window's processor time; where a test is of that, it says 'allow'.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(90_000);
    // A window may end its session, so each gets one of its own.
    if (as) await carryToken(context, house.server.url, await house.server.signIn(as));
    watch(page, allowed, faults);
    watchTraffic(page);
    if (clock) await page.clock.install();
    await page.goto(path);
    return page;
  };
  house.call = async <T>(method: string, path: string, body?: unknown, as = 'admin') => {
    const answer = await house.server.call<T>(method, path, body, await tokenOf(as));
    if (answer.code !== 'OK') throw new Error(`${method} ${path}: ${answer.code} ${answer.error} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  return house;
}

/** Waits until it is there to be seen. */
export const sees = (locator: Locator): Promise<void> => locator.filter({ visible: true }).first().waitFor();
export const seesNot = (locator: Locator): Promise<void> => locator.filter({ visible: true }).first().waitFor({ state: 'detached' });

/** Path and query of where the reader stands. */
export const placeOf = (page: Page): string => {
  const url = new URL(page.url());
  return `${url.pathname}${url.search}`;
};
export const standsAt = (page: Page, place: string | RegExp): Promise<void> =>
  page.waitForURL((url) =>
    typeof place === 'string' ? `${url.pathname}${url.search}` === place : place.test(`${url.pathname}${url.search}`),
  );

export const PASSWORD = 'kontor-sample';
export async function logIn(page: Page, account: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Goes to a screen through the menu, as a click does: visited views stay alive. */
export async function goTo(page: Page, path: string): Promise<void> {
  const link = page.locator(`.k-menu a[href="${path}"]`);
  await link.first().waitFor({ state: 'attached' });
  const seen = link.filter({ visible: true });
  // Its section is folded.
  if ((await seen.count()) === 0)
    await page
      .locator('.k-area')
      .filter({ has: page.locator(`a[href="${path}"]`) })
      .getByRole('button')
      .click();
  await seen.first().click();
}

/** Sends an event of the live channel to everybody. */
export async function announce(house: House, kind: 'info' | 'msg' | 'print', payload: unknown): Promise<void> {
  await house.server.pool.query('insert into live_event (kind, payload) values ($1, $2)', [kind, JSON.stringify(payload)]);
}

/** Items to list: numbered, with a price that rises. */
export async function stockUp(house: House, count: number): Promise<void> {
  const number = (i: number) => String(i).padStart(3, '0');
  for (let i = 1; i <= count; i += 1)
    await house.call('POST', '/v0/items', {
      sku: `SKU-${number(i)}`,
      name: `Article ${number(i)}`,
      price: i * 100,
      category: i % 2 ? 'odd' : 'even',
    });
}

/** Orders in every state, containers, quotes and tickets: the sample as a new installation shows it. */
export async function openForBusiness({ server: { config, pool } }: House): Promise<void> {
  const db = createDb(pool);
  await loadOrders({ config, db, log: { warn: (data) => expect(data).toBeUndefined() } });
  await loadServices(db);
  await loadShelf(db);
  await loadTrade(db);
}

/** Goes there as the back button does: without loading the application anew. */
export const travel = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // The view before stays on the screen until then: a button that both have would be pressed in the wrong one.
  await page.waitForFunction(() => {
    const tab = document.querySelector('.k-tab[aria-selected=true]');
    if (!tab) return true;
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    return tab.getAttribute('data-key') === location.pathname && panel !== null && panel.checkVisibility();
  });
};

/** Data rows of the list that is shown. */
export const rowsOf = (page: Page): Locator => page.locator('[role=tabpanel]:visible [role=grid] [role=row][data-index]');
export const tabOf = (page: Page, title: string): Locator => page.getByRole('tab', { name: title }).and(page.locator('.k-tab'));

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { launchBrowser, SHORT_LIVED } from '../support/browser.ts';
import { freePort } from '../support/child.ts';
import { type Between, between, type RunningAgent, startAgent } from '../support/print-agent.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sees, travel } from './house.ts';

/** A print crosses the server, a worker and the agent; another station is given four seconds before a window opens. */
const PATIENT = { timeout: 90_000 };

let server: TestServer;
let browser: Browser;
let agent: RunningAgent;
let way: Between;
let openWay: () => Promise<Between>;
let items: string[];
const open: BrowserContext[] = [];

const rows = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const jobs = (): Promise<{ key: string; state: string; agent: string }[]> =>
  rows('select key, state, agent from print_jobs order by sort_at');
const came = (): string[] => agent.files().map((name) => name.replace(/\.(pdf|zpl)$/, ''));

/** A browser of its own for each station: nothing is shared but the house. */
async function station(path: string, permission: 'granted' | 'denied' = 'granted'): Promise<Page> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(90_000);
  open.push(context);
  const token = await server.signIn('admin');
  const cookie = (name: string, value: string) => ({ name, value, url: server.url });
  await context.addCookies([cookie('kontor-token', token), cookie('kontor-created', String(Date.now()))]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.setPermission', {
    permission: { name: 'loopback-network' },
    setting: permission,
    origin: server.url,
    ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
  });
  await page.goto(path);
  return page;
}

/** Where an agent is paired. */
const PRINTERS = '/settings/settingPrinters';

/** Pairs the agent and chooses where a kind of label comes out, as somebody does once at each computer. */
async function connect(page: Page, paper = 'Small labels'): Promise<void> {
  await page.getByRole('button', { name: /^This computer/ }).click();
  await page.getByRole('button', { name: 'Connect print agent' }).click();
  await page.getByLabel('Pairing code').fill(agent.code());
  await page.getByRole('button', { name: 'Pair', exact: true }).click();
  await sees(page.getByText('Print agent paired.'));
  await page.getByLabel(paper).click();
  await page.getByTitle('Labels', { exact: true }).click();
}

const online = (page: Page): Promise<void> => page.locator('.k-connection[data-state=online]').waitFor({ state: 'attached' });

/** The house asks for an item's label: the button of the notice, which prints. */
async function askForLabel(page: Page, id: string): Promise<Locator> {
  const payload = { type: 'printItemDesc', title: `Label ${id.slice(-6)}`, data: { ids: [id] } };
  await online(page);
  await rows('insert into live_event (kind, payload) values ($1, $2)', ['print', JSON.stringify(payload)]);
  const notice = page.locator('.ant-notification-notice', { hasText: payload.title });
  const button = notice.getByRole('button', { name: 'Print', exact: true });
  await button.waitFor();
  return button;
}
const printLabel = async (page: Page, id: string): Promise<void> => (await askForLabel(page, id)).click();

beforeAll(async () => {
  server = await startServer({ sample: true });
  await loadOrders({ config: server.config, db: createDb(server.pool), log: { warn: () => undefined } });
  items = (await rows('select id from items order by sku limit 8')).map(({ id }) => id);
  const agentPort = await freePort();
  openWay = () => between(agent, agentPort);
  // The page counts as one from outside, so that the browser's rules for programs on this computer hold; the agent stands on a port of its own.
  browser = await launchBrowser([
    SHORT_LIVED,
    `--ip-address-space-overrides=127.0.0.1:${new URL(server.url).port}=public`,
    `--host-resolver-rules=MAP localhost:9100 127.0.0.1:${agentPort}`,
  ]);
});
beforeEach(async () => {
  await rows('delete from print_jobs');
  agent = await startAgent();
  way = await openWay();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((context) => context.close()));
  await way.end();
  await agent.end();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a paired computer prints a label without a dialog: one file, and the row says where', async () => {
  const page = await station(PRINTERS);
  await connect(page);
  await page.getByRole('button', { name: 'Test print' }).nth(1).click();
  await expect.poll(came, PATIENT).toHaveLength(1);
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['printed']);
  await page.goto('/home');
  await printLabel(page, items[0] ?? '');
  await expect.poll(came, PATIENT).toContain(`itemLabel-${items[0]}-1`);
  await expect
    .poll(async () => (await jobs()).map(({ key, state }) => [key, state]))
    .toContainEqual([`itemLabel-${items[0]}-1`, 'printed']);
  expect(page.context().pages()).toHaveLength(1);
  expect(came()).toHaveLength(2);
});

it('a print button goes straight to the printer chosen for its paper, and shows what came out; another paper opens its window', async () => {
  const page = await station(PRINTERS);
  await connect(page);
  await page.goto(`/wms/item/${items[6]}`);
  await online(page);
  await page.getByRole('button', { name: 'Print item labels', exact: true }).click();
  await expect.poll(came, PATIENT).toEqual([`itemLabel-${items[6]}-1`]);
  const notice = page.locator('.ant-notification-notice', { hasText: 'Printed: Labels' });
  await notice.getByRole('button', { name: 'Show' }).click();
  await sees(page.getByRole('dialog').getByRole('img', { name: 'Page 1' }));
  expect(page.context().pages()).toHaveLength(1);
  const [list] = await rows('select id from picklists order by no limit 1');
  await page.goto(`/wms/picklist/${list.id}`);
  await online(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Print picklist', exact: true }).click(),
  ]);
  expect(popup.url()).toContain('/print?document=picklist');
  expect(came()).toHaveLength(1);
});

it('what was printed before asks for a reason, and says who printed it', async () => {
  const page = await station(PRINTERS);
  await connect(page);
  await travel(page, '/home');
  await printLabel(page, items[1] ?? '');
  await expect.poll(came, PATIENT).toHaveLength(1);
  // Asked for again while it is still being printed, it is the same job.
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['printed']);
  await printLabel(page, items[1] ?? '');
  await sees(page.getByText('Already printed'));
  await page.getByLabel('Reason').fill('Label torn');
  await page.getByRole('button', { name: 'Print again' }).click();
  await expect.poll(came, PATIENT).toEqual([`itemLabel-${items[1]}-1`, `itemLabel-${items[1]}-2`]);
});

it('without an agent here another station’s prints it, and the window opened in the click closes again', async () => {
  const there = await station(PRINTERS);
  await connect(there);
  await travel(there, '/home');
  await online(there);
  const here = await station('/home');
  // A busy machine may take longer than the four seconds after which a window prints.
  await here.evaluate(() => {
    const start = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => start(run, ms === 4_000 ? 60_000 : ms) });
  });
  await printLabel(here, items[2] ?? '');
  await expect.poll(came, PATIENT).toEqual([`itemLabel-${items[2]}-1`]);
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['printed']);
  await expect.poll(() => here.context().pages().length, PATIENT).toBe(1);
});

it.each(['granted', 'denied'] as const)(
  'where nobody has an agent a window opens with the label, and that is the one print (%s) (P29)',
  async (permission) => {
    const page = await station('/home', permission);
    const button = await askForLabel(page, items[3] ?? '');
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await expect.poll(() => popup.url(), PATIENT).toMatch(/^blob:/);
    await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['printed']);
    expect(came()).toEqual([]);
  },
);

it('a computer whose browser was told no says so, and prints in a window (P29)', async () => {
  const page = await station(PRINTERS);
  await connect(page);
  const session = await browser.newBrowserCDPSession();
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'loopback-network' },
    setting: 'denied',
    origin: server.url,
    browserContextId: targetInfo.browserContextId ?? '',
  });
  await page.goto(PRINTERS);
  await sees(page.getByRole('button', { name: /blocks access to the print agent/ }));
  await page.goto('/home');
  const button = await askForLabel(page, items[4] ?? '');
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await expect.poll(() => popup.url(), PATIENT).toMatch(/^blob:/);
  expect(came()).toEqual([]);
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['printed']);
});

it('a page loaded anew in the middle goes on with the same file: one print (P29)', async () => {
  const page = await station(PRINTERS);
  await connect(page);
  await travel(page, '/home');
  way.faults.push('silent');
  await printLabel(page, items[5] ?? '');
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['sent']);
  await page.reload();
  await expect.poll(came, PATIENT).toEqual([`itemLabel-${items[5]}-1`]);
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['printed']);
});

it('after the agent was killed its reader is asked whether the label came out, and prints it anew where it did not', async () => {
  const page = await station(PRINTERS);
  await connect(page);
  await travel(page, '/home');
  agent.killAt(1);
  await printLabel(page, items[7] ?? '');
  const question = page.locator('.ant-notification-notice', { hasText: 'Was it printed?' });
  await sees(question);
  expect((await jobs()).map(({ state }) => state)).toEqual(['unsure']);
  // The computer is switched on again by somebody who looked at the printer.
  await page.route('http://localhost:9100/', (route) => route.abort());
  await agent.restart();
  await page.unroute('http://localhost:9100/');
  await question.getByRole('button', { name: 'Print again' }).click();
  await expect.poll(async () => (await jobs()).map(({ state }) => state), PATIENT).toEqual(['failed', 'printed']);
  expect(came()).toEqual([`itemLabel-${items[7]}-2`]);
  await expect.poll(() => question.count()).toBe(0);
});

it('a label whose text was cut is printed only after a question', async () => {
  await rows(`update items set name = repeat('Sommerregenschirmständer ', 7) where id = $1`, [items[3]]);
  const page = await station(PRINTERS);
  await connect(page);
  await travel(page, '/home');
  await printLabel(page, items[3] ?? '');
  const question = page.locator('.ant-notification-notice', { hasText: 'despite the problems?' });
  await sees(question.getByText(/is too long and was cut off/));
  expect(came()).toEqual([]);
  await question.getByRole('button', { name: 'Print anyway' }).click();
  await expect.poll(came, PATIENT).toEqual([`itemLabel-${items[3]}-1`]);
});

it('at a pack table the label of a parcel comes out by itself as soon as it is bought, once, also after a reload', async () => {
  // A table of its own: labels of the sample's orders are still being bought for the others.
  const [pack] = await rows(
    `insert into stations (code, name, compartment_id, profiles) select 'ST-PACK-9', 'Pack table 9', compartment_id, profiles
     from stations where code = 'ST-PACK-1' returning id, code, name, '{}'::text[] as profiles`,
  );
  const parcels = (await rows(`select id from parcels where tracking_no <> '' order by no limit 2`)).map(({ id }) => id);
  const packed = (id: string) =>
    rows(`update parcels set station_id = $1, closed_at = now(), label_state = 'bought', state = 'labelled' where id = $2`, [pack.id, id]);
  const page = await station(PRINTERS);
  await page.evaluate((chosen) => localStorage.setItem('kontor-station', chosen), JSON.stringify(pack));
  await connect(page, 'Transport labels');
  // The agent of this table does not answer the page's first question: it is still starting.
  let asked = 0;
  await page.route('http://localhost:9100/printers', (route) => ((asked += 1) === 1 ? route.abort() : route.fallback()));
  await page.goto('/wEP/packScanOrder');
  await online(page);
  await expect.poll(() => asked, PATIENT).toBeGreaterThan(0);
  await packed(parcels[0]);
  await expect.poll(came, PATIENT).toEqual([`transportLabel-${parcels[0]}-1`]);
  await page.reload();
  await online(page);
  await packed(parcels[1]);
  await expect.poll(came, PATIENT).toContain(`transportLabel-${parcels[1]}-1`);
  expect(came()).toHaveLength(2);
  expect(page.context().pages()).toHaveLength(1);
});

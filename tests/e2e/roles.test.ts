import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { allows, routeAllowed } from '#contract/core/access';
import type { Locale } from '#contract/core/limits';
import { DOCUMENT_NAMES } from '#contract/printing/documents';
import { BUILT_IN_ROLES } from '../../server/core/db/roles.ts';
import { AREAS as SERVER_AREAS } from '../../server/modules/index.ts';
import type { AppRoute } from '../../src/providers/routes.ts';
import { AREAS } from '../../src/resources/index.ts';
import { lookUp, textFiles } from '../support/texts.ts';
import { openForBusiness, openHouse, travel } from './house.ts';
import { type Seen, stateOf } from './screen-state.ts';

const house = openHouse();

/** Each in another language and width, so that what is cut, too wide or untranslated shows. */
const ROLES: readonly { role: string; locale: Locale; browser: string; width: number }[] = [
  { role: 'admin', locale: 'en', browser: 'en-GB', width: 1440 },
  { role: 'manager', locale: 'de', browser: 'de-DE', width: 1024 },
  { role: 'employee', locale: 'en', browser: 'en-GB', width: 1280 },
  { role: 'merchant', locale: 'cn', browser: 'zh-CN', width: 1440 },
  { role: 'warehouse', locale: 'de', browser: 'de-DE', width: 1024 },
  { role: 'carrier', locale: 'cn', browser: 'zh-CN', width: 1024 },
  { role: 'finance', locale: 'de', browser: 'de-DE', width: 1440 },
];

/** Lists that are rightly empty in a new house, by mask. */
const EMPTY: readonly { mask: string; why: string }[] = [
  { mask: 'accounting.charge.list', why: 'charges, until the collector, which runs every minute, has made them' },
  { mask: 'mEP.charge.list', why: 'the same' },
  { mask: 'wms.pickup.list', why: 'what somebody orders from a carrier' },
  { mask: 'p11y.labelFinding.list', why: 'labels whose parcels stayed here for a week' },
  { mask: 'accounting.carrierBill.list', why: 'lists that a carrier sends' },
  { mask: 'accounting.carrierLine.list', why: 'the same' },
  { mask: 'accounting.carrierDispute.list', why: 'what somebody asks back from a carrier' },
  { mask: 'accounting.run.list', why: 'billing runs are started by people' },
  { mask: 'accounting.dunningRun.list', why: 'dunning runs are prepared by people' },
  { mask: 'accounting.dunningLetter.list', why: 'letters of these runs' },
  { mask: 'accounting.dunningHold.list', why: 'promises that somebody notes' },
  { mask: 'accounting.dispute.list', why: 'disputes that merchants open' },
  { mask: 'mEP.dispute.list', why: 'the same' },
  { mask: 'sales.mail.list', why: 'documents that somebody sends by mail' },
  { mask: 'mEP.mail.list', why: 'mails about orders of the merchant' },
  { mask: 'p11y.incomingMails.list', why: 'mails whose senders are unknown' },
  { mask: 'accounting.entry.list', why: 'opening balances are typed by people' },
  { mask: 'accounting.export.list', why: 'exports that somebody makes' },
  { mask: 'accounting.bankProfile.list', why: 'layouts that the own bank needs' },
  { mask: 'purchase.incomingBill.list', why: 'files that suppliers send' },
  { mask: 'c5r.incomingBill.list', why: 'files that carriers send' },
  { mask: 'accounting.paymentRun.list', why: 'payments that somebody prepares' },
  { mask: 'sys.exports.list', why: 'files that somebody asked for' },
  { mask: 'sys.exportsOutbound.list', why: 'files that somebody asked for' },
  { mask: 'wms.loggingScan.view', why: 'codes that somebody scanned only to have them seen' },
  { mask: 'm4t.channelItem.list', why: 'items of shops that somebody connects' },
  { mask: 'mEP.channelItem.list', why: 'the same' },
  { mask: 'sys.imports.list', why: 'files that somebody brought' },
  { mask: 'changeRequests.list', why: 'changes that somebody asks for of what was agreed' },
  { mask: 'sys.messages.list', why: 'what people were told' },
  { mask: 'oa.attendanceMonth.list', why: 'months that the office closed' },
  { mask: 'p11y.shipped.list', why: 'orders under way, until the carriers, asked every ten minutes, say that all have arrived' },
];

type Screen = AppRoute & { area: string };
const SCREENS: readonly Screen[] = AREAS.flatMap(({ area, routes }) => routes.map((route) => ({ ...route, area })));

/** What the server lets a role do, and not what the page makes of it. */
const grantsOf = (role: string) => {
  const { routes = [], privileges = [] } = BUILT_IN_ROLES.find(({ key }) => key === role) ?? {};
  const granted = new Set<string>(privileges);
  const reads = (area: string) => allows(granted, `${area}.read`);
  const opens = ({ path, mask, area, forAll, public: open }: Screen) =>
    Boolean(forAll ?? open) || (routeAllowed(routes, path.replace(/\/:.*$/, '')) && (mask === undefined || reads(area)));
  return { reads, opens };
};
const inMenu = ({ hidden, under, bare, redirect, path }: Screen): boolean =>
  !hidden && under === undefined && !bare && !redirect && !path.includes(':');

/** The screens of the menu. One with two addresses, such as the collect orders of the house and of a carrier, stands there once. */
const menuEntries = (open: readonly Screen[]): Screen[] => {
  const listed = open.filter(inMenu);
  return listed.filter(
    ({ title, section, mask }, n) => listed.findIndex((one) => one.title === title && one.section === section && one.mask === mask) === n,
  );
};

/** What an address says beyond its path, out of the sample; the administrator's windows show documents with it. */
const ADDRESSES: Record<string, (id: (text: string) => Promise<string>) => Promise<string>> = {
  '/maske/edit': async () => '/maske/edit?key=sys.tax.list',
  '/spreadsheet': async () => '/spreadsheet?mask=sys.lookup.list',
  '/wEP/printItemlist/:reckonData': async () =>
    `/wEP/printItemlist/${encodeURIComponent(JSON.stringify({ items: [{ sku: 'TEE-EARL-250', qty: 3 }] }))}`,
  '/wms/location': async () => '/wms/location?code=01-01-A',
  '/print': async (id) => `/print?document=itemLabel&pk=${await id(`select id from items where sku = 'TEE-EARL-250'`)}`,
  '/label': async (id) => `/label?pk=${await id(`select id from parcels where tracking_no <> '' order by no limit 1`)}`,
  '/labelBox': async (id) => `/labelBox?pk=${await id('select id from merged_units order by id limit 1')}`,
  '/labelPLT': async (id) => `/labelPLT?pk=${await id('select id from merged_units order by id limit 1')}`,
  '/pdfViewer': async () => `/pdfViewer?id=${await uploaded()}`,
};
async function uploaded(): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'paper.pdf');
  return (await house.call<{ id: string }>('POST', '/v0/statics/upload/intern', form)).id;
}
const idOf = async (text: string): Promise<string> => String((await house.server.pool.query(text)).rows[0]?.id);
const addressOf = async ({ path }: Screen): Promise<string> => {
  const address = (await ADDRESSES[path]?.(idOf)) ?? path;
  if (address.includes('/:')) throw new Error(`say in ADDRESSES what ${path} is opened with`);
  return address;
};

const MASKS = new Map([...SERVER_AREAS.values()].flatMap(({ masks }) => masks.map((mask) => [mask.key, mask] as const)));
/** Keys that are data, and so may stand on the page: of masks, privileges, settings. */
const data = new Set([...MASKS.keys(), ...DOCUMENT_NAMES.map((name) => `print.${name}`)]);
const KEY = new RegExp(`(?<![\\w.])(?:${textFiles('en').join('|')})\\.[a-z][A-Za-z0-9]*(?:\\.[A-Za-z0-9]+)*\\b`, 'g');

beforeAll(async () => {
  await openForBusiness(house);
  const { rows } = await house.server.pool.query<{ key: string }>('select key from privileges union select key from settings');
  for (const { key } of rows) data.add(key);
});

/** A list of a mask is headed by it; other screens say for themselves what they are. */
function headingOf({ mask: key, page, redirect }: Screen, locale: Locale): string {
  const title = key === undefined || page || redirect ? undefined : MASKS.get(key)?.title;
  return typeof title === 'string' ? (lookUp(locale, title) ?? title) : '';
}

/** What is wrong with a screen that has come to rest; empty for a sound one. */
function faultsOf(screen: Screen, seen: Seen): string[] {
  const isList = screen.mask !== undefined && !screen.page;
  const faults: string[] = [];
  if (seen.waits !== '') return [`never came to rest: ${seen.waits}`];
  if (seen.heading === '' && !screen.bare) faults.push('has no heading');
  if (seen.failed !== '') faults.push(`shows a failure: ${seen.failed}`);
  const mayBeEmpty = EMPTY.some((one) => one.mask === screen.mask);
  if (isList && seen.rows === 0 && !mayBeEmpty) faults.push('shows no row of the sample');
  if (seen.width > seen.room) faults.push(`is ${seen.width} px wide in a window of ${seen.room}`);
  const raw = (seen.text.match(KEY) ?? []).filter((key) => !data.has(key));
  if (raw.length > 0) faults.push(`shows text keys: ${[...new Set(raw)].join(', ')}`);
  return faults;
}

/** Opens each in the running application and tells what is wrong with it. */
async function openAll(page: Page, screens: readonly Screen[], who: (typeof ROLES)[number]): Promise<string[]> {
  const faults: string[] = [];
  for (const screen of screens) {
    const address = await addressOf(screen);
    const bare = screen.bare === true;
    // A window without a menu is told from the one before by the frame between them.
    if (bare) {
      await travel(page, '/home');
      await page.locator('.k-shell').waitFor();
    }
    await travel(page, address);
    const heading = headingOf(screen, who.locale);
    const path = screen.redirect ?? new URL(address, house.server.url).pathname;
    const seen = await stateOf(page, { path, bare, heading });
    faults.push(...faultsOf(screen, seen).map((fault) => `${screen.path} ${fault}`));
  }
  return faults;
}

/** Those of these paths that do not lead to the page that says so. */
const stayOpen = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(async (all) => {
    const open: string[] = [];
    for (const path of all) {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
      const until = performance.now() + 60_000;
      while (location.pathname !== '/401' && performance.now() < until) await new Promise((done) => setTimeout(done, 5));
      if (location.pathname !== '/401') open.push(path);
    }
    return open;
  }, paths);

describe.each(ROLES)('as $role', (who) => {
  const { opens, reads } = grantsOf(who.role);
  const open = SCREENS.filter(opens);
  const closed = SCREENS.filter((screen) => !opens(screen));

  it('every screen of the role opens with heading and rows of the sample, and every other one is closed', async () => {
    const page = await house.visit('/home', { as: who.role, locale: who.browser, viewport: { width: who.width, height: 900 } });
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    });
    const menu = page.getByRole('navigation').locator('a[href]:visible');
    await menu.first().waitFor();
    // A menu whose permitted screens come late is completed by itself.
    const links = () => page.locator('.k-menu a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await expect.poll(async () => new Set(await links())).toEqual(new Set(menuEntries(open).map(({ path }) => path)));

    // What opens for everybody in a window of its own is the same for all: papers are drawn once. Who may print what is tested by
    // document (tests/api/print-data.test.ts).
    const own = open.filter(
      ({ bare, forAll, public: all, path }) => who.role === 'admin' || !bare || !(forAll ?? all) || path === '/spreadsheet',
    );
    const inOrder = [...own.filter(({ bare }) => !bare), ...own.filter(({ bare }) => bare)];
    expect(await openAll(page, inOrder, who)).toEqual([]);
    expect(failed).toEqual([]);
    expect(
      await stayOpen(
        page,
        closed.filter(({ redirect }) => !redirect).map(({ path }) => path.replace(/\/:.*$/, '/1')),
      ),
    ).toEqual([]);
  });

  it('rows and masks of what is closed are refused by the server (P18)', async () => {
    const token = await house.server.signIn(who.role);
    const shut = SCREENS.filter(({ mask, area }) => mask !== undefined && !reads(area));
    const answers = await Promise.all(
      shut.map(async ({ path, mask }) => {
        const area = MASKS.get(mask ?? '')?.area ?? '';
        const calls = reads(area) ? [] : [`/v0/${area}?l=1`, `/v0/masken/?q=${mask}`];
        const codes = await Promise.all(calls.map(async (call) => (await house.server.call('GET', call, undefined, token)).code));
        return codes.every((code) => code === 'NotAllowed') ? [] : [`${path}: ${codes.join()}`];
      }),
    );
    expect(answers.flat()).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility.ts';
import { atRest } from '../support/at-rest.ts';
import { tablet } from '../support/tablet.ts';
import { openRow } from './hands.ts';
import { openHouse, rowsOf, sees, seesNot, stockUp, travel } from './house.ts';

const house = openHouse();
beforeAll(() => stockUp(house, 30));

describe('every answer', () => {
  it('comes only with a policy that allows no inline script and no frame (P20, P30)', async () => {
    const policy = (await fetch(`${house.server.url}/home`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  });
});

const firstItem = async (page: Page): Promise<void> => {
  await openRow(page, rowsOf(page).first());
  await sees(page.getByRole('article'));
};

const KINDS: { kind: string; path: string; as?: string; prepare?: (page: Page) => Promise<void> }[] = [
  { kind: 'login', path: '/login' },
  { kind: 'password reset', path: '/resetPasswordRequest' },
  { kind: 'start page', path: '/home', as: 'admin' },
  { kind: 'list', path: '/wms/item', as: 'admin', prepare: (page) => rowsOf(page).first().getByRole('checkbox').check() },
  { kind: 'record page', path: '/wms/item?q=SKU-001', as: 'admin', prepare: firstItem },
  {
    kind: 'preview',
    path: '/wms/item',
    as: 'admin',
    prepare: async (page) => {
      await rowsOf(page).first().click();
      await sees(page.getByRole('complementary').getByText('Last changes'));
    },
  },
  { kind: 'record drawer', path: '/settings/tax', as: 'admin', prepare: firstItem },
  {
    kind: 'dialog',
    path: '/wms/item',
    as: 'admin',
    prepare: async (page) => {
      // The foot has another one while rows are selected.
      await page.getByRole('button', { name: 'Export', exact: true }).first().click();
      await sees(page.getByRole('dialog'));
    },
  },
  { kind: 'empty list', path: '/personal/messages', as: 'admin', prepare: (page) => sees(page.locator('.m-empty')) },
  {
    // Its text field may not size itself by inline styles, which the policy forbids: the console would say so.
    kind: 'message to somebody',
    path: '/personal/messages',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Write a message', exact: true }).click();
      await sees(page.getByRole('dialog').getByLabel('Text', { exact: true }));
    },
  },
  {
    kind: 'palette',
    path: '/home',
    as: 'admin',
    prepare: async (page) => {
      await sees(page.getByRole('heading', { level: 1 }));
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or go to …' }).fill('SKU-0');
      await sees(page.getByRole('option', { name: /SKU-0/ }));
    },
  },
  {
    kind: 'palette without an answer',
    path: '/home',
    as: 'admin',
    prepare: async (page) => {
      await sees(page.getByRole('heading', { level: 1 }));
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or go to …' }).fill('no such thing');
      await sees(page.getByText('Nothing found'));
    },
  },
  {
    kind: 'help and guided tour',
    path: '/home',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Edit a mask/ }).click();
      await sees(page.getByRole('button', { name: 'Show me' }));
      await page.keyboard.press('?');
      await sees(page.getByRole('complementary', { name: 'Help' }).getByRole('heading', { level: 2 }));
    },
  },
  { kind: 'personal settings', path: '/personal/settings', as: 'admin' },
  { kind: 'choice of a station', path: '/wEP/packScanOrder', as: 'warehouse' },
  {
    kind: 'station',
    path: '/wEP/packScanOrder',
    as: 'warehouse',
    prepare: async (page) => {
      const table = tablet(page);
      await table.stand('ST-PACK-1');
      await table.scan('NO-SUCH-ORDER');
    },
  },
  { kind: 'sheet of command codes', path: '/wEP/commandSheet', as: 'warehouse' },
  { kind: 'mask editor', path: '/maske/edit?key=sys.tax.list', as: 'admin' },
  {
    kind: 'list on a phone',
    path: '/wms/item',
    as: 'admin',
    prepare: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await sees(page.locator('.k-shell[data-device=mobile]'));
    },
  },
];

/** Words that go on in the next line, within the cells of a table; after a hyphen they may. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.m-index :is(th, td)')].flatMap((cell) => {
      const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
      return [...(text?.textContent ?? '').matchAll(/[\p{Script=Latin}\d.]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        if (!text) return [];
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

describe('the list of masks', () => {
  beforeAll(async () => {
    // The chip of an edited one is one word more to hold.
    const key = 'purchase.bill.list';
    const definition = await house.call<Record<string, unknown>>('GET', `/v0/masken/builtin?q=${key}`);
    const { id } = await house.call<{ id: string }>('POST', '/v0/masken/draft', { key, definition });
    await house.call('POST', '/v0/masken/publish', { id });
  });
  it.each(['en-GB', 'de-DE', 'zh-CN'])('in %s breaks no word and stays on the page, on a tablet and on a phone', async (locale) => {
    const page = await house.visit('/settings/masken', { as: 'admin', locale });
    await sees(page.locator('.m-index .m-chip'));
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(width);
      await expect.poll(() => brokenWords(page), { message: `${width} px` }).toEqual([]);
      const body = page.locator('.m-record-body').filter({ visible: true });
      await expect
        .poll(() => body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), { message: `${width} px` })
        .toBeLessThanOrEqual(0);
    }
  });
});

/** In one window for each account, since the application is loaded anew by the first address only. */
describe.each([
  { who: 'a visitor', as: undefined },
  { who: 'the administrator', as: 'admin' },
  { who: 'the warehouse', as: 'warehouse' },
])('every kind of page that $who sees', ({ as }) => {
  it('has no fault of WCAG 2.2 A or AA, in light and in dark', async () => {
    const page = await house.visit(as ? '/personal/sessions' : '/login', as ? { as } : {});
    for (const { kind, path, prepare } of KINDS.filter((one) => one.as === as)) {
      // The login is an application of its own, without a router.
      await (as ? travel(page, path) : page.goto(path));
      await sees(page.locator('h1'));
      await atRest(page);
      await prepare?.(page);
      expect({ kind, faults: await accessibilityFaults(page) }).toEqual({ kind, faults: [] });
      // A dialog, the palette: gone before the next address.
      await page.keyboard.press('Escape');
      await seesNot(page.getByRole('dialog'));
    }
  });
});

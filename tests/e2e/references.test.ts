import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { count, filtersOfLists } from './calls.ts';
import { button, record } from './hands.ts';
import { openHouse, sees, stockUp } from './house.ts';

const house = openHouse();
/** More than one page of choices; the first one is the oldest, so it is on the second page. */
beforeAll(() => stockUp(house, 55));

const inputOf = (page: Page, label: string): Locator => page.getByRole('article').getByRole('combobox', { name: label });
const choices = (page: Page): Locator => page.locator('.ant-select-dropdown:visible .ant-select-item-option');
const askedFor = (page: Page, area: string, part: string): Promise<Request> =>
  page.waitForRequest((request) => request.url().includes(`/v0/${area}?`) && request.url().includes(part));

describe('a reference', () => {
  it('is searched on the server, by refine, and picked with the keyboard', async () => {
    const page = await house.visit('/wms/alias/new', { as: 'admin' });
    await sees(inputOf(page, 'Item'));
    await count(page);
    const first = askedFor(page, 'items', 'l=50');
    await inputOf(page, 'Item').click();
    // Nobody reads the total of choices.
    expect((await first).url()).toContain('t=later');
    await sees(choices(page).filter({ hasText: 'SKU-055' }));
    expect(await choices(page).filter({ hasText: 'SKU-001' }).count()).toBe(0);
    expect(await filtersOfLists(page, 'items')).toEqual([[]]);
    const searched = askedFor(page, 'items', 'q=SKU-00');
    await inputOf(page, 'Item').pressSequentially('SKU-001');
    await searched;
    // A slow typist is answered in between, for what was typed by then.
    await expect
      .poll(async () => (await filtersOfLists(page, 'items')).at(-1))
      .toEqual([{ field: 'q', operator: 'contains', value: 'SKU-001' }]);
    await expect.poll(() => choices(page).allInnerTexts()).toEqual([expect.stringContaining('SKU-001')]);
    await sees(page.locator('.ant-select-item-option-active').filter({ hasText: 'SKU-001' }));
    await page.keyboard.press('Enter');
    await sees(page.getByRole('article').getByTitle(/SKU-001/));
  });

  it('Enter chooses nothing of an earlier answer while the server searches for what was typed', async () => {
    const page = await house.visit('/wms/alias/new', { as: 'admin' });
    await inputOf(page, 'Item').click();
    await sees(choices(page).filter({ hasText: 'SKU-055' }));
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/v0\/items\?.*q=SKU-001/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = askedFor(page, 'items', 'q=SKU-001');
    await inputOf(page, 'Item').fill('SKU-001');
    await asked;
    await sees(page.locator('.ant-select-dropdown:visible').getByText('Searching'));
    await page.keyboard.press('Enter');
    answer();
    expect(await page.getByRole('article').getByTitle(/SKU-0/).count()).toBe(0);
    await inputOf(page, 'Item').click();
    await inputOf(page, 'Item').fill('SKU-001');
    await sees(page.locator('.ant-select-item-option-active').filter({ hasText: 'SKU-001' }));
    await page.keyboard.press('Enter');
    await sees(page.getByRole('article').getByTitle(/SKU-001/));
  });

  it('shows the title of a record that is not on the first page', async () => {
    const [item] = await house.call<{ id: string }[]>('GET', '/v0/items?q=SKU-001');
    const alias = await house.call<{ id: string }>('POST', '/v0/itemAliases', { code: 'CARTON-1', itemId: item?.id });
    const page = await house.visit(`/wms/alias/${alias.id}`, { as: 'admin' });
    await sees(
      page
        .getByRole('article')
        .locator('dd')
        .getByText(/SKU-001/),
    );
    await button(record(page), 'Edit').click();
    await sees(page.getByRole('article').getByTitle(/SKU-001/));
    await inputOf(page, 'Item').press('ArrowDown');
    await sees(choices(page).filter({ hasText: 'SKU-055' }));
    await sees(choices(page).first().filter({ hasText: 'SKU-001' }));
  });

  it('says that nothing was found, and that the search failed', async () => {
    const page = await house.visit('/wms/alias/new', { as: 'admin', faults: /.*/ });
    await inputOf(page, 'Item').click();
    await sees(choices(page));
    await inputOf(page, 'Item').fill('nothing-is-called-this');
    await sees(page.getByText('Nothing found'));
    await page.route('**/v0/items?**', (route) => route.fulfill({ status: 500, json: { code: 'Internal', error: 'x', data: null } }));
    await inputOf(page, 'Item').fill('SKU-0');
    await sees(page.locator('.ant-select-dropdown').getByText('This could not be loaded.'));
  });

  it('offers what its mask allows only, and a filter keeps what was chosen on top', async () => {
    const page = await house.visit('/wEP/loadingList/new', { as: 'admin' });
    await sees(inputOf(page, 'Dock'));
    const docks = askedFor(page, 'compartments', 'kind=');
    await inputOf(page, 'Dock').click();
    expect(new URL((await docks).url()).searchParams.get('kind')).toBe('dock');
    const items = await house.call<{ id: string }[]>('GET', '/v0/items?q=SKU-002');
    await page.goto(`/wms/alias?f.itemId=${items[0]?.id}`);
    await page.getByRole('button', { name: /^Item/ }).and(page.locator('.m-filter-open')).click();
    const boxes = page.locator('.m-reference-filter').getByRole('checkbox');
    await sees(page.locator('.m-reference-filter').getByRole('checkbox', { name: /SKU-002/, checked: true }));
    await page.locator('.m-reference-filter').getByRole('searchbox').fill('SKU-003');
    await sees(page.locator('.m-reference-filter').getByRole('checkbox', { name: /SKU-003/ }));
    await expect.poll(() => boxes.count()).toBe(2);
    await page
      .locator('.m-reference-filter')
      .getByRole('checkbox', { name: /SKU-003/ })
      .check();
    await sees(page.locator('.m-reference-filter').getByRole('checkbox', { name: /SKU-002/, checked: true }));
  });
});

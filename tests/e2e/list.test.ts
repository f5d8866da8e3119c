import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { moreOf } from './hands.ts';
import { openHouse, placeOf, rowsOf, sees, seesNot, standsAt, stockUp } from './house.ts';

const house = openHouse();
const LIST = '/wms/item?q=SKU-';
beforeAll(() => stockUp(house, 60));

describe('a list', () => {
  it('is searched, filtered, sorted and sized, all of it in its address, and reads the same from that address', async () => {
    const page = await house.visit('/wms/item', { as: 'admin' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('SKU-');
    await standsAt(page, LIST);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Category' }).click();
    await page.getByLabel('Contains').fill('even');
    await page.getByRole('button', { name: 'Done' }).click();
    await sees(page.locator('.m-filter').filter({ hasText: 'even' }));
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
    await sees(page.locator('[role=columnheader][aria-sort=ascending]').filter({ hasText: 'Price' }));
    await sees(rowsOf(page).first().getByText('SKU-002'));
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
    await sees(rowsOf(page).first().getByText('SKU-060'));
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('50');
    await sees(page.getByText('1–30 of 30'));
    const place = placeOf(page);
    for (const part of ['q=SKU-', 's=-price', 'size=50', 'f.category.like=even']) expect(place).toContain(part);
    const other = await house.visit(place, { as: 'admin' });
    await sees(rowsOf(other).first().getByText('SKU-060'));
    await sees(other.getByText('1–30 of 30'));
    await page.goBack();
    await sees(page.getByText('1–25 of 30'));
    await page.getByRole('button', { name: 'Remove filter Category' }).click();
    await sees(page.getByText('1–25 of 60'));
  });

  it('offers the page sizes of the specification, 25 first', async () => {
    const page = await house.visit(LIST, { as: 'admin' });
    const sizes = page.getByRole('combobox', { name: 'Rows' });
    expect(await sizes.inputValue()).toBe('25');
    expect(await sizes.getByRole('option').allInnerTexts()).toEqual([
      '25',
      '50',
      '72',
      '100',
      '130',
      '140',
      '200',
      '250',
      '300',
      '400',
      '500',
      '1000',
    ]);
  });

  it('pages forth and back without repeating a row (P12)', async () => {
    const page = await house.visit(`${LIST}&s=sku`, { as: 'admin' });
    await sees(page.getByText('1–25 of 60'));
    await page.getByRole('button', { name: 'Next page' }).click();
    await sees(page.getByText('26–50 of 60'));
    await sees(rowsOf(page).first().getByText('SKU-026'));
    await page.reload();
    await sees(rowsOf(page).first().getByText('SKU-026'));
    await page.getByRole('button', { name: 'Next page' }).click();
    await sees(page.getByText('51–60 of 60'));
    await page.getByRole('button', { name: 'Previous page' }).click();
    await sees(rowsOf(page).first().getByText('SKU-026'));
  });

  it('keeps the chosen rows over its pages', async () => {
    const page = await house.visit(`${LIST}&s=sku`, { as: 'admin' });
    await sees(page.getByText('1–25 of 60'));
    await rowsOf(page).nth(0).getByRole('checkbox').check();
    await rowsOf(page).nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Next page' }).click();
    // The range is told before the rows have come.
    await sees(rowsOf(page).first().getByText('SKU-026'));
    await sees(page.getByText('26–50 of 60'));
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await sees(page.getByText('27 selected (2 elsewhere)'));
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await seesNot(page.getByText('27 selected'));
  });

  it('remembers which columns are hidden and in which order they stand', async () => {
    const page = await house.visit(LIST, { as: 'admin' });
    const heads = () => page.locator('[role=grid] .m-head-cell').allInnerTexts();
    await sees(rowsOf(page));
    // No item has a picture, so the column is left out until somebody asks for it.
    expect((await heads()).slice(0, 2).map((head) => head.trim())).toEqual(['SKU', 'Name']);
    await page.getByRole('button', { name: 'Columns' }).click();
    const menu = page.locator('.m-column-menu');
    await menu.getByRole('checkbox', { name: 'Picture' }).check();
    await menu.getByRole('checkbox', { name: 'SKU' }).uncheck();
    await menu.getByRole('button', { name: 'Move Name up' }).click();
    const shown = async () => (await heads()).slice(0, 2).map((head) => head.trim());
    await expect.poll(shown).toEqual(['Picture', 'Name']);
    await page.reload();
    await sees(rowsOf(page));
    await expect.poll(shown).toEqual(['Picture', 'Name']);
  });

  it('says what to do when it is empty, and when the filters leave nothing', async () => {
    const page = await house.visit('/wms/item?q=nothing-is-called-this', { as: 'admin' });
    await sees(page.getByText(/^The search hides \d+ items\.$/));
    await page.getByRole('button', { name: 'Clear search' }).click();
    await sees(rowsOf(page));
  });

  it('what is typed into the search stands there without a break while its address and rows follow', async () => {
    const page = await house.visit('/wms/item', { as: 'admin' });
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.evaluate((input: HTMLInputElement) => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        if (seen.at(-1) !== input.value) seen.push(input.value);
        requestAnimationFrame(look);
      };
      look();
    });
    await box.fill('SKU-01');
    await sees(page.getByText('1–10 of 10'));
    expect(placeOf(page)).toBe('/wms/item?q=SKU-01');
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['', 'SKU-01']);
  });

  it('a view is saved under a name and brings search, sort and columns back', async () => {
    const page = await house.visit(`${LIST}&s=-price`, { as: 'employee' });
    await sees(rowsOf(page));
    await moreOf(page, 'Save current view');
    await page.getByLabel('Name', { exact: true }).fill('Dear things first');
    await page.getByLabel('Share with everyone').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await seesNot(page.getByRole('dialog'));
    const other = await house.visit('/wms/item', { as: 'manager' });
    await other
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: /^Dear things first/ })
      .click();
    await standsAt(other, /[?&]s=-price/);
    await sees(rowsOf(other).first().getByText('SKU-060'));
  });
});

describe('the preview', () => {
  const preview = (page: Page) => page.getByRole('complementary', { name: /^Preview of/ });
  const open = async () => {
    const page = await house.visit(`${LIST}&s=sku`, { as: 'admin' });
    await rowsOf(page).nth(1).getByText('SKU-002').click();
    await sees(preview(page).getByText('Last changes'));
    return page;
  };

  it('shows the clicked row beside the list, and stands in the address: reload and back keep it', async () => {
    const page = await open();
    await sees(preview(page).getByRole('heading', { name: /^SKU-002/ }));
    expect(placeOf(page)).toMatch(/[?&]preview=/);
    await page.reload();
    await sees(preview(page).getByRole('heading', { name: /^SKU-002/ }));
    await preview(page).getByRole('button', { name: 'Open record' }).click();
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
    await page.goBack();
    await sees(preview(page).getByRole('heading', { name: /^SKU-002/ }));
    await page.getByRole('searchbox', { name: 'Search' }).fill('SKU-00');
    await seesNot(preview(page));
  });

  it('follows the arrow keys without taking the focus; Escape closes it, Enter opens the record', async () => {
    const page = await open();
    const grid = page.locator('[role=tabpanel]:visible').getByRole('grid');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await sees(preview(page).getByRole('heading', { name: /^SKU-003/ }));
    expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true);
    await preview(page).getByRole('button', { name: 'Previous row' }).click();
    await sees(preview(page).getByRole('heading', { name: /^SKU-002/ }));
    await page.keyboard.press('Escape');
    await seesNot(preview(page));
    await page.keyboard.press('p');
    await sees(preview(page).getByRole('heading', { name: /^SKU-002/ }));
    await page.keyboard.press('Enter');
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
  });

  it('a double click opens the record, and so does a click on a phone', async () => {
    const page = await house.visit(LIST, { as: 'admin' });
    await rowsOf(page).first().getByText('SKU-060').dblclick();
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
    const phone = await house.visit(LIST, { as: 'admin', viewport: { width: 390, height: 844 } });
    await rowsOf(phone).first().getByText('SKU-060').click();
    await standsAt(phone, /^\/wms\/item\/[0-9a-f-]{36}$/);
  });
});

describe('deleting', () => {
  it('asks first; undo brings the record back (P44)', async () => {
    const page = await house.visit('/wms/item?q=SKU-011', { as: 'admin' });
    await rowsOf(page).first().getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: /^Delete SKU-011 .*from Items\?$/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await rowsOf(page).count()).toBe(1);
    await rowsOf(page).first().getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await sees(page.getByText('Records deleted: 1'));
    // The notice stays while the pointer rests on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await seesNot(rowsOf(page));
    await page.getByRole('button', { name: 'Undo' }).click();
    await sees(rowsOf(page).getByText('SKU-011'));
  });

  it('is recovered from the deleted ones, and deleted for good only after a word is typed (P44)', async () => {
    const page = await house.visit('/wms/item?q=SKU-012', { as: 'admin' });
    const act = async (action: string) => {
      await rowsOf(page).first().getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    const confirm = (action: string) => page.getByRole('dialog').getByRole('button', { name: action, exact: true });
    await act('Delete');
    await confirm('Delete').click();
    await seesNot(rowsOf(page));
    await moreOf(page, 'Deleted records');
    await sees(rowsOf(page).getByText('SKU-012'));
    await act('Recover');
    await confirm('Recover').click();
    await sees(page.getByText('Records recovered: 1'));
    await moreOf(page, 'Back to list');
    await sees(rowsOf(page).getByText('SKU-012'));
    await act('Delete');
    await confirm('Delete').click();
    await seesNot(rowsOf(page));
    await moreOf(page, 'Deleted records');
    await sees(rowsOf(page).getByText('SKU-012'));
    await act('Delete permanently');
    expect(await confirm('Delete permanently').isEnabled()).toBe(false);
    await page.getByLabel('Type “delete” to confirm').fill('delete');
    await confirm('Delete permanently').click();
    await sees(page.getByText('Records permanently deleted: 1'));
    await sees(page.getByText(/Nothing/));
  });
});

it('a tool exports what was chosen in the background, and its file can be fetched again', async () => {
  const page = await house.visit('/tools/outboundExport', { as: 'manager' });
  await page.getByLabel('From').fill('2020-01-01');
  const [first] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).click()]);
  expect(first.suggestedFilename()).toMatch(/\.xlsx$/);
  const [again] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).first().click()]);
  expect(again.suggestedFilename()).toBe(first.suggestedFilename());
  await page.goto('/tools/outboundExportTask');
  await sees(rowsOf(page).getByText(first.suggestedFilename()));
});

it('a page that is not cached is built anew when its tab is shown again', async () => {
  const page = await house.visit('/meta/quotationPricingConfig', { as: 'admin' });
  await page.getByLabel('Quantity').fill('7');
  await page.getByRole('tab', { name: 'Home' }).click();
  await seesNot(page.getByLabel('Quantity'));
  await page.getByRole('tab', { name: 'Price simulator' }).click();
  await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe('1');
});

import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHouse, rowsOf, sees, seesNot, standsAt, stockUp } from './house.ts';

const house = openHouse();
beforeAll(() => stockUp(house, 42));

const questionOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search or go to …' });
const chosenOf = (page: Page): Locator => page.getByRole('option', { selected: true });
const focused = (page: Page, target: Locator): Promise<void> => sees(target.and(page.locator(':focus')));

/** Whether a script that was loaded so far holds kbar. */
const hasKbar = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    return texts.some((text) => text.includes('kbar-listbox'));
  });

async function openBy(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await focused(page, questionOf(page));
  await sees(page.getByRole('option', { name: 'Home' }));
}

/** The heading of a topic has the focus. */
const readsTopic = (page: Page, title: string): Promise<void> => focused(page, page.getByRole('heading', { level: 2, name: title }));

describe('the help', () => {
  it('opens by "?" for the present screen, finds topics, follows links, and is found by the palette', async () => {
    const page = await house.visit('/wms/picklist', { as: 'warehouse' });
    await sees(rowsOf(page).or(page.getByText('Nothing to do here.')));
    await page.keyboard.press('?');
    await readsTopic(page, 'Picking');
    const help = page.getByRole('complementary', { name: 'Help' });
    await help.getByRole('button', { name: 'Packing an order' }).click();
    await readsTopic(page, 'Packing an order');
    expect(await help.getByRole('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(900);
    await help.getByRole('searchbox').fill('demurrage');
    await help.getByRole('button', { name: /^Freight/ }).click();
    await readsTopic(page, 'Freight: containers, quotes and collections');
    await page.keyboard.press('Escape');
    await seesNot(help);
    await openBy(page, () => page.keyboard.press('Control+k'));
    await questionOf(page).fill('help: packing');
    await page.keyboard.press('Enter');
    await readsTopic(page, 'Packing an order');
    // A station shows it in a dialog, and its close button does not get the next scan's Enter.
    await page.goto('/wEP/skuScan');
    await page.locator('.s-choice li button:enabled').first().click();
    await sees(page.getByRole('heading', { level: 1, name: /Item lookup/ }));
    await page.keyboard.press('?');
    await sees(page.getByRole('dialog', { name: 'Help' }));
    await page.keyboard.press('Escape');
    await seesNot(page.getByRole('dialog'));
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});

describe('the guided tour', () => {
  it('leads through a job to its end, and ticks each step once it was done', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await page.getByRole('button', { name: /^Edit a mask/ }).click();
    const tour = page.getByRole('complementary', { name: 'Guided tour: Edit a mask' });
    const at = (step: number): Promise<void> => sees(tour.getByText(`${step} of 7`));
    const show = (): Promise<void> => tour.getByRole('button', { name: 'Show me' }).click();
    await at(0);
    await show();
    await at(1);
    await show();
    await at(2);
    await page.getByRole('tab', { name: 'Columns' }).click();
    await at(3);
    await show();
    await sees(page.locator('.m-editor-part[data-tour]'));
    await tour.getByRole('button', { name: 'Leave the tour' }).click();
    await seesNot(tour);
    // Resumed where it was left, after a reload too.
    await page.goto('/home');
    await page.getByRole('button', { name: /^Edit a mask/ }).click();
    await at(3);
    await show();
    await standsAt(page, '/maske/edit?key=wms.item.list');
    await tour.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('What you changed and why').fill('Trying it out');
    await at(5);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await at(6);
    await page.getByRole('button', { name: 'Publish' }).click();
    await sees(tour.getByText('Finished. You did this job from start to end.'));
    // Without the right it says who may.
    const other = await house.visit('/home', { as: 'warehouse' });
    await other.getByRole('button', { name: /^Bill a merchant/ }).click();
    await sees(other.getByText('Sign in as finance@kontor.example'));
  });
});

describe('the command palette', () => {
  it('is loaded on the first request, opens by key and button, and gives the focus back', async () => {
    const page = await house.visit('/wms/item', { as: 'admin' });
    await sees(rowsOf(page));
    expect(await hasKbar(page)).toBe(false);
    const searchBox = page.locator('[role=tabpanel]:visible').getByRole('searchbox').first();
    await searchBox.focus();
    await openBy(page, () => page.keyboard.press('Control+k'));
    expect(await hasKbar(page)).toBe(true);
    await page.keyboard.press('Escape');
    await seesNot(page.getByRole('dialog'));
    await focused(page, searchBox);
    await openBy(page, () => page.keyboard.press('Control+k'));
    await page.keyboard.press('Control+k');
    await seesNot(page.getByRole('dialog'));
    await focused(page, searchBox);
    const button = page.getByRole('button', { name: /Search or go to/ });
    await openBy(page, () => button.click());
    await page.keyboard.press('Escape');
    await focused(page, button);
    await openBy(page, () => button.click());
    await page.mouse.click(5, 5);
    await seesNot(page.getByRole('dialog'));
  });

  it('goes round with the arrows, and Enter answers what was typed, not what was drawn', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await sees(page.getByRole('heading', { level: 1 }));
    await openBy(page, () => page.keyboard.press('Control+k'));
    const names = await page.getByRole('option').allInnerTexts();
    await sees(chosenOf(page).filter({ hasText: 'Home' }));
    await page.keyboard.press('ArrowUp');
    await sees(page.getByRole('option').last().and(chosenOf(page)));
    await page.keyboard.press('ArrowDown');
    await sees(page.getByRole('option').first().and(chosenOf(page)));
    await page.keyboard.press('ArrowDown');
    await sees(page.getByRole('option').nth(1).and(chosenOf(page)));
    expect(await questionOf(page).getAttribute('aria-activedescendant')).toBe(await chosenOf(page).getAttribute('id'));
    expect(names.length).toBeGreaterThan(20);
    // One task: nothing is drawn between the last letter and Enter.
    await questionOf(page).evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'compartments');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await standsAt(page, '/wms/storehouse/compartment');
  });

  it('stays open while an input method composes', async () => {
    const page = await house.visit('/home', { as: 'admin', locale: 'zh-CN' });
    await sees(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Control+k');
    const question = page.getByRole('dialog').getByRole('combobox');
    await focused(page, question);
    await question.evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true })),
    );
    await question.fill('库位');
    await sees(page.getByRole('option'));
    await page.keyboard.press('Escape');
    await seesNot(page.getByRole('dialog'));
  });

  it('finds a screen and a record, and only what the role may open', async () => {
    const page = await house.visit('/home', { as: 'warehouse' });
    await sees(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Control+k');
    const question = questionOf(page);
    await question.fill('compartments');
    await sees(page.getByRole('option', { name: 'Compartments' }));
    await page.keyboard.press('Enter');
    await standsAt(page, '/wms/storehouse/compartment');
    await page.keyboard.press('Control+k');
    await question.fill('SKU-042');
    await page.getByRole('option', { name: 'SKU-042' }).click();
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
    await sees(page.getByRole('heading', { level: 1, name: 'SKU-042' }));
    await page.keyboard.press('Control+k');
    await question.fill('users');
    await sees(page.getByRole('option', { name: 'Help: Users and rights' }));
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await question.fill('no such thing');
    await sees(page.getByText('Nothing found'));
  });

  it('asks the server for the newest question only', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await sees(page.getByRole('heading', { level: 1 }));
    await page.route('**/v0/search?q=SKU', () => undefined);
    await openBy(page, () => page.keyboard.press('Control+k'));
    const asked = page.waitForRequest(/\/v0\/search\?q=SKU$/);
    await questionOf(page).fill('SKU');
    await asked;
    await sees(page.getByText('Searching …'));
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v0/search?q=SKU'));
    await questionOf(page).fill('SKU-007');
    await aborted;
    await sees(page.getByRole('option', { name: 'SKU-007' }));
  });

  it('keeps an Enter until the record that was typed is found', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await sees(page.getByRole('heading', { level: 1 }));
    await page.route('**/v0/search?q=SKU-042', async (route) => {
      await page.waitForTimeout(1_000);
      await route.continue();
    });
    await openBy(page, () => page.keyboard.press('Control+k'));
    await questionOf(page).fill('SKU-042');
    await page.keyboard.press('Enter');
    await standsAt(page, /^\/wms\/item\/[0-9a-f-]{36}$/);
  });

  it('does what the shell and the shown view offer', async () => {
    const page = await house.visit('/home', { as: 'admin' });
    await sees(page.getByRole('heading', { level: 1 }));
    for (const _time of ['loaded', 'at hand']) {
      await openBy(page, () => page.keyboard.press('Control+k'));
      await questionOf(page).fill('write a mess');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Write a message' });
      await sees(dialog);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await seesNot(dialog);
    }
    await openBy(page, () => page.keyboard.press('Control+k'));
    await questionOf(page).fill('appearance');
    await page
      .getByRole('option', { name: /appearance/i })
      .first()
      .click();
    await seesNot(page.getByRole('dialog'));
  });
});

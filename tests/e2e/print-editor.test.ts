import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Layout } from '#contract/printing/layout';
import { pdfToLines } from '../support/render.ts';
import { openHouse, sees, seesNot } from './house.ts';

const house = openHouse();
const KEY = 'print.compartmentLabel';
let compartment = '';
let name = '';
beforeAll(async () => {
  const { rows } = await house.server.pool.query('select id, code from compartments order by code limit 1');
  [compartment, name] = [rows[0].id, rows[0].code];
});

const open = async (): Promise<Page> => {
  const page = await house.visit(`/maske/edit?q=${KEY}`, { as: 'admin' });
  await sees(page.locator('.pe-paper img'));
  return page;
};
const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Elements' });
const choose = (page: Page, label: RegExp): Promise<void> => list(page).getByRole('option', { name: label }).first().click();
const field = (page: Page, label: RegExp): Locator => page.getByRole('region', { name: 'Properties' }).getByLabel(label).first();
const number = async (page: Page, label: RegExp): Promise<number> => Number(await field(page, label).inputValue());
const canvas = (page: Page): Locator => page.getByRole('application', { name: 'Drawing area' });
const [LEFT, TOP, WIDTH] = [/^From left/, /^From top/, /^Width/];
const CODE = /^Text · \{code\}/;

/** The words of the print view's paper, in reading order. */
async function printed(): Promise<string> {
  const page = await house.visit(`/print?document=compartmentLabel&pk=${compartment}`, { as: 'admin' });
  const button = page.getByRole('button', { name: 'Download' });
  await sees(button);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const lines = await pdfToLines(new Uint8Array(await readFile(await download.path())), 0);
  await page.close();
  return lines.join(' ');
}
const live = async (): Promise<Layout> => (await house.call<{ layout: Layout }>('GET', `/v0/masken/?q=${KEY}`)).layout;
/** Drags from a point of the paper, as parts of its width and height, by as many parts. */
async function drag(page: Page, [x, y]: [number, number], [dx, dy]: [number, number]): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('the paper is not there');
  await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + (x + dx / 2) * box.width, box.y + (y + dy / 2) * box.height);
  await page.mouse.move(box.x + (x + dx) * box.width, box.y + (y + dy) * box.height);
  await page.mouse.up();
}
/** Where the middle of the chosen element is, as parts of the label. */
async function middle(page: Page, layout: Layout): Promise<[number, number]> {
  const [x, y, w, h] = await Promise.all([LEFT, TOP, WIDTH, /^Height/].map((label) => number(page, label)));
  return [((x ?? 0) + (w ?? 0) / 2) / layout.size.width, ((y ?? 0) + (h ?? 0) / 2) / layout.size.height];
}

describe('the editor of layouts', () => {
  it('stands in the list of masks with its kind, and opens from there', async () => {
    const page = await house.visit('/settings/masken', { as: 'admin' });
    await page.getByRole('searchbox', { name: 'Search' }).last().fill('print.compartment');
    const row = page.getByRole('row').filter({ hasText: KEY });
    await sees(row.getByText('Label', { exact: true }));
    await row.getByRole('link').click();
    await sees(page.locator('.pe-paper img'));
  });

  it('moves an element by keys and by mouse, and takes the steps back', async () => {
    const page = await open();
    await choose(page, CODE);
    const [x, y, w] = await Promise.all([number(page, LEFT), number(page, TOP), number(page, WIDTH)]);
    await list(page).press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    expect([await number(page, LEFT), await number(page, TOP)]).toEqual([x + 0.5, y + 5]);
    await page.keyboard.press('Control+ArrowLeft');
    expect(await number(page, WIDTH)).toBe(w - 0.5);
    await page.keyboard.press('Control+z');
    expect([await number(page, LEFT), await number(page, TOP), await number(page, WIDTH)]).toEqual([x, y, w]);
    await page.keyboard.press('Control+Shift+z');
    expect(await number(page, WIDTH)).toBe(w - 0.5);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();

    const { size } = await live();
    await drag(page, await middle(page, await live()), [10 / size.width, 0]);
    await expect.poll(async () => Math.abs((await number(page, LEFT)) - x - 10)).toBeLessThanOrEqual(0.5);
    expect(await number(page, TOP)).toBe(y);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => number(page, LEFT)).toBe(x);
    // The lower right handle makes it larger.
    const h = await number(page, /^Height/);
    await drag(page, [(x + w) / size.width, (y + h) / size.height], [-10 / size.width, 0]);
    await expect.poll(async () => Math.abs((await number(page, WIDTH)) - w + 10)).toBeLessThanOrEqual(0.5);
  });

  it('adds, orders, doubles and removes elements by keyboard', async () => {
    const page = await open();
    const options = list(page).getByRole('option');
    const before = await options.count();
    await page.getByLabel('Add …').selectOption({ label: 'Pictogram' });
    expect(await options.count()).toBe(before + 1);
    await list(page).press('Control+d');
    await list(page).press('Alt+ArrowUp');
    expect(await options.count()).toBe(before + 2);
    await list(page).press('Delete');
    await list(page).press('Delete');
    expect(await options.count()).toBe(before);
  });

  it('published, the print view shows it; rolled back, it is as before', async () => {
    expect(await printed()).toContain(name);
    const page = await open();
    // The first version is what a roll-back leads to.
    await page.getByRole('button', { name: 'Publish' }).click();
    await sees(page.getByText('Published. Everyone in scope sees it now.'));
    await choose(page, CODE);
    const value = field(page, /^Text and values/);
    await value.fill('SHELF {code}');
    await list(page).press('Enter');
    await page.keyboard.press('ArrowDown');
    const top = await number(page, TOP);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await sees(page.getByText('Draft saved'));
    expect(await printed()).not.toContain('SHELF');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('button', { name: 'Publish' }).click();
    await sees(page.getByRole('row').filter({ hasText: 'Superseded' }));
    expect(await printed()).toContain(`SHELF ${name}`);
    expect((await live()).every).toContainEqual(expect.objectContaining({ value: 'SHELF {code}', y: top }));
    await page.getByRole('tab', { name: 'Differences' }).click();
    await page.getByLabel('Compare with').selectOption({ label: 'Built-in' });
    await sees(page.locator('.m-diff ins').filter({ hasText: 'SHELF {code}' }));
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('row').filter({ hasText: 'Superseded' }).getByRole('button', { name: 'Restore this version' }).click();
    await expect.poll(printed).not.toContain('SHELF');
  });

  it('a broken template is named beside its field and cannot be published', async () => {
    const page = await open();
    await choose(page, CODE);
    await field(page, /^Text and values/).fill('{coode}');
    await sees(page.getByRole('region', { name: 'Properties' }).getByText('This document has no value of this name (coode)'));
    await sees(page.getByRole('alert').filter({ hasText: /layout\.\w+\.\d+\.value/ }));
    await sees(list(page).getByRole('option', { selected: true }).getByText('error'));
    for (const button of ['Publish', 'Save draft']) expect(await page.getByRole('button', { name: button }).isEnabled()).toBe(false);
    await page.keyboard.press('Control+z');
    await seesNot(page.getByRole('alert').filter({ hasText: 'layout.' }));
    expect(await page.getByRole('button', { name: 'Publish' }).isEnabled()).toBe(true);
  });

  it('tells live what does not fit, and that nothing is saved yet', async () => {
    const page = await open();
    await choose(page, CODE);
    const warnings = page.getByRole('list', { name: 'Problems' });
    await field(page, /^If too long/).selectOption({ label: 'Cut off' });
    await field(page, WIDTH).fill('3');
    await sees(warnings.getByText(/^Cut off because there is not enough room/));
    await sees(page.locator('.k-tab').getByRole('img', { name: 'Unsaved changes' }));
  });
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { openHouse, sees, seesNot } from './house.ts';

const house = openHouse();
/** The 8th of this month and days after it: every view of the month shows them. */
const on = (days: number): string => addDays(`${houseToday().slice(0, 7)}-08`, days);
const entryOn = (page: Page, day: string, title: string) =>
  page.locator('.c-days > li', { has: page.locator(`time[datetime="${day}"]`) }).getByRole('link', { name: new RegExp(title) });
const undo = (page: Page, notice: RegExp | string) =>
  page.getByRole('alert').filter({ hasText: notice }).getByRole('button', { name: 'Undo' });
/** A notice that goes by itself stays while the pointer rests on it. */
const hold = (page: Page, notice: RegExp | string): Promise<void> => undo(page, notice).hover();
/** The day of the entry that has the focus; empty if the focus is elsewhere. */
const focusedDay = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest('.c-days > li')?.querySelector('time')?.dateTime ?? '');

it('an entry that repeats is made, one day of it moved, left out and taken back, by keyboard', async () => {
  const page = await house.visit('/calendar/entries/new', { as: 'manager' });
  await page.getByLabel(/^Title/).fill('Stand-up');
  await page.getByLabel(/^From/).fill(on(0));
  await page.getByLabel(/^From/).press('Tab');
  await page
    .getByLabel(/^Until/)
    .first()
    .fill(on(0));
  await page
    .getByLabel(/^Until/)
    .first()
    .press('Tab');
  await page.getByLabel('Repeats').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Weekly');
  await sees(page.locator('.ant-select-dropdown:visible .ant-select-item-option-active').filter({ hasText: 'Weekly' }));
  await page.keyboard.press('Enter');
  await sees(page.getByText('Last possible day. Empty: without end.'));
  await page.keyboard.press('Control+s');
  await sees(page.getByText('Every', { exact: true }));
  await page.goto('/calendar/index');
  for (const days of [0, 7, 14]) await sees(entryOn(page, on(days), 'Stand-up'));

  await entryOn(page, on(7), 'Stand-up').focus();
  await page.keyboard.press('Shift+ArrowRight');
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByText(/^Every week on /));
  await dialog.getByRole('button', { name: 'Move' }).press('Enter');
  await hold(page, `moved to ${on(8)}`);
  await sees(entryOn(page, on(8), 'Stand-up'));
  await seesNot(entryOn(page, on(7), 'Stand-up'));
  await sees(entryOn(page, on(14), 'Stand-up'));
  await undo(page, `moved to ${on(8)}`).press('Enter');
  await sees(entryOn(page, on(7), 'Stand-up'));
  await seesNot(entryOn(page, on(8), 'Stand-up'));

  await entryOn(page, on(14), 'Stand-up').press('Enter');
  await dialog.getByRole('radio', { name: 'This day and all later ones' }).press('Space');
  await dialog.getByRole('button', { name: 'Leave out' }).press('Enter');
  await hold(page, `ends before ${on(14)}`);
  await seesNot(entryOn(page, on(14), 'Stand-up'));
  await sees(entryOn(page, on(7), 'Stand-up'));
  await undo(page, `ends before ${on(14)}`).press('Enter');
  await sees(entryOn(page, on(14), 'Stand-up'));
});

it('the focus stays on an entry that is moved by keyboard, and the move can be undone', async () => {
  await house.call('POST', '/v0/calendarEntries', { title: 'Audit', kind: 'meeting', startDay: on(1), endDay: on(1) }, 'manager');
  const page = await house.visit('/calendar/index', { as: 'manager' });
  await entryOn(page, on(1), 'Audit').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await sees(entryOn(page, on(2), 'Audit'));
  await expect.poll(() => focusedDay(page)).toBe(on(2));
  await page.keyboard.press('Shift+ArrowRight');
  await hold(page, `moved to ${on(3)}`);
  await sees(entryOn(page, on(3), 'Audit'));
  await expect.poll(() => focusedDay(page)).toBe(on(3));
  await undo(page, `moved to ${on(3)}`).press('Enter');
  await sees(entryOn(page, on(2), 'Audit'));
});

it('a calendar program reads the calendar under the link that the page shows once', async () => {
  const page = await house.visit('/calendar/index', { as: 'employee' });
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog');
  await sees(dialog.getByText('You have no link yet.'));
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByLabel('Subscribe to the calendar').inputValue();
  const feed = await fetch(url);
  expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(await feed.text()).toContain('SUMMARY:Team meeting');
  await dialog.getByRole('button', { name: 'End link' }).click();
  await sees(dialog.getByText('You have no link yet.'));
  expect((await fetch(url)).status).toBe(404);
});

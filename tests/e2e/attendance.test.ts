import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dayOf } from '#contract/core/house-day';
import { holidaysOf, STATES } from '#contract/office/holidays';
import { monthAt } from '#contract/office/month-totals';
import { daysOf } from '#contract/office/shift';
import { openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();
/** The month before today's: the sample has shifts of it. */
const month = monthAt(dayOf(Date.now()).slice(0, 7), -1);
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const saturday = daysOf(month).find((day) => weekday(day) === 6) ?? '';
/** Public holidays of any state: nobody takes leave on one, and none has planned hours. */
const holidays = new Set(STATES.flatMap((state) => holidaysOf(state, Number(month.slice(0, 4)))).map(({ day }) => day));
const monday = daysOf(month).findLast((day) => weekday(day) === 1 && !holidays.has(day)) ?? '';

const field = (page: Page, label: string) => page.getByRole('article').locator('input, textarea').and(page.getByLabel(label)).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

/** Writes a request for the correction of a shift that was not clocked, and sends it. */
async function askForShift(page: Page, day: string, from: string, to: string): Promise<void> {
  await page.goto('/oa/timeRequests/new');
  await page.getByRole('article').getByTitle('Vacation').click();
  await page.getByTitle('Correction of attendance').click();
  await field(page, 'Clocked in').fill(`${day} ${from}`);
  await field(page, 'Clocked out').fill(`${day} ${to}`);
  await field(page, 'Reason').fill('Stocktake, card forgotten');
  await page.keyboard.press('Control+s');
}

it('a worker asks for leave and a correction, a manager decides, the office closes the month and exports it, and it can no longer be changed', async () => {
  const worker = await house.visit('/oa/timeRequests/new', { as: 'employee' });
  await field(worker, 'From').fill(monday);
  await field(worker, 'To').fill(monday);
  await sees(worker.getByText(`Days of leave in ${monday.slice(0, 4)}`));
  await worker.keyboard.press('Control+s');
  await standsAt(worker, /^\/oa\/timeRequests\/[0-9a-f-]{36}/);
  const leave = new URL(worker.url()).pathname;
  await sees(button(worker, 'Withdraw'));
  await seesNot(worker.getByRole('button', { name: 'Approve', exact: true }));
  await askForShift(worker, saturday, '08:00', '10:00');
  await standsAt(worker, /^\/oa\/timeRequests\/[0-9a-f-]{36}/);
  const correction = new URL(worker.url()).pathname;

  const office = await house.visit('/oa/attendanceMonths', { as: 'manager' });
  await button(office, 'Close month').click();
  const dialog = office.getByRole('dialog');
  await sees(dialog.getByText(/Undecided request from/));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  for (const request of [leave, correction]) {
    await office.goto(request);
    await button(office, 'Approve').click();
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await sees(office.getByRole('article').getByText('Approved', { exact: true }));
  }

  await office.goto('/oa/attendanceMonths');
  await button(office, 'Close month').click();
  await sees(dialog.getByRole('row', { name: /Erika Empfang/ }).getByText('Ready'));
  await seesNot(
    dialog.getByText(/Undecided request from .*/).and(dialog.getByRole('row', { name: /Erika Empfang/ }).getByText(/Undecided/)),
  );
  await dialog.getByRole('checkbox', { name: 'Willi Lager' }).uncheck();
  await dialog.getByRole('button', { name: 'Close for 1' }).click();
  await sees(dialog.getByRole('row', { name: /Erika Empfang/ }).getByText('Already closed'));
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => rowsOf(office).count()).toBe(1);
  await button(office, 'Export for payroll').click();
  const [file] = await Promise.all([office.waitForEvent('download'), dialog.getByRole('button', { name: 'Save file' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines.filter((line) => line.includes('"Erika Empfang"')).map((line) => line.split(',')[4])).toEqual(
    expect.arrayContaining(['"Hours worked"', '"Leave taken"']),
  );

  await worker.goto('/oa/attendanceMonths');
  await rowsOf(worker).first().dblclick();
  await sees(worker.getByRole('table', { name: 'How the balance comes about' }).getByText('Leave taken'));
  await worker.goto('/oa/attendanceSheet');
  await button(worker, 'Previous month').click();
  await sees(worker.getByText('Closed', { exact: true }));
  await askForShift(worker, saturday, '12:00', '14:00');
  await sees(worker.getByText(/This month is closed\. Its attendance and leave can no longer be changed/));
});

it('a working time model: the office gives somebody four hours from Monday to Thursday, and the own timesheet plans just these', async () => {
  const office = await house.visit('/oa/workingTimes/new', { as: 'manager' });
  const form = office.getByRole('article');
  const person = form.getByLabel(/^Employee/).first();
  await person.click();
  await person.fill('Willi');
  await office.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Willi Lager' }).first().click();
  await field(office, 'Valid from').fill(`${month}-01`);
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday']) await field(office, day).fill('4');
  await field(office, 'Friday').fill('0');
  await office.keyboard.press('Control+s');
  await standsAt(office, /^\/oa\/workingTimes\/[0-9a-f-]{36}/);
  await sees(office.getByRole('article').getByText('4:00 h').first());

  const worker = await house.visit('/oa/attendanceSheet', { as: 'warehouse' });
  await button(worker, 'Previous month').click();
  const first = (day: number): string =>
    daysOf(month)
      .find((one) => weekday(one) === day && !holidays.has(one))
      ?.slice(8) ?? '';
  const planned = (day: string) => worker.getByRole('row').filter({ hasText: day }).getByRole('cell', { name: '4:00', exact: true });
  await sees(planned(`Thu ${first(4)}`));
  expect(await planned(`Fri ${first(5)}`).count()).toBe(0);
});

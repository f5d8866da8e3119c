import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createAdmin } from '../../server/commands/admin-create.ts';
import { prepareHouse } from '../../server/modules/settings/index.ts';
import { logIn, openHouse, sees, seesNot, standsAt } from './house.ts';

const ACCOUNT = 'anna@hafen.example';
const PASSWORD = 'a quiet harbour at night';
const house = openHouse({ KONTOR_MODE: 'production', KONTOR_ORIGIN: 'http://127.0.0.1', KONTOR_SECRET: 'x'.repeat(32) }, { sample: false });

beforeAll(async () => {
  await createAdmin(house.server.pool, ['--account', ACCOUNT, '--name', 'Anna Hafen', '--password', PASSWORD]);
  await prepareHouse(house.server.appPool);
});

/** Presses a button or follows a link by keyboard. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const heading = (page: Page, name: string): Promise<void> => sees(page.getByRole('heading', { name, level: 1 }));
/** Types into the fields one after the other, moving on by the tab key; null leaves a field as it is. */
async function typeFrom(first: Locator, texts: readonly (string | null)[]): Promise<void> {
  await first.focus();
  for (const text of texts) {
    if (text !== null) await first.page().keyboard.type(text);
    await first.page().keyboard.press('Tab');
  }
}
const ITEMS = 'SKU;Bezeichnung;Barcode;Gewicht (g)\nL-1;Lampe;4006381333931;800\nL-2;Leuchte;;1200\n';

it('the first administrator sets a production house up by keyboard, stops in between, and goes on at another computer', async () => {
  const page = await house.visit('/login');
  await logIn(page, ACCOUNT, PASSWORD);
  await sees(page.getByText('Set-up: 0 of 7 steps completed'));
  await press(page.getByRole('link', { name: 'Start', exact: true }));
  await heading(page, 'Set up Kontor');
  await press(button(page, 'Begin: Company and tax'));

  await heading(page, 'Your company');
  await press(button(page, 'Save and continue'));
  await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(4);
  const company = ['Hafen GmbH', 'DE136695976', null, 'Kai', '1', '20457', 'Hamburg'];
  await typeFrom(page.getByRole('textbox', { name: /^Company/ }), company);
  await sees(page.getByText('19%'));
  // A look at another step loses nothing.
  await press(page.getByRole('link', { name: 'Carriers', exact: true }));
  await heading(page, 'Who collects your parcels?');
  await press(page.getByRole('link', { name: 'Company and tax', exact: true }));
  await heading(page, 'Your company');
  expect(await page.getByRole('textbox', { name: /^Company/ }).inputValue()).toBe('Hafen GmbH');
  await press(button(page, 'Save and continue'));

  await heading(page, 'Compartments of your warehouse');
  await sees(page.getByText('01-01-A … 12-40-E'));
  const rackTo = page.getByRole('textbox', { name: /^Rack to/ });
  await rackTo.fill('9999');
  await sees(page.getByText(/^These are more than 20,000 compartments/));
  await expect(button(page, 'Create compartments by pattern').isDisabled()).resolves.toBe(true);
  await rackTo.fill('40');
  await press(button(page, 'Create 2,400 compartments'));
  await sees(page.getByText('2,400 created, 0 already existed.'));
  await sees(button(page, 'Print 2,000 labels'));
  expect(await page.getByRole('combobox', { name: 'Which labels' }).locator('option').allTextContents()).toEqual([
    '01-01-A to 10-40-E (2,000 labels, aisles: 10)',
    '11-01-A to 12-40-E (400 labels, aisles: 2)',
  ]);
  await page.context().close();

  const other = await house.visit('/login');
  await logIn(other, ACCOUNT, PASSWORD);
  await sees(other.getByText('Set-up: 2 of 7 steps completed'));
  await press(other.getByRole('link', { name: 'Continue', exact: true }));
  await heading(other, 'Who collects your parcels?');
  await other.getByRole('checkbox', { name: 'DHL Paket' }).press('Space');
  await press(button(other, 'Save and continue'));

  await heading(other, 'Print without a dialog');
  await press(button(other, 'Skip for now'));

  await heading(other, 'Your first merchant');
  await typeFrom(other.getByRole('textbox', { name: /^Name/ }), ['Nordlicht']);
  await press(button(other, 'Create merchant'));

  await heading(other, 'Import your items');
  await press(button(other, 'Choose file'));
  await other.locator('.m-drop input[type=file]').setInputFiles({ name: 'artikel.csv', mimeType: 'text/csv', buffer: Buffer.from(ITEMS) });
  await press(button(other, 'Check without saving'));
  await press(button(other, 'Import all rows (2)'));
  await sees(other.getByText('Import completed.'));
  await press(other.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
  await press(button(other, 'Continue'));

  await heading(other, 'Invite your colleagues');
  await typeFrom(other.getByRole('textbox', { name: /^Name/ }), ['Tom Tor', 'tom@hafen.example', 'Warehouse']);
  await other.keyboard.press('Enter');
  await press(button(other, 'Create user'));
  await press(button(other, 'Create link'));
  await sees(other.getByText(/\/invitation\?/));
  await press(other.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
  await press(button(other, 'Continue'));

  await heading(other, 'Ready to work');
  await sees(other.getByText('6 of 7 completed'));
  await sees(other.getByText('Skipped. You can complete it at any time.'));
  const { rows } =
    await house.server.pool.query(`select (select count(*)::int from compartments) as places, (select count(*)::int from items) as items,
    (select cut_off from carriers where active) as "cutOff", (select address->>'city' from storehouses) as city`);
  expect(rows).toEqual([{ places: 2400, items: 2, cutOff: '17:00', city: 'Hamburg' }]);

  await press(button(other, 'Open Home'));
  await standsAt(other, '/home');
  await press(button(other, 'Dismiss'));
  await seesNot(other.getByText('Set-up: 6 of 7 steps completed'));
  await other.reload();
  await sees(other.getByRole('heading', { level: 1 }));
  await expect(other.getByText(/^Set-up: /).count()).resolves.toBe(0);
});

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import { sendRuns } from '../../server/modules/money/dunning/send-run.ts';
import { addressOf } from '../support/address.ts';
import { record } from './hands.ts';
import { openHouse, rowsOf, sees, travel } from './house.ts';

/** What a customer owes, and what the house earned, as finance reads them: each figure down to its documents and lines. */

const house = openHouse();
type Id = { id: string };
const sql = async <T = Id>(text: string, values: unknown[] = []): Promise<T[]> => (await house.server.pool.query(text, values)).rows as T[];

/** An invoice of 119.00 to the customer, posted. */
async function invoiced(customerId: string): Promise<string> {
  const line = { id: crypto.randomUUID(), text: 'Storage', qty: 100_000, unit: 'day', unitPrice: 10_000, vatCategory: 'S', vatRate: 1900 };
  const { id } = await house.call<Id>('POST', '/v0/invoices', { customerId, lines: [line] }, 'finance');
  await house.call('POST', `/v0/invoices/${id}/post`, {}, 'finance');
  return id;
}

const cents = (text: string): number => Math.round(Number(text.replace(/[^0-9.]/g, '')) * 100) * (/[-−]/.test(text) ? -1 : 1);

it('the page of a customer shows its open items, its payments and the dunning level, and leads to the letter', async () => {
  const address = addressOf({ name1: 'Kaufhaus Berlin', city: 'Berlin', zip: '10117' });
  const [customer] = await sql(
    `insert into customers (no, name, vat_id, currency, address, delivery_address, email) values ('C-OWES', 'Kaufhaus Berlin', 'DE136695976', 'EUR', $1, $1, 'books@owes.example') returning id`,
    [address],
  );
  const customerId = customer?.id ?? '';
  const [late, paid] = [await invoiced(customerId), await invoiced(customerId)];
  await sql('alter table invoices disable trigger user');
  await sql(`update invoices set issue_date = $2, due_date = $3, overdue = true where id = $1`, [
    late,
    addDays(houseToday(), -40),
    addDays(houseToday(), -12),
  ]);
  await sql('alter table invoices enable trigger user');
  const [bank] = await sql(`select id from accounts where no = '1200'`);
  const payment = { customerId, accountId: bank?.id, paidOn: houseToday(), amount: 4_000 };
  const { id: paymentId } = await house.call<Id>('POST', '/v0/payments', payment, 'finance');
  await house.call('POST', `/v0/payments/${paymentId}/allocate`, { items: [{ kind: 'invoice', id: paid, amount: 4_000 }] }, 'finance');
  await house.call('POST', `/v0/invoices/${late}/remind`, {}, 'finance');
  await sendRuns({ db: createDb(house.server.appPool), config: house.server.config });

  const page = await house.visit(`/sales/customers/customers/${customerId}`, { as: 'finance' });
  const customerPage = record(page);
  const listOf = (title: string): Locator =>
    customerPage.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await sees(customerPage.getByText('Owes us', { exact: true }));
  await sees(customerPage.getByText('€198.00').first());
  await sees(customerPage.getByText('oldest 12 days late'));
  await sees(customerPage.getByText('Dunning level', { exact: true }));
  await sees(listOf('Invoices').getByText('€119.00').first());
  await sees(listOf('Invoices').getByText('€79.00'));
  await sees(listOf('Payments').getByText('€40.00').first());
  await customerPage
    .getByRole('link', { name: /^MB-\d+/ })
    .first()
    .click();
  await sees(record(page).getByRole('heading', { name: /^MB-\d+/ }));
});

/** The amounts of a column of the list that is shown, by the title of the column. */
async function column(page: Page, title: string): Promise<number[]> {
  const at = await page
    .locator('[role=tabpanel]:visible [role=columnheader]')
    .filter({ hasText: title })
    .first()
    .getAttribute('aria-colindex');
  const texts = await rowsOf(page).locator(`[role=gridcell][aria-colindex="${at}"]`).allInnerTexts();
  return texts.map(cents);
}

it('a figure of profit and loss opens the lines behind it, and they add up to it', async () => {
  const customerId = (await sql(`select id from customers where no = 'C-OWES'`))[0]?.id ?? '';
  await invoiced(customerId);
  const page = await house.visit('/accounting/profit-and-loss', { as: 'finance' });
  const table = page.getByRole('region', { name: 'Profit and loss' });
  const figures = table.locator('td.rp-main a');
  await sees(figures.first());
  const shown = await figures.evaluateAll((links) =>
    links.map((link) => ({ text: link.textContent ?? '', to: link.getAttribute('href') ?? '' })),
  );
  expect(shown.length).toBeGreaterThan(0);
  const result = cents(await table.locator('tfoot td.rp-main').innerText());
  expect(shown.reduce((sum, { text }) => sum + cents(text), 0)).toBe(result);
  for (const { text, to } of shown) {
    await travel(page, to);
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0);
    // Income stands in the credit, so debit minus credit is the figure with the other sign.
    await expect.poll(async () => (await column(page, 'In euro')).reduce((sum, one) => sum - one, 0)).toBe(cents(text));
  }
});

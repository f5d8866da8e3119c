import { expect, it } from 'vitest';
import { openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();
it('Home says that nothing waits, and shows what might', async () => {
  const page = await house.visit('/home', { as: 'carrier' });
  await sees(page.getByText('Nothing waits for you.'));
  await sees(page.getByRole('link', { name: /Orders without a label/ }).getByText('0', { exact: true }));
});

it('a number on Home that changes is told at once, and leads by keyboard to the list it counts', async () => {
  const page = await house.visit('/home', { as: 'warehouse' });
  const tile = page.getByRole('link', { name: /To receive/ }).first();
  await sees(tile.getByText('0', { exact: true }));
  const { rows } = await house.server.pool.query(
    `select i.id as "itemId", i.merchant_id as "merchantId" from items i where merchant_id is not null order by sku limit 1`,
  );
  const { itemId, merchantId } = rows[0];
  await house.call('POST', '/v0/tasks', { kind: 'inbound', merchantId, refOrderId: 'PO-1', lines: [{ itemId, qty: 3 }] }, 'admin');
  await sees(tile.getByText('1', { exact: true }));
  await seesNot(page.getByText('Nothing waits for you.'));

  await tile.focus();
  await page.keyboard.press('Enter');
  await standsAt(page, '/wEP/inbound-orders?f.status.in=receiptPending&f.status.in=inTransit&f.status.in=receiving');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
});

it('Home of a merchant speaks of the own orders and goods, draws them, and fits a phone', async () => {
  const page = await house.visit('/home', { as: 'merchant', viewport: { width: 390, height: 844 } });
  for (const title of ['Orders that need your answer', 'Orders on their way', 'Open invoices'])
    await sees(page.getByRole('link', { name: new RegExp(title) }).first());
  await seesNot(page.getByText('Invoice drafts to post'));
  await sees(page.getByRole('list', { name: 'Deliveries expected, 10 days' }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

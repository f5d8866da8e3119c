import { beforeAll, expect, it } from 'vitest';
import { openForBusiness, openHouse, sees } from './house.ts';

const house = openHouse();
beforeAll(() => openForBusiness(house));

it('a merchant orders in the shop to try, sees the order arrive in the house, and cancels it', async () => {
  const { pool } = house.server;
  const { rows } = await pool.query<{ id: string }>(`select id from channels where name = 'Shop to try'`);
  const page = await house.visit(`/mEP/channels/${rows[0]?.id}`, { as: 'merchant' });
  await page.getByRole('button', { name: 'Open the shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shop to try' });
  await sees(dialog.getByText('No orders yet.'));
  await expect.poll(() => dialog.getByRole('button', { name: 'Place order' }).isDisabled()).toBe(true);
  const first = dialog.getByRole('spinbutton').first();
  const product = (await first.getAttribute('aria-label')) ?? '';
  await first.fill('2');
  await dialog.getByRole('button', { name: 'Place order' }).click();
  await sees(dialog.getByText(`2 × ${product}`));
  // The house reads the shop every five seconds.
  const link = dialog.getByRole('link', { name: /^Order O-\d+/ });
  await link.waitFor({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await sees(dialog.getByText('Cancelled', { exact: true }));
  await expect
    .poll(
      async () =>
        (await pool.query<{ state: string }>(`select state from channel_orders where channel_id = $1`, [rows[0]?.id])).rows.map(
          ({ state }) => state,
        ),
      { timeout: 20_000 },
    )
    .toEqual(['cancelled']);
}, 60_000);

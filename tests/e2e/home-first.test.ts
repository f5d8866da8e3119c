import { expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { openHouse, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();

it('Home releases an order that is on hold where it stands, and opens the dialog of what needs one', async () => {
  const { rows } = await house.server.pool.query(
    `select i.id as "itemId", i.merchant_id as "merchantId" from items i where merchant_id is not null order by sku limit 1`,
  );
  const { itemId, merchantId } = rows[0];
  const consignee = addressOf({ name1: 'Cascade', streetName: 'Hafenstraße', streetNumber: '3', zip: '21129', city: 'Hamburg' });
  const made = async (refOrderId: string) =>
    (
      await house.call<{ id: string }>('POST', '/v0/tasks', {
        kind: 'outbound',
        merchantId,
        refOrderId,
        consignee,
        lines: [{ itemId, qty: 1 }],
      })
    ).id;
  const held = await made('HELD-1');
  await house.call('POST', `/v0/tasks/${held}/command/holdOn`, { reason: 'Waits for the merchant' });
  const odd = await made('ODD-1');
  await house.call('POST', `/v0/tasks/${odd}/command/raise`, { blocker: 'problematic', reason: 'Two labels' });
  // Nothing is more urgent than what is stopped, and these two for longest.
  await house.server.pool.query(`update tasks set cut_off_at = now() + interval '1 day' where cut_off_at < now() + interval '1 day'`);
  await house.server.pool.query(`update tasks set status_since = now() - interval '90 days' where id in ($1, $2)`, [held, odd]);
  const page = await house.visit('/home', { as: 'employee' });
  const first = page.locator('.h-first');
  const blockerOf = async (id: string) => (await house.server.pool.query(`select blocker from tasks where id = $1`, [id])).rows[0].blocker;
  await first.getByRole('button', { name: /^Release for shipping: .*HELD-1/ }).click();
  await expect.poll(() => blockerOf(held)).toBeNull();
  await seesNot(first.getByRole('button', { name: /HELD-1/ }));
  await first.getByRole('button', { name: /ODD-1/ }).click();
  const dialog = page.getByRole('dialog');
  await sees(dialog);
  await dialog.getByRole('textbox').fill('One is enough');
  await dialog.locator('.ant-btn-primary').click();
  await expect.poll(() => blockerOf(odd)).toBeNull();
  await standsAt(page, '/home');
});

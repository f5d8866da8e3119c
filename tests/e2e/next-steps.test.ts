import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { button } from './hands.ts';
import { openHouse, sees, seesNot, standsAt } from './house.ts';

const house = openHouse();
const field = (page: Page, label: string) => page.getByRole('article').locator('input, textarea').and(page.getByLabel(label)).first();

describe('the next step of a record', () => {
  it('stands at the foot of a phone, below what is read, and beside its reason at a desk', async () => {
    const { rows } = await house.server.pool.query(
      `select i.id as "itemId", i.merchant_id as "merchantId" from items i where merchant_id is not null order by sku limit 1`,
    );
    const { itemId, merchantId } = rows[0];
    const consignee = addressOf({ name1: 'Cascade', streetName: 'Hafenstraße', streetNumber: '3', zip: '21129', city: 'Hamburg' });
    const { id } = await house.call<{ id: string }>('POST', '/v0/tasks', {
      kind: 'outbound',
      merchantId,
      refOrderId: 'PHONE-1',
      consignee,
      lines: [{ itemId, qty: 1 }],
    });
    await house.call('POST', `/v0/tasks/${id}/command/holdOn`, { reason: 'Waits for the merchant' });
    const page = await house.visit(`/eEP/outbound-orders/${id}`, { as: 'employee', viewport: { width: 390, height: 844 } });
    const release = page.getByRole('button', { name: 'Release for shipping' });
    await sees(release);
    expect(await release.count()).toBe(1);
    const bottomOf = async (css: string) => {
      const box = await page.locator(css).first().boundingBox();
      return box ? box.y + box.height : 0;
    };
    const top = (await release.boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThanOrEqual(await bottomOf('.m-record-body'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await sees(page.locator('.t-waits').getByRole('button', { name: 'Release for shipping' }));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.m-record-foot').getByRole('button', { name: 'Release for shipping' }).click();
    await seesNot(page.getByText('The order is on hold'));
  });

  it('of an item below its minimum leads to a purchase order with supplier, item and pieces, whose next line is found by name', async () => {
    const { rows } = await house.server.pool.query(
      `update items set min_stock = (select coalesce(sum(free), 0) + 40 from stock_balances b where b.item_id = items.id)
       where sku = 'TEE-EARL-250' returning id`,
    );
    // Totals stand beside the form where its lines have room for one row.
    const page = await house.visit(`/wms/item/${rows[0].id}`, { as: 'admin', viewport: { width: 1680, height: 900 } });
    await button(page, 'Order more').click();
    await sees(page.getByRole('heading', { level: 1, name: 'New purchase order' }));
    const form = page.getByRole('article');
    await sees(form.getByText('Hanse Teekontor GmbH').first());
    const cell = (name: string) => form.getByLabel(name, { exact: true });
    await sees(form.getByText('1 line, 40 pieces'));
    await cell('Unit price 1').fill('3.10');
    await button(page, 'Add line').click();
    await cell('SKU 2').click();
    await page.keyboard.type('assam');
    await sees(page.locator('.item-option').filter({ hasText: 'Assam tea, 500 g' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => cell('Description 2').inputValue()).toBe('Assam tea, 500 g');
    await cell('Unit price 2').fill('5.20');
    await page.keyboard.press('Control+s');
    await standsAt(page, /^\/purchases\/orders\/[0-9a-f-]{36}$/);
    await sees(page.getByRole('cell', { name: 'TEE-ASSAM-500' }));
  });

  it('of an unpaid invoice is a payment that fills in what is open, and says before saving whether it is too little or too much', async () => {
    const open = await house.server.pool.query<{ id: string; no: string }>(
      `select id, no from invoices where open > 2000 and kind = 'invoice' and not overdue and merchant_id is not null and deleted_at is null order by no limit 1`,
    );
    const [invoice] = open.rows;
    const page = await house.visit(`/sales/invoices/${invoice?.id}`, { as: 'finance' });
    await button(page, 'Record payment').click();
    await sees(page.getByRole('checkbox', { name: invoice?.no ?? '', checked: true }));
    const verdict = page.locator('.pay-verdict');
    await sees(verdict.getByText('The payment is exact.'));
    await field(page, 'Amount').fill('10');
    await sees(verdict.getByText(`${invoice?.no} keeps`));
    await sees(verdict.getByText('Underpaid'));
    await page.getByRole('button', { name: `Pay the rest of ${invoice?.no} too` }).click();
    await sees(verdict.getByText('is missing for the ticked documents'));
    await page.getByRole('button', { name: /^Set amount to/ }).click();
    await sees(verdict.getByText('The payment is exact.'));
    await field(page, 'Amount').fill('99999');
    await sees(verdict.getByText('It stays as a credit'));
  });

  it('of a draft tariff is to type its prices, by keyboard alone; those of an active one cannot be typed into', async () => {
    const { rows } = await house.server.pool.query(
      `select id from tariffs where status = 'active' and merchant_id is null order by name limit 1`,
    );
    const active = await house.visit(`/meta/tariffs/${rows[0].id}`, { as: 'admin' });
    await sees(active.getByRole('link', { name: 'Picking' }));
    expect(await active.getByLabel('Picking: ', { exact: false }).count()).toBe(0);
    const { id } = await house.call<{ id: string }>('POST', `/v0/tariffs/${rows[0].id}/copy`, {});
    const page = await house.visit(`/meta/tariffs/${id}`, { as: 'admin' });
    const price = page.getByLabel('Picking: From 0');
    await price.fill('0.47');
    await page.keyboard.press('Enter');
    const stored = async () => {
      const found = await house.server.pool.query(`select bands from price_rules where tariff_id = $1 and name = 'Picking'`, [id]);
      return found.rows[0].bands.slice(0, 2).map((band: { price: number }) => band.price);
    };
    await expect.poll(stored).toEqual([4700, 3800]);
    await sees(page.getByText('1 changed, 0 new, 0 removed', { exact: false }));
    await price.fill('0.99');
    await page.keyboard.press('Escape');
    await expect.poll(() => price.inputValue()).toBe('0.47');
    // Saved after it: what Escape dropped would be stored by now.
    await page.getByLabel('Picking: From 1,000').fill('0.39');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toEqual([4700, 3900]);
    await price.fill('free');
    await page.keyboard.press('Tab');
    await sees(page.locator('.pg-input [role=alert]'));
    expect(await stored()).toEqual([4700, 3900]);
    // The page of one of its rules has the same cells.
    const rule = await house.server.pool.query(`select id from price_rules where tariff_id = $1 and name = 'Picking'`, [id]);
    const own = await house.visit(`/meta/baseQuotation/${rule.rows[0].id}`, { as: 'admin' });
    await own.getByLabel('Picking: From 0').fill('0.48');
    await own.keyboard.press('Enter');
    await expect.poll(stored).toEqual([4800, 3900]);
  });

  it('of an overdue invoice is its reminder, sent once, and then the payment', async () => {
    const { rows } = await house.server.pool.query<{ id: string; no: string }>(
      `select id, no from invoices where overdue and open > 0 and kind = 'invoice' and merchant_id is not null and deleted_at is null order by no limit 1`,
    );
    const { id = '', no = '' } = rows[0] ?? {};
    const page = await house.visit(`/sales/invoices/${id}`, { as: 'finance' });
    const strip = page.locator('.r-next');
    await sees(strip.getByText('Dunning level 1 is due.', { exact: false }));
    await strip.getByRole('button', { name: 'Send reminder' }).click();
    const dialog = page.getByRole('dialog');
    await sees(dialog.getByText(`a reminder of ${no}`, { exact: false }));
    await dialog.getByRole('button', { name: 'Send reminder' }).click();
    await sees(strip.getByText('The next level comes later', { exact: false }));
    const sent = async () =>
      (
        await house.server.pool.query(
          `select r.status, r.letters, r.items, i.invoice_id from dunning_runs r join dunning_items i on i.run_id = r.id`,
        )
      ).rows;
    await expect.poll(sent).toEqual([{ status: 'sent', letters: 1, items: 1, invoice_id: id }]);
    await strip.getByRole('button', { name: 'Record payment' }).click();
    await sees(page.getByRole('heading', { level: 1, name: 'New payment' }));
  });

  it('of a form on a phone is to save it, at the foot of the page', async () => {
    const page = await house.visit('/purchases/suppliers/new', { as: 'admin', viewport: { width: 390, height: 844 } });
    const save = page.locator('.m-record-foot').getByRole('button', { name: 'Save' });
    await sees(save);
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(1);
    // A keyboard leaves this much of the window: the button stays above it, and the bar of the application gives way.
    await page.setViewportSize({ width: 390, height: 460 });
    await seesNot(page.getByRole('navigation', { name: 'Main screens' }));
    const box = await save.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(460);
    await field(page, 'Name').fill('Nordkarton GmbH');
    await save.click();
    await standsAt(page, /^\/purchases\/suppliers\/[0-9a-f-]{36}$/);
  });

  it('of personal settings and the mask editor stands at the foot of a phone: of several forms, that of the one to send', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await house.visit('/personal/settings', { as: 'employee', viewport });
    const foot = page.locator('.m-record-foot');
    const name = page.getByLabel('Name', { exact: true });
    await sees(name);
    expect(await foot.getByRole('button').count()).toBe(0);
    await name.fill('Erik Employee');
    await foot.getByRole('button', { name: 'Save' }).click();
    const stored = async () =>
      (await house.server.pool.query(`select name from users where account = 'employee@kontor.example'`)).rows[0]?.name;
    await expect.poll(stored).toBe('Erik Employee');
    await expect.poll(() => foot.getByRole('button').count()).toBe(0);
    const editor = await house.visit('/maske/edit?key=wms.item.list', { as: 'admin', viewport });
    await sees(editor.locator('.m-record-foot').getByRole('button', { name: 'Publish' }));
    expect(await editor.getByRole('button', { name: 'Publish' }).count()).toBe(1);
  });

  it('of a ticket on a phone is the reply: the foot leads to its field, then sends it', async () => {
    const { rows } = await house.server.pool.query(`select id from merchants where no = 'M-1001'`);
    const { id } = await house.call<{ id: string }>('POST', '/v0/tickets', {
      merchantId: rows[0].id,
      topic: 'other',
      subject: 'Cups without handles',
      text: 'Two of them.',
    });
    const page = await house.visit(`/eEP/tickets/${id}`, { as: 'employee', viewport: { width: 390, height: 844 } });
    const foot = page.locator('.m-record-foot');
    await foot.getByRole('button', { name: 'Write a reply' }).click();
    await page.keyboard.type('We look at them.');
    await foot.getByRole('button', { name: 'Send' }).click();
    await sees(page.locator('.k-thread').getByText('We look at them.'));
    await sees(foot.getByRole('button', { name: 'Write a reply' }));
  });
});

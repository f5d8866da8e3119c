import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { act, button, choose, dialog, field, fill, openRow, record, tab } from './hands.ts';
import { goTo, logIn, openForBusiness, openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

/** A working day of each desk, in the browser; what it left is read by the calls of the server afterwards. */

type Row = Record<string, unknown> & { id: string };
const house = openHouse();
beforeAll(() => openForBusiness(house));

/** The link of the invitation that the new account is mailed. */
async function mailedInvitation(): Promise<string> {
  const folder = join(house.server.config.KONTOR_DATA, 'mail');
  await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1);
  const mail = (await readFile(join(folder, (await readdir(folder))[0] ?? ''), 'utf8')).replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  return /\/invitation\?\S+/.exec(mail)?.[0] ?? '';
}

it('admin: makes a user, hides a column from that role, publishes; the new user signs in and does not see it', async () => {
  const page = await house.visit('/settings/users/list', { as: 'admin' });
  await button(page, 'New user').click();
  const form = record(page);
  await fill(form, { Name: 'Wanda Waage', Account: 'wanda@kontor.example' });
  await choose(page, form, 'Roles', 'Warehouse');
  await page.keyboard.press('Escape');
  await button(form, 'Save').click();
  await sees(rowsOf(page).getByText('Wanda Waage'));
  await page.keyboard.press('Escape');
  await seesNot(page.getByRole('article'));

  await goTo(page, '/settings/masken');
  await standsAt(page, '/settings/masken');
  await sees(page.locator('.m-index'));
  await page.getByRole('region', { name: 'Masks' }).getByRole('searchbox').fill('wms.item.list');
  await page.locator('.m-index').getByRole('link', { name: 'Items' }).click();
  await tab(page, 'Columns').click();
  const column = page.locator('.m-ordered > li').filter({ hasText: 'Barcode' });
  await column.getByRole('checkbox', { name: 'Hidden' }).check();
  await page.getByRole('combobox', { name: /^Role/ }).selectOption('warehouse');
  await button(page, 'Publish').click();
  await sees(page.getByText('Published. Everyone in scope sees it now.'));

  const own = await house.visit(await mailedInvitation());
  await own.getByLabel(/^New password/).fill('Speicherstadt 7');
  await own.getByLabel('Repeat password').fill('Speicherstadt 7');
  await button(own, 'Save password').click();
  await sees(own.getByText('Your password has been saved.'));
  await own.goto('/login?redirect=%2Fwms%2Fitem');
  await logIn(own, 'wanda@kontor.example', 'Speicherstadt 7');
  await sees(rowsOf(own));
  const heads = (await own.getByRole('columnheader').allInnerTexts()).map((head) => head.trim());
  expect(heads).toContain('SKU');
  expect(heads).not.toContain('Barcode');

  const [user] = await house.call<Row[]>('GET', '/v0/users?account=wanda@kontor.example');
  expect(user).toMatchObject({ name: 'Wanda Waage', type: 110, roleIdsLabels: ['Warehouse'] });
  type Columns = { columns: { field: string; hidden?: boolean }[] };
  const hides = async (as: string) =>
    (await house.call<Columns>('GET', '/v0/masken/?q=wms.item.list', undefined, as)).columns.find((one) => one.field === 'barcode')?.hidden;
  expect([await hides('warehouse'), await hides('employee')]).toEqual([true, undefined]);
});

it('manager: a quotation is written, sent and accepted, and its invoice stands as a draft', async () => {
  const page = await house.visit('/sales/quotations', { as: 'manager' });
  await button(page, 'New quotation').click();
  await standsAt(page, '/sales/quotations/new');
  const form = record(page);
  await sees(form);
  await fill(form, { Subject: 'Storage of 40 pallets', 'Valid until': '2099-12-31' });
  await choose(page, form, 'Party', 'Northwind');
  await button(form, 'Add line').click();
  await fill(form, { 'Description 1': 'Pallet and month', 'Quantity 1': '40', 'Unit price 1': '8.50' });
  await button(form, 'Save').click();
  await sees(page.getByRole('heading', { level: 1, name: /^QU-/ }));
  await sees(record(page).getByText('€404.60'));
  await act(page, 'Mark as sent');
  await seesNot(button(page, 'Mark as sent'));
  await act(page, 'Record acceptance');
  await seesNot(button(page, 'Record acceptance'));

  const [quotation] = await house.call<Row[]>('GET', '/v0/quotations?subject=Storage of 40 pallets');
  expect(quotation).toMatchObject({ status: 'accepted', net: 34_000, gross: 40_460, invoiceId: expect.any(String) });
  const invoice = await house.call<Row>('GET', `/v0/invoices/${String(quotation?.['invoiceId'])}`);
  expect(invoice).toMatchObject({ status: 'draft', no: '', gross: 40_460, partyName: 'Northwind Traders' });
  await record(page).locator(`a[href$="${invoice.id}"]`).click();
  await standsAt(page, `/sales/invoices/${invoice.id}`);
  const draft = page.locator(`#panel-sales-invoices-${invoice.id}`);
  await draft.getByRole('tab', { name: 'Record' }).click();
  await sees(draft.getByText('Pallet and month'));
});

it('employee: answers a ticket; a container is announced, arrives, is devanned, and its goods are expected at the dock', async () => {
  const page = await house.visit('/eEP/tickets', { as: 'employee' });
  await openRow(page, rowsOf(page).filter({ hasText: 'Tea pots arrive broken' }));
  await field(page, 'Reply').fill('From today each pot gets a sleeve.');
  await button(page, 'Send').click();
  await sees(page.locator('.k-thread').getByText('From today each pot gets a sleeve.'));
  await sees(record(page).getByText('Waiting for merchant'));
  const [ticket] = await house.call<Row[]>('GET', '/v0/tickets?subject=Tea pots arrive broken');
  expect(ticket).toMatchObject({ state: 'waitsForMerchant', messages: 1 });

  await goTo(page, '/c7r/orders');
  await button(page, 'New container order').click();
  await standsAt(page, '/c7r/orders/new');
  const form = record(page);
  await sees(form.getByLabel(/^Container/));
  await choose(page, form, 'Merchant', 'Northwind');
  await fill(form, { Container: 'CSQU3054384', ETA: '2026-12-01', 'Packing list': 'TEE-EARL-250 40\nTEE-KANNE-1L 12' });
  await button(form, 'Save').click();
  // The last figure checks the others.
  await sees(form.locator('.m-fault').getByText(/ISO 6346/));
  await fill(form, { Container: 'csqu 305438 3' });
  await button(form, 'Save').click();
  await standsAt(page, /^\/c7r\/orders\/[0-9a-f-]{36}$/);
  const place = new URL(page.url()).pathname;
  for (const name of ['Mark as sailed', 'Mark as arrived', 'Devan container']) {
    await act(page, name);
    await seesNot(button(page, name));
  }
  const box = await house.call<Row>('GET', `/v0/containers/${place.split('/').at(-1)}`);
  expect(box).toMatchObject({ status: 'partiallyFinish', devannedAt: expect.any(String), inboundId: expect.any(String) });
  const order = await house.call<Row>('GET', `/v0/tasks/${String(box['inboundId'])}`);
  expect(order).toMatchObject({ kind: 'inbound', status: 'receiptPending', pieces: 52 });
  await record(page).locator(`a[href$="${order.id}"]`).first().click();
  await sees(page.getByRole('heading', { level: 1, name: new RegExp(String(order['no'])) }));
  await sees(record(page).getByText('TEE-KANNE-1L'));
});

it('finance: by keyboard alone an invoice is written and posted, its payment taken, and the balance is nothing', async () => {
  const page = await house.visit('/home', { as: 'finance' });
  await page.evaluate(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(kind, () => document.documentElement.setAttribute('data-touched', kind), true);
  });
  const keys = page.keyboard;
  const jump = async (words: string, path: string) => {
    await keys.press('Control+k');
    await sees(page.getByRole('combobox', { name: 'Search or go to …' }));
    await keys.type(words);
    await sees(page.getByRole('option', { selected: true }));
    await keys.press('Enter');
    await standsAt(page, path);
  };
  /** What stands at the focus, in the words of a screen reader. */
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      // A dialog that was just opened holds the focus as a whole; its text is no name of a key.
      if (!at?.matches('a, button, input, select, textarea, [role]:not([role=dialog])')) return '';
      // The first cell of a line has the name of the table too.
      const label = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])].at(-1)?.textContent : null;
      return (label ?? at.getAttribute('aria-label') ?? at.textContent ?? '').trim();
    });
  const tabTo = async (name: string, key = 'Tab') => {
    for (let i = 0; i < 120; i += 1) {
      if ((await focused()).startsWith(name)) return;
      await keys.press(key);
    }
    throw new Error(`the ${key} key never reaches ${name}`);
  };
  const type = async (label: string, text: string) => {
    await tabTo(label);
    await keys.type(text);
  };
  const pick = async (label: string, text: string, wanted = text) => {
    await type(label, text);
    const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active');
    await sees(active.filter({ hasText: text }));
    for (let i = 0; i < 20 && !(await active.innerText()).includes(wanted); i += 1) await keys.press('ArrowDown');
    await keys.press('Enter');
  };
  const press = async (name: string) => {
    await tabTo(name);
    await keys.press('Enter');
  };

  await sees(page.getByRole('heading', { level: 1 }));
  await jump('sales invoices', '/sales/invoices');
  await sees(rowsOf(page));
  await keys.press('n');
  await standsAt(page, '/sales/invoices/new');
  await sees(record(page).getByText('Add line'));
  await pick('Party', 'Northwind');
  await type('Reference', 'Keys only');
  await press('Add line');
  await expect.poll(focused).toMatch(/^Description 1/);
  await keys.type('Sorting by hand');
  await type('Quantity 1', '10');
  await type('Unit price 1', '25');
  await keys.press('Control+s');
  await standsAt(page, /^\/sales\/invoices\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await sees(button(page, 'Post invoice'));
  await press('Post invoice');
  await sees(dialog(page).getByText(/^Post invoice to Northwind[^{}]* for €297\.50\? Afterwards it cannot be changed/));
  await press('Post invoice');
  await seesNot(button(page, 'Post invoice'));
  await sees(page.getByRole('region', { name: 'What the customer gets' }).getByRole('img'));
  const posted = await house.call<Row>('GET', `/v0/invoices/${id}`);
  expect(posted).toMatchObject({ status: 'posted', gross: 29_750, open: 29_750, reference: 'Keys only', pdfFile: expect.any(String) });

  await jump('payments', '/accounting/payment');
  await sees(rowsOf(page));
  await keys.press('n');
  await standsAt(page, '/accounting/payment/new');
  await sees(field(page, 'Amount'));
  await pick('Party', 'Northwind');
  await type('Payment date', houseToday());
  await pick('Account', '1200', '1200 ·');
  await type('Amount', '297.50');
  await keys.press('Control+s');
  await standsAt(page, /^\/accounting\/payment\/[0-9a-f-]{36}$/);
  const payment = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await press('Allocate payment');
  await sees(dialog(page).getByText(String(posted['no'])));
  // The oldest first is proposed; this one settles what was just written.
  for (const item of await house.call<Row[]>('GET', `/v0/payments/${payment}/open-items`)) {
    await tabTo(`Amount to allocate to ${String(item['no'])}`);
    await keys.press('Control+a');
    await keys.type(item.id === id ? '297.50' : '0');
  }
  await press('Allocate payment');
  await seesNot(dialog(page));
  expect(await house.call<Row>('GET', `/v0/invoices/${id}`)).toMatchObject({ status: 'paid', open: 0 });
  expect(await house.call<Row>('GET', `/v0/payments/${payment}`)).toMatchObject({ status: 'allocated', open: 0 });

  await jump('balance', '/finance/balance-query');
  await sees(page.getByRole('row').filter({ hasText: 'Northwind Traders' }));
  const { rows: balances } = await house.call<{ rows: { party: string; currency: string; total: number }[] }>(
    'GET',
    `/v0/balances?asOf=${houseToday()}`,
  );
  const total = balances.find((row) => row.party === 'Northwind Traders' && row.currency === 'EUR')?.total ?? 0;
  const shown = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(total / 100);
  await sees(page.getByRole('row').filter({ hasText: 'Northwind Traders' }).getByText(shown));
  expect(await page.evaluate(() => document.documentElement.dataset['touched'])).toBeUndefined();
});

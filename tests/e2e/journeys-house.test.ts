import { beforeAll, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { readMails } from '../support/mail.ts';
import { acts, device } from '../support/warehouse.ts';
import { act, button, choose, field, fill, openRow, record, tab } from './hands.ts';
import { goTo, logIn, openForBusiness, openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

/** A working day of each desk, in the browser; what it left is read by the calls of the server afterwards. */

type Row = Record<string, unknown> & { id: string };
const house = openHouse();
beforeAll(() => openForBusiness(house));

/** The link of the invitation that the new account is mailed. */
async function mailedInvitation(): Promise<string> {
  await expect.poll(() => readMails(house.server)).toHaveLength(1);
  const [mail] = await readMails(house.server);
  return /\/invitation\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
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
  // Escape closes the record once it is read again; while it is being saved, it ends the editing.
  await sees(button(record(page), 'Edit'));
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
  await fill(form, { Container: 'CSQU3054384', ETA: addDays(houseToday(), 4), 'Packing list': 'TEE-EARL-250 40\nTEE-KANNE-1L 12' });
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

  // What the dock counts stands on the page of the container, with what differs.
  const { pool } = house.server;
  const dock = (await pool.query(`select id, compartment_id as place from stations where code = 'ST-DOCK-1'`)).rows[0];
  const worker = (await pool.query(`select id from users where account = 'warehouse@kontor.example'`)).rows[0];
  const tea = (await pool.query(`select id, item_id as item from task_lines where task_id = $1 and ordered = 40`, [order.id])).rows[0];
  const scanner = device(house.server, await house.server.signIn('warehouse'), worker.id, dock.id);
  expect(await scanner.send(acts.receive(order.id, tea.id, tea.item, 38, dock.place))).toMatchObject([{ outcome: 'applied' }]);
  await page.goto(place);
  await sees(record(page).getByText('Received: 38 of 52'));
  await sees(
    record(page)
      .getByRole('row', { name: /TEE-EARL-250/ })
      .getByText('-2', { exact: true }),
  );
});

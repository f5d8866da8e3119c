import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { addressOf } from '../support/address.ts';
import { tablet } from '../support/tablet.ts';
import { button, dialog, record } from './hands.ts';
import { openHouse, sees, seesNot, standsAt } from './house.ts';
import { keysOf } from './keys.ts';

/** One job of each role, from signing in to signing out, with nothing but the keyboard. */

type Row = Record<string, unknown> & { id: string; no: string; version: number };
const house = openHouse();
const RECORD = '[0-9a-f-]{36}$';
const idAt = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const idOf = async (text: string): Promise<string> => (await house.server.pool.query(text)).rows[0]?.id;
const TEA = { sku: 'TEE-EARL-250', code: '4012345000016' };
const POT = { sku: 'TEE-KANNE-1L', code: '4012345000030' };
let merchantId: string;
let carrierId: string;

beforeAll(async () => {
  merchantId = await idOf(`select id from merchants where no = 'M-1001'`);
  carrierId = await idOf(`select id from carriers where code = 'FORWARDER'`);
});

async function startAs(role: string) {
  const page = await house.visit('/login');
  const keys = keysOf(page);
  await keys.signIn(role);
  const finish = async (): Promise<void> => {
    await keys.signOut();
    await keys.hadNoObstacle();
  };
  return { page, keys, finish };
}

it('admin: creates a user with a role', async () => {
  const { page, keys, finish } = await startAs('admin');
  await keys.jump('users', '/settings/users/list');
  await keys.shortcut('n', '/settings/users/list');
  await sees(dialog(page).or(page.getByRole('article')));
  await keys.type('Name', 'Wanda Waage');
  await keys.type('Account', 'wanda@kontor.example');
  await keys.pick('Roles', 'Warehouse');
  await page.keyboard.press('Control+s');
  await sees(page.getByText('Wanda Waage'));
  await expect
    .poll(() => house.call<Row[]>('GET', '/v0/users?account=wanda@kontor.example'))
    .toMatchObject([{ roleIdsLabels: ['Warehouse'] }]);
  await sees(button(record(page), 'Edit'));
  await page.keyboard.press('Escape');
  await seesNot(page.getByRole('article'));
  await finish();
});

it('manager: records that a quotation was accepted', async () => {
  const line = {
    id: '01890000-0000-7000-8000-000000000001',
    text: 'Pallet and month',
    qty: 40_000,
    unitPrice: 85_000,
    vatCategory: 'S',
    vatRate: 1900,
  };
  const { id } = await house.call<Row>('POST', '/v0/quotations', {
    merchantId,
    subject: 'Storage',
    currency: 'EUR',
    validUntil: '2099-12-31',
    lines: [line],
  });
  await house.call('POST', `/v0/quotations/${id}/send`);
  const { no } = await house.call<Row>('GET', `/v0/quotations/${id}`);
  const { page, keys, finish } = await startAs('manager');
  await keys.jump(no, `/sales/quotations/${id}`);
  await keys.press('Record acceptance');
  await seesNot(page.getByRole('button', { name: 'Record acceptance' }));
  expect(await house.call<Row>('GET', `/v0/quotations/${id}`)).toMatchObject({ status: 'accepted', invoiceId: expect.any(String) });
  await finish();
});

it('warehouse: receives goods at the dock and puts them away', async () => {
  const { id, no } = await house.call<Row>('POST', '/v0/tasks', { kind: 'inbound', merchantId, lines: [{ sku: TEA.sku, qty: 1 }] });
  const { page, keys } = await startAs('warehouse');
  await keys.jump('receiving', '/wEP/arrivalScan');
  const dock = tablet(page);
  await dock.stand('ST-DOCK-1', () => keys.press(/ST-DOCK-1/));
  await dock.says(no, `${no} is open.`);
  await dock.says(TEA.code, `${TEA.sku}: 1 counted.`);
  await dock.says('KONTOR9DONE', `Receipt of ${no} is closed.`);
  await keys.press('Skip');
  await dock.settled();
  await keys.press('Station menu');
  await keys.press('Put-away');
  await standsAt(page, '/wEP/putAway');
  await dock.says(TEA.code, `1 × ${TEA.sku} in hand.`);
  await dock.says('01-01-A', `${no} is completely put away.`);
  await dock.settled();
  await expect.poll(() => house.call<Row>('GET', `/v0/tasks/${id}`)).toMatchObject({ status: 'inbounded' });
  await keys.press('Station menu');
  await keys.press('Sign out');
  await standsAt(page, /^\/login/);
  await keys.hadNoObstacle();
});

/** Fills the dialog for a new order from the required weight on. */
async function typeOrder(keys: ReturnType<typeof keysOf>, pieces: string, second: string): Promise<void> {
  await keys.type('Weight', '1.2 kg');
  await keys.pick('Carrier', 'DHL');
  const consignee = { Name: 'Kim Berg', Street: 'Kirchgasse', 'No.': '6', Postcode: '20457', City: 'Hamburg', Country: 'de' };
  for (const [label, text] of Object.entries(consignee)) await keys.type(label, text);
  await keys.type('SKU of line 1', TEA.sku);
  await keys.type('Pieces of line 1', pieces);
  await keys.type('SKU of line 2', second);
  await keys.press('New');
}

it('employee: creates an order with two lines and releases it for picking', async () => {
  const { page, keys, finish } = await startAs('employee');
  await keys.jump('outbound orders', '/eEP/outbound-orders');
  await keys.shortcut('n', '/eEP/outbound-orders');
  await sees(dialog(page));
  await keys.pick('Merchant', 'Northwind');
  await typeOrder(keys, '1', POT.sku);
  await seesNot(dialog(page));
  const newest = async () => (await house.call<Row[]>('GET', '/v0/tasks?kind=outbound'))[0];
  const order = await newest();
  expect(order).toMatchObject({ pieces: 2, merchantIdLabel: 'Northwind Traders' });
  await keys.jump(String(order?.no), `/eEP/outbound-orders/${order?.id}`);
  await keys.press('Ship available pieces');
  await sees(dialog(page));
  await keys.press('Ship available pieces');
  await expect.poll(newest).toMatchObject({ status: 'readyToPick' });
  await finish();
});

it('merchant: creates an order and opens it', async () => {
  const { page, keys, finish } = await startAs('merchant');
  await keys.jump('outbound orders', '/mEP/outbound-orders');
  await keys.shortcut('n', '/mEP/outbound-orders');
  await sees(dialog(page));
  await typeOrder(keys, '1', TEA.sku);
  await seesNot(dialog(page));
  const [order] = await house.call<Row[]>('GET', '/v0/tasks?kind=outbound', undefined, 'merchant');
  expect(order).toMatchObject({ pieces: 2, merchantIdLabel: 'Northwind Traders' });
  await keys.openRow(String(order?.no));
  await standsAt(page, `/mEP/outbound-orders/${order?.id}`);
  await finish();
});

it('carrier: offers a price', async () => {
  const quote = { merchantId, origin: addressOf(), destination: addressOf({ city: 'Bremen' }), pieces: '1 × 120×80×100 cm, 90 kg' };
  const { id } = await house.call<Row>('POST', '/v0/transportQuotes', quote);
  await house.call('POST', `/v0/offers/ask/${id}`, { carrierIds: [carrierId] });
  const { page, keys, finish } = await startAs('carrier');
  await keys.jump('offers', '/carriergate/offers');
  await keys.openRow('Bremen');
  await keys.press('Offer price');
  await sees(dialog(page).getByText('Transit days'));
  await keys.type('Price', '99');
  await keys.type('Transit days', '1');
  await keys.press('Offer price');
  await expect.poll(() => house.call<Row[]>('GET', `/v0/offers?taskId=${id}`)).toMatchObject([{ state: 'offered', price: 9_900 }]);
  await finish();
});

it('finance: posts an invoice and enters its payment', async () => {
  const { page, keys, finish } = await startAs('finance');
  await keys.jump('sales invoices', '/sales/invoices');
  await keys.shortcut('n', '/sales/invoices/new');
  await keys.pick('Party', 'Northwind');
  await keys.press('Add line');
  await expect.poll(keys.focused).toMatch(/^Description 1/);
  await page.keyboard.type('Sorting by hand');
  await keys.type('Quantity 1', '10');
  await keys.type('Unit price 1', '25');
  await page.keyboard.press('Control+s');
  await standsAt(page, new RegExp(`^/sales/invoices/${RECORD}`));
  const id = idAt(page);
  await keys.press('Post invoice');
  await sees(dialog(page).getByText(/^Post invoice to Northwind/));
  await keys.press('Post invoice');
  await sees(page.getByRole('region', { name: 'What the customer gets' }).getByRole('img'));
  expect(await house.call<Row>('GET', `/v0/invoices/${id}`)).toMatchObject({ status: 'posted', gross: 29_750 });

  await keys.jump('payments', '/accounting/payment');
  await keys.shortcut('n', '/accounting/payment/new');
  await keys.pick('Party', 'Northwind');
  await keys.pick('Account', '1200', '1200 ·');
  await keys.type('Amount', '297.50');
  await page.keyboard.press('Control+s');
  await standsAt(page, new RegExp(`^/accounting/payment/${RECORD}`));
  await keys.press('Allocate payment');
  // The oldest first is proposed; this one pays what was just written.
  const payment = idAt(page);
  for (const item of await house.call<Row[]>('GET', `/v0/payments/${payment}/open-items`))
    await keys.type(`Amount to allocate to ${item.no}`, item.id === id ? '297.50' : '0');
  await keys.press('Allocate payment');
  await seesNot(dialog(page));
  expect(await house.call<Row>('GET', `/v0/invoices/${id}`)).toMatchObject({ status: 'paid', open: 0, pdfFile: expect.any(String) });
  expect(await house.call<Row>('GET', `/v0/payments/${payment}`)).toMatchObject({ status: 'allocated', open: 0 });

  await keys.jump('balance', '/finance/balance-query');
  const { rows } = await house.call<{ rows: { party: string; currency: string; total: number }[] }>(
    'GET',
    `/v0/balances?asOf=${houseToday()}`,
  );
  const total = rows.find((row) => row.party === 'Northwind Traders' && row.currency === 'EUR')?.total ?? 0;
  const shown = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(total / 100);
  await sees(page.getByRole('row').filter({ hasText: 'Northwind Traders' }).getByText(shown));
  await finish();
});

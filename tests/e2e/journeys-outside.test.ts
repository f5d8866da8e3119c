import { beforeAll, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { addressOf } from '../support/address.ts';
import { tablet } from '../support/tablet.ts';
import { lookUp } from '../support/texts.ts';
import { button, choose, dialog, field, fill, openRow, record } from './hands.ts';
import { goTo, openForBusiness, openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

/** What those do who stand outside the office: the merchant, the carrier, and whoever walks the hall with a tablet. */

type Row = Record<string, unknown> & { id: string; version: number };
const house = openHouse();
beforeAll(() => openForBusiness(house));
const idOf = async (text: string, values: unknown[] = []): Promise<string> => (await house.server.pool.query(text, values)).rows[0]?.id;
const PDF = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
const inDays = (days: number): string => addDays(houseToday(), days);

/** The words of the Chinese page. */
const cn = (key: string, params: Record<string, string> = {}): string => {
  const text = lookUp('cn', key);
  if (text === undefined) throw new Error(`no Chinese for ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
};

it('merchant, in Chinese: orders, follows the order, asks for a collection and takes an offer', async () => {
  const page = await house.visit('/mEP/outbound-orders', { as: 'merchant', locale: 'zh-CN' });
  await sees(page.getByRole('heading', { level: 1, name: cn('menu.outboundOrders') }));
  await button(page, cn('taskPage.new.action')).click();
  const form = dialog(page);
  await fill(form, {
    [cn('tasks.fields.unitQty')]: '1',
    [cn('tasks.fields.weight')]: '1.2 kg',
    [cn('tasks.fields.refOrderId')]: '双十一-88',
    [cn('mask.address.name1')]: 'Kim Berg',
    [cn('mask.address.streetName')]: 'Kirchgasse',
    [cn('mask.address.streetNumber')]: '6',
    [cn('mask.address.zip')]: '20457',
    [cn('mask.address.city')]: 'Hamburg',
    [cn('mask.address.country')]: 'de',
    [cn('taskPage.new.skuOf', { n: '1' })]: 'TEE-EARL-250',
    [cn('taskPage.new.piecesOf', { n: '1' })]: '2',
  });
  await choose(page, form, cn('tasks.fields.carrierId'), 'DHL');
  await button(form, cn('buttons.create')).click();
  await page.getByRole('button', { name: cn('taskPage.new.open'), exact: true }).click();
  await standsAt(page, /^\/mEP\/outbound-orders\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await sees(page.getByRole('heading', { name: cn('taskPage.timeline') }));
  await sees(record(page).getByText('TEE-EARL-250'));
  const order = await house.call<Row>('GET', `/v0/tasks/${id}`);
  expect(order).toMatchObject({ kind: 'outbound', refOrderId: '双十一-88', merchantIdLabel: 'Northwind Traders', pieces: 2 });
  // It follows by itself what the house does with it.
  await expect.poll(async () => (await house.call<Row>('GET', `/v0/tasks/${id}`))['status']).toBe('readyToPick');
  await house.call('POST', '/v0/picklists', { kind: 'order', taskIds: [id] }, 'employee');
  await sees(record(page).getByText(cn('tasks.statuses.inPicklist')));

  await goTo(page, '/2bc/collectRequest');
  await button(page, cn('collections.newOne')).click();
  await standsAt(page, '/2bc/collectRequest/new');
  const request = record(page);
  await sees(field(request, cn('collections.fields.goods')));
  if (await field(request, cn('services.fields.merchantId')).isVisible())
    await choose(page, request, cn('services.fields.merchantId'), 'Northwind');
  await fill(request, {
    [cn('collections.fields.pickupDate')]: inDays(3),
    [cn('collections.fields.goods')]: '两托盘红茶',
    [cn('collections.fields.palletQty')]: '2',
    [cn('services.fields.packingList')]: 'TEE-EARL-250 200',
    [cn('mask.address.streetName')]: 'Am Sandtorkai',
    [cn('mask.address.city')]: 'Hamburg',
    [cn('mask.address.country')]: 'de',
  });
  await button(request, cn('mask.save')).click();
  await standsAt(page, /^\/2bc\/collectRequest\/[0-9a-f-]{36}$/);
  await sees(record(page).getByText(cn('services.offers.none')));
  const asked = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const carrierId = await idOf(`select id from carriers where code = 'FORWARDER'`);
  await house.call('POST', `/v0/offers/ask/${asked}`, { carrierIds: [carrierId] }, 'employee');
  const [offer] = await house.call<Row[]>('GET', `/v0/offers?taskId=${asked}`, undefined, 'carrier');
  await house.call('PUT', `/v0/offers/${offer?.id}`, { version: offer?.version, price: 18_000, validUntil: inDays(9) }, 'carrier');
  await sees(record(page).getByText('180'));
  // The message that the offer has come lies over the button for a while.
  await button(record(page), cn('services.offers.accept')).press('Enter');
  await sees(record(page).getByText(cn('offers.states.accepted'), { exact: true }));
  const done = await house.call<Row>('GET', `/v0/collections/${asked}`);
  expect(done).toMatchObject({ status: 'finish', goods: '两托盘红茶', orderId: expect.any(String) });
  expect(await house.call<Row>('GET', `/v0/collections/${String(done['orderId'])}`)).toMatchObject({
    kind: 'collectOrder',
    carrierId,
    price: 18_000,
  });
});

it('carrier: answers a request for a price, brings the label of an order and the proof that it arrived', async () => {
  const carrierId = await idOf(`select id from carriers where code = 'FORWARDER'`);
  const merchantId = await idOf(`select id from merchants where no = 'M-1001'`);
  const quote = { merchantId, origin: addressOf(), destination: addressOf({ city: 'Bremen' }), pieces: '1 × 120×80×100 cm, 90 kg' };
  const { id: quoteId } = await house.call<Row>('POST', '/v0/transportQuotes', quote);
  await house.call('POST', `/v0/offers/ask/${quoteId}`, { carrierIds: [carrierId] });
  const parties = { consignor: addressOf(), consignee: addressOf({ city: 'Bremen' }) };
  const label = { kind: 'transportLabel', merchantId, carrierId, labelSource: 'foreign', ...parties };
  const order = await house.call<Row>('POST', '/v0/tasks', label);

  const page = await house.visit('/carriergate/offers', { as: 'carrier' });
  await openRow(page, rowsOf(page).filter({ hasText: 'Answer pending' }).filter({ hasText: 'Bremen' }));
  await button(record(page), 'Edit').click();
  await fill(record(page), { Price: '99', 'Transit days': '1', 'Valid until': inDays(7), Note: 'By noon' });
  await button(record(page), 'Save').click();
  await sees(rowsOf(page).filter({ hasText: 'Bremen' }).getByText('€99.00'));
  const [offer] = await house.call<Row[]>('GET', `/v0/offers?taskId=${quoteId}`);
  expect(offer).toMatchObject({ state: 'offered', price: 9_900, transitDays: 1, note: 'By noon' });
  // Escape closes the record once it is read again; while it is being saved, it ends the editing.
  await sees(button(record(page), 'Edit'));
  await page.keyboard.press('Escape');
  await seesNot(page.getByRole('article'));

  await goTo(page, '/carriergate/orders');
  const row = rowsOf(page).filter({ hasText: String(order['no']) });
  const bring = async (what: string, asked: Record<string, string>) => {
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
    const form = dialog(page);
    await fill(form, asked);
    await form.locator('input[type=file]').setInputFiles(PDF);
    await sees(form.getByText('paper.pdf').or(form.getByRole('button', { name: 'Replace' })));
    await button(form, what).click();
    await form.waitFor({ state: 'detached' });
  };
  await bring('Upload label', { 'Tracking number': 'ELB-4711', Weight: '400 kg' });
  await sees(row.getByText('Packed'));
  await bring('Record delivery', { 'Received by': 'Kim Berg' });
  // What was delivered leaves the open list.
  await seesNot(row);
  const parcels = await house.call<Row[]>('GET', `/v0/parcels?taskId=${order.id}`);
  expect(parcels).toMatchObject([{ trackingNo: 'ELB-4711', labelState: 'foreign', weight: 400_000, labelFile: expect.any(String) }]);
  expect(await house.call<Row>('GET', `/v0/tasks/${order.id}`)).toMatchObject({ status: 'delivered' });
  const token = await house.server.signIn('merchant');
  const paper = await fetch(`${house.server.url}/v0/static/${String(parcels[0]?.['labelFile'])}`, { headers: { 'x-token': token } });
  expect(Buffer.from(await paper.arrayBuffer()).equals(PDF.buffer)).toBe(true);
});

it('warehouse, on a small tablet: counts a shelf where a piece is missing, and stops an order that cannot go on', async () => {
  const { rows } = await house.server.pool.query<{ place: string; sku: string; barcode: string; qty: number }>(
    `select b.place, b.sku, i.barcode, b.on_hand as qty from stock_balances b join items i on i.id = b.item_id
     where b.place ~ '^\\d' and b.on_hand > 2 and i.serial_mode = 'none' and (select count(*) from stock_balances o where o.place = b.place and o.on_hand > 0) = 1
     order by b.on_hand limit 1`,
  );
  const [shelf] = rows;
  if (!shelf) throw new Error('no shelf of the sample holds one item only');
  const page = await house.visit('/wms/count', { as: 'warehouse', viewport: { width: 768, height: 1024 }, hasTouch: true });
  await button(page, 'Count a zone or items').tap();
  const form = dialog(page);
  await form.getByLabel('Selected compartments').check();
  await choose(page, form, 'Compartments', shelf.place);
  await fill(form, { Name: 'Shelf by shelf' });
  await button(form, 'New').tap();
  await standsAt(page, /^\/wms\/count\/[0-9a-f-]{36}$/);
  const countId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { no } = await house.call<{ no: string }>('GET', `/v0/counts/${countId}`);
  await button(page.locator('.r-next'), 'Start counting').tap();
  await standsAt(page, '/wEP/count');
  const cart = tablet(page);
  await cart.stand('ST-CART-1');
  await cart.says(no, `${no} is open.`);
  await cart.says(shelf.place, `Compartment ${shelf.place}.`);
  const countAll = async (): Promise<string> => {
    await cart.figures(String(shelf.qty - 1));
    return cart.scan(shelf.barcode);
  };
  // The device does not know the code and asks the server. A busy server answers too late, and a person scans again.
  const first = await countAll();
  expect(/server cannot be reached/.test(first) ? await countAll() : first).toBe(`${shelf.sku}: ${shelf.qty - 1} counted.`);
  await cart.says('KONTOR9DONE', `Count ${no} is complete.`);
  await cart.settled();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBe(0);
  expect(await house.call<Row>('GET', `/v0/counts/${countId}`)).toMatchObject({ state: 'review', variance: -1, differing: 1 });
  const lines = await house.call<Row[]>('GET', `/v0/counts/${countId}/lines`);
  expect(lines).toMatchObject([{ place: shelf.place, sku: shelf.sku, expected: shelf.qty, counted: shelf.qty - 1 }]);

  const stuck = await house.server.pool.query<Row>(
    `select id, no from tasks where kind = 'outbound' and status = 'readyToPick' order by no limit 1`,
  );
  const { id = '', no: stuckNo = '' } = (stuck.rows[0] ?? {}) as { id?: string; no?: string };
  await page.goto(`/wEP/outbound?q=${stuckNo}`);
  await openRow(page, rowsOf(page).first());
  await standsAt(page, `/wEP/outbound/${id}`);
  await button(page, 'More actions').tap();
  await page.getByRole('menuitem', { name: 'Report blocker' }).tap();
  const stop = dialog(page);
  await choose(page, stop, 'Blocked by', 'Problem');
  await fill(stop, { Reason: 'The carton is soaked.' });
  await button(stop, 'Report blocker').tap();
  await sees(page.getByRole('region', { name: 'Why it is waiting' }).getByText('The carton is soaked.'));
  expect(await house.call<Row>('GET', `/v0/tasks/${id}`)).toMatchObject({ status: 'problematic', blocker: 'problematic' });
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap();
  await goTo(page, '/wEP/problematic');
  await sees(rowsOf(page).filter({ hasText: stuckNo }));
});

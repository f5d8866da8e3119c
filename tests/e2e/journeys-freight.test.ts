import { beforeAll, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import { notifyFreeDays } from '../../server/modules/freight/containers/alarms.ts';
import { addressOf } from '../support/address.ts';
import { act, button, choose, dialog, fill, record } from './hands.ts';
import { openForBusiness, openHouse, rowsOf, sees, seesNot, standsAt } from './house.ts';

/** Freight between the house, its carriers and its merchants, to its end. */

type Row = Record<string, unknown> & { id: string; no: string; version: number };
const house = openHouse();
beforeAll(() => openForBusiness(house));
const one = async (text: string, values: unknown[] = []) => (await house.server.pool.query(text, values)).rows[0];

/** A transport that the forwarder offered at 99 euros, got and delivered. */
async function transported(): Promise<Row> {
  const merchantId = (await one(`select id from merchants where no = 'M-1001'`)).id;
  const carrierId = (await one(`select id from carriers where code = 'FORWARDER'`)).id;
  const quote = { merchantId, origin: addressOf(), destination: addressOf({ city: 'Bremen' }), pieces: '1 × 120×80×100 cm, 90 kg' };
  const { id } = await house.call<Row>('POST', '/v0/transportQuotes', quote);
  await house.call('POST', `/v0/offers/ask/${id}`, { carrierIds: [carrierId] });
  const [offer] = await house.call<Row[]>('GET', `/v0/offers?taskId=${id}`);
  await house.call('PUT', `/v0/offers/${offer?.id}`, { version: offer?.version, price: 9_900 });
  const { orderId } = await house.call<{ orderId: string }>('POST', `/v0/offers/${offer?.id}/accept`);
  const order = await house.call<Row>('GET', `/v0/tasks/${orderId}`);
  await house.call('POST', `/v0/tasks/${orderId}/carrierLabel`, { trackingNo: `T${order.no}` });
  await house.call('POST', `/v0/tasks/${orderId}/proof`, { receiver: 'Ms Lund' });
  return order;
}

it('carrier gate: a bill, a surcharge of which the house approves a part, and a credit that lowers the bill; the carrier is told of each decision', async () => {
  const order = await transported();
  const bill = (body: object) => house.call<Row>('POST', `/v0/bills/of/${order.id}`, { billDate: houseToday(), ...body }, 'carrier');
  const first = await bill({ theirNo: 'ES-100' });
  const surcharge = await bill({ theirNo: 'ES-101', charge: 'surcharge', price: 5_000, text: 'Waiting time' });

  const office = await house.visit(`/finance/payables/${surcharge.id}`, { as: 'finance' });
  await sees(record(office).getByText(`Order ${order.no}: surcharge of €50.00 for “Waiting time” was not agreed.`));
  await act(office, 'Approve in part', { 'Approved amount': '30', 'Reason for the deduction': 'Two hours only' });
  await sees(record(office).getByText('Two hours only'));
  await office.goto(`/finance/payables/${first.id}`);
  await button(office, 'Approve bill').click();
  await button(dialog(office), 'Approve bill').click();
  await sees(record(office).getByText('Approved', { exact: true }));

  const page = await house.visit(`/carriergate/bills/${first.id}`, { as: 'carrier' });
  await button(page, 'Enter credit').click();
  const form = dialog(page);
  await fill(form, { 'Number of the credit': 'ES-C-1', 'Date of the credit': houseToday(), Reason: 'One pallet stayed behind' });
  const amount = form.getByLabel(/^Credit for/).first();
  await amount.fill('100');
  await sees(form.getByText('At most €99.00 can still be credited.'));
  await amount.fill('40');
  await amount.press('Tab');
  await button(form, 'Save credit').click();
  await seesNot(form);
  await page.goto('/carriergate/bills');
  await sees(rowsOf(page).filter({ hasText: 'ES-C-1' }).getByText('Credit', { exact: true }));

  const credit = await one(`select id from bills where their_no = 'ES-C-1'`);
  await office.goto(`/finance/payables/${credit.id}`);
  await sees(record(office).getByRole('heading', { name: /Compared with bill/ }));
  await sees(record(office).getByText('One pallet stayed behind'));
  await button(office, 'Approve credit').click();
  await button(dialog(office), 'Approve credit').click();
  await expect.poll(async () => (await one('select open::int from bills where id = $1', [first.id])).open).toBe(11_781 - 4_760);

  await page.goto('/personal/messages');
  await sees(page.getByText('Credit ES-C-1 approved'));
  await sees(page.getByText('Bill ES-101 approved in part'));
  await page.goto(`/carriergate/bills/${first.id}`);
  await sees(record(page).getByText('€70.21'));
});

it('tariffs of containers: the office enters one, a container of the line shows what it costs so far, and merchant and office are warned before the last free day', async () => {
  const page = await house.visit('/c7r/tariffs/new', { as: 'employee' });
  const form = record(page);
  await sees(form.getByLabel(/^Name/));
  await fill(form, { Name: 'Hamburg 2026', 'Shipping line': 'Nordline', 'Free days of demurrage': '3', 'Free days of detention': '4' });
  await form.getByRole('button', { name: 'Add line' }).first().click();
  await form
    .getByLabel(/^From day 1/)
    .first()
    .fill('1');
  await form
    .getByLabel(/^Per day 1/)
    .first()
    .fill('80');
  await button(form, 'Save').click();
  await standsAt(page, /^\/c7r\/tariffs\/[0-9a-f-]{36}$/);

  await page.goto('/c7r/orders/new');
  const order = record(page);
  await choose(page, order, 'Merchant', 'Northwind');
  await fill(order, { Container: 'csqu 305438 3', 'Shipping line': 'Nordline', ETA: houseToday(), 'Packing list': 'TEE-EARL-250 40' });
  await button(order, 'Save').click();
  await standsAt(page, /^\/c7r\/orders\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await act(page, 'Mark as sailed');
  await seesNot(button(page, 'Mark as sailed'));
  await act(page, 'Mark as arrived');
  await seesNot(button(page, 'Mark as arrived'));

  // It arrived two days ago: the last free day is tomorrow.
  await house.server.pool.query(`update containers set arrived_at = now() - interval '2 days', last_free_day = $2 where id = $1`, [
    id,
    addDays(houseToday(), 1),
  ]);
  await notifyFreeDays(createDb(house.server.pool));
  const merchant = await house.visit('/personal/messages', { as: 'merchant' });
  await sees(merchant.getByText(/CSQU3054383: last free day/));
  await page.goto('/personal/messages');
  await sees(page.getByText(/CSQU3054383: last free day/));

  // Six days in the terminal are three beyond the free ones.
  await house.server.pool.query(`update containers set arrived_at = now() - interval '6 days', last_free_day = $2 where id = $1`, [
    id,
    addDays(houseToday(), -3),
  ]);
  await page.goto(`/c7r/orders/${id}`);
  await sees(record(page).getByText('€240.00'));
  await merchant.goto(`/c7r/orders/${id}`);
  await sees(record(merchant).getByText('€240.00'));
});

it('transport quote: the merchant asks, two carriers are told and one names a price, the merchant reads of it and accepts; all are told of the decision', async () => {
  const one = async (code: string) =>
    String((await house.server.pool.query(`select id from carriers where code = $1`, [code])).rows[0]?.id);
  const quote = await house.call<Row>(
    'POST',
    '/v0/transportQuotes',
    {
      origin: addressOf(),
      destination: addressOf({ city: 'Lyon', country: 'FR' }),
      pieces: '2 × 120×80×100 cm, 120 kg',
      pickupDate: addDays(houseToday(), 3),
    },
    'merchant',
  );
  const office = await house.visit(`/t12n/orders/${quote.id}`, { as: 'employee' });
  await sees(button(record(office), 'Request offers'));
  await house.call('POST', `/v0/offers/ask/${quote.id}`, { carrierIds: [await one('FORWARDER'), await one('DHL')] }, 'employee');

  const carrier = await house.visit('/personal/messages', { as: 'carrier' });
  await sees(carrier.getByText(`A price is wanted for ${quote.no}`));
  const [offer] = await house.call<Row[]>('GET', `/v0/offers?taskId=${quote.id}`, undefined, 'carrier');
  await carrier.goto(`/carriergate/offers/${offer?.id}`);
  await act(carrier, 'Offer price', { Price: '210', 'Valid until': addDays(houseToday(), 9) });

  const merchant = await house.visit('/personal/messages', { as: 'merchant' });
  await sees(merchant.getByText(`An offer for ${quote.no} has arrived`));
  await merchant.goto(`/t12n/orders/${quote.id}`);
  await sees(record(merchant).getByText('€210.00'));
  await button(record(merchant), 'Accept offer').click();
  await expect.poll(async () => (await house.call<Row>('GET', `/v0/transportQuotes/${quote.id}`))['status']).toBe('finish');

  await carrier.goto('/personal/messages');
  await sees(carrier.getByText(`Your offer for ${quote.no} was accepted`));
  await carrier.goto('/carriergate/orders');
  await sees(
    rowsOf(carrier)
      .filter({ hasText: quote.no })
      .or(rowsOf(carrier).filter({ hasText: 'Lyon' })),
  );
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { queueShipmentMails } from '../../server/modules/shipping/shipment-mails.ts';
import { addressOf } from '../support/address.ts';
import { openFloor } from '../support/floor.ts';
import { shopWorkOf } from '../support/shop-work.ts';
import { stockUp } from '../support/warehouse.ts';

const floor = await openFloor();
const { rows, packInto, handOver } = shopWorkOf(floor, {});
const { server, house, make } = floor;
afterAll(() => server.close());

const db = createDb(server.appPool);
/** The job some minutes later, on two nodes at the same time. */
const tell = async (): Promise<void> => {
  await rows(`update shipment_notices set due_at = now() - interval '1 second' where due_at is not null`);
  await Promise.all([queueShipmentMails(db), queueShipmentMails(db)]);
};
const mailsOf = (taskId: string) =>
  rows(
    `select m.kind, m.mail_to, m.subject, m.text, m.locale, m.status from outgoing_mails m join tasks t on t.no = m.document_no where t.id = $1 order by m.sort_at`,
    taskId,
  );
const trackingOf = async (parcelId: string) =>
  String((await rows(`select tracking_no from parcels where id = $1`, parcelId))[0]?.['tracking_no']);
const wish = (tells: boolean) => rows(`update merchants set tell_shipments = $2 where id = $1`, house.merchantId, tells);

/** An order packed into parcels of these quantities. */
const packed = async (quantities: readonly number[], consignee: Record<string, string> = {}) => {
  const qty = quantities.reduce((sum, one) => sum + one, 0);
  const item = await floor.makeItem();
  await stockUp(server, house.merchantId, item.id, house.shelves[6] as string, qty);
  const task = await make('outbound', [{ sku: item.sku, qty }], {
    refOrderId: `R-${item.sku}`,
    consignee: addressOf({ name1: 'Kim', email: 'kim@example.org', country: 'DE', ...consignee }),
  });
  return { task, order: `R-${item.sku}`, parcels: await packInto(task, quantities) };
};

describe('a customer whose parcels have left', () => {
  beforeEach(async () => void (await wish(true)));

  it('gets one mail for all parcels of a round, in the language of the country', async () => {
    const { task, order, parcels } = await packed([1, 2]);
    for (const parcel of parcels) await handOver(parcel);
    await tell();
    await tell();
    const mails = await mailsOf(task);
    expect(mails).toMatchObject([{ kind: 'shipment', mail_to: 'kim@example.org', locale: 'de', status: 'waiting' }]);
    expect(mails[0]?.['subject']).toContain(order);
    for (const parcel of parcels) expect(mails[0]?.['text']).toContain(await trackingOf(parcel));
    expect(mails[0]?.['text']).not.toContain('Weitere Pakete');
    // The order and its mail lead to each other.
    const found = await server.call('GET', `/v0/outgoingMails?taskId=${task}`, undefined, floor.admin);
    expect(found.data).toMatchObject([{ taskId: task, mailTo: 'kim@example.org' }]);
    const related = await server.call<{ area: string }[]>('GET', `/v0/tasks/${task}/related`, undefined, floor.admin);
    expect(JSON.stringify(related.data)).toContain('outgoingMails');
  });

  it('hears that more parcels follow, and gets another mail when they have left', async () => {
    const { task, parcels } = await packed([1, 1], { country: 'FR' });
    const [first = '', second = ''] = parcels;
    await handOver(first);
    await tell();
    expect(await mailsOf(task)).toMatchObject([{ locale: 'en', text: expect.stringContaining('Further parcels') }]);
    await handOver(second);
    await tell();
    const [, last] = await mailsOf(task);
    expect(last?.['text']).toContain(await trackingOf(second));
    expect(last?.['text']).not.toContain(await trackingOf(first));
    expect(last?.['text']).not.toContain('Further parcels');
    expect(await mailsOf(task)).toHaveLength(2);
  });

  it('hears nothing of a parcel that stayed, and of one that left again once', async () => {
    const { task, parcels } = await packed([1]);
    const [parcel = ''] = parcels;
    await handOver(parcel);
    await rows(`update parcels set handed_over_at = null where id = $1`, parcel);
    await tell();
    expect(await mailsOf(task)).toEqual([]);
    for (let again = 0; again < 2; again += 1) {
      await rows(`update parcels set handed_over_at = now() where id = $1`, parcel);
      await tell();
      await rows(`update parcels set handed_over_at = null where id = $1`, parcel);
    }
    expect(await mailsOf(task)).toHaveLength(1);
  });

  it('hears nothing without an address for mail, of an order of a shop, and if the merchant does not want it', async () => {
    const nameless = await packed([1], { email: '' });
    const ofShop = await packed([1]);
    const [channel] = await rows(
      `insert into channels (merchant_id, name, kind, shop, state, credentials) values ($1, 'Shop', 'shopify', 'a-shop', 'connected', 'sealed') returning id`,
      house.merchantId,
    );
    await rows(`update tasks set source = 'ch:' || $2, external_id = 'x' where id = $1`, ofShop.task, channel?.['id']);
    for (const { parcels } of [nameless, ofShop]) await handOver(parcels[0] as string);
    await wish(false);
    const unwanted = await packed([1]);
    await handOver(unwanted.parcels[0] as string);
    await tell();
    for (const { task } of [nameless, ofShop, unwanted]) expect(await mailsOf(task)).toEqual([]);
    expect(await rows(`select parcel_id from shipment_notices where due_at is not null`)).toEqual([]);
  });
});

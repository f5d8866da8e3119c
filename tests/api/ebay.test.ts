import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EbayFloor, openEbayFloor } from '../support/ebay-floor.ts';

/** A seller on eBay for whom the house ships: orders come in, parcels go out. */

let f: EbayFloor;
beforeAll(async () => {
  f = await openEbayFloor();
});
afterAll(() => f.close());
beforeEach(() => {
  f.ebay.faults({});
  f.ebay.state.onList = () => {};
});
const fulfilled = (order: { fulfilments: { trackingNumber: string }[] }) => order.fulfilments.map(({ trackingNumber: no }) => no);

describe('an order of eBay', () => {
  it('that is paid becomes an order of the house with its address, prices and note, and eBay learns its parcel', async () => {
    const address = { name: 'Erika Muster', company: 'Muster GmbH', line1: 'Lange Straße 5', city: 'Berlin', zip: '10115', country: 'DE' };
    const order = f.place([{ sku: f.item.sku, qty: 2, price: 1250 }], { note: 'Please ring twice', address });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken', external_no: order.id });
    const [task] = await f.rows('select source, remark, currency, consignee, ordered_at from tasks where id = $1', await f.taskOf(order));
    expect(task).toMatchObject({
      source: `ch:${f.channelId}`,
      remark: 'Please ring twice',
      currency: 'EUR',
      consignee: { name1: 'Muster GmbH', name2: 'Erika Muster', streetName: 'Lange Straße', streetNumber: '5', zip: '10115' },
    });
    expect(task?.['ordered_at']).toEqual(new Date(order.created));
    const lines = await f.rows('select ordered, price::int from task_lines where task_id = $1', await f.taskOf(order));
    expect(lines).toEqual([{ ordered: 2, price: 1250 }]);
    const parcelId = await f.shipAll(order);
    await f.round();
    const [parcel] = await f.rows('select tracking_no, handed_over_at::text as handed_over from parcels where id = $1', parcelId);
    expect(order.fulfilments).toEqual([
      {
        lineItems: [{ lineItemId: order.lines[0]?.id, quantity: 2 }],
        trackingNumber: String(parcel?.['tracking_no']).toUpperCase().replaceAll('-', ''),
        shippingCarrierCode: expect.any(String),
        shippedDate: new Date(String(parcel?.['handed_over'])).toISOString(),
      },
    ]);
    await f.round();
    expect(order.fulfilments).toHaveLength(1);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    expect(f.ebay.mismatches).toEqual([]);
  });

  it('is told parcel by parcel, with the pieces of each', async () => {
    const order = f.place([{ sku: f.item.sku, qty: 3 }]);
    await f.round();
    const [one = '', two = ''] = await f.packInto(await f.taskOf(order), [1, 2]);
    await f.handOver(one);
    await f.round();
    expect(order.fulfilments.map(({ lineItems }) => lineItems[0]?.quantity)).toEqual([1]);
    await f.handOver(two);
    await f.round();
    expect(order.fulfilments.map(({ lineItems }) => lineItems[0]?.quantity)).toEqual([1, 2]);
    expect(f.seller.statusOf(order)).toBe('FULFILLED');
  });

  it('is told once, however many answers are lost', async () => {
    const order = f.place();
    await f.round();
    await f.shipAll(order);
    f.ebay.faults({ dropBefore: 0.1, dropAfter: 0.3, status5xx: 0.05, status429: 0.1, truncate: 0.1 });
    for (let n = 0; n < 60 && order.fulfilments.length === 0; n++) {
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
    }
    f.ebay.faults({});
    await f.round();
    await f.round();
    expect(order.fulfilments).toHaveLength(1);
    expect(await f.rows(`select outcome from channel_due where kind = 'fulfil' and outcome <> 'done'`)).toEqual([]);
  });

  it('that was shipped at eBay by hand is told to a person, not a second time to eBay', async () => {
    const order = f.place();
    await f.round();
    const parcelId = await f.shipAll(order);
    order.fulfilments.push({
      lineItems: [{ lineItemId: order.lines[0]?.id ?? '', quantity: 1 }],
      shippedDate: new Date().toISOString(),
      shippingCarrierCode: 'DHL',
      trackingNumber: '',
    });
    await f.round();
    expect(fulfilled(order)).toEqual(['']);
    expect(await f.rows(`select outcome from channel_due where kind = 'fulfil' and key = $1`, parcelId)).toEqual([{ outcome: 'failed' }]);
  });

  it('whose label is replaced after it was told asks a person to replace the number, which eBay cannot', async () => {
    const order = f.place();
    await f.round();
    const parcelId = await f.shipAll(order);
    await f.round();
    const [told = ''] = fulfilled(order);
    await f.rows(`update parcels set tracking_no = 'NEW-1' where id = $1`, parcelId);
    await f.round();
    await f.round();
    expect(fulfilled(order)).toEqual([told]);
    const [message] = await f.rows(`select text from messages where text like '%NEW-1%' order by created_at desc limit 1`);
    expect(String(message?.['text'])).toContain(told);
    const due = () => f.rows(`select outcome from channel_due where kind = 'track' and key = $1`, parcelId);
    expect(await due()).toEqual([{ outcome: 'failed' }]);
    // Once a person has replaced it, trying again finds it done.
    const [first] = order.fulfilments;
    if (first) first.trackingNumber = 'NEW1';
    await f.rows(`update channel_due set outcome = 'open', tries = 0 where kind = 'track' and key = $1`, parcelId);
    await f.round();
    expect(await due()).toEqual([{ outcome: 'done' }]);
  });

  it('that is not paid is none of ours until it is; one whose money was given back ends', async () => {
    const [waiting, refunded] = [f.place(undefined, { payment: 'PENDING' }), f.place()];
    await f.round();
    expect(await f.orderOf(waiting)).toEqual({});
    expect(await f.orderOf(refunded)).toMatchObject({ state: 'taken' });
    f.seller.change(waiting, { payment: 'PAID' });
    f.seller.change(refunded, { payment: 'FULLY_REFUNDED' });
    await f.round();
    expect(await f.orderOf(waiting)).toMatchObject({ state: 'taken' });
    expect(await f.orderOf(refunded)).toMatchObject({ state: 'cancelled' });
  });

  it('without a parcel is left out: downloads, and what the buyer collects', async () => {
    const orders = [f.place(undefined, { type: 'DIGITAL' }), f.place(undefined, { type: 'PREPARE_FOR_PICKUP' })];
    await f.round();
    for (const order of orders) expect(await f.orderOf(order)).toEqual({});
  });

  it('that eBay sends on from a hub carries the number of the hub in its address', async () => {
    const order = f.place(undefined, { reference: 'REF-77' });
    await f.round();
    const [task] = await f.rows('select consignee from tasks where id = $1', await f.taskOf(order));
    expect(task?.['consignee']).toMatchObject({ addition: expect.stringContaining('REF-77') });
  });

  it('keeps the address that eBay does not tell any more', async () => {
    const order = f.place();
    await f.round();
    f.seller.change(order, { address: null });
    await f.round();
    const [task] = await f.rows('select consignee from tasks where id = $1', await f.taskOf(order));
    expect(task?.['consignee']).toMatchObject({ name1: 'Erika Muster', city: 'Berlin' });
  });

  it('with an unknown SKU is held until it is mapped', async () => {
    const order = f.place([{ sku: 'EBAY-77', qty: 1 }]);
    await f.round();
    const held = await f.orderOf(order);
    expect(held).toMatchObject({ state: 'held', reason: 'unknownSku', detail: 'EBAY-77' });
    const path = `/v0/channelOrders/${String(held['id'])}/map`;
    expect((await f.floor.server.call('POST', path, { itemId: f.item.id }, f.floor.admin)).code).toBe('OK');
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });

  it('is missed by no list, also if orders before it change while the list is read', async () => {
    const all = Array.from({ length: 230 }, () => f.place());
    // Forty orders of the first page leave the window after it was read, so later ones move up.
    f.ebay.state.onList = (offset) => {
      if (offset !== 0) return;
      f.ebay.state.onList = () => {};
      f.seller.clock = 0;
      for (const order of all.slice(0, 40)) f.seller.change(order, {});
      f.seller.clock = -60_000;
    };
    for (let n = 0; n < 30; n++) {
      await f.round();
      const [due] = await f.rows(`select count(*)::int as n from channel_due where kind = 'fetch' and outcome = 'open'`);
      if (due?.['n'] === 0) break;
    }
    const ids = all.map(({ id }) => id);
    const known = await f.rows(`select 1 from channel_orders where channel_id = $1 and external_id = any($2)`, f.channelId, ids);
    expect(known).toHaveLength(230);
    expect(f.ebay.mismatches).toEqual([]);
  }, 90_000);

  it('is fetched by hand by its number, also beside one that eBay does not know', async () => {
    f.seller.clock = -86_400_000;
    const old = f.place();
    f.seller.clock = -60_000;
    await f.round();
    expect(await f.orderOf(old)).toEqual({});
    for (const externalId of [old.id, '12-99999-99999'])
      expect((await f.floor.server.call('POST', `/v0/channels/${f.channelId}/fetch`, { externalId }, f.floor.admin)).code).toBe('OK');
    await f.round();
    expect(await f.orderOf(old)).toMatchObject({ state: 'taken' });
  });
});

describe('a buyer who asks to cancel', () => {
  const answers = (order: { id: string }) => f.rows(`select outcome from channel_due where kind = 'answerCancel' and key = $1`, order.id);
  const textsAbout = (order: { id: string }) => f.rows(`select distinct text from messages where text like $1`, `%${order.id}%`);

  it('before the order was read has it held, with its address; it goes on or ends as the merchant answers at eBay', async () => {
    const [kept, dropped] = [f.place(undefined, { cancel: 'IN_PROGRESS' }), f.place(undefined, { cancel: 'IN_PROGRESS' })];
    await f.round();
    for (const order of [kept, dropped])
      expect(await f.orderOf(order)).toMatchObject({ state: 'held', reason: 'cancelAsked', body: { consignee: { city: 'Berlin' } } });
    // Nobody takes it meanwhile, also not by trying again.
    const path = `/v0/channelOrders/${String((await f.orderOf(kept))['id'])}/retry`;
    await f.floor.server.call('POST', path, undefined, f.floor.admin);
    expect(await f.orderOf(kept)).toMatchObject({ state: 'held' });
    f.seller.change(kept, { cancel: 'NONE_REQUESTED' });
    f.seller.change(dropped, { cancel: 'CANCELED' });
    await f.round();
    expect(await f.orderOf(kept)).toMatchObject({ state: 'taken', reason: null });
    expect(await f.orderOf(dropped)).toMatchObject({ state: 'cancelled' });
  });

  it('before picking has it cancelled, and the merchant is asked to approve it at eBay, where it moves money', async () => {
    const order = f.place();
    await f.round();
    f.seller.change(order, { cancel: 'IN_PROGRESS' });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'cancelled' });
    expect(await answers(order)).toEqual([{ outcome: 'failed' }]);
    expect(await textsAbout(order)).toMatchObject([{ text: expect.stringContaining('Approve') }]);
    f.seller.change(order, { cancel: 'CANCELED' });
    await f.round();
    expect(await answers(order)).toEqual([{ outcome: 'done' }]);
  });

  it('and is refused at eBay after it was cancelled here is told to people: the order is not lost without a word', async () => {
    const order = f.place();
    await f.round();
    f.seller.change(order, { cancel: 'IN_PROGRESS' });
    await f.round();
    f.seller.change(order, { cancel: 'NONE_REQUESTED' });
    await f.round();
    await f.round();
    expect(await f.messages(`${order.id} is wanted%`)).toBe(1);
  });

  it('after it was shipped is declined by the merchant at eBay, who gets the tracking number', async () => {
    const order = f.place();
    await f.round();
    const parcelId = await f.shipAll(order);
    f.seller.change(order, { cancel: 'IN_PROGRESS' });
    await f.round();
    const [parcel] = await f.rows('select tracking_no from parcels where id = $1', parcelId);
    expect(order.fulfilments).toHaveLength(1);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    expect(await answers(order)).toEqual([{ outcome: 'failed' }]);
    expect(await textsAbout(order)).toMatchObject([{ text: expect.stringContaining(String(parcel?.['tracking_no'])) }]);
  });
});

import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../../server/core/db/client.ts';
import { workDue } from '../../server/modules/channels/due.ts';
import { HOST, openShopFloor, type ShopFloor } from '../support/shop-floor.ts';

/** A Shopify shop for which the house is a fulfilment service: orders come in, parcels and answers go out. */

let f: ShopFloor;
beforeAll(async () => {
  f = await openShopFloor();
});
afterAll(() => f.close());
beforeEach(() => f.shopify.faults({}));

describe('an order', () => {
  it('becomes an order of the house, is accepted in the shop, and is told as shipped with its tracking number', async () => {
    const order = f.place('#1001', [{ sku: f.item.sku, qty: 2 }], { note: 'Please ring twice', destination: { company: 'Muster GmbH' } });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken', external_no: '#1001' });
    expect(order.requestStatus).toBe('ACCEPTED');
    const [task] = await f.rows(`select source, ref_order_id, remark, consignee from tasks where id = $1`, await f.taskOf(order));
    expect(task).toMatchObject({
      source: `ch:${f.channelId}`,
      ref_order_id: '#1001',
      remark: 'Please ring twice',
      consignee: { name1: 'Muster GmbH', name2: 'Erika Muster', streetName: 'Lange Straße', streetNumber: '5', country: 'DE' },
    });
    await f.shipAll(order);
    await f.round();
    expect(order.fulfilments).toMatchObject([
      { numbers: [expect.stringMatching(/^TR-/)], lines: [{ id: order.lines[0]?.id, quantity: 2 }] },
    ]);
    expect(order.status).toBe('CLOSED');
    await f.round();
    expect(order.fulfilments).toHaveLength(1);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    const [line] = await f.rows(
      `select l.told from channel_lines l join channel_orders o on o.id = l.order_id where o.channel_id = $1 and o.external_no = '#1001'`,
      f.channelId,
    );
    expect(line).toEqual({ told: 2 });
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('is told parcel by parcel with exact quantities, also when two leave at once', async () => {
    const order = f.place('#1002', [{ sku: f.item.sku, qty: 3 }]);
    await f.round();
    const taskId = await f.taskOf(order);
    const parcels = await f.packInto(taskId, [1, 2]);
    for (const parcelId of parcels) await f.handOver(parcelId);
    await f.round();
    expect(order.fulfilments.map(({ lines }) => lines[0]?.quantity)).toEqual([1, 2]);
    expect(new Set(order.fulfilments.flatMap(({ numbers }) => numbers)).size).toBe(2);
    expect(order.status).toBe('CLOSED');
  });

  it('whose label is replaced after it was told gets its new number there, and is fulfilled once', async () => {
    const order = f.place('#1020', [{ sku: f.item.sku, qty: 2 }]);
    await f.round();
    const parcelId = await f.shipAll(order);
    await f.round();
    const [told] = order.fulfilments;
    const before = told?.numbers[0];
    // A new label has no number until it is bought.
    for (const no of ['', 'NEW-1020']) {
      await f.rows(`update parcels set tracking_no = $2 where id = $1`, parcelId, no);
      await f.round();
      expect(order.fulfilments).toEqual([expect.objectContaining({ id: told?.id, numbers: [no || before] })]);
    }
    await f.round();
    expect(f.shopify.count('Track')).toBe(1);
    // The label was replaced while nobody knew whether the shop was told.
    await f.rows(`update channel_due set outcome = 'open' where key = $1 and kind = 'fulfil'`, parcelId);
    await f.rows(`delete from channel_due where key = $1 and kind = 'track'`, parcelId);
    await f.rows(`update channel_lines l set told = 0 from channel_orders o where o.id = l.order_id and o.external_no = '#1020'`);
    await f.rows(`update parcels set tracking_no = 'NEWER-1020' where id = $1`, parcelId);
    await f.round();
    expect(order.fulfilments.map(({ numbers }) => numbers)).toEqual([['NEWER-1020']]);
    const [line] = await f.rows(
      `select l.told from channel_lines l join channel_orders o on o.id = l.order_id where o.channel_id = $1 and o.external_no = '#1020'`,
      f.channelId,
    );
    expect(line).toEqual({ told: 2 });
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('is told and accepted by the work on shops alone: the job that takes corrected orders leaves calls to shops open', async () => {
    const keys = [crypto.randomUUID(), '4711'];
    await f.rows(`insert into channel_due (channel_id, kind, key) values ($1, 'fulfil', $2), ($1, 'fetch', $3)`, f.channelId, ...keys);
    await workDue({ db: createDb(f.floor.server.pool), log: pino({ level: 'silent' }) });
    const left = await f.rows(
      `delete from channel_due where channel_id = $1 and key = any($2) returning outcome, tries`,
      f.channelId,
      keys,
    );
    expect(left).toEqual([
      { outcome: 'open', tries: 0 },
      { outcome: 'open', tries: 0 },
    ]);
  });

  it('with an unknown SKU is accepted and held, and goes on as soon as a person says which item it is', async () => {
    const order = f.place('#1003', [
      { sku: null, qty: 1, title: 'Gift card tea' },
      { sku: f.item.sku, qty: 1, requiresShipping: false },
    ]);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'held', reason: 'unknownSku', detail: 'Gift card tea' });
    expect(order.requestStatus).toBe('ACCEPTED');
    const { id } = await f.orderOf(order);
    const body = { itemId: f.item.id, sku: 'Gift card tea' };
    expect((await f.floor.server.call('POST', `/v0/channelOrders/${String(id)}/map`, body, f.floor.admin)).code).toBe('OK');
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
  });

  it('without anything to ship, not asked for, on hold or already closed is none of ours', async () => {
    const digital = f.place('#1004', [{ sku: f.item.sku, qty: 1, requiresShipping: false }]);
    const unasked = f.place('#1005', undefined, { requestStatus: 'UNSUBMITTED' });
    const [closed, onHold] = [f.place('#1006'), f.place('#1007')];
    f.shop.change(closed, { status: 'CLOSED', requestStatus: 'CLOSED' });
    f.shop.change(onHold, { status: 'ON_HOLD' });
    await f.round();
    for (const order of [digital, unasked, closed, onHold]) expect(await f.orderOf(order)).toEqual({});
    expect(onHold.requestStatus).toBe('SUBMITTED');
    f.shop.change(onHold, { status: 'OPEN' });
    await f.round();
    expect(await f.orderOf(onHold)).toMatchObject({ state: 'taken' });
  });

  it('whose way of shipping has no carrier is held, unless the channel says which one is for all', async () => {
    const order = f.place('#1008', undefined, { delivery: 'Express before noon' });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'held', reason: 'noCarrier', detail: 'Express before noon' });
    const [carrier] = await f.rows(`select code from carriers where active and deleted_at is null order by code limit 1`);
    await f.rows(`update channels set mapping = jsonb_build_object('*', $2::text) where id = $1`, f.channelId, carrier?.['code']);
    const other = f.place('#1009', undefined, { delivery: 'Standard' });
    await f.round();
    expect(await f.orderOf(other)).toMatchObject({ state: 'taken' });
    await f.rows(`update channels set mapping = '{}' where id = $1`, f.channelId);
  });

  it('that has more lines than one page is read to its end', async () => {
    const lines = Array.from({ length: 140 }, () => ({ sku: f.item.sku, qty: 1 }));
    const order = f.place('#1010', lines);
    await f.round();
    const { body } = await f.orderOf(order);
    expect((body as { lines: unknown[] }).lines).toHaveLength(140);
  });

  it('can hold whatever a customer wrote: what is too long is cut, and a wrong address waits for a person', async () => {
    const order = f.place('#1011', [{ sku: 'x'.repeat(200), qty: 1 }], {
      // Zero-width and direction characters come along when a text is pasted.
      note: `\u200b\u202e${'n'.repeat(5000)}`,
      destination: { firstName: 'f'.repeat(300), address1: 'a'.repeat(300), zip: '1', email: 'not an address', countryCode: null },
    });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'held' });
  });
});

describe('a change in the shop', () => {
  it('before picking is applied; after picking has begun people are told once and the order goes on', async () => {
    const order = f.place('#2001', [{ sku: f.item.sku, qty: 1 }]);
    await f.round();
    Object.assign(order.lines[0] as object, { total: 2, remaining: 2 });
    f.shop.touch(order);
    await f.round();
    const taskId = await f.taskOf(order);
    expect(await f.rows(`select ordered from task_lines where task_id = $1`, taskId)).toEqual([{ ordered: 2 }]);
    await f.floor.pickAll(taskId);
    Object.assign(order.lines[0] as object, { total: 5, remaining: 5 });
    f.shop.touch(order);
    await f.round();
    await f.round();
    expect(await f.rows(`select ordered from task_lines where task_id = $1`, taskId)).toEqual([{ ordered: 2 }]);
    expect(await f.messages('#2001 was changed%')).toBe(1);
    const { id } = await f.orderOf(order);
    const links = await f.rows(`select distinct link from messages where title like '#2001 was changed%' order by link`);
    expect(links.map(({ link }) => link)).toContain(`/eEP/channel-orders/${String(id)}`);
  });

  it('a wish to cancel is granted before picking, decided by the warehouse after it, and refused with the number after shipping', async () => {
    const [early, middle, late] = [f.place('#2002'), f.place('#2003'), f.place('#2004')];
    await f.round();
    const middleTask = await f.taskOf(middle);
    await f.floor.pickAll(middleTask);
    await f.shipAll(late);
    for (const order of [early, middle, late])
      f.shop.change(order, { requestStatus: 'CANCELLATION_REQUESTED', cancelMessage: 'Ordered twice' });
    await f.round();
    expect(await f.orderOf(early)).toMatchObject({ state: 'cancelled' });
    expect([early.requestStatus, early.status]).toEqual(['CANCELLATION_ACCEPTED', 'CANCELLED']);
    expect(await f.orderOf(middle)).toMatchObject({ state: 'cancelAsked' });
    expect(middle.requestStatus).toBe('CANCELLATION_REQUESTED');
    expect(late.requestStatus).toBe('CANCELLATION_REJECTED');
    expect(late.cancelMessage).toMatch(/^The order was shipped: TR-/);
    expect((await f.floor.command(middleTask, 'denyCancel', { reason: 'On the belt' })).code).toBe('OK');
    await f.round();
    expect(middle.requestStatus).toBe('CANCELLATION_REJECTED');
    await f.round();
    expect(await f.orderOf(middle)).toMatchObject({ state: 'taken' });
    // The parcel that waited for the answer is told now.
    expect(late.fulfilments).toHaveLength(1);
    expect((await f.orderOf(early))['task_id']).not.toBeNull();
  });

  it('an order that was moved, closed or deleted there is cancelled here, and never twice', async () => {
    const [moved, deleted] = [f.place('#2005'), f.place('#2006')];
    await f.round();
    f.shop.change(moved, { location: 'gid://shopify/Location/999' });
    f.shop.orders.delete(deleted.id);
    for (const order of [moved, deleted])
      await f.rows(
        `insert into channel_due (channel_id, kind, key) values ($1, 'fetch', $2) on conflict (channel_id, kind, key) do update set outcome = 'open'`,
        f.channelId,
        order.id.split('/').pop(),
      );
    await f.round();
    expect([(await f.orderOf(moved))['state'], (await f.orderOf(deleted))['state']]).toEqual(['cancelled', 'cancelled']);
  });

  it('an order that the shop divides after it was taken keeps what stays with it, and the rest comes as an order of its own', async () => {
    const order = f.place('#2008', [{ sku: f.item.sku, qty: 5 }]);
    await f.round();
    Object.assign(order.lines[0] as object, { total: 3, remaining: 3 });
    f.shop.touch(order);
    const rest = f.place('#2008', [{ sku: f.item.sku, qty: 2 }]);
    await f.round();
    const ordered = async (one: typeof order) =>
      (await f.rows(`select ordered from task_lines where task_id = $1`, await f.taskOf(one))).map((line) => line['ordered']);
    expect([await ordered(order), await ordered(rest)]).toEqual([[3], [2]]);
    for (const one of [order, rest]) await f.shipAll(one);
    await f.round();
    expect([order, rest].map(({ status, fulfilments }) => [status, fulfilments.length])).toEqual([
      ['CLOSED', 1],
      ['CLOSED', 1],
    ]);
  });

  it('a wish to cancel what is packed is decided by the warehouse', async () => {
    const order = f.place('#2009');
    await f.round();
    const taskId = await f.taskOf(order);
    const [parcelId] = await f.packInto(taskId, [1]);
    f.shop.change(order, { requestStatus: 'CANCELLATION_REQUESTED', cancelMessage: 'Too late?' });
    await f.round();
    expect([(await f.orderOf(order))['state'], order.requestStatus]).toEqual(['cancelAsked', 'CANCELLATION_REQUESTED']);
    expect((await f.floor.command(taskId, 'denyCancel', { reason: 'Packed' })).code).toBe('OK');
    await f.round();
    expect([order.requestStatus, order.cancelMessage]).toEqual(['CANCELLATION_REJECTED', 'The order is being packed.']);
    await f.handOver(String(parcelId));
    await f.round();
    expect(order.fulfilments).toHaveLength(1);
  });

  it('pieces that were shipped there by hand are not told again: a person is', async () => {
    const order = f.place('#2007');
    await f.round();
    Object.assign(order.lines[0] as object, { remaining: 0 });
    await f.shipAll(order);
    await f.round();
    expect(order.fulfilments).toEqual([]);
    const [due] = await f.rows(
      `select outcome, error from channel_due where kind = 'fulfil' and channel_id = $1 and outcome <> 'done'`,
      f.channelId,
    );
    expect(due).toMatchObject({ outcome: 'failed', error: expect.stringContaining('by hand') });
    expect(await f.messages(`${HOST} could not be told%`)).toBe(1);
    await f.rows(`update channel_due set outcome = 'done' where channel_id = $1 and outcome = 'failed'`, f.channelId);
  });
});

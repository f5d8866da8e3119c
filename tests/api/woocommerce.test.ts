import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** A WooCommerce shop for which the house ships: orders come in, parcels and stock go out. */

let f: WooFloor;
beforeAll(async () => {
  f = await openWooFloor();
});
afterAll(() => f.close());
beforeEach(() => {
  f.woo.faults({});
  f.woo.state.onList = () => {};
});

const place = (lines = [{ sku: f.item.sku, qty: 1 }], more = {}) => f.woo.place({ lines, ...more });
const parcelsOf = (order: { meta: { key: string; value: unknown }[] }) =>
  (order.meta.find(({ key }) => key === '_kontor_parcels')?.value ?? []) as { no: string; lines: Record<string, number> }[];

describe('an order', () => {
  it('that is paid becomes an order of the house; the shop learns its parcel, the customer the tracking number', async () => {
    const order = place([{ sku: f.item.sku, qty: 2 }], { note: 'Please ring twice', shipping: { company: 'Muster GmbH' }, number: 'W-77' });
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken', external_no: 'W-77' });
    const [task] = await f.rows(`select source, remark, consignee from tasks where id = $1`, await f.taskOf(order));
    expect(task).toMatchObject({
      source: `ch:${f.channelId}`,
      remark: 'Please ring twice',
      consignee: { name1: 'Muster GmbH', name2: 'Erika Muster', streetName: 'Lange Straße', streetNumber: '5', email: 'erika@example.org' },
    });
    await f.shipAll(order);
    await f.round();
    expect(order.status).toBe('completed');
    expect(parcelsOf(order)).toMatchObject([{ no: expect.stringMatching(/^TR-/), lines: { [String(order.lines[0]?.id)]: 2 } }]);
    expect(order.notes).toMatchObject([{ customer: true, note: expect.stringContaining(parcelsOf(order)[0]?.no ?? '–') }]);
    expect(order.notes[0]?.note).toContain('Sendungsnummer');
    await f.round();
    expect(order.notes).toHaveLength(1);
    expect(await f.orderOf(order)).toMatchObject({ state: 'done' });
    expect(f.woo.mismatches).toEqual([]);
  });

  it('that is paid at the door names the amount that the carrier collects', async () => {
    const order = place(undefined, { collected: { total: '49.90', currency: 'EUR' } });
    await f.round();
    const [task] = await f.rows('select delivery_services, cod_amount::int, currency from tasks where id = $1', await f.taskOf(order));
    expect(task).toEqual({ delivery_services: ['cashOnDelivery'], cod_amount: 4990, currency: 'EUR' });
  });

  it('is completed with its last parcel, not with its first', async () => {
    const order = place([{ sku: f.item.sku, qty: 3 }]);
    await f.round();
    const [one = '', two = ''] = await f.packInto(await f.taskOf(order), [1, 2]);
    await f.handOver(one);
    await f.round();
    expect([order.status, parcelsOf(order).length]).toEqual(['processing', 1]);
    await f.handOver(two);
    await f.round();
    expect([order.status, parcelsOf(order).length, order.notes.length]).toEqual(['completed', 2, 2]);
  });

  it('whose label is replaced after it was told keeps its parcel with the new number, and the customer learns it', async () => {
    const order = place([{ sku: f.item.sku, qty: 2 }]);
    await f.round();
    const parcelId = await f.shipAll(order);
    await f.round();
    const [told] = parcelsOf(order);
    await f.rows(`update parcels set tracking_no = 'NEW-1' where id = $1`, parcelId);
    await f.round();
    await f.round();
    expect(parcelsOf(order)).toEqual([{ ...told, no: 'NEW-1' }]);
    expect(order.notes.filter(({ customer, note }) => customer && note.includes('NEW-1'))).toHaveLength(1);
    expect(order.status).toBe('completed');
    expect(f.woo.mismatches).toEqual([]);
  });

  it('is told once, however many answers are lost', async () => {
    const order = place();
    await f.round();
    await f.shipAll(order);
    f.woo.faults({ dropBefore: 0.1, dropAfter: 0.3, status5xx: 0.05, status429: 0.1, truncate: 0.1 });
    for (let n = 0; n < 60 && parcelsOf(order).length === 0; n++) {
      await f.rows(`update channel_due set tries = 0 where outcome = 'open'`);
      await f.round();
    }
    f.woo.faults({});
    await f.round();
    await f.round();
    expect([order.status, parcelsOf(order).length, order.notes.length]).toEqual(['completed', 1, 1]);
  });

  it('that is not paid, or cancelled before picking, is none of ours', async () => {
    const [waiting, cancelled] = [place(undefined, { status: 'on-hold' }), place()];
    await f.round();
    expect(await f.orderOf(waiting)).toEqual({});
    expect(await f.orderOf(cancelled)).toMatchObject({ state: 'taken' });
    f.woo.change(waiting, { status: 'processing' });
    f.woo.change(cancelled, { status: 'cancelled' });
    await f.round();
    expect(await f.orderOf(waiting)).toMatchObject({ state: 'taken' });
    expect(await f.orderOf(cancelled)).toMatchObject({ state: 'cancelled' });
  });

  it('leaves out what is virtual and what was refunded', async () => {
    f.woo.addProduct('voucher', null, { virtual: true });
    const order = place([
      { sku: 'voucher', qty: 1 },
      { sku: f.item.sku, qty: 3 },
    ]);
    const digital = place([{ sku: 'voucher', qty: 1 }]);
    f.woo.refund(order, 1, 1);
    await f.round();
    const lines = await f.rows(`select ordered from task_lines where task_id = $1`, await f.taskOf(order));
    expect(lines).toEqual([{ ordered: 2 }]);
    expect(await f.orderOf(digital)).toEqual({});
    await f.shipAll(order);
    await f.round();
    expect(order.status).toBe('completed');
  });

  it('that was deleted in the shop without a notice is found within half a day', async () => {
    const order = place();
    await f.round();
    f.woo.remove(order);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    await f.rows(`update shop_connections set prepared_at = now() - interval '13 hours'`);
    await f.rows(`update channel_due set due_at = now() - interval '13 hours' where kind = 'fetch' and outcome <> 'open'`);
    await f.round();
    expect(await f.orderOf(order)).toMatchObject({ state: 'cancelled' });
  });

  it('is missed by no list, also if orders before it change while the list is read', async () => {
    const all = Array.from({ length: 130 }, () => place());
    // Forty orders of the first page leave the window after it was read, so later ones move up.
    f.woo.state.onList = (page) => {
      if (page !== 1) return;
      f.woo.state.onList = () => {};
      f.woo.state.clock = 0;
      for (const order of all.slice(0, 40)) f.woo.change(order, {});
      f.woo.state.clock = -60_000;
    };
    await f.round();
    for (let n = 0; n < 20; n++) {
      const [due] = await f.rows(`select count(*)::int as n from channel_due where kind = 'fetch' and outcome = 'open'`);
      if (due?.['n'] === 0) break;
      await f.round();
    }
    const [known] = await f.rows(
      `select count(*)::int as n from channel_orders where channel_id = $1 and external_id = any($2)`,
      f.channelId,
      all.map(({ id }) => String(id)),
    );
    expect(known).toEqual({ n: 130 });
    expect(f.woo.mismatches).toEqual([]);
  }, 60_000);
});

describe('a notice', () => {
  const send = (path: string, text: string, headers: Record<string, string>) =>
    fetch(`${f.floor.server.url}${path}`, { method: 'POST', body: text, headers });

  it('leads to its order; a wrong signature learns nothing, and the question of a new webhook is answered', async () => {
    expect(f.woo.hooks.map(({ topic }) => topic)).toEqual(['order.created', 'order.updated', 'order.deleted']);
    const path = `/v0/shops/woocommerce/${f.channelId}/notices`;
    const good = f.woo.notice({ id: 4711, name: 'Größe' });
    expect((await send(path, good.text, good.headers)).status).toBe(200);
    const due = () => f.rows(`select key from channel_due where channel_id = $1 and kind = 'fetch' and outcome = 'open'`, f.channelId);
    expect(await due()).toEqual([{ key: '4711' }]);
    const bad = f.woo.notice({ id: 4712 }, 'another-secret-altogether');
    const answers = [await send(path, bad.text, bad.headers), await send(path, good.text, { 'content-type': 'application/json' })];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect((await send(path, 'webhook_id=12', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(200);
    expect(await due()).toEqual([{ key: '4711' }]);
    await f.round();
    expect(await due()).toEqual([]);
  });

  it('is ordered again after the shop switched it off', async () => {
    for (const hook of f.woo.hooks) hook.status = 'disabled';
    await f.rows(`update shop_connections set prepared_at = null`);
    await f.round();
    expect(f.woo.hooks.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
  });
});

describe('by hand', () => {
  const act = (name: string, body?: object) => f.floor.server.call('POST', `/v0/channels/${f.channelId}/${name}`, body, f.floor.admin);

  it('an order is fetched by its id, failed calls are made again, and stock is compared at once', async () => {
    f.woo.state.clock = -86_400_000;
    const old = place();
    f.woo.state.clock = -60_000;
    await f.round();
    expect(await f.orderOf(old)).toEqual({});
    expect((await act('fetch', { externalId: String(old.id) })).code).toBe('OK');
    await f.rows(`insert into channel_due (channel_id, kind, key, outcome, error) values ($1, 'fetch', '1', 'failed', 'x')`, f.channelId);
    expect((await act('retry')).code).toBe('OK');
    const before = f.woo.count('GET products');
    expect((await act('compare')).code).toBe('OK');
    await f.round();
    expect(await f.orderOf(old)).toMatchObject({ state: 'taken' });
    expect(await f.rows(`select outcome from channel_due where channel_id = $1 and key = '1'`, f.channelId)).toEqual([{ outcome: 'done' }]);
    expect(f.woo.count('GET products')).toBeGreaterThan(before);
  });
});

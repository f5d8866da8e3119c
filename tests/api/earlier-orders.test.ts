import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EarlierOrders } from '#contract/channels/earlier-orders';
import { addDays, houseToday } from '#contract/core/house-day';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** Orders from before a shop was connected. */

let f: WooFloor;
beforeAll(async () => {
  f = await openWooFloor();
  // The server may call the shop when somebody asks, while rounds are still made by the test alone.
  Object.assign(f.floor.server.config, { SHOP_ADDRESSES: 'any' });
});
afterAll(() => f.close());

const DAY = 86_400_000;
const placedBefore = (days: number) => {
  f.woo.state.clock = -days * DAY;
  const order = f.woo.place({ lines: [{ sku: f.item.sku, qty: 1 }] });
  f.woo.state.clock = -60_000;
  return order;
};
const daysAgo = (days: number): string => addDays(houseToday(), -days);
const period = () => ({ from: daysAgo(10), until: daysAgo(4) });
const count = (days = period(), token = f.floor.admin) =>
  f.floor.server.call<EarlierOrders>(
    'GET',
    `/v0/channels/${f.channelId}/earlierOrders?from=${days.from}&until=${days.until}`,
    undefined,
    token,
  );
const fetchThem = (days = period()) =>
  f.floor.server.call<EarlierOrders>('POST', `/v0/channels/${f.channelId}/earlierOrders`, days, f.floor.admin);

describe('orders from before the connection', () => {
  it('are counted, and fetched only when somebody asks for them; those outside the days stay in the shop', async () => {
    const [tooOld, first, second, tooNew] = [20, 9, 5, 2].map(placedBefore);
    const shipped = placedBefore(6);
    if (!tooOld || !first || !second || !tooNew) throw new Error('four orders were placed');
    shipped.status = 'completed';
    await f.round();
    for (const order of [tooOld, first, second, tooNew, shipped]) expect(await f.orderOf(order)).toEqual({});
    expect((await count()).data).toEqual({ missing: 2, known: 0 });
    await f.round();
    expect(await f.orderOf(first)).toEqual({});

    expect((await fetchThem()).data).toEqual({ missing: 2, known: 0 });
    await f.round();
    for (const order of [first, second]) expect(await f.orderOf(order)).toMatchObject({ state: 'taken' });
    for (const order of [tooOld, tooNew, shipped]) expect(await f.orderOf(order)).toEqual({});
    expect((await count()).data).toEqual({ missing: 0, known: 2 });
    expect((await fetchThem()).data).toEqual({ missing: 0, known: 2 });
    await f.round();
    expect(await f.rows('select count(*)::int as n from tasks where source = $1', `ch:${f.channelId}`)).toEqual([{ n: 2 }]);
  });

  it('are refused in a sentence for days that end before they begin, a shop that does not answer, and one that is not connected', async () => {
    expect(await count({ from: daysAgo(4), until: daysAgo(5) })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'until', rule: 'beforeStart' }],
    });
    f.woo.faults({ status5xx: 1 });
    expect(await count()).toMatchObject({ code: 'StateRefused', data: 'channels.refusals.shopUnreachable' });
    f.woo.faults({});
    await f.rows(`update channels set state = 'failed' where id = $1`, f.channelId);
    expect(await count()).toMatchObject({ code: 'StateRefused', data: 'channels.refusals.notConnected' });
    await f.rows(`update channels set state = 'connected' where id = $1`, f.channelId);
  });

  it('are refused with the way out where the shop takes our sign-in no more: the channel asks to be connected again, and people are told once', async () => {
    const { secret } = f.woo.keys;
    f.woo.keys.secret = 'cs_revoked';
    expect(await fetchThem()).toMatchObject({ code: 'StateRefused', data: 'channels.refusals.shopSignIn' });
    expect(await f.rows('select state, last_event from channels where id = $1', f.channelId)).toEqual([
      { state: 'failed', last_event: 'signInAgain' },
    ]);
    expect((await count()).data).toBe('channels.refusals.notConnected');
    const told = await f.rows(
      `select m.text from messages m join users u on u.id = m.to_id where u.account = 'manager@kontor.example' and m.link = '/eEP/channels/' || $1`,
      f.channelId,
    );
    expect(told).toEqual([{ text: expect.stringContaining('connect it again') }]);
    f.woo.keys.secret = secret;
    await f.rows(`update channels set state = 'connected' where id = $1`, f.channelId);
  });

  it('are asked for by the merchant of the shop, and by no other', async () => {
    const merchant = await f.floor.server.signIn('merchant');
    expect((await count(period(), merchant)).code).toBe('OK');
    await f.rows(
      `update channels set merchant_id = (select m.id from merchants m where m.id <> channels.merchant_id limit 1) where id = $1`,
      f.channelId,
    );
    expect((await count(period(), merchant)).code).toBe('NotFound');
  });
});

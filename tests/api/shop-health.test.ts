import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Related } from '#contract/core/related';
import type { Floor } from '../support/floor.ts';
import { HOST, openShopFloor, type ShopFloor } from '../support/shop-floor.ts';
import { openWooFloor, type WooFloor } from '../support/woo-floor.ts';

/** What the page of a channel says of its connection: whether the notices of the shop arrive, and what is left of the limit of calls. */

const factsOf = async ({ floor, channelId }: { floor: Floor; channelId: string }, token = floor.admin) => {
  const { data } = await floor.server.call<Related>('GET', `/v0/channels/${channelId}/related`, undefined, token);
  const ofSection = data.facts.filter(({ section }) => section !== undefined);
  expect(data.facts.length - ofSection.length).toBeLessThanOrEqual(5);
  return new Map(ofSection.map((fact) => [fact.key, fact]));
};

describe('WooCommerce', () => {
  let f: WooFloor;
  beforeAll(async () => {
    f = await openWooFloor();
  });
  afterAll(() => f.close());
  const notices = async () => (await factsOf(f)).get('notices');
  const send = async (body: object, secret?: string): Promise<number> => {
    const { text, headers } = f.woo.notice(body, secret);
    return (await fetch(`${f.floor.server.url}/v0/shops/woocommerce/${f.channelId}/notices`, { method: 'POST', body: text, headers }))
      .status;
  };

  it('says that no notice came yet, and shows no limit of calls, because the platform names none', async () => {
    expect(await notices()).toMatchObject({ section: 'access', value: 'none', note: { text: 'channels.facts.firstNoticeNote' } });
    expect((await factsOf(f)).has('budget')).toBe(false);
  });

  it('says since when none came once a new order is found without one, and keeps that time', async () => {
    f.woo.place({ lines: [{ sku: f.item.sku, qty: 1 }] });
    await f.round();
    const found = await notices();
    expect(found).toMatchObject({ label: 'channels.facts.noNotices', meaning: 'wait', note: { text: 'channels.facts.noNoticesNote' } });
    f.woo.place({ lines: [{ sku: f.item.sku, qty: 1 }] });
    await f.round();
    expect((await notices())?.value).toBe(found?.value);
  });

  it('is healthy again with the next notice that is surely of the shop', async () => {
    expect(await send({ id: 4711 }, 'another-secret-altogether')).toBe(401);
    expect((await notices())?.label).toBe('channels.facts.noNotices');
    const order = f.woo.place({ lines: [{ sku: f.item.sku, qty: 1 }] });
    expect(await send({ id: order.id })).toBe(200);
    const [row] = await f.rows('select noticed_at, unnoticed_since from shop_connections where channel_id = $1', f.channelId);
    expect(row).toEqual({ noticed_at: expect.anything(), unnoticed_since: null });
    const fact = await notices();
    expect(fact).toMatchObject({ label: 'channels.facts.notices', spec: { kind: 'instant', relative: true } });
    expect(fact).not.toHaveProperty('meaning');
    // An order of which a notice came is none that was found without one, also where it is read later.
    await f.round();
    expect((await notices())?.label).toBe('channels.facts.notices');
  });

  it('shows what a shop says of a limit in the headers of its answers', async () => {
    f.woo.state.limit = { left: 3, most: 60 };
    await f.round();
    expect((await factsOf(f)).get('budget')).toMatchObject({
      section: 'access',
      value: 3,
      meaning: 'wait',
    });
    expect((await factsOf(f)).get('budgetMost')).toMatchObject({ section: 'access', value: 60 });
  });
});

describe('Shopify', () => {
  let f: ShopFloor;
  beforeAll(async () => {
    f = await openShopFloor();
  });
  afterAll(() => f.close());

  it('shows the points that are left by its last answer, and asks nothing for that', async () => {
    // Hardly any points come back, so that only what the calls cost is missing.
    Object.assign(f.shopify.state, { isMetered: true, plan: { most: 2000, rate: 0.001 } });
    f.shopify.setPoints(HOST, 1234);
    await f.round();
    const { currentlyAvailable } = f.shopify.state.told;
    expect(currentlyAvailable).toBeGreaterThan(900);
    expect(currentlyAvailable).toBeLessThan(1234);
    const before = f.shopify.calls.length;
    const facts = await factsOf(f);
    expect([facts.get('budget')?.value, facts.get('budgetMost')?.value, facts.get('budget')?.meaning]).toEqual([
      currentlyAvailable,
      2000,
      undefined,
    ]);
    f.shopify.state.isMetered = false;
    expect(f.shopify.calls.length).toBe(before);
  });

  it('does not count orders from before notices were ordered, nor changes that Kontor made itself', async () => {
    const order = f.place('#1');
    await f.round();
    expect((await factsOf(f)).get('notices')?.label).toBe('channels.facts.noNotices');
    await f.rows('update shop_connections set unnoticed_since = null');
    await f.shipAll(order);
    await f.round();
    await f.round();
    expect((await factsOf(f)).get('notices')?.value).toBe('none');
    await f.rows('update shop_connections set read_to = null where channel_id = $1', f.channelId);
    f.place('#2');
    await f.round();
    expect((await factsOf(f)).get('notices')?.value).toBe('none');
  });

  it('says why the rest of a partially shipped order stays open where it cannot be closed', async () => {
    const make = async (kind: string, more: object) => {
      const body = { merchantId: f.floor.house.merchantId, name: kind, kind, ...more };
      return (await f.floor.server.call<{ id: string }>('POST', '/v0/channels', body, f.floor.admin)).data.id;
    };
    const restAt = async (channelId: string) => (await factsOf({ floor: f.floor, channelId })).get('rest')?.note?.text;
    expect(await restAt(await make('ebay', {}))).toBe('channels.facts.restOnEbay');
    expect(await restAt(await make('shopify', { shop: 'own.myshopify.com', ownLocation: 'Main street' }))).toBe(
      'channels.facts.restOfLocation',
    );
    expect(await restAt(f.channelId)).toBeUndefined();
  });
});

import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_DETAILS } from '../../server/modules/channels/shops/platform.ts';
import { OPERATIONS, POINTS } from '../../server/modules/channels/shops/shopify/operations.ts';
import { pointsOf } from '../stand-ins/shopify-cost.ts';
import { shopifySchemas } from '../stand-ins/shopify-schema.ts';
import { HOST, openShopFloor, type ShopFloor } from '../support/shop-floor.ts';

/** Shopify counts calls in points: a call is refused that may cost more than the shop has left, and 100 come back each second. */

const { restated, published } = shopifySchemas();
const MOST_OF_A_CALL = 1_000;

describe('the points of a call', () => {
  it.each(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])(
    '%s are those of the published rules, and fewer than a call may cost',
    (name) => {
      const ids = Array.from({ length: MOST_DETAILS }, (_, n) => `gid://shopify/FulfillmentOrder/${n}`);
      for (const schema of [restated, published]) if (schema) expect(pointsOf(schema, parse(OPERATIONS[name]), { ids })).toBe(POINTS[name]);
      expect(POINTS[name]).toBeLessThanOrEqual(MOST_OF_A_CALL);
    },
  );

  it('are counted by what an answer holds, once it is there', () => {
    const document = parse(OPERATIONS.fulfilled);
    const line = { id: 'l', remainingQuantity: 1 };
    const fulfilment = { id: 'f', status: 'SUCCESS', trackingInfo: [{ number: '1' }] };
    const order = { id: 'o', lineItems: { nodes: [line, line] }, fulfillments: { nodes: [fulfilment] } };
    // The order 1; two lines and 2 for their list; a fulfilment with a number, and 2 for their list.
    expect(pointsOf(restated, document, {}, { fulfillmentOrder: order })).toBe(1 + 4 + 4);
    expect(pointsOf(restated, document, {}, { fulfillmentOrder: null })).toBe(0);
  });
});

describe('a shop with few points', () => {
  let f: ShopFloor;
  beforeAll(async () => {
    f = await openShopFloor();
  });
  afterAll(() => f.close());

  it('is never asked for more than it has left: orders are taken and told as shipped without one refusal', async () => {
    const placed = Array.from({ length: 24 }, (_, n) => f.place(`#6${n}`));
    Object.assign(f.shopify.state, { isMetered: true, plan: { most: 700, rate: 400 } });
    f.shopify.setPoints(HOST, 300);
    for (let n = 0; n < 12 && placed.some(({ requestStatus }) => requestStatus !== 'ACCEPTED'); n++) await f.round();
    expect(placed.filter(({ requestStatus }) => requestStatus !== 'ACCEPTED')).toEqual([]);
    const shipped = placed.slice(0, 6);
    for (const order of shipped) await f.shipAll(order);
    for (let n = 0; n < 12 && shipped.some(({ status }) => status !== 'CLOSED'); n++) await f.round();
    expect(shipped.map(({ fulfilments }) => fulfilments.length)).toEqual(shipped.map(() => 1));
    expect(f.shopify.refusals).toEqual([]);
    expect(f.shopify.mismatches).toEqual([]);
  });

  it('names all parcels of an order that has more than one page of them, so that none is told twice', async () => {
    f.shopify.state.isMetered = false;
    const order = f.place('#700', [{ sku: f.item.sku, qty: 2 }]);
    await f.round();
    const others = Array.from({ length: 23 }, (_, n) => ({
      id: `gid://shopify/Fulfillment/9${n}`,
      numbers: [`OTHER-${n}`],
      company: '',
      lines: [],
    }));
    order.fulfilments.unshift(...others);
    await f.shipAll(order);
    f.shopify.state.lose = 'Fulfil';
    for (let n = 0; n < 6; n++) {
      await f.rows(`update channel_due set due_at = now() where outcome = 'open'`);
      await f.round();
    }
    expect(order.fulfilments).toHaveLength(others.length + 1);
    expect(await f.rows(`select kind, outcome from channel_due where outcome <> 'done'`)).toEqual([]);
  });
});

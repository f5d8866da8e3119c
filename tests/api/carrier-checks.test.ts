import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DhlHouse, openDhlHouse, openUpsHouse, type UpsHouse } from '../support/carrier-house.ts';

/** “Check the connection” tries everything that the login of a carrier is for, and names what is missing in the reader's language. */

const isPaused = async ({ rows, shop }: Pick<UpsHouse, 'rows' | 'shop'>): Promise<boolean> =>
  (await rows('select paused_at from carriers where id = $1', shop.carrierId))[0]?.['paused_at'] !== null;

describe('the check of UPS', () => {
  let house: UpsHouse;
  beforeAll(async () => {
    house = await openUpsHouse();
  });
  afterAll(() => house.close());
  beforeEach(() => house.ups.state.lacking.clear());

  it('asks every product that the house uses, books nothing, and finds nothing wrong', async () => {
    const { ups, check } = house;
    expect((await check()).code).toBe('OK');
    expect(new Set(ups.calls.map(({ path }) => path.split('?')[0]))).toEqual(
      new Set([
        '/security/v1/oauth/token',
        '/api/labels/v1/recovery',
        '/api/track/v1/details/1Z0000000000000000',
        '/api/rating/v2409/Shoptimeintransit',
        '/api/shipments/v2409/pickup/oncall',
      ]),
    );
    expect([ups.bookings, ups.day.pickups, ups.mismatches]).toEqual([[], [], []]);
  });

  it('names the products that the application lacks and what to do, and labels go on', async () => {
    const { ups, check } = house;
    await house.rows(`update carriers set paused_at = now(), pause_reason = 'refusedClient' where id = $1`, house.shop.carrierId);
    for (const product of ['Rating', 'Pickup'] as const) ups.state.lacking.add(product);
    expect(await check()).toMatchObject({
      code: 'StateRefused',
      data: 'Labels can be bought, but the login is not good for everything. UPS is not compared for the cheapest or the fastest carrier: add the product “Rating” to the application. No pick-ups can be ordered from UPS: add the product “Pickup” to the application.',
    });
    expect(await isPaused(house)).toBe(false);
    ups.state.lacking.clear();
    ups.state.lacking.add('Tracking');
    expect((await check({ 'accept-language': 'de' })).data).toMatch(
      /^Labels lassen sich kaufen, .*UPS gibt keine Auskunft.*„Tracking“ hinzu\.$/,
    );
    expect((await check({ 'accept-language': 'zh-CN' })).data).toMatch(/^可以购买面单.*“Tracking”产品。$/);
  });

  it('pauses the connection where the application may not buy labels', async () => {
    const { ups, check } = house;
    ups.state.lacking.add('Shipping');
    expect(await check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.noShipping' });
    expect(await isPaused(house)).toBe(true);
    ups.state.lacking.clear();
    expect((await check()).code).toBe('OK');
    expect(await isPaused(house)).toBe(false);
  });

  it('says that UPS cannot be reached where it gives no answer about a product', async () => {
    house.ups.day.state.pendingFails = true;
    expect(await house.check()).toMatchObject({ code: 'StateRefused', data: 'carriers.refusals.unreachable' });
    house.ups.day.state.pendingFails = false;
    expect(await isPaused(house)).toBe(false);
  });
});

describe('the check of DHL', () => {
  let house: DhlHouse;
  beforeAll(async () => {
    house = await openDhlHouse();
  });
  afterAll(() => house.close());

  it('tries key, login, tracking, the API secret and pick-ups, and orders nothing', async () => {
    const { dhl, check } = house;
    expect((await check()).code).toBe('OK');
    expect(dhl.calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual(
      expect.arrayContaining([
        'GET /parcel/de/shipping/v2/orders',
        'GET /track/shipments',
        'POST /parcel/de/account/auth/ropc/v1/token',
        'GET /parcel/de/transportation/pickup/v3/orders',
      ]),
    );
    expect([dhl.bookings, dhl.day.pickups, dhl.mismatches]).toEqual([[], [], []]);
  });

  it('tells a missing secret from a refused one and from a product that was not given, and labels go on', async () => {
    const { dhl, check, store } = house;
    expect(await store({ secret: '' })).toBe('OK');
    expect((await check()).data).toMatch(/No pick-ups can be ordered from DHL without the API secret/);
    expect(await store({ secret: 'of-another-application' })).toBe('OK');
    expect((await check()).data).toMatch(/DHL refused the API secret/);
    expect(await store()).toBe('OK');
    dhl.day.state.isLacking = true;
    dhl.state.lacksTracking = true;
    expect((await check()).data).toMatch(/“Shipment Tracking – Unified”.*“DHL Parcel DE Pickup”/);
    expect(await isPaused(house)).toBe(false);
    dhl.day.state.isLacking = false;
    dhl.state.lacksTracking = false;
    expect((await check()).code).toBe('OK');
  });

  it('takes DHL’s word that enough was asked today for an answer: the application has the tracking interface', async () => {
    house.dhl.state.tracksLeft = 0;
    expect((await house.check()).code).toBe('OK');
    house.dhl.state.tracksLeft = Number.POSITIVE_INFINITY;
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API } from '#contract/core/envelope';
import { PRINT_TYPES } from '#contract/core/live';
import { matchRoute, registerRoutes } from '../../src/providers/routes.ts';
import { AREAS } from '../../src/resources/index.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { SPEC_ROUTES } from '../support/spec-routes.ts';

/** Point 7. */
const CALLS = [
  'GET /v0/captcha/',
  'GET /v0/auth/refresh',
  'POST /v0/auth/login',
  'GET /v0/auth/stat',
  'GET /v0/auth/logout',
  'GET /v0/settings/config',
  'PUT /v0/auth/__subId',
  'PUT /v0/auth/chpasswd',
  'POST /v0/auth/_ci',
  'POST /v0/auth/resetPassword',
  'PUT /v0/auth/resetPassword',
  'GET /v0/masken/',
  'GET /v0/role/route',
  'GET /v0/p11yorders/scanLog',
  'GET /v0/p11yorders/swapSN',
  'GET /v0/utils/labelSNBase64',
  'GET /v0/item/any',
  'GET /v0/static/:file',
  'POST /v0/statics/upload/avatar',
  'POST /v0/statics/upload/image',
  'POST /v0/statics/upload/intern',
];

describe('calls of the specification, point 7', () => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await startServer({ sample: true });
    admin = await server.signIn('admin');
  });
  afterAll(() => server.close());

  it.each(CALLS)('%s exists with this method and path', (call) => {
    expect(server.app.routeTable.map(({ method, url }) => `${method} ${url}`)).toContain(call);
  });

  it('every answer is an envelope of code, data and error', async () => {
    for (const path of ['/v0/captcha/', '/v0/auth/stat', '/v0/role/route', '/v0/masken/?q=sys.tax.list', '/v0/tax?l=1', '/v0/nobody']) {
      const answer = await server.call('GET', path, undefined, admin);
      for (const part of ['code', 'data', 'error']) expect(answer, path).toHaveProperty(part);
    }
  });

  it('a list takes l, o (from the epoch), q and filter fields', async () => {
    const answer = await server.call<{ no: string }[]>(
      'GET',
      '/v0/merchants?l=2&o=1970-01-01T00%3A00%3A00.000Z&q=north&currency=EUR',
      undefined,
      admin,
    );
    expect(answer).toMatchObject({ code: 'OK', total: 1 });
    expect(answer.data.map(({ no }) => no)).toEqual(['M-1001']);
  });

  it('the permitted routes of an administrator are all, those of others path prefixes', async () => {
    expect((await server.call('GET', '/v0/role/route', undefined, admin)).data).toEqual(['*']);
    const merchant = await server.signIn('merchant');
    expect((await server.call<string[]>('GET', '/v0/role/route', undefined, merchant)).data).toContain('/mEP');
  });

  it('a mask is read by its name', async () => {
    const { data } = await server.call('GET', '/v0/masken/?q=wms.item.list', undefined, admin);
    expect(data).toMatchObject({ key: 'wms.item.list', area: 'items' });
  });

  it('the merchant’s system setting is read by q', async () => {
    const answer = await server.call('GET', '/v0/settings/config?q=', undefined, admin);
    expect(answer.code).toBe('OK');
  });

  it('print requests are of the types previewUrl, printSN and printItemDesc', () => {
    expect(PRINT_TYPES).toEqual(['previewUrl', 'printSN', 'printItemDesc']);
  });

  it('every path begins with /v0', () => {
    expect(API).toBe('/v0');
  });
});

describe('routes of the specification, point 2', () => {
  registerRoutes(AREAS);

  it.each(SPEC_ROUTES)('%s is a screen of mask %s', (path, mask) => {
    expect(matchRoute(path)).toMatchObject({ kind: 'screen', route: mask === null ? { path } : { path, mask } });
  });

  it('Home is pinned and storehouse leads to its warehouses', () => {
    expect(matchRoute('/home')?.route.pinned).toBe(true);
    expect(matchRoute('/wms/storehouse')?.route.redirect).toBe('/wms/storehouse/warehouse');
  });

  it('the employee endpoint leads to its deliveries, proxy delivery to its orders', () => {
    expect(matchRoute('/eEP')?.route.redirect).toBe('/eEP/receiving-orders');
    expect(matchRoute('/sales/channels/proxyDelivery')?.route.redirect).toBe('/sales/channels/proxyDelivery/pd-orders');
  });

  it('every menu entry carries a title key and an icon', () => {
    for (const { routes } of AREAS)
      for (const route of routes)
        expect(route).toMatchObject({ title: expect.stringMatching(/^menu\./), icon: expect.stringMatching(/./) });
  });

  it('the sign of a currency stands only at what is in that currency', () => {
    const signed = AREAS.flatMap(({ routes }) => routes.filter(({ icon }) => icon === 'euro' || icon === 'dollar'));
    expect(signed.map(({ path, icon }) => [path, icon])).toEqual([
      ['/finance/invoices-eur', 'euro'],
      ['/finance/invoices-usd', 'dollar'],
    ]);
  });
});

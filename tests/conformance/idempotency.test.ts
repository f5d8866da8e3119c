import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '../../server/sample/sample.ts';
import { exampleOf } from '../support/example-body.ts';
import { figure } from '../support/figure.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Calls that change nothing, though they carry a body. */
const READS =
  /\/many$|^POST \/v0\/(errors|print\/data|print\/itemlist|print\/agents|priceRules\/simulate|oauthClients\/check|bankStatements\/read|carrierBills\/read|carrierBillProfiles\/preview)$/;
/** Writes without a kept answer, and what a repetition of each does. */
const WITHOUT_KEY: Record<string, readonly string[]> = {
  'carries a number of its own, by which it is booked once': [
    'POST /v0/scan/events',
    'POST /v0/shops/ebay/deletions',
    'POST /v0/shops/shopify/notices',
    'POST /v0/shops/woocommerce/:id/notices',
    'POST /v0/shops/shopware/:id/notices/:secret',
    'POST /v0/shops/shopify/:id/fulfillment_order_notification',
  ],
  // Shown in tests/api/rfid-clock.test.ts.
  'reads its key after the secret of a program, which this test does not send': ['POST /v0/rfid'],
  'comes before a session, or uses up a secret that is valid once': [
    'POST /v0/auth/login',
    'POST /v0/oauth/token',
    'POST /v0/auth/_ci',
    'POST /v0/auth/resetPassword',
    'PUT /v0/auth/resetPassword',
    'POST /v0/auth/sso',
    'POST /v0/auth/ssoExchange',
    'PUT /v0/auth/invitation',
    'PUT /v0/auth/email/confirm',
    'PUT /v0/auth/email/cancel',
    'POST /v0/channels/callback/:platform',
  ],
  'leaves what the first one left, or is refused because that is done': [
    'PUT /v0/auth/__subId',
    'PUT /v0/auth/chpasswd',
    'PUT /v0/auth/profile',
    'DELETE /v0/auth/sessions/:id',
    'POST /v0/auth/totp',
    'PUT /v0/auth/totp',
    'DELETE /v0/auth/totp',
    'POST /v0/auth/totp/recovery',
    'PUT /v0/exports/:id/cancel',
    'PUT /v0/exports/:id/again',
    'PUT /v0/imports/:id',
    'POST /v0/imports/:id/check',
    'POST /v0/imports/:id/run',
    'PUT /v0/merchant-orders',
  ],
  'is a hint where to look, and writes nothing': ['POST /v0/carriers/karrio/notices'],
  'sends a second mail, whose link takes the place of the first': ['POST /v0/users/:id/invitation'],
  'is always refused': ['PUT /v0/payments/:id', 'PUT /v0/manualEntries/:id'],
  'is refused before its key is read in a house that has no access to the platform': ['POST /v0/channels/shopify/start'],
};

type Described = { requestBody?: { content?: Record<string, { schema?: unknown }> } };
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  token = await server.signIn('admin');
});
afterAll(() => server.close());

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
function upload(picture: boolean): FormData {
  const form = new FormData();
  if (picture) form.set('file', new Blob([Buffer.from(DOT, 'base64')]), 'dot.png');
  else form.set('file', new Blob(['sku,name\nA,B\n']), 'items.csv');
  return form;
}

/** What these calls check before they write, and a schema does not say. */
async function bodies(): Promise<Record<string, unknown>> {
  const { data: file } = await server.call<{ id: string }>('POST', '/v0/statics/upload/intern', upload(false), token);
  const { rows } = await server.pool.query('select id from items limit 1');
  return {
    'POST /v0/tasks/bulk': { action: 'recover', ids: [rows[0].id] },
    'POST /v0/exports': { mask: 'wms.item.list', format: 'csv', fields: ['name'] },
    'POST /v0/imports': { mask: 'wms.item.list', fileId: file.id },
    'POST /v0/print/jobs': { client: rows[0].id, document: 'itemLabel', ids: [rows[0].id] },
    'POST /v0/attendanceMonths/close': { userId: rows[0].id, month: '2024-01' },
    'PUT /v0/auth/email': { email: 'new@kontor.example', passwd: SAMPLE_PASSWORD },
  };
}

it('every writing call reads its key before it writes: one that was used for something else stops each (P2)', async () => {
  const key = { 'idempotency-key': 'used' };
  expect((await server.call('POST', '/v0/storehouses', { code: 'USED', name: 'x' }, token, key)).code).toBe('OK');
  const api = (await (await fetch(`${server.url}/v0/openapi.json`)).json()) as { paths: Record<string, Record<string, Described>> };
  const given = await bodies();
  const { data: started } = await server.call<{ id: string }>('POST', '/v0/imports', given['POST /v0/imports'], token);
  const except = Object.values(WITHOUT_KEY).flat();
  const routes = server.app.routeTable
    .filter(({ url, method }) => url.startsWith('/v0/') && !['GET', 'HEAD'].includes(method))
    .map(({ method, url }) => ({ name: `${method} ${url}`, method, url }))
    .filter(({ name }) => !READS.test(name));
  expect(except.filter((name) => !routes.some((route) => route.name === name))).toEqual([]);
  const writing = routes.filter(({ name }) => !except.includes(name));
  const passed: string[] = [];
  for (const { name, method, url } of writing) {
    const described = api.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const body = given[name] ?? exampleOf(described?.requestBody?.content?.['application/json']?.schema) ?? {};
    const command = url.includes('/command/') ? 'holdOn' : started.id;
    const words: Record<string, string> = { ':document': 'itemLabel', ':step': 'items' };
    const path = url.replace(':id', started.id).replace(/:\w+/g, (part) => words[part] ?? command);
    const isUpload = url.startsWith('/v0/statics/upload/') || /^\/v0\/(bankStatements|incomingBills|carrierBills)\/upload$/.test(url);
    const query = url === '/v0/carrierBills/upload' ? `?carrier=${started.id}&no=1&total=1` : '';
    const response = await fetch(server.url + path + query, {
      method,
      headers: { 'x-token': token, ...key, ...(isUpload ? {} : { 'content-type': 'application/json' }) },
      body: isUpload ? upload(url.startsWith('/v0/statics/') && !url.endsWith('intern')) : JSON.stringify(body),
    });
    const { code } = (await response.json()) as { code: string };
    if (code !== 'IdempotencyMismatch') passed.push(`${name}: ${code}`);
  }
  expect(passed).toEqual([]);
  figure(`${writing.length} writing calls keep their answer; ${except.length} do not need to`);
});

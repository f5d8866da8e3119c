import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldError } from '#contract/core/envelope';
import { LOCALES, type Locale } from '#contract/core/limits';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { lookUp } from '../support/texts.ts';

/** What comes in wrong from outside is refused in a sentence of the reader's language, and leaves nothing behind. */

type Row = Record<string, unknown> & { id: string };
const SECRET = 'hush-hush';
const SHOP = 'northwind-tea.myshopify.com';
/** Every exchange of a code is granted: what is refused here is refused by us. */
const platform = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ access_token: 'shpat_top_secret', scope: 'read_orders' }));
});
let server: TestServer;
const tokens: Record<string, string> = {};
let ids: Record<string, string>;

beforeAll(async () => {
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  server = await startServer({ sample: true, env: { SHOPIFY_APP: `kontor:${SECRET}`, SHOP_PLATFORM_URL: url } });
  for (const role of ['merchant', 'employee', 'carrier', 'finance']) tokens[role] = await server.signIn(role);
  const { rows } = await server.pool.query('select code as key, id from carriers union all select no, id from merchants');
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
});
afterAll(async () => {
  await server.close();
  platform.close();
});

const call = <T = Row>(role: string, method: string, path: string, body?: unknown) => server.call<T>(method, path, body, tokens[role]);

/**
 * Tables that the server writes at its own times: when a session was seen, how often somebody called, the seals of the audit log, and its work on
 * connected shops.
 */
const WRITTEN_MEANWHILE = ['sessions', 'rate_limits', 'failures', 'audit_seal', 'audit_anchor', 'shop_connections', 'channel_calls'];

/** Rows of every other table, and the latest change of each: what an answer stored would show here. */
async function stored(): Promise<string> {
  const { rows: tables } = await server.pool.query<{ name: string; dated: boolean }>(
    `select t.table_name as name, exists (select 1 from information_schema.columns c where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'updated_at') as dated
     from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> all ($1) order by 1`,
    [WRITTEN_MEANWHILE],
  );
  const each = tables.map(
    ({ name, dated }) =>
      `select '${name}' as name, count(*)::text || ' ' || coalesce(${dated ? 'max(updated_at)::text' : 'null'}, '') as state from "${name}"`,
  );
  return JSON.stringify((await server.pool.query(`${each.join(' union all ')} order by 1`)).rows);
}

type Words = Record<Locale, RegExp>;
/** The sentence that people read: of the field's rule, of the reason, or of the code. */
function keyOf(answer: { code: string; data: unknown }): string {
  if (Array.isArray(answer.data)) return `rules.${(answer.data as FieldError[])[0]?.rule}`;
  return typeof answer.data === 'string' ? answer.data : `errors.${answer.code}`;
}

async function refuses(attempt: () => Promise<{ code: string; data: unknown }>, code: string, words: Words): Promise<void> {
  const before = await stored();
  const answer = await attempt();
  expect(answer.code).toBe(code);
  for (const locale of LOCALES) expect(lookUp(locale, keyOf(answer)), locale).toMatch(words[locale]);
  expect(await stored()).toBe(before);
}

describe('an answer of the shop platform', () => {
  const signed = (parts: Record<string, string>, secret = SECRET) => {
    const message = Object.keys(parts)
      .toSorted()
      .map((key) => `${key}=${parts[key]}`);
    return { ...parts, hmac: createHmac('sha256', secret).update(message.join('&')).digest('hex') };
  };
  const back = (returned: Record<string, string>) => call('merchant', 'POST', '/v0/channels/callback/shopify', { returned });
  const begun = async () => {
    const { data } = await call('merchant', 'POST', '/v0/channels', {
      merchantId: ids['M-1001'],
      name: `Shop ${Math.random()}`,
      kind: 'shopify',
      shop: SHOP,
    });
    const { data: way } = await call<{ url: string }>('merchant', 'POST', `/v0/channels/${data.id}/connect`);
    const state = new URL(way.url).searchParams.get('state') ?? '';
    return { id: data.id, answer: { code: 'good-code', host: 'aG9zdA', shop: SHOP, state, timestamp: '1767225600' } };
  };

  it('that somebody forged is not believed', async () => {
    const { answer } = await begun();
    const words = {
      en: /signature is not from the shop platform/,
      de: /Signatur stammt nicht von der Shop-Plattform/,
      cn: /签名不是由店铺平台生成/,
    };
    await refuses(() => back(signed(answer, 'guess')), 'StateRefused', words);
    await refuses(() => back({ ...signed(answer), shop: 'evil.myshopify.com' }), 'StateRefused', words);
  });

  it('that comes again counts once', async () => {
    const { id, answer } = await begun();
    expect((await back(signed(answer))).code).toBe('OK');
    const words = { en: /already been used/, de: /bereits verwendet/, cn: /已被使用/ };
    await refuses(() => back(signed(answer)), 'StateRefused', words);
    expect((await call('merchant', 'GET', `/v0/channels/${id}`)).data).toMatchObject({ state: 'connected' });
  });
});

it('a container number whose check digit is wrong is refused by the rule of its standard', async () => {
  const words = { en: /the last being the check digit/, de: /letzte ist die Prüfziffer/, cn: /末位校验码须正确/ };
  for (const containerNo of ['CSQU3054384', 'CSQU305438', 'CSQU-305438-0'])
    await refuses(() => call('employee', 'POST', '/v0/containers', { merchantId: ids['M-1001'], containerNo }), 'InvalidInput', words);
});

const NO_DAY = '2026-02-30';
const DATED: [what: string, role: string, path: string, body: () => Record<string, unknown>][] = [
  ['a container', 'employee', 'containers', () => ({ merchantId: ids['M-1001'], containerNo: 'CSQU3054383', eta: NO_DAY })],
  ['a collection', 'merchant', 'collections', () => ({ merchantId: ids['M-1001'], goods: 'Tea', pickupDate: NO_DAY })],
  [
    'an order',
    'merchant',
    'tasks',
    () => ({ kind: 'inbound', merchantId: ids['M-1001'], pickupDate: NO_DAY, lines: [{ sku: 'TEE-EARL-250', qty: 1 }] }),
  ],
  ['a quotation', 'finance', 'quotations', () => ({ merchantId: ids['M-1001'], subject: 'Storage', validUntil: NO_DAY })],
  ['a task of the office', 'employee', 'officeTasks', () => ({ title: 'Call', dueDate: NO_DAY })],
];

it.each(DATED)('%s on the thirtieth of February is refused', async (_, role, path, body) => {
  const words = { en: /Not a valid date/, de: /Kein gültiges Datum/, cn: /日期无效/ };
  await refuses(() => call(role, 'POST', `/v0/${path}`, body()), 'InvalidInput', words);
});

it('a carrier that asks for another carrier’s order is told that there is none (P17)', async () => {
  const place = addressOf();
  const order = {
    kind: 'transportLabel',
    merchantId: ids['M-1001'],
    carrierId: ids['DHL'],
    labelSource: 'foreign',
    consignor: place,
    consignee: place,
  };
  const { data: foreign } = await call('employee', 'POST', '/v0/tasks', order);
  const { data: quote } = await call('employee', 'POST', '/v0/transportQuotes', {
    merchantId: ids['M-1001'],
    origin: place,
    destination: place,
    pieces: '1 × 120×80×100 cm, 90 kg',
  });
  await call('employee', 'POST', `/v0/offers/ask/${quote.id}`, { carrierIds: [ids['DHL']] });
  const [offer] = (await call<Row[]>('employee', 'GET', `/v0/offers?taskId=${quote.id}`)).data;
  const words = { en: /information not found/, de: /nicht gefunden/, cn: /未找到/ };
  const asks: [method: string, path: string, body?: unknown][] = [
    ['GET', `/v0/tasks/${foreign.id}`],
    ['GET', `/v0/tasks/${foreign.id}/story`],
    ['POST', `/v0/tasks/${foreign.id}/carrierLabel`, { trackingNo: 'ELB-1' }],
    ['POST', `/v0/tasks/${foreign.id}/proof`, { receiver: 'Kim' }],
    ['PUT', `/v0/offers/${offer?.id}`, { version: 1, price: 1 }],
    ['POST', `/v0/offers/${offer?.id}/decline`, {}],
  ];
  for (const [method, path, body] of asks) await refuses(() => call('carrier', method, path, body), 'NotFound', words);
});

import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/channels/webhooks';
import { createDb } from '../../server/core/db/client.ts';
import { ROOT } from '../../server/core/paths.ts';
import { sendDue } from '../../server/modules/channels/webhooks/send.ts';
import { collectStock } from '../../server/modules/channels/webhooks/stock.ts';
import { freePort } from '../support/child.ts';
import { asProgram, makeProgram, openShop, orderOf, tokenOf } from '../support/programs.ts';
import { type Got, startReceiver } from '../support/receiver.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { stockUp } from '../support/warehouse.ts';

/** Webhooks of merchants: what happens is told to their programs, signed, at least once, and to nobody else. */

let server: TestServer;
let shop: Awaited<ReturnType<typeof openShop>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const node = () => ({ db: createDb(server.pool), config: server.config, log: pino({ level: 'silent' }) });
/**
 * One round of sending, after enough time for everything to be due, and until each outcome is stored: a round of the server, every few seconds,
 * may have claimed some. Afterwards nothing is due. A try stores the claim, the body if it is the first one, and the outcome.
 * @returns seconds until the next try, by webhook
 */
const send = async (): Promise<Map<unknown, number>> => {
  const due = await rows(
    `update webhook_deliveries d set due_at = now() from webhooks w where w.id = d.webhook_id and d.state = 'waiting' and w.state = 'active' and w.secret is not null
      returning d.id, d.version + case when d.body is null then 3 else 2 end as version`,
  );
  await sendDue(node());
  const open = `select count(*)::int as n from webhook_deliveries d join jsonb_to_recordset($1) as x(id uuid, version int) on x.id = d.id
    join webhooks w on w.id = d.webhook_id where d.version < x.version and w.state = 'active'`;
  await expect.poll(async () => (await rows(open, JSON.stringify(due)))[0]?.['n']).toBe(0);
  const waiting = await rows(
    `select webhook_id, extract(epoch from due_at - now())::float as wait from webhook_deliveries where state = 'waiting' and due_at < 'infinity'`,
  );
  await rows(`update webhook_deliveries set due_at = 'infinity' where state = 'waiting'`);
  return new Map(waiting.map((row) => [row['webhook_id'], Number(row['wait'])]));
};
const make = async (path: string, events: string[], token = shop.admin, merchantId = shop.merchant) => {
  const body = { merchantId, name: path, url: `${receiver.url}${path}`, events };
  const { data, code } = await server.call<{ id: string; state: string }>('POST', '/v0/webhooks', body, token);
  if (code !== 'OK') throw new Error(JSON.stringify(data));
  const { data: made } = await server.call<{ secret: string }>('POST', `/v0/webhooks/${data.id}/secret`, {}, token);
  return { id: data.id, secret: made.secret };
};
const at = (path: string): Got[] => receiver.at(path);
const typesAt = (path: string): string[] => at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);
/** By the words of the specification: base64 of the secret after its prefix is the key, and what is signed is id, time and body with dots between. */
const isSigned = ({ headers, body }: Got, secret: string): boolean => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = createHmac('sha256', key).update([headers['webhook-id'], headers['webhook-timestamp'], body].join('.')).digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${right}`);
};
const stateOf = async (id: string) => (await rows(`select state from webhooks where id = $1`, id))[0]?.['state'];
let n = 0;
const place = async (over: object = {}): Promise<string> => {
  n += 1;
  await shop.call('PUT', `/v0/merchant-orders/WH-${n}`, orderOf('SHOP-A', over));
  return `WH-${n}`;
};

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({ sample: true, env: { WEBHOOK_PRIVATE_ADDRESSES: 'yes' } });
  await rows(`alter table webhook_deliveries alter due_at set default 'infinity'`);
  shop = await openShop(server, ['orders.write', 'items.write', 'items.read', 'webhooks.manage']);
});
afterAll(async () => {
  await server.close();
  receiver.close();
});
beforeEach(() => receiver.forget());

describe('an event', () => {
  it('is told once with what happened, signed so that the receiver can check it', async () => {
    const { id, secret } = await make('/orders', ['order.taken', 'order.held', 'order.cancelled']);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await stateOf(id)).toBe('active');
    const no = await place();
    await shop.call('PUT', '/v0/merchant-orders/WH-held', orderOf('NOBODY'));
    await shop.call('POST', `/v0/merchant-orders/${no}/cancel`, { reason: 'Ordered twice' });
    await send();
    await send();
    expect(typesAt('/orders').toSorted()).toEqual(['order.cancelled', 'order.held', 'order.taken']);
    expect(at('/orders').every((one) => isSigned(one, secret))).toBe(true);
    expect(at('/orders').some((one) => isSigned({ ...one, body: `${one.body} ` }, secret))).toBe(false);
    const held = at('/orders').find(({ body }) => body.includes('order.held'));
    const { data, timestamp } = JSON.parse(held?.body ?? '{}') as { data: object; timestamp: string };
    expect(data).toMatchObject({ externalNo: 'WH-held', state: 'held', reason: 'unknownSku' });
    expect(data).not.toHaveProperty('order');
    expect(Number(held?.headers['webhook-timestamp']) * 1000).toBeGreaterThan(Date.parse(timestamp) - 1000);
  });

  it('of a parcel, a delivery, a return and of stock has the shape of the calls that read them', async () => {
    await make('/goods', ['shipment.handedOver', 'shipment.delivered', 'stock.changed', 'receipt.done', 'return.received']);
    await rows(
      `with p as (insert into parcels (no, task_id, task_no, merchant_id, state, tracking_no) select 'PW-1', id, no, merchant_id, 'labelled', 'TRACK-W' from tasks where ref_order_id = $1 returning id, task_id)
       insert into parcel_contents (parcel_id, line_id, qty) select p.id, l.id, 1 from p join task_lines l on l.task_id = p.task_id`,
      await place(),
    );
    await rows(`update parcels set state = 'handedOver', handed_over_at = now() where no = 'PW-1'`);
    await rows(`update parcels set state = 'delivered', delivered_at = now() where no = 'PW-1'`);
    const tasks = await rows(
      `select id, kind from tasks where merchant_id = $1 and kind in ('inbound', 'retour') and deleted_at is null order by kind, id`,
      shop.merchant,
    );
    for (const { id, kind } of tasks)
      await rows(`update tasks set status = $2 where id = $1`, id, kind === 'inbound' ? 'receiving' : 'receiptPending');
    await rows(`delete from webhook_deliveries where event in ('receipt.done', 'return.received')`);
    for (const { id, kind } of tasks)
      await rows(`update tasks set status = $2 where id = $1`, id, kind === 'inbound' ? 'inbounded' : 'retourReceived');
    for (const { id, kind } of tasks) if (kind === 'inbound') await rows(`update tasks set status = 'finish' where id = $1`, id);
    await collectStock(createDb(server.pool));
    await send();
    const types = typesAt('/goods');
    for (const type of ['shipment.handedOver', 'shipment.delivered']) expect(types.filter((one) => one === type)).toHaveLength(1);
    expect(types.filter((one) => one === 'receipt.done')).toHaveLength(tasks.filter(({ kind }) => kind === 'inbound').length);
    expect(types.filter((one) => one === 'return.received')).toHaveLength(tasks.filter(({ kind }) => kind === 'retour').length);
    const bodies = at('/goods').map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
    expect(bodies.find(({ type }) => type === 'shipment.delivered')?.data).toMatchObject({
      trackingNo: 'TRACK-W',
      contents: [{ sku: 'SHOP-A', qty: 1 }],
    });
    const items = bodies.find(({ type }) => type === 'stock.changed')?.data['items'] as { sku: string; available: number }[];
    expect(items.map(({ sku }) => sku)).toContain('SHOP-B');
    // Only what differs is told the next time.
    receiver.forget();
    const place2 = (await rows(`select id from compartments where code = '01-01-A'`))[0]?.['id'];
    await stockUp(server, shop.merchant, String(shop.items[1]), String(place2), 1);
    await collectStock(createDb(server.pool));
    await collectStock(createDb(server.pool));
    await send();
    expect(typesAt('/goods')).toEqual(['stock.changed']);
    expect((JSON.parse(at('/goods')[0]?.body ?? '') as { data: { items: { sku: string }[] } }).data.items.map(({ sku }) => sku)).toEqual([
      'SHOP-B',
    ]);
  });

  it('of another merchant is never told, and its webhooks are neither seen nor changed', async () => {
    const foreign = await make('/foreign', ['order.taken'], shop.admin, shop.other);
    await place();
    await send();
    expect(at('/foreign')).toEqual([]);
    const merchant = await server.signIn('merchant');
    expect((await server.call('GET', `/v0/webhooks/${foreign.id}`, undefined, merchant)).code).toBe('NotFound');
    for (const path of ['secret', 'test', 'resume', 'again'])
      expect((await server.call('POST', `/v0/webhooks/${foreign.id}/${path}`, {}, merchant)).code).toBe('NotFound');
    const body = { merchantId: shop.other, name: 'x', url: 'https://example.org/x', events: ['order.taken'] };
    expect((await server.call('POST', '/v0/webhooks', body, merchant)).code).not.toBe('OK');
  });
});

describe('when it is not taken', () => {
  it('the same event comes again with the same id and the same body, eight times within a day, then it has failed and may be sent again', async () => {
    const { id } = await make('/down', ['order.taken']);
    await place();
    const waits: number[] = [];
    receiver.answers.set(
      '/down',
      Array.from({ length: 8 }, () => ({ status: 500, body: 'oops' })),
    );
    for (let t = 0; t < 8; t++) waits.push((await send()).get(id) ?? 0);
    await send();
    expect(at('/down')).toHaveLength(8);
    expect(new Set(at('/down').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(at('/down').map(({ body }) => body)).size).toBe(1);
    const total = waits.slice(0, 7).reduce((a, b) => a + b, 0);
    expect(total).toBeGreaterThan(20 * 3600);
    expect(total).toBeLessThan(27 * 3600);
    expect(await rows(`select state, tries, last_status, last_text from webhook_deliveries where webhook_id = $1`, id)).toEqual([
      { state: 'failed', tries: 8, last_status: 500, last_text: 'oops' },
    ]);
    expect((await server.call('POST', `/v0/webhooks/${id}/again`, {}, shop.admin)).code).toBe('OK');
    await send();
    expect(at('/down')).toHaveLength(9);
    expect(
      await rows(`select d.state, w.failing_since from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.id = $1`, id),
    ).toMatchObject([{ failing_since: null }]);
  });

  it('a node that was killed while it sent leaves the event to another one after a minute', async () => {
    const { id } = await make('/killed', ['order.taken']);
    await place();
    await send();
    // As the node left it: claimed, sent, and its outcome not stored.
    await rows(`update webhook_deliveries set state = 'waiting', due_at = 'infinity' where webhook_id = $1`, id);
    await sendDue(node());
    expect(at('/killed')).toHaveLength(1);
    await send();
    expect(at('/killed')).toHaveLength(2);
    expect(at('/killed')[0]?.headers['webhook-id']).toBe(at('/killed')[1]?.headers['webhook-id']);
  });

  it('a receiver that is busy says when; one that is gone is left alone at once; one that fails for days is paused, told of, and resumed by a person', async () => {
    const { id } = await make('/busy', ['order.taken']);
    await place();
    receiver.answers.set('/busy', [{ status: 429, headers: { 'retry-after': '900' } }, { status: 503 }]);
    expect((await send()).get(id)).toBeGreaterThan(840);
    await rows(`update webhooks set failing_since = now() - interval '6 days' where id = $1`, id);
    await send();
    expect(await stateOf(id)).toBe('paused');
    expect((await rows(`select 1 from messages where title like '%/busy%' limit 1`)).length).toBe(1);
    receiver.forget();
    await send();
    expect(receiver.count()).toBe(0);
    expect((await server.call('POST', `/v0/webhooks/${id}/resume`, {}, shop.admin)).code).toBe('OK');
    await send();
    expect(at('/busy')).toHaveLength(1);
    await place();
    receiver.answers.set('/busy', [{ status: 410 }]);
    await send();
    expect(await stateOf(id)).toBe('paused');
  });
});

describe('a webhook that is purged', () => {
  it('takes what was sent along', async () => {
    const { id } = await make('/purged', ['order.taken']);
    await place();
    expect((await server.call('DELETE', `/v0/webhooks/${id}`, undefined, shop.admin)).code).toBe('OK');
    expect((await server.call('DELETE', `/v0/webhooks/${id}/purge`, undefined, shop.admin)).code).toBe('OK');
    expect(await rows(`select 1 from webhook_deliveries where webhook_id = $1`, id)).toEqual([]);
  });
});

describe('its secret', () => {
  it('is replaced without a gap: both sign for a day, then only the new one; it is shown once', async () => {
    const { id, secret: old } = await make('/rotated', ['order.taken']);
    const key = { 'idempotency-key': 'secret-once' };
    const { data } = await server.call<{ secret: string }>('POST', `/v0/webhooks/${id}/secret`, {}, shop.admin, key);
    expect((await server.call('POST', `/v0/webhooks/${id}/secret`, {}, shop.admin, key)).data).toBe('webhooks.refusals.shown');
    await place();
    await send();
    expect([isSigned(at('/rotated')[0] as Got, old), isSigned(at('/rotated')[0] as Got, data.secret)]).toEqual([true, true]);
    await rows(`update webhooks set old_secret_until = now() where id = $1`, id);
    await place();
    await send();
    expect([isSigned(at('/rotated')[1] as Got, old), isSigned(at('/rotated')[1] as Got, data.secret)]).toEqual([false, true]);
    const [stored] = await rows(`select secret, old_secret from webhooks where id = $1`, id);
    expect(JSON.stringify([stored, await rows(`select before, after from audit_log where row_id = $1`, id)])).not.toContain(
      data.secret.slice(6),
    );
    expect(JSON.stringify((await server.call('GET', `/v0/webhooks/${id}`, undefined, shop.admin)).data)).not.toContain('secret');
  });
});

describe('the address', () => {
  it('in the open net has https, and holds no user and password', async () => {
    for (const [address, rule] of [
      ['http://example.org/hook', 'https'],
      ['https://user:pass@example.org/hook', 'credentials'],
    ]) {
      const body = { merchantId: shop.merchant, name: 'Wrong', url: address, events: ['order.taken'] };
      const { code, data } = await server.call('POST', '/v0/webhooks', body, shop.admin);
      expect([code, data]).toEqual(['InvalidInput', [expect.objectContaining({ path: 'url', rule })]]);
    }
  });
});

describe('a program', () => {
  it('manages its own webhooks with the scope webhooks.manage, and without it none', async () => {
    const body = { name: 'By program', url: 'https://example.org/hook', events: ['order.taken'] };
    const made = await shop.call<{ id: string }>('POST', '/v0/webhooks', body);
    expect(made.code).toBe('OK');
    expect((await shop.call<{ secret: string }>('POST', `/v0/webhooks/${made.data.id}/secret`, {})).data.secret).toMatch(/^whsec_/);
    expect((await shop.call('POST', `/v0/webhooks/${made.data.id}/test`, {})).code).toBe('OK');
    const list = await shop.call<{ event: string }[]>('GET', '/v0/webhookDeliveries');
    expect(list.code).toBe('OK');
    expect((await shop.call('PUT', `/v0/webhooks/${made.data.id}`, { active: false, version: 99 })).code).not.toBe('ScopeMissing');
    const poor = asProgram(
      server.url,
      await tokenOf(server.url, await makeProgram(server, shop.admin, { scopes: ['orders.read'], merchantId: shop.merchant })),
    );
    expect((await poor('GET', '/v0/webhooks')).code).toBe('ScopeMissing');
    expect((await poor('POST', `/v0/webhooks/${made.data.id}/test`, {})).code).toBe('ScopeMissing');
  });

  it('finds in the documentation every call of webhooks, and a receiver that works as it is printed', async () => {
    const page = readFileSync(join(ROOT, 'docs/programs.md'), 'utf8');
    for (const call of ['secret', 'test', 'resume', 'again']) expect(page).toContain(`/v0/webhooks/{id}/${call}`);
    for (const text of ['/v0/webhookDeliveries/{id}/again', ...WEBHOOK_EVENTS]) expect(page).toContain(text);
    const file = join(server.config.KONTOR_DATA, 'receive.mjs');
    writeFileSync(file, /```js\n(import[\s\S]*?)```/.exec(page)?.[1] ?? '');
    const { clientId, secret } = await makeProgram(server, shop.admin, { scopes: ['webhooks.manage'], merchantId: shop.merchant });
    const port = await freePort();
    const to = { RECEIVER_PORT: String(port), RECEIVER_URL: `http://127.0.0.1:${port}/` };
    const env = { ...process.env, ...to, KONTOR_URL: server.url, CLIENT_ID: clientId, CLIENT_SECRET: secret };
    await rows(`alter table webhook_deliveries alter due_at set default clock_timestamp()`);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env, timeout: 30_000 });
    expect(stdout).toBe('received test.sent\n');
  }, 40_000);
});

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_SCOPES } from '#contract/access/oauth-clients';
import type { MerchantOrderAnswer } from '#contract/channels/merchant-orders';
import { createDb } from '../../server/core/db/client.ts';
import { ROOT } from '../../server/core/paths.ts';
import { blankEnded } from '../../server/modules/channels/due.ts';
import { asProgram, makeProgram, openShop, orderOf, type ProgramCall, tokenOf } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let second: TestServer;
let admin: string;
let merchant: string;
let other: string;
let call: ProgramCall;
/** The same program at the second node. */
let beside: ProgramCall;
let foreign: ProgramCall;
let skus: string[];
let addChannel: (merchantId: string, name: string) => Promise<string>;
let count = 0;

const order = (over: object = {}) => orderOf(skus[0] ?? '', over);
const number = (): string => `W-${(count += 1)}`;
const put = (no: string, body: object = order(), by = call) => by<MerchantOrderAnswer>('PUT', `/v0/merchant-orders/${no}`, body);
const get = (no: string, by = call) => by<MerchantOrderAnswer>('GET', `/v0/merchant-orders/${no}`);
const cancel = (no: string) =>
  call<MerchantOrderAnswer>('POST', `/v0/merchant-orders/${no}/cancel`, { reason: 'Customer changed their mind' });
const one = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows[0];
const tasksOf = async (no: string): Promise<number> =>
  Number((await one(`select count(*) as n from tasks where ref_order_id = $1`, [no])).n);
const program = async (merchantId: string, scopes: readonly string[] = TOKEN_SCOPES) => {
  const token = await tokenOf(server.url, await makeProgram(server, admin, { scopes, merchantId }));
  return { first: asProgram(server.url, token), second: asProgram(second.url, token) };
};
/** Puts the order on a picklist, as a person of the warehouse does. */
const pick = async (no: string): Promise<void> => {
  const list = (await one(`insert into picklists (no) values ($1) returning id`, [`PL-${no}`])).id;
  await server.pool.query(
    `insert into picklist_lines (picklist_id, task_id, line_id, balance_id, compartment_id, item_id, qty, seq)
     select $2, t.id, l.id, v.balance_id, b.compartment_id, l.item_id, v.qty, 1 from tasks t join task_lines l on l.task_id = t.id
       join reservations v on v.line_id = l.id join stock_balances b on b.id = v.balance_id where t.ref_order_id = $1`,
    [no, list],
  );
};

beforeAll(async () => {
  server = await startServer({ sample: true });
  second = await startServer({ beside: server });
  const shop = await openShop(server, TOKEN_SCOPES);
  ({ admin, merchant, other, call, skus, addChannel } = shop);
  beside = asProgram(second.url, shop.token);
  foreign = (await program(other)).first;
});
afterAll(async () => {
  await second.close();
  await server.close();
});

describe('an order of a program', () => {
  it('is new once and the same afterwards, also from two nodes at once', async () => {
    const no = number();
    const made = await put(no);
    expect([made.status, made.data.state, made.data.reason]).toEqual([201, 'taken', null]);
    expect(made.data.orderNo).toMatch(/^O-/);
    // A house number inside the street is understood.
    const { consignee, source } = await one(`select consignee, source from tasks where ref_order_id = $1`, [no]);
    expect(consignee).toMatchObject({ streetName: 'Lange Straße', streetNumber: '5' });
    expect(source).toMatch(/^ch:[0-9a-f-]{36}$/);
    expect([(await put(no)).status, (await put(no, order(), beside)).status, await tasksOf(no)]).toEqual([200, 200, 1]);
    const many = number();
    const answers = await Promise.all([call, beside, call, beside].map((by) => put(many, order(), by)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(await tasksOf(many)).toBe(1);
    expect((await get(no)).data).toMatchObject({
      externalNo: no,
      state: 'taken',
      order: { lines: [{ sku: skus[0], qty: 1 }] },
      shipments: [],
    });
  });

  it('changes until it is picked, and is refused with both versions afterwards', async () => {
    const no = number();
    await put(no);
    const changed = order({ lines: [{ sku: skus[1], qty: 2 }], consignee: { ...order().consignee, name1: 'Max Muster' } });
    const answer = await put(no, changed);
    expect([answer.status, answer.data.order.lines[0]?.sku]).toEqual([200, skus[1]]);
    const row = await one(
      `select t.consignee->>'name1' as name, (select json_agg(l.sku) from task_lines l where l.task_id = t.id) as skus, t.pieces from tasks t where ref_order_id = $1`,
      [no],
    );
    expect(row).toEqual({ name: 'Max Muster', skus: [skus[1]], pieces: 2 });
    expect(
      (await one(`select task_line_ids from channel_lines l join channel_orders o on o.id = l.order_id where o.external_id = $1`, [no]))
        .task_line_ids,
    ).toHaveLength(1);
    const bad = await put(no, order({ lines: [{ sku: 'NO-SUCH', qty: 1 }] }));
    expect([bad.status, bad.data]).toEqual([422, [{ path: 'lines', rule: 'unknownSku', params: { detail: 'NO-SUCH' } }]]);
    await pick(no);
    const late = await put(no, order({ lines: [{ sku: skus[2], qty: 1 }] }));
    expect([late.status, late.code]).toEqual([409, 'OrderInWork']);
    expect(late.data).toMatchObject({ current: { lines: [{ sku: skus[1], qty: 2 }] }, wanted: { lines: [{ sku: skus[2], qty: 1 }] } });
    expect((await put(no, changed)).status).toBe(200);
  });

  it('is cancelled at once before it is picked, stays cancelled, and is not taken again', async () => {
    const [no, held, picked] = [number(), number(), number()];
    await put(no);
    await put(held, order({ lines: [{ sku: 'NOT-YET', qty: 1 }] }));
    for (const each of [no, held, no]) expect([(await cancel(each)).status, (await get(each)).data.state]).toEqual([200, 'cancelled']);
    expect([(await put(no)).status, await tasksOf(no)]).toEqual([200, 1]);
    const again = await put(no, order({ remark: 'other' }));
    expect([again.status, again.data]).toEqual([409, 'channelOrders.refusals.ended']);
    await put(picked);
    await server.pool.query(
      `update task_lines l set picked = 1, reserved = 0 from tasks t where t.id = l.task_id and t.ref_order_id = $1`,
      [picked],
    );
    expect([(await cancel(picked)).status, (await cancel(picked)).data.state]).toEqual([202, 'cancelAsked']);
    expect((await cancel('W-unknown')).status).toBe(404);
  });

  it('of another merchant is not there, and needs the scope (P17, P18)', async () => {
    const no = number();
    await put(no);
    expect((await get(no, foreign)).code).toBe('StateRefused');
    await addChannel(other, 'Theirs');
    for (const answer of [await get(no, foreign), await foreign('POST', `/v0/merchant-orders/${no}/cancel`, { reason: 'x' })])
      expect(answer.status).toBe(404);
    const { first: reader } = await program(merchant, ['orders.read']);
    expect([(await put(no, order(), reader)).status, (await get(no, reader)).status]).toEqual([403, 200]);
    expect((await server.call('PUT', `/v0/merchant-orders/${no}`, order(), admin)).data).toBe('channelOrders.refusals.merchantOnly');
  });
});

describe('an order that cannot be taken', () => {
  it('is held with the reason in words, and stops no other', async () => {
    const [sku, carrier, address] = [number(), number(), number()];
    const unknown = await put(
      sku,
      order({
        lines: [
          { sku: skus[0], qty: 1 },
          { sku: 'MISSING-1', qty: 1 },
        ],
      }),
    );
    expect([unknown.status, unknown.data.reason]).toEqual([202, 'unknownSku']);
    expect(unknown.data.message).toBe('The order is held: these SKUs are no items of the merchant: MISSING-1.');
    expect((await put(carrier, order({ carrier: 'Pigeon Post' }))).data).toMatchObject({ state: 'held', reason: 'noCarrier' });
    const bad = await put(
      address,
      order({ consignee: { name1: 'Erika Muster', streetName: 'Lange Straße', zip: '1', city: 'Berlin', country: 'DE' } }),
    );
    expect([bad.status, bad.data.reason, bad.data.message]).toEqual([202, 'badAddress', expect.stringMatching(/Check zip, streetNumber/)]);
    expect((await put(number())).status).toBe(201);
    // What was missing may be there when the program sends the order again.
    const { id } = (await call<{ id: string }>('POST', '/v0/items', { sku: 'MISSING-1', name: 'Late item' })).data;
    expect(id).toBeTruthy();
    const later = await put(
      sku,
      order({
        lines: [
          { sku: skus[0], qty: 1 },
          { sku: 'MISSING-1', qty: 1 },
        ],
      }),
    );
    expect([later.status, later.data.state]).toEqual([200, 'taken']);
  });

  it('five hundred at once: a bad line is refused by itself', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => ({
      externalNo: `B-${n}`,
      ...order({ lines: [{ sku: n < 490 ? 'NO-SUCH' : skus[0], qty: 1 }] }),
    }));
    lines[250] = { ...lines[250], lines: [{ sku: skus[0], qty: 0 }] } as never;
    const answer = await call<{ index: number; status: number; code: string; data: unknown }[]>('PUT', '/v0/merchant-orders', lines);
    expect(answer.data).toHaveLength(500);
    expect(answer.data[250]).toMatchObject({
      index: 250,
      status: 422,
      code: 'InvalidInput',
      data: [{ path: 'lines.0.qty', rule: 'tooSmall' }],
    });
    expect(answer.data[251]).toMatchObject({ status: 202, data: { state: 'held', reason: 'unknownSku' } });
    expect(answer.data.filter(({ status }) => status === 201)).toHaveLength(10);
    expect((await call('PUT', '/v0/merchant-orders', [...lines, ...lines])).status).toBe(422);
    const first = await call<{ externalNo: string }[]>('GET', '/v0/merchant-orders?state=held&limit=1');
    expect(first.data).toHaveLength(1);
  });
});

describe('a channel', () => {
  it('keeps its own numbers: two channels of a merchant may have the same, and a call names the channel', async () => {
    const no = number();
    await put(no);
    const shop = await addChannel(merchant, 'Second shop');
    expect((await put(no)).data).toBe('channelOrders.refusals.severalChannels');
    const answer = await call<MerchantOrderAnswer>('PUT', `/v0/merchant-orders/${no}?channel=${shop}`, order());
    expect([answer.status, await tasksOf(no)]).toEqual([201, 2]);
    expect((await foreign('GET', `/v0/merchant-orders/${no}?channel=${shop}`)).status).toBe(404);
    await server.call('DELETE', `/v0/channels/${shop}`, undefined, admin);
    // The source of these orders cannot be claimed by hand.
    const manual = { kind: 'outbound', merchantId: merchant, source: `ch:${shop}`, lines: [{ sku: skus[0], qty: 1 }] };
    expect((await server.call('POST', '/v0/tasks', manual, admin)).code).toBe('InvalidInput');
  });

  it('records the calls of a program without what was sent, and forgets addresses 90 days after the end', async () => {
    const no = number();
    await put(no, { lines: [] });
    await expect
      .poll(() => one(`select status, result, text from channel_calls where key = $1`, [no]))
      .toEqual({ status: 422, result: 'InvalidInput', text: 'consignee: required, lines: tooSmall' });
    const ended = number();
    await put(ended);
    await cancel(ended);
    const body = async () =>
      await one(`select body->'consignee'->>'name1' as name, body->'lines' as lines from channel_orders where external_id = $1`, [ended]);
    await blankEnded(createDb(server.appPool));
    expect((await body()).name).toBe('Erika Muster');
    await server.pool.query(`update channel_orders set ended_at = now() - interval '91 days' where external_id = $1`, [ended]);
    await blankEnded(createDb(server.appPool));
    expect(await body()).toMatchObject({ name: '', lines: [{ sku: skus[0] }] });
    const audit = await one(
      `select count(*)::int as n from audit_log where area in ('channel_orders', 'channelOrders') and (after::text like '%Erika%' or before::text like '%Erika%')`,
    );
    expect(audit.n).toBe(0);
  });
});

describe('the documentation for integrators', () => {
  it('prints an example that works as it stands', async () => {
    const page = readFileSync(join(ROOT, 'docs/programs.md'), 'utf8');
    const file = join(server.config.KONTOR_DATA, 'order.mjs');
    writeFileSync(file, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    const { clientId, secret } = await makeProgram(server, admin, { scopes: ['orders.write'], merchantId: merchant });
    const env = { ...process.env, KONTOR_URL: server.url, CLIENT_ID: clientId, CLIENT_SECRET: secret };
    const run = async () => (await promisify(execFile)(process.execPath, [file], { env })).stdout.trim();
    const first = await run();
    expect(first).toMatch(/^201 taken O-\d+$/);
    expect(await run()).toBe(first.replace('201', '200'));
    for (const { url, scope } of server.app.routeTable)
      if (scope !== null && !/^\/v0\/(items|webhooks|webhookDeliveries)\b/.test(url))
        expect(page).toContain(url.replace(/:\w+/g, '{number}'));
  });
});

describe('what a program reads', () => {
  it('stock and shipments come in pages, with the instant from which the next round reads on', async () => {
    type Page = { next: string | null; asOf: string };
    const first = (await call('GET', '/v0/stock?limit=1')) as unknown as Page & { data: { sku: string; available: number }[] };
    expect([first.data.length, typeof first.next]).toEqual([1, 'string']);
    const rest = await call<{ sku: string }[]>('GET', `/v0/stock?limit=1000&after=${first.next}`);
    expect(rest.data.map(({ sku }) => sku)).toEqual(expect.arrayContaining(skus.filter((sku) => sku !== first.data[0]?.sku)));
    const before =
      (await call<{ sku: string; reserved: number }[]>('GET', '/v0/stock?limit=1000')).data.find(({ sku }) => sku === skus[2])?.reserved ??
      0;
    await put(number(), order({ lines: [{ sku: skus[2], qty: 3 }] }));
    const changed = await call<{ sku: string; reserved: number }[]>('GET', `/v0/stock?limit=1000&updatedSince=${first.asOf}`);
    expect(changed.data.find(({ sku }) => sku === skus[2])?.reserved).toBe(before + 3);
    const no = number();
    await put(no);
    await server.pool.query(
      `with p as (insert into parcels (no, task_id, task_no, merchant_id, state, tracking_no, handed_over_at) select 'PK-1', id, no, merchant_id, 'handedOver', 'TRACK1', now() from tasks where ref_order_id = $1 returning id, task_id)
       insert into parcel_contents (parcel_id, line_id, qty) select p.id, l.id, 1 from p join task_lines l on l.task_id = p.task_id`,
      [no],
    );
    const since = `/v0/shipments?since=${first.asOf}`;
    const shipments = await call<{ trackingNo: string; contents: unknown }[]>('GET', since);
    expect(shipments.data).toMatchObject([{ trackingNo: 'TRACK1', contents: [{ externalNo: no, sku: skus[0], qty: 1 }] }]);
    expect((await foreign<unknown[]>('GET', since)).data).toEqual([]);
    expect((await get(no)).data.shipments).toMatchObject([{ trackingNo: 'TRACK1' }]);
  });
});

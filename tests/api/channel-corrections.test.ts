import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_SCOPES } from '#contract/access/oauth-clients';
import type { MerchantOrderAnswer } from '#contract/channels/merchant-orders';
import { createDb } from '../../server/core/db/client.ts';
import { notifyWaiting } from '../../server/modules/channels/notify-waiting.ts';
import { openShop, orderOf } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof openShop>>;
let merchantUser: string;
let count = 0;

const put = async (over: object) => {
  const no = `C-${(count += 1)}`;
  const { data } = await shop.call<MerchantOrderAnswer>('PUT', `/v0/merchant-orders/${no}`, orderOf('SHOP-A', over));
  return { no, ...data };
};
const stateOf = async (no: string): Promise<string> =>
  (await shop.call<MerchantOrderAnswer>('GET', `/v0/merchant-orders/${no}`)).data.state;
const idOf = async (no: string): Promise<string> =>
  (await server.pool.query('select id from channel_orders where external_id = $1', [no])).rows[0].id;
const correct = async (no: string, how: string, body: object, token = shop.admin) =>
  server.call<{ state: string }>('POST', `/v0/channelOrders/${await idOf(no)}/${how}`, body, token);
const lines = (sku: string) => ({ lines: [{ sku, qty: 2 }] });

beforeAll(async () => {
  server = await startServer({ sample: true });
  shop = await openShop(server, TOKEN_SCOPES);
  merchantUser = await server.signIn('merchant');
});
afterAll(() => server.close());

describe('a held order is corrected in one click', () => {
  it('a SKU that is mapped becomes an alias, and all orders that wait for it go on, each once', async () => {
    const waiting = [await put(lines('X-1')), await put(lines('X-1')), await put(lines('X-1'))];
    const both = await put({
      lines: [
        { sku: 'X-1', qty: 1 },
        { sku: 'X-2', qty: 1 },
      ],
    });
    const [first] = waiting;
    expect((await correct(first?.no ?? '', 'map', { itemId: crypto.randomUUID() })).code).toBe('InvalidInput');
    expect((await correct(first?.no ?? '', 'map', { itemId: shop.items[1] })).data.state).toBe('taken');
    for (const { no } of waiting) await expect.poll(() => stateOf(no)).toBe('taken');
    await expect
      .poll(async () => (await server.pool.query('select detail from channel_orders where external_id = $1', [both.no])).rows[0].detail)
      .toBe('X-2');
    const { rows } = await server.pool.query(
      `select t.ref_order_id as no, l.sku, l.ordered from tasks t join task_lines l on l.task_id = t.id where t.ref_order_id = any($1) order by 1`,
      [waiting.map(({ no }) => no)],
    );
    expect(rows).toEqual(waiting.map(({ no }) => ({ no, sku: 'SHOP-B', ordered: 2 })));
    const again = await correct(first?.no ?? '', 'map', { itemId: shop.items[1] });
    expect([again.status, again.data]).toEqual([409, 'channelOrders.refusals.notHeld']);
    expect((await put(lines('X-1'))).state).toBe('taken');
  });

  it('a carrier that is chosen is remembered by the channel', async () => {
    const [one, two] = [await put({ carrier: 'Express please' }), await put({ carrier: 'Express please' })];
    const carrier = (await server.pool.query(`select id from carriers where active and deleted_at is null limit 1`)).rows[0].id;
    expect((await correct(one.no, 'carrier', { carrierId: carrier })).data.state).toBe('taken');
    await expect.poll(() => stateOf(two.no)).toBe('taken');
    expect((await put({ carrier: 'Express please' })).state).toBe('taken');
  });

  it('an address is corrected by its wrong parts, and sending the first version again changes nothing', async () => {
    const wrong = { consignee: { name1: 'Erika Muster', streetName: 'Lange Straße 5', zip: '1', city: 'Berlin', country: 'DE' } };
    const { no } = await put(wrong);
    expect((await correct(no, 'address', { city: 'Hamburg' })).data.state).toBe('held');
    expect((await correct(no, 'address', { zip: '20095' })).data.state).toBe('taken');
    const { rows } = await server.pool.query(`select consignee from tasks where ref_order_id = $1`, [no]);
    expect(rows[0].consignee).toMatchObject({ name1: 'Erika Muster', zip: '20095', city: 'Hamburg' });
    const same = await shop.call<MerchantOrderAnswer>('PUT', `/v0/merchant-orders/${no}`, orderOf('SHOP-A', wrong));
    expect([same.status, same.data.state]).toEqual([200, 'taken']);
  });

  it('is given up with a reason, tried again, and seen by its own merchant only (P18)', async () => {
    const [given, own] = [await put(lines('Y-1')), await put(lines('Y-2'))];
    expect((await correct(given.no, 'giveUp', {})).code).toBe('InvalidInput');
    expect((await correct(given.no, 'giveUp', { reason: 'Test order' })).data.state).toBe('ignored');
    expect((await correct(given.no, 'retry', {})).status).toBe(409);
    expect((await correct(own.no, 'retry', {}, merchantUser)).data.state).toBe('held');
    await server.pool.query(`update channel_orders set merchant_id = $2 where external_id = $1`, [own.no, shop.other]);
    expect((await correct(own.no, 'retry', {}, merchantUser)).status).toBe(404);
    const list = await server.call<{ externalNo: string }[]>('GET', '/v0/channelOrders?l=100', undefined, merchantUser);
    expect(list.data.map(({ externalNo }) => externalNo)).toContain(given.no);
    expect(list.data.map(({ externalNo }) => externalNo)).not.toContain(own.no);
    const { data } = await server.call<{ facts: { key: string; value: unknown }[]; lists: { key: string }[] }>(
      'GET',
      `/v0/channels/${shop.channel}/related`,
      undefined,
      shop.admin,
    );
    expect(data.facts.map(({ key }) => key)).toEqual(['today', 'held', 'waiting', 'failed', 'last']);
    expect(data.facts.find(({ key }) => key === 'failed')?.value).toBe(0);
    expect(data.lists.map(({ key }) => key)).toEqual(['held', 'channelOrders.channelId', 'differing', 'channelItems.channelId']);
  });
});

describe('a return that a program announces', () => {
  const announce = (returnNo: string, body: object) =>
    shop.call<{ returnNo: string; orderNo: string }>('PUT', `/v0/merchant-returns/${returnNo}`, body);

  it('is one return, however often it is sent, of pieces that were shipped', async () => {
    const { no } = await put({ lines: [{ sku: 'SHOP-C', qty: 2 }] });
    const body = { externalNo: no, lines: [{ sku: 'SHOP-C', qty: 1, reason: 'damaged' }] };
    expect((await announce('RMA-1', body)).code).toBe('InvalidInput');
    await server.pool.query(
      `update task_lines l set picked = 2, packed = 2, shipped = 2, reserved = 0 from tasks t where t.id = l.task_id and t.ref_order_id = $1`,
      [no],
    );
    const answers = await Promise.all([announce('RMA-1', body), announce('RMA-1', body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    const { rows } = await server.pool.query(
      `select l.ordered, l.return_reason from tasks t join task_lines l on l.task_id = t.id where t.retour_no = 'RMA-1'`,
    );
    expect(rows).toEqual([{ ordered: 1, return_reason: 'damaged' }]);
    expect((await announce('RMA-2', { ...body, externalNo: 'C-unknown' })).status).toBe(404);
  });
});

describe('held orders that nobody looks at', () => {
  const told = async () =>
    (
      await server.pool.query(
        `select u.account, m.title, m.text, m.link from messages m join users u on u.id = m.to_id where m.title like 'Orders of Own shop%' order by 1, 3`,
      )
    ).rows as { account: string; title: string; text: string; link: string }[];
  const tell = () => notifyWaiting(createDb(server.pool));

  it('people of the house and of the merchant are told after half an hour, once for each cause, and again when it comes back', async () => {
    await server.pool.query(`update channel_orders set state = 'ignored' where state = 'held'`);
    const first = await put(lines('Q-1'));
    await put(lines('Q-1'));
    await put(lines('Q-2'));
    await tell();
    expect(await told()).toEqual([]);
    await server.pool.query(`update channel_orders set first_seen = now() - interval '31 minutes' where state = 'held'`);
    await Promise.all([tell(), tell()]);
    const all = await told();
    expect(all.filter(({ account }) => account === 'manager@kontor.example').map(({ title, text }) => [title, text])).toEqual([
      ['Orders of Own shop are held: 2', expect.stringContaining('Q-1')],
      ['Orders of Own shop are held: 1', expect.stringContaining('Q-2')],
    ]);
    const [merchant] = all.filter(({ account }) => account === 'merchant@kontor.example');
    expect(merchant?.link).toBe(`/mEP/channels/${shop.channel}`);
    await put(lines('Q-1'));
    await tell();
    expect(await told()).toHaveLength(all.length);
    // Corrected, and the same cause comes back later.
    expect((await correct(first.no, 'map', { itemId: shop.items[0] })).data.state).toBe('taken');
    const held = `select count(*)::int as n from channel_orders where state = 'held' and detail = 'Q-1'`;
    await expect.poll(async () => (await server.pool.query(held)).rows[0].n).toBe(0);
    await tell();
    await server.pool.query('delete from item_aliases where code = $1', ['Q-1']);
    await put(lines('Q-1'));
    await server.pool.query(`update channel_orders set first_seen = now() - interval '31 minutes' where state = 'held'`);
    await tell();
    expect((await told()).length).toBeGreaterThan(all.length);
  });
});

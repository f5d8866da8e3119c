import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataOf } from '#contract/printing/documents';
import { createDb } from '../../server/core/db/client.ts';
import { loadOrders } from '../../server/sample/orders.ts';
import { type Printer, printer } from '../support/print.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: string;
let merchant: string;
let { idsOf, one } = {} as Printer;
beforeAll(async () => {
  server = await startServer({ sample: true });
  await loadOrders({ config: server.config, db: createDb(server.pool), log: { warn: (data) => expect(data).toBeUndefined() } });
  [admin, merchant] = await Promise.all([server.signIn('admin'), server.signIn('merchant')]);
  ({ idsOf, one } = printer(server, admin));
});
afterAll(() => server.close());

describe('papers of orders', () => {
  const gone = async (): Promise<string> => (await idsOf(`select id from tasks where ref_order_id = '#1020'`))[0] ?? '';

  it('each delivery of an order has a number of its own, and says what is still to come', async () => {
    const id = await gone();
    expect(await one('deliveryNote', id)).toMatchObject({
      no: expect.stringMatching(/-L1$/),
      parcels: [{}],
      lines: [{ short: null }, { short: null }],
    });
    await server.pool.query(`update task_lines set ordered = ordered + 3 where task_id = $1 and sku = 'VASE-S'`, [id]);
    await server.pool.query(
      `insert into parcels (no, task_id, task_no, merchant_id, seq, state) select 'R-2', id, no, merchant_id, 2, 'open' from tasks where id = $1`,
      [id],
    );
    await server.pool.query(
      `insert into parcel_contents (parcel_id, line_id, qty) select p.id, l.id, 1 from parcels p join task_lines l on l.task_id = p.task_id where p.no = 'R-2' and l.sku = 'VASE-S'`,
    );
    const first = await one('deliveryNote', id, { delivery: 1 });
    const second = await one('deliveryNote', id);
    expect([first.no.slice(-3), second.no.slice(-3)]).toEqual(['-L1', '-L2']);
    expect(first.lines.find(({ sku }) => sku === 'VASE-S')).toMatchObject({ qty: 5, short: 3 });
    expect(second.lines).toMatchObject([{ sku: 'VASE-S', qty: 1, short: 2 }]);
  });

  it('a consignment note has the German order of boxes where the house is German and German is asked for', async () => {
    const id = await gone();
    expect(await one('cmr', id)).toMatchObject({
      order: 'international',
      takingPlace: '21129 Hamburg, DE',
      consignee: { country: 'ES' },
      establishedIn: 'Hamburg',
    });
    expect((await one('cmr', id, { locales: ['de', 'en'] })).order).toBe('german');
    expect((await one('cmr', id, { locales: ['de'], cmrOrder: 'international' })).order).toBe('international');
    expect((await one('cmr', id)).goods).toMatchObject([{ packing: 'Parcel', packages: 2 }]);
  });

  it('an item list sums picklists, orders and typed items to one line an item', async () => {
    const [list = ''] = await idsOf(`select id from picklists where state = 'open' order by no limit 1`);
    const { lines } = await one('picklist', list);
    const itemlist = (reckonData: object, token = admin) =>
      server.call<DataOf<'itemlist'>>('POST', '/v0/print/itemlist', { reckonData }, token);
    const [first] = lines;
    const { data } = await itemlist({
      picklistIds: [list],
      items: [
        { sku: first?.sku, qty: 10 },
        { sku: '不明', qty: 3 },
      ],
    });
    expect(data.lines.find(({ sku }) => sku === first?.sku)).toMatchObject({
      qty: (first?.qty ?? 0) + 10,
      orders: 1,
      places: first?.place,
    });
    expect(data.lines.at(-1)).toMatchObject({ sku: '不明', qty: 3, orders: null });
    // A typed item has no order; the list says where its free pieces are, in walking order.
    const [stocked] = (
      await server.pool.query<{ sku: string; code: string }>(`select i.sku, c.code from stock_balances b join items i on i.id = b.item_id
        join compartments c on c.id = b.compartment_id where b.free > 0 and b.deleted_at is null and kontor_promisable(b.condition, c.kind, c.blocked_reason)
        order by c.pick_order, c.code limit 1`)
    ).rows;
    const typed = (await itemlist({ items: [{ sku: stocked?.sku, qty: 2 }] })).data.lines;
    expect(typed).toMatchObject([{ sku: stocked?.sku, orders: null }]);
    expect(typed[0]?.places.split(', ')[0]).toBe(stocked?.code);
    expect((await itemlist({})).code).toBe('InvalidInput');
    const [foreign] = await idsOf(`select t.id from tasks t join merchants m on m.id = t.merchant_id where m.no <> 'M-1001' limit 1`);
    expect((await itemlist({ taskIds: [foreign] }, merchant)).code).toBe('NotFound');
    expect((await itemlist({ items: [{ sku: 'VASE-S', qty: 1 }] }, merchant)).data.lines).toMatchObject([{ sku: 'VASE-S', name: '' }]);
  });
});

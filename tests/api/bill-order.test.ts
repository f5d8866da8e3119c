import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBooks, type Row, today } from '../support/books.ts';

const { server, finance, post, read } = await openBooks();
afterAll(() => server.close());

let supplierId: string;
let otherId: string;
let merchantId: string;
beforeAll(async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into suppliers (no, name, address, delivery_address) values ('S-81', 'Tea house', '{}', '{}'), ('S-82', 'Other house', '{}', '{}') returning id`,
  );
  [supplierId, otherId] = rows.map(({ id }) => id) as [string, string];
  merchantId = (await server.pool.query<{ id: string }>(`select id from merchants where no = 'M-1001'`)).rows[0]?.id as string;
});

const id = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const goods = { id: id(1), sku: 'TEE-EARL-250', text: 'Earl Grey', qty: 10_000, unitPrice: 20_000, vatCategory: 'S', vatRate: 1900 };
const freight = { id: id(2), text: 'Freight', qty: 1000, unitPrice: 500_000, vatCategory: 'S', vatRate: 1900 };

async function ordered(over: object = {}): Promise<Row> {
  const made = await post('purchaseOrders', { supplierId, merchantId, lines: [goods, freight], ...over });
  expect(made.code).toBe('OK');
  expect((await post(`purchaseOrders/${made.data.id}/order`)).code).toBe('OK');
  return read('purchaseOrders', made.data.id);
}
/** So many pieces came, as the dock's booking leaves it on the expected receipt. */
const arrived = (order: Row, pieces: number) =>
  server.pool.query('update task_lines set received = $2 where task_id = $1', [order['inboundId'], pieces]);
const theirs = (over: object = {}) => ({
  theirNo: `R-${Math.random().toString(36).slice(2, 8)}`,
  billDate: today(),
  theirTotal: 8330,
  ...over,
});
type Line = {
  ofLine: string | null;
  text: string;
  qty: number;
  ordered: number | null;
  orderedPrice: number | null;
  received: number | null;
  orderNo: string;
};
const linesOf = (row: Row): Line[] => row['lines'] as Line[];

describe('a bill of a purchase order', () => {
  it('takes the order’s lines, each beside what was ordered and what came', async () => {
    const order = await ordered();
    await arrived(order, 4);
    const made = await post(`purchaseOrders/${order.id}/bill`, theirs());
    expect(made.code).toBe('OK');
    const bill = await read('bills', made.data.id);
    expect(bill).toMatchObject({ purchaseOrderId: order.id, purchaseOrderIdLabel: order.no, supplierId, gross: 8330, differences: 1 });
    expect(linesOf(bill)).toMatchObject([
      {
        ofLine: id(1),
        text: 'TEE-EARL-250 Earl Grey',
        qty: 10_000,
        ordered: 10_000,
        orderedPrice: 20_000,
        received: 4000,
        orderNo: order.no,
      },
      { ofLine: id(2), qty: 1000, ordered: 1000, orderedPrice: 500_000, received: null, orderNo: order.no },
    ]);
    // The rest comes: asked again, they agree.
    await arrived(order, 10);
    expect((await post(`bills/${bill.id}/match`)).code).toBe('OK');
    expect(await read('bills', bill.id)).toMatchObject({ differences: 0 });
    expect((await post(`bills/${bill.id}/approve`)).code).toBe('OK');
    expect(await read('bills', bill.id)).toMatchObject({ status: 'approved', open: 8330 });
  });

  it('takes them in the form too: the order is chosen, the lines come with the first save, and stay editable', async () => {
    const order = await ordered();
    await arrived(order, 10);
    const made = await post('bills', { supplierId, purchaseOrderId: order.id, ...theirs() });
    expect(linesOf(made.data)).toHaveLength(2);
    const [first, second] = linesOf(made.data) as [Line, Line];
    const less = await server.call<Row>(
      'PUT',
      `/v0/bills/${made.data.id}`,
      { version: made.data.version, lines: [{ ...first, qty: 12_000, unitPrice: 21_000, ordered: 99_000 }, second] },
      finance,
    );
    expect(less.code).toBe('OK');
    // What was ordered is the order's to say, whatever a form sends.
    expect(linesOf(less.data)[0]).toMatchObject({ qty: 12_000, ordered: 10_000, received: 10_000 });
    expect(less.data['differences']).toBe(1);
  });

  it('asks only for what no other bill asked for, and a line that the order has not is told', async () => {
    const order = await ordered();
    await arrived(order, 10);
    const first = (await post('bills', { supplierId, purchaseOrderId: order.id, ...theirs() })).data;
    const [line] = linesOf(first) as [Line];
    await server.call('PUT', `/v0/bills/${first.id}`, { version: first.version, lines: [{ ...line, qty: 6000 }] }, finance);
    const second = (await post(`purchaseOrders/${order.id}/bill`, theirs())).data;
    expect(linesOf(await read('bills', second.id)).map(({ qty, ordered: left, received }) => [qty, left, received])).toEqual([
      [4000, 4000, 4000],
      [1000, 1000, null],
    ]);
    const billing = await server.call<{ lines: Record<string, unknown>[]; bills: Row[] }>(
      'GET',
      `/v0/purchaseOrders/${order.id}/billing`,
      undefined,
      finance,
    );
    expect(billing.data.lines).toMatchObject([
      { sku: 'TEE-EARL-250', ordered: 10_000, received: 10_000, billed: 10_000 },
      { sku: '', ordered: 1000, received: null, billed: 1000 },
    ]);
    expect(billing.data.bills.map((bill) => bill.id).sort()).toEqual([first.id, second.id].sort());
    const extra = { id: id(9), text: 'Pallets', qty: 2000, unitPrice: 80_000, vatCategory: 'S', vatRate: 1900 };
    const third = (await post('bills', { supplierId, purchaseOrderId: order.id, ...theirs(), lines: [extra] })).data;
    expect(linesOf(third)).toMatchObject([{ ordered: 0, received: null }]);
    expect(third['differences']).toBe(1);
  });

  it('is refused where the order is of another supplier or currency, or was never placed', async () => {
    const order = await ordered();
    const wrong = await post('bills', { supplierId: otherId, purchaseOrderId: order.id, ...theirs() });
    expect(wrong).toMatchObject({ code: 'InvalidInput', data: [{ path: 'purchaseOrderId', rule: 'otherSupplier' }] });
    const dollars = await post('bills', { supplierId, purchaseOrderId: order.id, currency: 'USD', ...theirs() });
    expect(dollars).toMatchObject({ data: [{ path: 'currency', rule: 'otherCurrency', params: { currency: 'EUR' } }] });
    const draft = (await post('purchaseOrders', { supplierId, merchantId, lines: [goods] })).data;
    expect(await post(`purchaseOrders/${draft.id}/bill`, theirs())).toMatchObject({
      data: [{ path: 'purchaseOrderId', rule: 'notPlaced' }],
    });
  });
});

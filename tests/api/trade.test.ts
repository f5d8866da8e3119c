import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LastOrdered } from '#contract/trade/purchase-orders';
import { startServer, type TestServer } from '../support/server.ts';
import { device, openHouse } from '../support/warehouse.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

const idOf = async (table: string, field: string, value: string): Promise<string> =>
  (await server.pool.query(`select id from ${table} where ${field} = $1`, [value])).rows[0].id;
const line = (n: number, over: object = {}) => ({
  id: `01890000-0000-7000-8000-00000000000${n}`,
  text: `Line ${n}`,
  qty: 10_000,
  unitPrice: 125_000,
  vatCategory: 'S',
  vatRate: 1900,
  ...over,
});
type Row = {
  id: string;
  no: string;
  status: string;
  net: number;
  gross: number;
  received: number;
  pieces: number;
  inboundId: string | null;
  invoiceId: string | null;
  revision: number;
};
const post = (path: string, body: object = {}) => server.call<Row>('POST', path, body, admin);
const read = async (area: string, id: string): Promise<Row> => (await server.call<Row>('GET', `/v0/${area}/${id}`, undefined, admin)).data;

describe('a quotation', () => {
  const write = async (over: object = {}) =>
    post('/v0/quotations', {
      merchantId: await idOf('merchants', 'no', 'M-1001'),
      subject: 'Storage 2027',
      validUntil: '2099-12-31',
      lines: [line(1)],
      ...over,
    });

  it('is summed, sent, accepted once, and becomes a draft invoice with the same lines', async () => {
    const { data } = await write();
    expect(data).toMatchObject({ status: 'draft', net: 12_500, gross: 14_875 });
    expect((await post(`/v0/quotations/${data.id}/accept`)).code).toBe('StateRefused');
    await post(`/v0/quotations/${data.id}/send`);
    expect((await server.call('PUT', `/v0/quotations/${data.id}`, { subject: 'Other', version: 2 }, admin)).code).not.toBe('OK');
    const both = await Promise.all([post(`/v0/quotations/${data.id}/accept`), post(`/v0/quotations/${data.id}/accept`)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
    const after = await read('quotations', data.id);
    expect(after.status).toBe('accepted');
    const drafts = await server.call<{ id: string; partyName: string }[]>('GET', '/v0/invoices?l=1000', undefined, admin);
    expect(drafts.data.find(({ id }) => id === after.invoiceId)?.partyName).toBeTruthy();
    const { rows } = await server.pool.query('select gross, status, jsonb_array_length(lines) as lines from invoices where id = $1', [
      after.invoiceId,
    ]);
    expect(rows).toEqual([{ gross: '14875', status: 'draft', lines: 1 }]);
    expect(await read('invoices', after.invoiceId ?? '')).toMatchObject({
      partyName: 'Northwind Traders',
      partyAddress: { city: 'Hamburg' },
    });
    expect((await server.call('GET', '/v0/invoices', undefined, admin)).code).toBe('OK');
  });

  it('accepted by mistake is open again, and its draft invoice is gone, until that invoice is posted', async () => {
    const { data } = await write();
    await post(`/v0/quotations/${data.id}/send`);
    expect((await post(`/v0/quotations/${data.id}/undoAcceptance`)).code).toBe('StateRefused');
    await post(`/v0/quotations/${data.id}/accept`);
    const first = (await read('quotations', data.id)).invoiceId ?? '';
    expect((await post(`/v0/quotations/${data.id}/undoAcceptance`)).code).toBe('OK');
    expect(await read('quotations', data.id)).toMatchObject({ status: 'sent', acceptedAt: null, invoiceId: null });
    expect(await read('invoices', first)).toMatchObject({ deletedAt: expect.any(String) });
    expect((await post(`/v0/invoices/${first}/post`)).code).toBe('NotFound');

    await post(`/v0/quotations/${data.id}/accept`);
    const second = (await read('quotations', data.id)).invoiceId ?? '';
    expect((await post(`/v0/invoices/${second}/post`)).code).toBe('OK');
    expect(await post(`/v0/quotations/${data.id}/undoAcceptance`)).toMatchObject({
      code: 'StateRefused',
      data: 'quotations.refusals.invoicePosted',
    });
    expect(await read('quotations', data.id)).toMatchObject({ status: 'accepted', invoiceId: second });
  });

  it('is revised: the new one takes the place of the old, which cannot be accepted any more', async () => {
    const { data } = await write();
    await post(`/v0/quotations/${data.id}/send`);
    const revised = await post(`/v0/quotations/${data.id}/revise`);
    expect(await read('quotations', revised.data.id)).toMatchObject({ status: 'draft', revision: 2, gross: 14_875 });
    expect((await read('quotations', data.id)).status).toBe('replaced');
    expect((await post(`/v0/quotations/${data.id}/accept`)).code).toBe('StateRefused');
  });

  it('is not accepted after its last day, and belongs to exactly one party', async () => {
    const { data } = await write();
    await post(`/v0/quotations/${data.id}/send`);
    await server.pool.query(`update quotations set valid_until = '2020-01-01' where id = $1`, [data.id]);
    expect(await post(`/v0/quotations/${data.id}/accept`)).toMatchObject({ code: 'StateRefused', data: 'quotations.refusals.expired' });
    expect(await write({ customerId: await idOf('customers', 'no', 'C-901') })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'customerId', rule: 'oneParty' }],
    });
    expect(await write({ lines: [line(1, { vatRate: 0 })] })).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'lines.0.vatRate', rule: 'vatRateMissing' }],
    });
  });
});

describe('a purchase order', () => {
  const write = async (over: object = {}) =>
    post('/v0/purchaseOrders', {
      supplierId: await idOf('suppliers', 'no', 'S-901'),
      merchantId: await idOf('merchants', 'no', 'M-1001'),
      lines: [line(1, { sku: 'TEE-EARL-250' }), line(2, { text: 'Freight', qty: 1000 })],
      ...over,
    });

  it('announces its goods to the dock once, and counts back what comes in', async () => {
    const { data } = await write();
    const both = await Promise.all([post(`/v0/purchaseOrders/${data.id}/order`), post(`/v0/purchaseOrders/${data.id}/order`)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused']);
    const ordered = await read('purchaseOrders', data.id);
    expect(ordered).toMatchObject({ status: 'ordered', pieces: 10, received: 0 });
    const house = await openHouse(server, 2);
    const [me] = (await server.pool.query(`select id from users where account = 'admin@kontor.example'`)).rows;
    const scanner = device(server, admin, me.id, house.stationId);
    const [goods] = (await server.pool.query('select id, item_id from task_lines where task_id = $1', [ordered.inboundId])).rows;
    const act = {
      do: 'receive',
      taskId: ordered.inboundId ?? '',
      lineId: goods.id,
      itemId: goods.item_id,
      lot: '',
      expiry: null,
      serial: '',
      condition: 'good',
      compartmentId: house.dock,
      reason: '',
    } as const;
    const receive = (qty: number) => scanner.post([scanner.event({ ...act, qty })]);
    await receive(4);
    expect(await read('purchaseOrders', data.id)).toMatchObject({ status: 'partlyReceived', received: 4 });
    expect((await post(`/v0/purchaseOrders/${data.id}/cancel`)).code).toBe('StateRefused');
    await receive(6);
    expect(await read('purchaseOrders', data.id)).toMatchObject({ status: 'received', received: 10 });
  });

  it('is remembered for the next one: the supplier’s number of an item, its last price and its tax, unless it was cancelled', async () => {
    const itemId = await idOf('items', 'sku', 'VASE-L');
    const supplierId = await idOf('suppliers', 'no', 'S-901');
    const merchantId = (await server.pool.query('select merchant_id as id from items where id = $1', [itemId])).rows[0].id;
    const known = async () =>
      (await server.call<LastOrdered>('GET', `/v0/purchaseOrders/known?supplierId=${supplierId}&itemId=${itemId}`, undefined, admin)).data;
    expect(await known()).toEqual({ supplierCode: '', last: null });
    await post('/v0/itemAliases', { code: 'FC-77', kind: 'supplierCode', itemId, merchantId });
    expect(await known()).toEqual({ supplierCode: 'FC-77', last: null });

    const order = async (over: object) => {
      const { data } = await write({ merchantId, lines: [line(1, { sku: 'VASE-L', ...over })] });
      expect((await known()).last?.no).not.toBe(data.no);
      await post(`/v0/purchaseOrders/${data.id}/order`);
      return data;
    };
    const first = await order({ unitPrice: 89_000, supplierCode: 'FC-77-B', unit: 'pc' });
    expect(await known()).toEqual({
      supplierCode: 'FC-77-B',
      last: expect.objectContaining({ no: first.no, currency: 'EUR', unitPrice: 89_000, unit: 'pc', vatCategory: 'S', vatRate: 1900 }),
    });
    const second = await order({ unitPrice: 91_000 });
    expect(await known()).toMatchObject({ supplierCode: 'FC-77', last: { no: second.no, unitPrice: 91_000 } });
    await post(`/v0/purchaseOrders/${second.id}/cancel`);
    expect((await known()).last).toMatchObject({ no: first.no, unitPrice: 89_000 });
  });

  it('is cancelled with its expected receipt while nothing has come', async () => {
    const { data } = await write();
    await post(`/v0/purchaseOrders/${data.id}/order`);
    const { inboundId } = await read('purchaseOrders', data.id);
    await post(`/v0/purchaseOrders/${data.id}/cancel`);
    expect((await read('purchaseOrders', data.id)).status).toBe('cancelled');
    // It reads as cancelled too, and not as still to be received.
    expect(
      (await server.pool.query(`select deleted_at is not null and cancel_reason <> '' as gone from tasks where id = $1`, [inboundId])).rows,
    ).toEqual([{ gone: true }]);
  });

  it('of a SKU that the merchant has not, or of half pieces, is refused whole', async () => {
    const unknown = await write({ lines: [line(1, { sku: 'NOPE' })] });
    expect(await post(`/v0/purchaseOrders/${unknown.data.id}/order`)).toMatchObject({
      code: 'InvalidInput',
      data: [{ rule: 'unknownItem' }],
    });
    expect(await read('purchaseOrders', unknown.data.id)).toMatchObject({ status: 'draft', inboundId: null });
    const half = await write({ lines: [line(1, { sku: 'TEE-EARL-250', qty: 1500 })] });
    expect(await post(`/v0/purchaseOrders/${half.data.id}/order`)).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'lines.0.qty', rule: 'wholePieces' }],
    });
  });
});

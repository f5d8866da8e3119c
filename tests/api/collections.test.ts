import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

type Collection = {
  id: string;
  no: string;
  kind: string;
  status: string;
  orderId: string | null;
  requestId: string | null;
  inboundId: string | null;
  carrierId: string | null;
  pickupDate: string;
};

let server: TestServer;
let desk: string;
let merchant: string;
let merchantId: string;
let carrierId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
  carrierId = (await server.pool.query(`select id from carriers where code = 'FORWARDER'`)).rows[0].id;
});
afterAll(() => server.close());

const PICKUP = {
  name1: 'Hanse Teekontor',
  name2: '',
  streetName: 'Am Sandtorkai',
  streetNumber: '4',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
  phone: '040 1',
  email: '',
  addition: '',
};
const request = (more: Record<string, unknown> = {}) =>
  server.call<Collection>(
    'POST',
    '/v0/collections',
    {
      merchantId,
      pickup: PICKUP,
      pickupDate: '2031-12-03',
      timeFrom: '08:00',
      timeTo: '14:00',
      contact: 'Jan Petersen',
      goods: '2 pallets of tea',
      palletQty: 2,
      packingList: 'TEE-EARL-250 200',
      ...more,
    },
    merchant,
  );
const read = async (id: string) => (await server.call<Collection>('GET', `/v0/collections/${id}`, undefined, desk)).data;

describe('a collection', () => {
  it('goes from the merchant’s request over an offer to a collect order, and what was fetched is expected at the dock', async () => {
    const { data: asked } = await request();
    expect(asked).toMatchObject({ kind: 'collectRequest', status: 'inProcess', orderId: null });
    expect(asked.no).toMatch(/^CR-/);
    await server.call('POST', `/v0/offers/ask/${asked.id}`, { carrierIds: [carrierId] }, desk);
    const [offer] = (await server.call<{ id: string; version: number }[]>('GET', `/v0/offers?taskId=${asked.id}`, undefined, desk)).data;
    await server.call('PUT', `/v0/offers/${offer?.id}`, { version: offer?.version, price: 18_000, pickupDate: '2031-12-04' }, desk);

    const { data } = await server.call<{ orderId: string }>('POST', `/v0/offers/${offer?.id}/accept`, undefined, merchant);
    const order = await read(data.orderId);
    expect(order).toMatchObject({ kind: 'collectOrder', requestId: asked.id, carrierId, pickupDate: '2031-12-04', status: 'inProcess' });
    expect(await read(asked.id)).toMatchObject({ status: 'finish', orderId: order.id });

    const collected = await server.call<{ inboundId: string }>('POST', `/v0/collections/${order.id}/collected`, undefined, desk);
    expect(collected.code).toBe('OK');
    expect(await read(order.id)).toMatchObject({ status: 'inTransit', inboundId: collected.data.inboundId });
    const again = await server.call<{ inboundId: string }>('POST', `/v0/collections/${order.id}/collected`, undefined, desk);
    expect(again.data.inboundId).toBe(collected.data.inboundId);
    const { data: inbound } = await server.call('GET', `/v0/tasks/${collected.data.inboundId}`, undefined, merchant);
    expect(inbound).toMatchObject({ kind: 'inbound', status: 'receiptPending', pieces: 200, palletQty: 2 });
    await server.call('POST', `/v0/tasks/${order.id}/command/markArrived`, {}, desk);
    expect((await read(order.id)).status).toBe('delivered');
    // It is not done while its goods are being received.
    const finish = () => server.call('POST', `/v0/tasks/${order.id}/command/finish`, {}, desk);
    expect((await finish()).data).toBe('tasks.refusals.inboundOpen');
    await server.call('POST', `/v0/tasks/${collected.data.inboundId}/command/requestCancel`, { reason: 'Nothing came' }, desk);
    expect((await finish()).code).toBe('OK');
    expect((await read(order.id)).status).toBe('finish');
  });

  it('a request is not collected, and an order without a packing list says what is missing', async () => {
    const { data: asked } = await request({ packingList: '' });
    const collect = (id: string) => server.call('POST', `/v0/collections/${id}/collected`, undefined, desk);
    expect((await collect(asked.id)).data).toBe('collections.refusals.notOrdered');
    await server.call('POST', `/v0/offers/ask/${asked.id}`, { carrierIds: [carrierId] }, desk);
    const [offer] = (await server.call<{ id: string; version: number }[]>('GET', `/v0/offers?taskId=${asked.id}`, undefined, desk)).data;
    await server.call('PUT', `/v0/offers/${offer?.id}`, { version: offer?.version, price: 18_000 }, desk);
    const { data } = await server.call<{ orderId: string }>('POST', `/v0/offers/${offer?.id}/accept`, undefined, merchant);
    expect((await collect(data.orderId)).data).toBe('services.refusals.noPackingList');
    expect(await read(data.orderId)).toMatchObject({ status: 'inProcess', inboundId: null });
  });

  it('from nowhere, in the past, or until before it begins, is refused', async () => {
    expect((await request({ pickup: { ...PICKUP, city: '' } })).data).toEqual([{ path: 'pickup', rule: 'addressNeeded' }]);
    expect((await request({ timeTo: '07:00' })).data).toEqual([{ path: 'timeTo', rule: 'beforeStart' }]);
    expect((await request({ deliveryFrom: '09:00', deliveryTo: '08:00' })).data).toEqual([{ path: 'deliveryTo', rule: 'beforeStart' }]);
    expect((await request({ deliveryDate: '2031-12-02' })).data).toEqual([{ path: 'deliveryDate', rule: 'beforeStart' }]);
    expect((await request({ pickupDate: '2020-01-31' })).data).toEqual([{ path: 'pickupDate', rule: 'inPast' }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string; version: number };
let server: TestServer;
let desk: string;
let merchant: string;
let carrier: string;
let merchantId: string;
let carrierId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant, carrier] = [await server.signIn('employee'), await server.signIn('merchant'), await server.signIn('carrier')];
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
  carrierId = (await server.pool.query(`select carrier_id from users where account = 'carrier@kontor.example'`)).rows[0].carrier_id;
});
afterAll(() => server.close());

const send = <T = Row>(method: string, path: string, body?: unknown, token = desk) => server.call<T>(method, path, body, token);
const read = async (area: string, id: string, token = desk) => (await send('GET', `/v0/${area}/${id}`, undefined, token)).data;
const edit = async (area: string, id: string, values: object, token = desk) =>
  send('PUT', `/v0/${area}/${id}`, { version: (await read(area, id, token)).version, ...values }, token);
const place = (name1: string, city: string) => addressOf({ name1, city, country: 'DE' });
const offerOf = async (id: string): Promise<Row> => {
  const [offer] = (await send<Row[]>('GET', `/v0/offers?taskId=${id}`)).data;
  if (!offer) throw new Error('no offer');
  return offer;
};
const answer = async (id: string, price: number) => {
  const offer = await offerOf(id);
  await send('PUT', `/v0/offers/${offer.id}`, { version: offer.version, price }, carrier);
};
const accept = async (id: string) =>
  send<{ orderId: string } & string>('POST', `/v0/offers/${(await offerOf(id)).id}/accept`, undefined, merchant);
const messagesOf = async (token: string) => (await send<Row[]>('GET', '/v0/messages', undefined, token)).data;
async function asked(area: 'transportQuotes' | 'collections', more: object = {}): Promise<Row> {
  const body =
    area === 'collections'
      ? { pickup: addressOf({ streetName: 'Hafen', city: 'Hamburg', country: 'DE' }), pickupDate: '2031-12-03', goods: 'Tea', palletQty: 2 }
      : { origin: place('A', 'Hamburg'), destination: place('B', 'Kiel'), pieces: '5 × 120×80×100 cm, 300 kg' };
  const { data } = await send('POST', `/v0/${area}`, { merchantId, ...body, ...more });
  await send('POST', `/v0/offers/ask/${data.id}`, { carrierIds: [carrierId] });
  return data;
}
const askChange = (area: string, id: string, values: object, token = merchant) =>
  send<{ id: string } & string>('POST', `/v0/changeRequests/of/${id}`, { area, values, reason: 'More goods' }, token);

describe('what others have answered', () => {
  it('the carrier sees the remark, and what changed since its answer: each field once, from what it answered to what is asked now', async () => {
    const quote = await asked('transportQuotes', { remark: 'Ring at gate 2' });
    const changes = async () => (await offerOf(quote.id))['changes'];
    expect(await offerOf(quote.id)).toMatchObject({ remark: 'Ring at gate 2', changes: [] });
    await answer(quote.id, 42_000);
    const edits = [{ remark: 'Ring at gate 3' }, { remark: 'Ring at gate 4', tailLift: true }, { tailLift: false }];
    for (const values of edits) await edit('transportQuotes', quote.id, values, merchant);
    expect(await changes()).toEqual([{ area: 'transportQuotes', field: 'remark', from: 'Ring at gate 2', to: 'Ring at gate 4' }]);
    const [told] = await messagesOf(carrier);
    expect(told?.['text']).toContain('Tail lift: yes → no');
    await answer(quote.id, 43_000);
    expect(await changes()).toEqual([]);
  });

  it('hours of pick-up and of delivery of a collection reach the carrier and the order', async () => {
    const hours = { timeFrom: '08:00', timeTo: '14:00', deliveryDate: '2031-12-04', deliveryFrom: '07:00', deliveryTo: '15:00' };
    const request = await asked('collections', hours);
    expect(await offerOf(request.id)).toMatchObject({ wantedTime: '08:00–14:00', deliverOn: '2031-12-04', deliverTime: '07:00–15:00' });
    await answer(request.id, 18_000);
    const { data } = await accept(request.id);
    expect(await read('collections', data.orderId)).toMatchObject(hours);
  });

  it('an edit of what was asked voids the offers, asks the carriers again and tells them', async () => {
    const quote = await asked('transportQuotes');
    await answer(quote.id, 42_000);
    expect((await edit('transportQuotes', quote.id, { pieces: '33 × 120×80×100 cm, 300 kg' }, merchant)).code).toBe('OK');
    expect(await offerOf(quote.id)).toMatchObject({ state: 'askedAgain', price: null, goods: expect.stringContaining('33 ×') });
    expect(await read('transportQuotes', quote.id)).toMatchObject({ offers: 0 });
    expect((await accept(quote.id)).data).toBe('offers.refusals.noPrice');
    expect((await messagesOf(carrier))[0]).toMatchObject({ title: expect.stringContaining(String(quote['no'])), readAt: null });
    await answer(quote.id, 190_000);
    expect((await accept(quote.id)).code).toBe('OK');
  });

  it('a taken offer stands: neither merchant nor house changes the quote alone, and a change needs the carrier', async () => {
    const quote = await asked('transportQuotes');
    await answer(quote.id, 42_000);
    const { orderId } = (await accept(quote.id)).data;
    for (const token of [merchant, desk])
      expect((await edit('transportQuotes', quote.id, { pieces: '33 × 120×80×100 cm, 300 kg' }, token)).data).toBe(
        'services.refusals.agreed',
      );
    const { data: change } = await askChange('transportQuotes', quote.id, { pieces: '6 × 120×80×100 cm, 300 kg' });
    expect((await send('POST', `/v0/changeRequests/${change.id}/accept`, undefined, merchant)).data).toBe(
      'changeRequests.refusals.otherSide',
    );
    expect((await send('POST', `/v0/changeRequests/${change.id}/accept`)).data).toBe('changeRequests.refusals.otherSide');
    expect(await read('transportQuotes', quote.id)).toMatchObject({ pieceCount: 5 });
    expect((await send('POST', `/v0/changeRequests/${change.id}/accept`, undefined, carrier)).code).toBe('OK');
    expect(await read('transportQuotes', quote.id)).toMatchObject({ pieceCount: 6 });
    expect(await read('tasks', orderId)).toMatchObject({ unitQty: 6, weight: 1_800_000 });
  });

  it('a collect order changes only once its carrier accepts; declined, it stays', async () => {
    const request = await asked('collections');
    await answer(request.id, 18_000);
    const { orderId } = (await accept(request.id)).data;
    expect((await edit('collections', orderId, { palletQty: 9 }, merchant)).data).toBe('services.refusals.agreed');
    const { data: change } = await askChange('collections', orderId, { palletQty: 9 });
    expect((await askChange('collections', orderId, { palletQty: 8 })).data).toBe('changeRequests.refusals.open');
    expect((await send('POST', `/v0/changeRequests/${change.id}/decline`, { answer: 'Truck is full' }, carrier)).code).toBe('OK');
    expect(await read('collections', orderId)).toMatchObject({ palletQty: 2 });
    const { data: shown } = await send<Row[]>('GET', `/v0/changeRequests/of/${orderId}`, undefined, merchant);
    expect(shown[0]).toMatchObject({ state: 'declined', answer: 'Truck is full', changes: [{ field: 'palletQty', from: 2, to: 9 }] });
  });

  it('a container that arrived is frozen; its merchant and the house change it together', async () => {
    const { data: box } = await send('POST', '/v0/containers', { merchantId, containerNo: 'CSQU3054383', packingList: 'TEE-EARL-250 40' });
    expect((await edit('containers', box.id, { packingList: 'TEE-EARL-250 41' }, merchant)).code).toBe('OK');
    await send('POST', `/v0/tasks/${box.id}/command/markArrived`, {});
    expect((await edit('containers', box.id, { packingList: 'TEE-EARL-250 42' })).data).toBe('services.refusals.agreed');
    const { data: change } = await askChange('containers', box.id, { packingList: 'TEE-EARL-250 42' });
    expect((await send('POST', `/v0/changeRequests/${change.id}/accept`)).code).toBe('OK');
    expect(await read('containers', box.id)).toMatchObject({ packingList: 'TEE-EARL-250 42' });
    await send('POST', `/v0/containers/${box.id}/devan`);
    expect((await askChange('containers', box.id, { packingList: 'TEE-EARL-250 43' })).data).toBe('changeRequests.refusals.over');
  });

  it('goods are collected for the storehouse that was chosen, with its address', async () => {
    const { rows } = await server.pool.query(`select id, name from storehouses where deleted_at is null order by code desc limit 1`);
    const request = await asked('collections', { storehouseId: rows[0].id });
    expect((await offerOf(request.id))['destination']).toContain(rows[0].name);
    await answer(request.id, 18_000);
    const { orderId } = (await accept(request.id)).data;
    expect(await read('collections', orderId)).toMatchObject({ storehouseId: rows[0].id });
  });

  it('a proof of delivery keeps its date for merchant, house and carrier, and the delivered transport leaves the open list', async () => {
    const quote = await asked('transportQuotes');
    await answer(quote.id, 42_000);
    const { orderId } = (await accept(quote.id)).data;
    await send('POST', `/v0/tasks/${orderId}/carrierLabel`, { trackingNo: 'CMR-1' }, carrier);
    const proof = (at: string) => send('POST', `/v0/tasks/${orderId}/proof`, { receiver: 'Ms Lund', at }, carrier);
    expect((await proof('2999-01-01T10:00:00Z')).data).toEqual([{ path: 'at', rule: 'inFuture' }]);
    expect((await proof('2026-01-05T10:30:00.000Z')).code).toBe('OK');
    for (const token of [desk, merchant, carrier])
      expect(await read('tasks', orderId, token)).toMatchObject({
        status: 'delivered',
        deliveredAt: '2026-01-05T10:30:00.000Z',
        receivedBy: 'Ms Lund',
      });
    const { data: waiting } = await send<Row[]>('GET', `/v0/tasks?actualShipAt.null=true&refOrderId=${String(quote['no'])}`);
    expect(waiting.map(({ id }) => id)).not.toContain(orderId);
  });
});

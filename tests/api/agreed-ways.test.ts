import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string; version: number };
type Import = { id: string; state: string; updated: number; errors: { rule: string }[] };
let server: TestServer;
let desk: string;
let merchant: string;
let carrier: string;
let merchantId: string;
let carrierId: string;
let otherCarrierId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant, carrier] = [await server.signIn('employee'), await server.signIn('merchant'), await server.signIn('carrier')];
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
  carrierId = (await server.pool.query(`select carrier_id from users where account = 'carrier@kontor.example'`)).rows[0].carrier_id;
  otherCarrierId = (await server.pool.query('select id from carriers where id <> $1 and deleted_at is null limit 1', [carrierId])).rows[0]
    .id;
});
afterAll(() => server.close());

const send = <T = Row>(method: string, path: string, body?: unknown, token = desk) => server.call<T>(method, path, body, token);
const read = async (area: string, id: string, token = desk) => (await send('GET', `/v0/${area}/${id}`, undefined, token)).data;
const edit = async (area: string, id: string, values: object, token = desk) =>
  send('PUT', `/v0/${area}/${id}`, { version: (await read(area, id, token)).version, ...values }, token);
const place = (name1: string, city: string, zip: string) =>
  addressOf({ name1, streetName: 'Kai', streetNumber: '1', zip, city, country: 'DE' });

/** A transport quote or a collect request with an offer of 420 euros for 9 December. */
async function offered(area: 'transportQuotes' | 'collections', more: object = {}): Promise<Row & { offerId: string }> {
  const body =
    area === 'collections'
      ? { pickup: place('A', 'Hamburg', '20457'), pickupDate: '2031-12-03', goods: 'Tea', contact: 'Ms Lund', palletQty: 2 }
      : {
          origin: place('A', 'Hamburg', '20457'),
          destination: place('B', 'Kiel', '24103'),
          pickupDate: '2031-12-03',
          pieces: '5 × 120×80×100 cm, 300 kg',
        };
  const { data } = await send('POST', `/v0/${area}`, { merchantId, ...body, ...more });
  await send('POST', `/v0/offers/ask/${data.id}`, { carrierIds: [carrierId] });
  const [offer] = (await send<Row[]>('GET', `/v0/offers?taskId=${data.id}`)).data;
  if (!offer) throw new Error('no offer');
  await send('PUT', `/v0/offers/${offer.id}`, { version: offer.version, price: 42_000, pickupDate: '2031-12-09' }, carrier);
  return { ...data, offerId: offer.id };
}
async function accepted(area: 'transportQuotes' | 'collections', more: object = {}) {
  const request = await offered(area, more);
  const { orderId } = (await send<{ orderId: string }>('POST', `/v0/offers/${request.offerId}/accept`, undefined, merchant)).data;
  return { request, orderId };
}
async function imported(mask: string, csv: string, token = desk): Promise<Import> {
  const form = new FormData();
  form.set('file', new Blob([csv]), 'file.csv');
  const { data: file } = await send('POST', '/v0/statics/upload/intern', form, token);
  const { data } = await send<Import>('POST', '/v0/imports', { mask, fileId: file.id, merchantId }, token);
  await send('POST', `/v0/imports/${data.id}/run`, { mode: 'all' }, token);
  await expect
    .poll(async () => (await send<Import>('GET', `/v0/imports/${data.id}`, undefined, token)).data.state)
    .not.toMatch(/checking|running|new/);
  return (await send<Import>('GET', `/v0/imports/${data.id}`, undefined, token)).data;
}

describe('what was agreed is changed by no side alone', () => {
  const CHANGES: [string, () => Record<string, unknown>][] = [
    ['carrier', () => ({ carrierId: otherCarrierId })],
    ['weight', () => ({ weight: 9_000_000 })],
    ['pallets', () => ({ palletQty: 33 })],
    ['pieces', () => ({ unitQty: 33 })],
    ['destination', () => ({ consignee: place('C', 'Flensburg', '24937') })],
    ['origin', () => ({ consignor: place('C', 'Flensburg', '24937') })],
    ['day of pick-up', () => ({ pickupDate: '2031-12-24' })],
    ['way of transport', () => ({ transportMode: 'air' })],
    ['dangerous goods', () => ({ dangerGoods: true })],
    ['remark', () => ({ remark: '33 pallets' })],
  ];

  it('an accepted transport order: house and merchant are led to the request of a change, whatever they edit of it', async () => {
    const { orderId } = await accepted('transportQuotes');
    const before = await read('tasks', orderId);
    for (const token of [desk, merchant])
      for (const [what, values] of CHANGES)
        expect([what, (await edit('tasks', orderId, values(), token)).data]).toEqual([what, 'services.refusals.agreedOrder']);
    for (const token of [desk, merchant])
      expect(
        (await send('POST', `/v0/tasks/${orderId}/command/correctAddress`, { address: place('C', 'Flensburg', '24937') }, token)).data,
      ).toBe('services.refusals.agreedOrder');
    const bulk = await send<{ data: unknown }[]>('POST', '/v0/tasks/command/correctAddress', {
      ids: [orderId],
      address: place('C', 'Flensburg', '24937'),
    });
    expect(bulk.data[0]?.data).toBe('services.refusals.agreedOrder');
    expect(await read('tasks', orderId)).toMatchObject({ ...before, updatedAt: expect.anything(), version: expect.anything() });
  });

  it('what nobody agreed on stays the house’s to write, and a form that sends agreed data as they were is taken', async () => {
    const { orderId } = await accepted('transportQuotes');
    const { carrierId: by, weight, consignee, remark, pickupDate } = await read('tasks', orderId);
    const done = await edit('tasks', orderId, { priority: 'urgent', carrierId: by, weight, consignee, remark, pickupDate });
    expect(done).toMatchObject({ code: 'OK', data: { priority: 'urgent' } });
  });

  it('the tasks behind an accepted quote, a collect order and an arrived container are no way round', async () => {
    const quote = await accepted('transportQuotes');
    const collect = await accepted('collections');
    const { data: box } = await send('POST', '/v0/containers', { merchantId, containerNo: 'CSQU3054383' });
    await send('POST', `/v0/tasks/${box.id}/command/markArrived`, {});
    for (const id of [quote.request.id, collect.request.id, collect.orderId, box.id])
      expect((await edit('tasks', id, { palletQty: 33, remark: 'other' })).data).toBe('services.refusals.agreed');
  });

  it('price, carrier and state are written by taking an offer alone, and a taken offer is not edited or declined', async () => {
    for (const area of ['transportQuotes', 'collections'] as const) {
      const { request, orderId } = await accepted(area);
      const row = area === 'collections' ? orderId : request.id;
      for (const values of [{ price: 1 }, { carrierId: otherCarrierId }, { currency: 'USD' }])
        expect((await edit(area, row, values)).code).toBe('InvalidInput');
      for (const token of [desk, carrier]) {
        expect((await edit('offers', request.offerId, { price: 1 }, token)).data).toBe('offers.refusals.decided');
        expect((await send('POST', `/v0/offers/${request.offerId}/decline`, {}, token)).data).toBe('offers.refusals.decided');
      }
      expect(await read(area, row)).toMatchObject({ price: 42_000, carrierId });
    }
  });

  it('the day that the carrier named stands on, also when something else is changed with consent', async () => {
    const { request, orderId } = await accepted('transportQuotes');
    expect(await read('tasks', orderId)).toMatchObject({ pickupDate: '2031-12-09' });
    const asked = { area: 'transportQuotes', values: { pieces: '6 × 120×80×100 cm, 300 kg' }, reason: '' };
    const { data: change } = await send('POST', `/v0/changeRequests/of/${request.id}`, asked, merchant);
    expect((await send('POST', `/v0/changeRequests/${change.id}/accept`, undefined, carrier)).code).toBe('OK');
    expect(await read('tasks', orderId)).toMatchObject({ pickupDate: '2031-12-09', unitQty: 6 });
  });

  it('an address that a carrier would refuse is mended by a change that the carrier accepts', async () => {
    const { request, orderId } = await accepted('transportQuotes', { destination: { ...place('B', 'Kiel', ''), streetName: '' } });
    expect(await read('tasks', orderId)).toMatchObject({ blocker: 'wrongAddress' });
    const asked = { area: 'transportQuotes', values: { destination: place('B', 'Kiel', '24103') }, reason: '' };
    const { data: change } = await send('POST', `/v0/changeRequests/of/${request.id}`, asked, merchant);
    expect((await send('POST', `/v0/changeRequests/${change.id}/accept`, undefined, carrier)).code).toBe('OK');
    expect(await read('tasks', orderId)).toMatchObject({ blocker: null });
  });
});

describe('an import', () => {
  const container = async (containerNo: string) =>
    (await send('POST', '/v0/containers', { merchantId, containerNo, vessel: 'Nora', voyage: '1', sealNo: 'S-1' })).data;

  it.each([
    ['2bc.request.list', 'collections', 'pickupDate,goods,contact,palletQty\n2031-12-03,Tea %,Ms Lund,33\n', { goods: 'Tea %' }],
    ['t12n.orders.list', 'transportQuotes', 'remark,pieces\nRef %,"33 × 120×80×100 cm, 300 kg"\n', { remark: 'Ref %' }],
  ] as const)(
    'of %s changes no accepted request, and says the sentence that leads to a request of a change',
    async (mask, area, csv, mark) => {
      const named = Object.fromEntries(Object.entries(mark).map(([key, text]) => [key, text.replace('%', area)]));
      const { request } = await accepted(area, named);
      const before = await read(area, request.id);
      expect(await imported(mask, csv.replace('%', area))).toMatchObject({
        state: 'failed',
        errors: [{ rule: 'services.refusals.agreed' }],
      });
      expect(await read(area, request.id)).toEqual(before);
    },
  );

  it('that made a service takes its task along when it is taken back', async () => {
    const done = await imported('c7r.orders.list', 'containerNo,vessel,voyage,sealNo\nMSKU6011672,Ole,7,S-9\n');
    const { rows } = await server.pool.query(`select id from containers where container_no = 'MSKU6011672'`);
    expect((await send<Import>('POST', `/v0/imports/${done.id}/revert`, {})).data).toMatchObject({ state: 'reverted', errors: [] });
    const state = await server.pool.query(
      `select c.deleted_at is not null as service, t.deleted_at is not null as task from containers c join tasks t using (id) where id = $1`,
      [rows[0].id],
    );
    expect(state.rows).toEqual([{ service: true, task: true }]);
  });

  it('of containers brings seal and packing list, whose packages are those of the inbound order; an unknown SKU is named', async () => {
    const head = 'containerNo,vessel,voyage,sealNo,packingList\n';
    const goods = 'TEE-EARL-250;40;4;84,5\nTEE-KANNE-1L;12;2;9.6';
    const wrong = await imported('c7r.orders.list', `${head}TGHU8712349,Ida,8,S-7,"NO-SUCH;1"\n`);
    expect(wrong).toMatchObject({ state: 'failed', errors: [{ rule: 'unknownItem' }] });
    expect(await imported('c7r.orders.list', `${head}TGHU8712349,Ida,8,S-7,"${goods}"\n`)).toMatchObject({ state: 'done', created: 1 });
    const { rows } = await server.pool.query(`select id, seal_no, packing_list from containers where voyage = '8' and vessel = 'Ida'`);
    expect(rows).toEqual([{ id: expect.any(String), seal_no: 'S-7', packing_list: goods }]);
    await send('POST', `/v0/tasks/${rows[0].id}/command/markArrived`, {});
    const { data } = await send<{ inboundId: string }>('POST', `/v0/containers/${rows[0].id}/devan`, {});
    expect(await read('tasks', data.inboundId)).toMatchObject({ boxQty: 6, pieces: 52 });
  });

  it('of containers changes none that arrived, and is not taken back where one arrived since', async () => {
    const { id } = await container('CSQU3054383');
    const done = await imported('c7r.orders.list', 'containerNo,vessel,voyage,sealNo\nCSQU3054383,Nora,1,S-2\n');
    expect(done).toMatchObject({ state: 'done', updated: 1 });
    await send('POST', `/v0/tasks/${id}/command/markArrived`, {});
    const again = await imported('c7r.orders.list', 'containerNo,vessel,voyage,sealNo\nCSQU3054383,Nora,1,S-3\n');
    expect(again).toMatchObject({ state: 'failed', errors: [{ rule: 'services.refusals.agreed' }] });
    expect((await send<Import>('POST', `/v0/imports/${done.id}/revert`, {})).data.errors).toMatchObject([{ rule: 'changedSince' }]);
    expect(await read('containers', id)).toMatchObject({ sealNo: 'S-2' });
  });

  it('that changed what carriers were asked is taken back as an edit: measures follow, and they are asked again', async () => {
    const request = await offered('transportQuotes', { remark: 'Ref back' });
    const done = await imported('t12n.orders.list', 'remark,pieces\nRef back,"33 × 120×80×100 cm, 300 kg"\n');
    expect(done).toMatchObject({ state: 'done', updated: 1 });
    expect((await send<Import>('POST', `/v0/imports/${done.id}/revert`, {})).data).toMatchObject({ state: 'reverted', errors: [] });
    expect(await read('transportQuotes', request.id)).toMatchObject({ pieceCount: 5, weight: 1_500_000 });
    expect(await read('offers', request.offerId)).toMatchObject({
      state: 'askedAgain',
      price: null,
      goods: expect.stringContaining('5 ×'),
    });
  });
});

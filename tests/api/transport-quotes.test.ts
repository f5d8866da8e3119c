import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Quote = {
  id: string;
  no: string;
  status: string;
  chargeable: number;
  loadingMetres: number;
  offers: number;
  orderId: string | null;
  price: number | null;
};
type Offer = { id: string; version: number; state: string; taskId: string; carrierId: string; goods: string; price: number | null };
type Compared = {
  id: string;
  carrier: string;
  price: number | null;
  state: string;
  expired: boolean;
  comparable: number | null;
  comparedIn: string;
  rateOn: string | null;
};

let server: TestServer;
let desk: string;
let merchant: string;
let merchantId: string;
let carriers: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [desk, merchant] = [await server.signIn('employee'), await server.signIn('merchant')];
  merchantId = (await server.pool.query(`select id from merchants where no = 'M-1001'`)).rows[0].id;
  const { rows } = await server.pool.query('select code, id from carriers');
  carriers = Object.fromEntries(rows.map((row) => [row.code, row.id]));
});
afterAll(() => server.close());

const place = (name1: string, city: string, country: string) => addressOf({ name1, city, country });
const quote = (more: Record<string, unknown> = {}, token = desk) =>
  server.call<Quote>(
    'POST',
    '/v0/transportQuotes',
    {
      merchantId,
      origin: place('Northwind', 'Hamburg', 'DE'),
      destination: place('Casa Bonita', 'Valencia', 'ES'),
      pieces: '4 × 120×80×100 cm, 300 kg, stackable',
      ...more,
    },
    token,
  );
const read = async (id: string) => (await server.call<Quote>('GET', `/v0/transportQuotes/${id}`, undefined, desk)).data;
const ask = (id: string, codes: string[]) =>
  server.call<{ asked: number }>('POST', `/v0/offers/ask/${id}`, { carrierIds: codes.map((code) => carriers[code]) }, desk);
const offersOf = async (id: string) => (await server.call<Offer[]>('GET', `/v0/offers?taskId=${id}`, undefined, desk)).data;
const answer = async (id: string, code: string, body: Record<string, unknown>) => {
  const offer = (await offersOf(id)).find(({ carrierId }) => carrierId === carriers[code]) as Offer;
  return server.call<Offer>('PUT', `/v0/offers/${offer.id}`, { version: offer.version, currency: 'EUR', ...body }, desk);
};
const accept = (id: string, token = desk) => server.call<{ orderId: string }>('POST', `/v0/offers/${id}/accept`, undefined, token);

describe('a transport quote', () => {
  it('reckons its freight, compares what carriers answer, and the offer that the merchant takes becomes a transport order', async () => {
    const { data: made } = await quote();
    expect(made).toMatchObject({ status: 'inProcess', loadingMetres: 800, chargeable: 1_400_000, orderId: null });
    expect((await ask(made.id, ['DPD', 'FORWARDER', 'UPS'])).data.asked).toBe(3);
    expect((await ask(made.id, ['DPD'])).data.asked).toBe(0);
    expect((await offersOf(made.id))[0]?.goods).toContain('120×80×100');

    await answer(made.id, 'FORWARDER', { price: 42_000, transitDays: 4 });
    await answer(made.id, 'DPD', { price: 51_500, transitDays: 2 });
    expect((await read(made.id)).offers).toBe(2);
    const { data: compared } = await server.call<Compared[]>('GET', `/v0/offers/of/${made.id}`, undefined, merchant);
    expect(compared.map(({ carrier, price }) => [carrier, price])).toEqual([
      ['Elbe Spedition', 42_000],
      ['DPD Classic', 51_500],
      ['UPS Standard', null],
    ]);

    const { data, code } = await accept(compared[0]?.id ?? '', merchant);
    expect(code).toBe('OK');
    expect((await accept(compared[0]?.id ?? '', merchant)).data.orderId).toBe(data.orderId);
    expect(await read(made.id)).toMatchObject({ status: 'finish', orderId: data.orderId, price: 42_000 });
    const { data: order } = await server.call<Record<string, unknown>>('GET', `/v0/tasks/${data.orderId}`, undefined, desk);
    expect(order).toMatchObject({
      kind: 'transportLabel',
      status: 'transportLabelAwaits',
      carrierId: carriers['FORWARDER'],
      refOrderId: made.no,
    });
    expect((await offersOf(made.id)).map(({ state }) => state).sort()).toEqual(['accepted', 'lost', 'lost']);
    expect((await accept(compared[1]?.id ?? '')).data).toBe('offers.refusals.decided');
  });

  it('an offer without a price or past its validity is not taken', async () => {
    const { data: made } = await quote();
    await ask(made.id, ['DPD', 'UPS']);
    await answer(made.id, 'UPS', { price: 10_000, validUntil: '2031-01-31' });
    // Time passes.
    await server.pool.query(`update offers set valid_until = '2020-01-31' where task_id = $1 and price is not null`, [made.id]);
    const offers = await offersOf(made.id);
    const of = (code: string) => offers.find(({ carrierId }) => carrierId === carriers[code])?.id ?? '';
    expect((await accept(of('DPD'))).data).toBe('offers.refusals.noPrice');
    expect((await accept(of('UPS'))).data).toBe('offers.refusals.expired');
    expect((await read(made.id)).orderId).toBeNull();
  });

  it('two offers taken at the same moment make one order', async () => {
    const { data: made } = await quote();
    await ask(made.id, ['DPD', 'UPS']);
    await answer(made.id, 'DPD', { price: 1 });
    await answer(made.id, 'UPS', { price: 2 });
    const codes = (await Promise.all((await offersOf(made.id)).map(({ id }) => accept(id)))).map(({ code }) => code);
    expect(codes.sort()).toEqual(['OK', 'StateRefused']);
    expect((await server.pool.query('select count(*)::int n from tasks where parent_id = $1', [made.id])).rows[0].n).toBe(1);
  });

  const compare = async (id: string) => (await server.call<Compared[]>('GET', `/v0/offers/of/${id}`, undefined, merchant)).data;
  const rate = (currency: string, daysAgo: number, millionths: number) =>
    server.pool.query(
      `insert into fx_rates (currency, valid_on, rate, source) values ($1, kontor_day() - $2::int, $3, 'ecb') on conflict do nothing`,
      [currency, daysAgo, millionths],
    );

  it('offers in several currencies are compared in euros at the last rate; one without a rate stands last and says so', async () => {
    await server.pool.query('delete from fx_rates');
    await rate('USD', 2, 1_250_000);
    const { data: made } = await quote();
    await ask(made.id, ['DPD', 'FORWARDER', 'UPS']);
    await answer(made.id, 'DPD', { price: 45_000, currency: 'EUR' });
    await answer(made.id, 'FORWARDER', { price: 50_000, currency: 'USD' });
    await answer(made.id, 'UPS', { price: 100, currency: 'CNY' });
    const offers = await compare(made.id);
    expect(offers.map(({ carrier, comparable, comparedIn }) => [carrier, comparable, comparedIn])).toEqual([
      ['Elbe Spedition', 40_000, 'EUR'],
      ['DPD Classic', 45_000, 'EUR'],
      ['UPS Standard', null, 'EUR'],
    ]);
    const { rows } = await server.pool.query('select (kontor_day() - 2)::text as day');
    expect(offers.map(({ rateOn }) => rateOn)).toEqual([rows[0].day, null, null]);
  });

  it('offers in one foreign currency are compared in it, without a rate', async () => {
    const { data: made } = await quote();
    await ask(made.id, ['DPD', 'FORWARDER']);
    await answer(made.id, 'DPD', { price: 300, currency: 'GBP' });
    await answer(made.id, 'FORWARDER', { price: 200, currency: 'GBP' });
    expect((await compare(made.id)).map(({ comparable, comparedIn }) => [comparable, comparedIn])).toEqual([
      [200, 'GBP'],
      [300, 'GBP'],
    ]);
  });

  it('a price of zero and days in the past are refused, of the request and of the offer', async () => {
    expect((await quote({ pickupDate: '2020-01-31' })).data).toEqual([{ path: 'pickupDate', rule: 'inPast' }]);
    const { data: made } = await quote();
    await ask(made.id, ['DPD']);
    expect(await answer(made.id, 'DPD', { price: 0 })).toMatchObject({ code: 'InvalidInput', data: [{ path: 'price' }] });
    const [offer] = await offersOf(made.id);
    const bid = (body: object) => server.call('POST', `/v0/offers/${offer?.id}/offer`, { price: 1_000, ...body }, desk);
    expect((await bid({ price: 0 })).code).toBe('InvalidInput');
    for (const day of ['pickupDate', 'validUntil'])
      expect((await bid({ [day]: '2020-01-31' })).data).toEqual([{ path: day, rule: 'inPast' }]);
    expect((await offersOf(made.id))[0]?.price).toBeNull();
  });

  it('a day that has passed since does not keep the request from being edited', async () => {
    const { data: made } = await quote({ pickupDate: '2031-01-31' });
    await server.pool.query(`update transport_quotes set pickup_date = '2020-01-31' where id = $1`, [made.id]);
    const edit = (body: object, version: number) =>
      server.call<{ version: number }>('PUT', `/v0/transportQuotes/${made.id}`, { version, ...body }, desk);
    const { version } = (await server.call<{ version: number }>('GET', `/v0/transportQuotes/${made.id}`, undefined, desk)).data;
    expect((await edit({ pickupDate: '2020-01-31', remark: 'Call first' }, version)).code).toBe('OK');
  });

  it('without readable pieces, or to nowhere, is refused', async () => {
    expect((await quote({ pieces: 'two pallets' })).data).toEqual([{ path: 'pieces', rule: 'pieces' }]);
    expect((await quote({ destination: place('x', '', '') })).data).toEqual([{ path: 'destination', rule: 'placeNeeded' }]);
  });
});

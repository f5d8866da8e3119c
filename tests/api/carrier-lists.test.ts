import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINE_RESULTS } from '#contract/billing/carrier-costs';
import { addDays } from '#contract/core/house-day';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { today } from '../support/books.ts';
import { buyLabels, LAYOUT_AS_TYPED, type ListRow, labelledList, listFile, totalOf, trackingNo } from '../support/carrier-list.ts';
import { activate, draftTariff, price } from '../support/charged-month.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Lists of carriers against the labels: with the preset for DHL, whose carrier is the sample's first simulated one. */
let server: TestServer;
let db: Db;
let finance: string;
let carrierId: string;
let merchantIds: string[];
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const post = <T = { id: string }>(path: string, body?: unknown, token = finance) => server.call<T>('POST', `/v0/${path}`, body, token);

function upload<T = { id: string }>(way: 'read' | 'upload', file: string | Buffer, query: Record<string, string>, token = finance) {
  const form = new FormData();
  form.append('file', new Blob([file as BlobPart]), 'parcels.csv');
  return server.call<T>('POST', `/v0/carrierBills/${way}?${new URLSearchParams({ carrier: carrierId, ...query })}`, form, token);
}
const store = async (no: string, rows: readonly ListRow[]): Promise<string> => {
  const stored = await upload('upload', listFile(rows), { no, total: String(totalOf(rows)) });
  expect(stored).toMatchObject({ code: 'OK' });
  return stored.data.id;
};
const linesOf = (billId: string) =>
  rowsOf(
    `select id, line, tracking_no as no, kind, result, state, amount::int, expected::int, difference::int, cause, earlier_id from carrier_bill_lines where carrier_bill_id = $1 order by position`,
    [billId],
  );
const label = (n: number, cost: number | null = 400) => ({
  trackingNo: trackingNo(n),
  cost,
  weight: 900,
  zone: '1',
  service: 'PAKET',
  isVoid: false,
});
const chargesOf = (billId: string) =>
  rowsOf(
    `select c.qty::int, c.cost::int, c.state, c.cause, c.reason, trim_scale(c.exact / 10000000.0)::text as euro, c.reverses_id is not null as is_reversal, c.merchant_id from charges c
      where c.source_id in (select id from carrier_bill_lines where carrier_bill_id = $1) or c.reverses_id in (select x.id from charges x join carrier_bill_lines l on l.id = x.source_id where l.carrier_bill_id = $1) order by c.reason, c.id`,
    [billId],
  );

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  finance = await server.signIn('finance');
  carrierId = (await rowsOf(`select id from carriers where api = 'simulated' order by sort_at limit 1`))[0].id;
  merchantIds = (await rowsOf(`select id from merchants where currency = 'EUR' order by no limit 2`)).map(({ id }) => id);
  const tariff = await draftTariff(server.pool, '2026-07-01');
  // Surcharges are passed on with 10 per cent; bulky goods at cost.
  await price(
    server.pool,
    tariff,
    'X-SURCHARGE',
    'label.surcharge',
    'cost',
    { bands: [[0, 11_000]] },
    { bands: [[0, 10_000]], conditions: [['surcharge', 'size']] },
  );
  await server.pool.query(
    `update tariffs set valid_to = '2026-06-30' where status = 'active' and merchant_id is null and currency = 'EUR'`,
  );
  await activate(server.pool, tariff, '2027-12-31');
  // Only the service of this test passes surcharges on.
  await server.pool.query(`update quotation_categories set meter = null, metered_from = null where code = 'SURCHARGE'`);
});
afterAll(() => server.close());

describe('the list of a carrier', () => {
  it('of 400 parcels is compared with the labels, and every result is right', async () => {
    const { rows, truth, labels } = labelledList(16, 400);
    await buyLabels(server.pool, carrierId, merchantIds, labels);
    const id = await store('DHL-1', rows);
    const found = new Map((await linesOf(id)).map(({ line, no, kind, result }) => [`${line - 2} ${no} ${kind}`, result]));
    expect(found).toEqual(truth);
    const kinds = new Set(truth.values());
    expect([...kinds].toSorted()).toEqual(LINE_RESULTS.toSorted());
    const [bill] = await rowsOf(`select costs, matched, differing, undecided, total::int from carrier_bills where id = $1`, [id]);
    const right = [...truth.values()].filter((result) => result === 'ok' || result === 'credit').length;
    expect(bill).toMatchObject({ costs: truth.size, matched: right, differing: truth.size - right, total: totalOf(rows) });
    const { data: sums } = await server.call<{ result: string; count: number }[]>(
      'GET',
      `/v0/carrierBills/${id}/results`,
      undefined,
      finance,
    );
    for (const { result, count } of sums) expect([...truth.values()].filter((one) => one === result).length, result).toBe(count);
    // Comparing again changes nothing.
    const before = await linesOf(id);
    expect(await post(`carrierBills/${id}/compare`)).toMatchObject({ code: 'OK' });
    expect(await linesOf(id)).toEqual(before);
  });

  it('is proposed its layout by its headings, and refused with line and reason, storing nothing', async () => {
    const rows = [{ trackingNo: trackingNo(9001), price: 400, fuel: 10 }];
    const { data } = await upload<Record<string, unknown>>('read', listFile(rows), {});
    expect(data).toMatchObject({ profile: 'DHL', parcels: 1, costs: 2, total: 410, unread: [] });
    const count = async () =>
      (
        await rowsOf(
          `select (select count(*) from carrier_bills) as bills, (select count(*) from carrier_bill_files) as files, (select count(*) from carrier_bill_lines) as lines`,
        )
      )[0];
    const before = await count();
    const file = listFile([...rows, ...rows]);
    const query = { no: 'DHL-X', total: '820' };
    expect(await upload('upload', file.slice(0, -9), query)).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringMatching(/^Line 3: /),
    });
    expect(await upload('upload', listFile(rows), query)).toMatchObject({ code: 'FileUnreadable', data: expect.stringContaining('4.10') });
    expect(await upload('upload', 'a;b\r\n1;2\r\n', query)).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringContaining('No layout'),
    });
    expect(await count()).toEqual(before);
  });

  it('is read once, and may be taken back with all its effects and read again', async () => {
    await buyLabels(server.pool, carrierId, merchantIds, [label(9101), label(9102, null), label(9103)]);
    const rows: ListRow[] = [
      { trackingNo: trackingNo(9101), price: 400, size: 2000 },
      { trackingNo: trackingNo(9102), price: 444 },
      { trackingNo: trackingNo(9103), price: 430 },
    ];
    const id = await store('DHL-2', rows);
    const twice = { no: 'DHL-2', total: String(totalOf(rows)) };
    expect(await upload('upload', listFile(rows), twice)).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringContaining('already read'),
    });
    // The next bill has one of the parcels again.
    const later = await store('DHL-3', [{ trackingNo: trackingNo(9103), price: 430, day: '04.11.2026' }]);
    expect(await linesOf(later)).toMatchObject([{ result: 'billedTwice', earlier_id: id, difference: 430 }]);

    expect(await post(`carrierBills/${id}/decide`, { result: 'surcharge', decision: 'charge' })).toMatchObject({ data: { done: 1 } });
    expect(await post(`carrierBills/${id}/decide`, { result: 'costUnknown', decision: 'accept' })).toMatchObject({ data: { done: 1 } });
    expect(await post(`carrierBills/${id}/decide`, { result: 'costDiffers', decision: 'dispute' })).toMatchObject({ data: { done: 1 } });
    await collectCharges(db);
    const cost = () => rowsOf(`select cost::int, currency from label_purchases where tracking_no = $1`, [trackingNo(9102)]);
    expect(await cost()).toEqual([{ cost: 444, currency: 'EUR' }]);
    expect(await chargesOf(id)).toHaveLength(1);

    expect(await post(`carrierBills/${id}/takeBack`)).toMatchObject({ code: 'OK' });
    await collectCharges(db);
    expect(await cost()).toEqual([{ cost: null, currency: null }]);
    expect((await chargesOf(id)).map(({ state }) => state)).toEqual(['void', 'void']);
    expect(await rowsOf(`select count(*)::int as n from carrier_disputes where carrier_bill_id = $1 and deleted_at is null`, [id])).toEqual(
      [{ n: 0 }],
    );
    // What was billed twice is billed once now.
    expect(await linesOf(later)).toMatchObject([{ result: 'costDiffers', earlier_id: null, difference: 30 }]);
    expect(await post(`carrierBills/${id}/takeBack`)).toMatchObject({ code: 'OK' });
    expect(await upload('upload', listFile(rows), twice)).toMatchObject({ code: 'OK' });
  });

  it('stands once a merchant was billed because of it, or the carrier answered', async () => {
    await buyLabels(server.pool, carrierId, merchantIds, [label(9201), label(9202)]);
    const id = await store('DHL-4', [
      { trackingNo: trackingNo(9201), price: 460 },
      { trackingNo: trackingNo(9202), price: 400, fuel: 20 },
    ]);
    await post(`carrierBills/${id}/decide`, { result: 'costDiffers', decision: 'dispute' });
    const [dispute] = await rowsOf(`select id, amount::int from carrier_disputes where carrier_bill_id = $1`, [id]);
    expect(dispute.amount).toBe(60);
    expect(await post(`carrierDisputes/${dispute.id}/answer`, { state: 'credited', credited: 61 })).toMatchObject({ code: 'InvalidInput' });
    expect(await post(`carrierDisputes/${dispute.id}/answer`, { state: 'credited', credited: 60 })).toMatchObject({ code: 'OK' });
    expect(await post(`carrierBills/${id}/takeBack`)).toMatchObject({ code: 'StateRefused', data: 'carrierBills.refusals.answered' });
    const [line] = await linesOf(id);
    expect(await post('carrierBillLines/undo', { ids: [line?.id] })).toMatchObject({ code: 'StateRefused' });
    // The answer is taken back, and another one entered: the line is decided anew.
    expect(await post(`carrierDisputes/${dispute.id}/answer`, { state: 'open' })).toMatchObject({ code: 'OK' });
    expect(await post(`carrierDisputes/${dispute.id}/answer`, { state: 'rejected' })).toMatchObject({ code: 'OK' });
    expect((await linesOf(id))[0]).toMatchObject({ state: 'open' });

    await post(`carrierBills/${id}/decide`, { result: 'surcharge', decision: 'charge' });
    await collectCharges(db);
    await server.pool.query(
      `update charges set state = 'inRun' where source_id in (select id from carrier_bill_lines where carrier_bill_id = $1)`,
      [id],
    );
    expect(await post(`carrierBills/${id}/takeBack`)).toMatchObject({ code: 'StateRefused', data: 'carrierBills.refusals.billed' });
  });

  it('cannot be changed by any statement of SQL', async () => {
    await expect(server.pool.query(`update carrier_bill_lines set amount = 1`)).rejects.toThrow();
    await expect(server.pool.query(`delete from carrier_bill_lines`)).rejects.toThrow();
    await expect(server.pool.query(`update carrier_bills set total = 1`)).rejects.toThrow();
    await expect(server.pool.query(`delete from carrier_bill_files`)).rejects.toThrow();
  });
});

describe('a surcharge for the merchant', () => {
  it('is charged exactly once by two collectors at once, at the merchant’s price, with number and kind as its reason', async () => {
    await buyLabels(server.pool, carrierId, merchantIds, [label(9301), label(9302), label(9303)]);
    const id = await store('DHL-5', [
      { trackingNo: trackingNo(9301), price: 400, size: 2000 },
      { trackingNo: trackingNo(9302), price: 540, weight: 2_400 },
      { trackingNo: '9912345678901', price: 700 },
    ]);
    const lines = await linesOf(id);
    const ids = lines.map((line) => line.id);
    // Without a service that counts it nothing would be charged, so nobody may believe that it was.
    const offer = (active: boolean) => rowsOf(`update quotation_categories set active = $1 where code = 'X-SURCHARGE'`, [active]);
    await offer(false);
    const refused = { code: 'StateRefused', data: 'carrierBillLines.refusals.noService' };
    expect(await post('carrierBillLines/decide', { ids, decision: 'charge' })).toMatchObject(refused);
    await offer(true);
    const results = await post<{ id: string; code: string }[]>('carrierBillLines/decide', { ids, decision: 'charge' });
    // The first is right, and the last belongs to nobody.
    expect(results.data.map(({ code }) => code)).toEqual(['StateRefused', 'OK', 'OK', 'StateRefused']);
    await Promise.all([collectCharges(db), collectCharges(db)]);
    await collectCharges(db);
    expect(await chargesOf(id)).toMatchObject([
      { cost: 2000, euro: '20', cause: 'size', reason: trackingNo(9301), state: 'open', merchant_id: merchantIds[0] },
      { cost: 140, euro: '1.54', cause: 'weight', reason: trackingNo(9302), state: 'open', merchant_id: merchantIds[1] },
    ]);
    const { data } = await server.call<{ gaps: { category: { en: string } }[] }>(
      'GET',
      `/v0/charges/gaps?from=${addDays(today(), -1)}&to=${today()}`,
      undefined,
      finance,
    );
    expect(data.gaps.filter(({ category }) => category.en === 'X-SURCHARGE')).toEqual([]);

    // Undone: the charges are taken back; decided again: charged again.
    await post('carrierBillLines/undo', { ids });
    expect((await linesOf(id)).map(({ state }) => state)).toEqual(['none', 'open', 'open', 'open']);
    await collectCharges(db);
    await post('carrierBillLines/decide', { ids: [lines[1]?.id], decision: 'charge' });
    await collectCharges(db);
    const states = (await chargesOf(id)).map(({ state }) => state);
    expect([states.filter((state) => state === 'open').length, states.length]).toEqual([1, 5]);
  });

  it('is all that a merchant or a carrier sees of it', async () => {
    const [merchant, carrier] = [await server.signIn('merchant'), await server.signIn('carrier')];
    for (const token of [merchant, carrier])
      for (const path of ['carrierBills', 'carrierBillLines', 'carrierDisputes', 'carrierBillProfiles'])
        expect((await server.call('GET', `/v0/${path}`, undefined, token)).code, path).toBe('NotAllowed');
    const { data } = await server.call<Record<string, unknown>[]>(
      'GET',
      '/v0/charges?l=100&sourceKind=carrierBillLine',
      undefined,
      merchant,
    );
    expect(data.length).toBeGreaterThan(0);
    for (const charge of data)
      expect(charge).toMatchObject({ cost: null, facts: null, reason: expect.stringMatching(/^0034/), cause: expect.any(String) });
  });
});

describe('what is not on a bill', () => {
  it('is told: labels of these days that no bill names yet', async () => {
    await buyLabels(
      server.pool,
      carrierId,
      merchantIds,
      [label(9401), label(9402), { ...label(9403), isVoid: true }],
      '2026-10-05T10:00:00Z',
    );
    await store('DHL-6', [{ trackingNo: trackingNo(9401), price: 400 }]);
    const { data } = await server.call<{ count: number; amount: number; labels: { trackingNo: string }[] }>(
      'GET',
      `/v0/carrierBills/unbilled?carrierId=${carrierId}&from=2026-10-05&to=2026-10-05`,
      undefined,
      finance,
    );
    expect(data).toMatchObject({ count: 1, amount: 400, labels: [{ trackingNo: trackingNo(9402) }] });
  });

  it('and what is disputed, is a file for the carrier', async () => {
    const id = await store('DHL-7', [{ trackingNo: '9912345678902', price: 555, service: '=1+1' }]);
    await post(`carrierBills/${id}/decide`, { result: 'notOurs', decision: 'dispute' });
    const [dispute] = await rowsOf(`select id, no from carrier_disputes where carrier_bill_id = $1`, [id]);
    expect(dispute.no).toBe('DHL-7/1');
    const answer = await fetch(`${server.url}/v0/carrierDisputes/${dispute.id}/file`, { headers: { 'x-token': finance } });
    expect(await answer.text()).toMatch(/"9912345678902";2026-11-03;"Transport";"";"Not ours";5\.55;0\.00;5\.55;EUR/);
  });
});

it('a layout that is being written is tried on the beginning of a file, without storing anything', async () => {
  const layout = { ...LAYOUT_AS_TYPED, trackingNo: 'Sendungsnummer' };
  const content = Buffer.from(listFile([{ trackingNo: trackingNo(900), price: 400 }])).toString('base64');
  const tried = await post<{ rows: unknown[] }>('carrierBillProfiles/preview', { layout, content });
  expect(tried.data.rows).toMatchObject([{ line: 2, cells: [{ value: trackingNo(900), fault: null }] }]);
  expect((await post('carrierBillProfiles/preview', { layout: { ...layout, skip: 99 }, content })).code).toBe('InvalidInput');
  const merchant = await server.signIn('merchant');
  expect((await post('carrierBillProfiles/preview', { layout, content }, merchant)).code).toBe('NotAllowed');
});

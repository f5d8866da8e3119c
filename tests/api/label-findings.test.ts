import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeFilters } from '#contract/core/query';
import { keepFindings, reviewLabels } from '../../server/modules/shipping/review-labels.ts';
import type { Karrio } from '../stand-ins/karrio.ts';
import { type ListRow, listFile, totalOf, trackingNo } from '../support/carrier-list.ts';
import { type KarrioPackery, openKarrioPackery } from '../support/karrio-packery.ts';
import { type Boxed, labelsDue, type Packery } from '../support/packery.ts';
import type { TestServer } from '../support/server.ts';

/** The list of labels that cost money and moved no parcel: what is found, who is told, and what people do about it. */

let house: KarrioPackery;
let server: TestServer;
let shop: Packery;
let gateway: Karrio;
let admin: string;
beforeAll(async () => {
  house = await openKarrioPackery();
  ({ server, shop, gateway } = house);
  admin = await server.signIn('admin');
  // The night's run is done, so that the server's own job looks only for what is being voided.
  await server.pool.query('insert into label_reviews (at, open, told) values (now(), 0, false)');
});
afterAll(() => house.close());
beforeEach(() => gateway.faults({}));

type Finding = Record<string, unknown> & { id: string; kind: string; state: string };
const rows = async (text: string, ...values: unknown[]) => (await server.pool.query(text, values)).rows as Record<string, unknown>[];
const review = (): Promise<void> => reviewLabels(shop.node.db);
const due = (seconds = 0): Promise<void> => labelsDue(server, shop, seconds);
const asked = (path: string, body: object, token = admin) =>
  server.call<{ id: string; code: string; data?: string }[]>('POST', `/v0/labelFindings/${path}`, body, token);
const bought = async (): Promise<Boxed> => {
  const box = await shop.boxed();
  await due();
  return box;
};
/** As if everything about the labels of a parcel had happened so many days earlier. */
const earlier = async ({ parcelId }: Boxed, days: number): Promise<void> => {
  const before = ' - make_interval(days => $2)';
  await rows(
    `update label_purchases set bought_at = bought_at${before}, voided_at = voided_at${before} where parcel_id = $1`,
    parcelId,
    days,
  );
  await rows(`update label_attempts set asked_at = asked_at${before} where parcel_id = $1`, parcelId, days);
};
/** What the list shows about a parcel. */
const found = async ({ parcelId }: Boxed, token = admin): Promise<Finding[]> => {
  const query = new URLSearchParams(encodeFilters([{ field: 'parcelId', op: 'in', value: [parcelId] }]));
  return (await server.call<Finding[]>('GET', `/v0/labelFindings?l=20&${query}`, undefined, token)).data;
};
const one = async (box: Boxed): Promise<Finding> => {
  const [first] = (await found(box)).filter(({ state }) => state !== 'settled');
  if (!first) throw new Error('nothing was found');
  return first;
};
const live = (box: Boxed): number => gateway.bookingsOf(box.parcelId).filter(({ voided }) => !voided).length;
/** Reads a carrier's list. */
const read = async (no: string, listed: readonly ListRow[], token: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([listFile(listed)]), 'parcels.csv');
  const profile = (await rows(`select id from carrier_bill_profiles where preset = 'dhl'`))[0]?.['id'];
  const query = new URLSearchParams({ carrier: shop.carrierId, profile: String(profile), no, total: String(totalOf(listed)) });
  const bill = await server.call<{ id: string }>('POST', `/v0/carrierBills/upload?${query}`, form, token);
  expect(bill.code).toBe('OK');
  return bill.data.id;
};
const lost = async (): Promise<Boxed> => {
  const box = await bought();
  await earlier(box, 8);
  await review();
  return box;
};

test('a label whose parcel was not handed over for 7 days is found, and one that left or is younger is not', async () => {
  const [old, young, gone] = [await bought(), await bought(), await bought()];
  await earlier(old, 8);
  await earlier(young, 6);
  await earlier(gone, 8);
  await rows(`update parcels set handed_over_at = now(), state = 'handedOver' where id = $1`, gone.parcelId);
  await review();
  await review();
  const trackingNo = (await shop.parcelOf(old))['tracking_no'];
  expect(await found(old)).toMatchObject([
    { kind: 'notHandedOver', state: 'open', parcelId: old.parcelId, trackingNo, cost: 419, currency: 'EUR', canVoid: true },
  ]);
  expect([...(await found(young)), ...(await found(gone))]).toEqual([]);
  await rows(`update parcels set handed_over_at = now(), state = 'handedOver' where id = $1`, old.parcelId);
  await review();
  expect(await found(old)).toMatchObject([{ state: 'settled' }]);
});

test('it is voided at the carrier from the list, and settled', async () => {
  const box = await lost();
  const { id } = await one(box);
  expect(await asked(`${id}/void`, {})).toMatchObject({ code: 'OK', data: { id } });
  expect((await asked('void', { ids: [id] })).data).toEqual([{ id, code: 'OK' }]);
  // The server's own job may have asked the carrier already.
  expect(['voiding', 'settled']).toContain((await found(box))[0]?.state);
  expect(await shop.parcelOf(box)).toMatchObject({ label_state: 'voided', tracking_no: '' });
  await keepFindings(shop.node);
  await expect.poll(async () => [live(box), (await found(box))[0]?.state]).toEqual([0, 'settled']);
});

test('a parcel that leaves while somebody looks at the list keeps its label', async () => {
  const box = await lost();
  const { id } = await one(box);
  await rows(`update parcels set handed_over_at = now(), state = 'handedOver' where id = $1`, box.parcelId);
  const refusal = 'labelFindings.refusals.handedOver';
  expect((await asked('void', { ids: [id] })).data).toEqual([{ id, code: 'StateRefused', data: refusal }]);
  expect(await asked(`${id}/void`, {})).toMatchObject({ code: 'StateRefused', data: refusal });
  expect((await asked(`${shop.carrierId}/void`, {})).code).toBe('NotFound');
  expect(live(box)).toBe(1);
});

test('a second number of a parcel is found at once; it is voided, also after the carrier refused the key, and the other one stays', async () => {
  const box = await bought();
  const { tracking_no: travels } = await shop.parcelOf(box);
  const sold = gateway.sellAgain(box.parcelId);
  await rows(
    `insert into label_purchases (parcel_id, task_id, merchant_id, carrier_id, round, role, shipment_id, tracking_no, cost, currency)
     select parcel_id, task_id, merchant_id, carrier_id, round, role, $2, $3, 419, 'EUR' from label_purchases where parcel_id = $1`,
    box.parcelId,
    sold.shipmentId,
    sold.trackingNo,
  );
  await review();
  const finding = await one(box);
  expect(finding).toMatchObject({ kind: 'twoNumbers', trackingNo: sold.trackingNo, otherNo: travels, canVoid: true });
  expect(await found(box)).toHaveLength(1);
  const right = gateway.state.token;
  gateway.state.token = 'key_other_1';
  expect((await asked('void', { ids: [finding.id] })).data).toMatchObject([{ code: 'OK' }]);
  await keepFindings(shop.node);
  expect([live(box), (await one(box)).state]).toEqual([2, 'voiding']);
  gateway.state.token = right;
  await rows('update carriers set paused_at = null where id = $1', shop.carrierId);
  await keepFindings(shop.node);
  expect(live(box)).toBe(1);
  expect(gateway.bookingsOf(box.parcelId).find(({ voided }) => !voided)?.trackingNo).toBe(travels);
  expect(await found(box)).toMatchObject([{ state: 'settled' }]);
  expect((await shop.parcelOf(box))['tracking_no']).toBe(travels);
});

test('a purchase of which nobody knew for 7 days whether it was booked is found, until a person has said so', async () => {
  const box = await shop.boxed();
  gateway.faults({ lostBehind: 1 });
  await due();
  gateway.faults({});
  await due(301);
  await earlier(box, 8);
  await review();
  expect(await one(box)).toMatchObject({ kind: 'maybeBought', canVoid: false });
  await shop.call('POST', `/v0/parcels/${box.parcelId}/labelNotBooked`);
  await review();
  expect(await found(box)).toMatchObject([{ kind: 'maybeBought', state: 'settled' }]);
  await due();
});

test('a label that only the gateway voided is found; it cannot be voided again, is accepted with a reason, and reopened', async () => {
  gateway.state.connection.carrier_name = 'dpd_meta';
  const box = await bought();
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  gateway.state.connection.carrier_name = 'dhl_parcel_de';
  await review();
  const { id } = await one(box);
  expect(await one(box)).toMatchObject({ kind: 'voidedLocally', canVoid: false });
  expect((await asked('void', { ids: [id] })).data).toMatchObject([{ data: 'labelFindings.refusals.cannotVoid' }]);
  expect((await asked('dispute', { ids: [id] })).data).toMatchObject([{ data: 'labelFindings.refusals.notBilled' }]);
  expect((await asked('accept', { ids: [id], reason: '' })).code).toBe('InvalidInput');
  expect((await asked('accept', { ids: [id], reason: 'The portal shows it as cancelled' })).data).toEqual([{ id, code: 'OK' }]);
  await review();
  const decidedBy = (await rows(`select id from users where account = 'admin@kontor.example'`))[0]?.['id'];
  expect(await one(box)).toMatchObject({ state: 'accepted', reason: 'The portal shows it as cancelled', decidedBy });
  expect((await asked('reopen', { ids: [id] })).data).toEqual([{ id, code: 'OK' }]);
  expect(await one(box)).toMatchObject({ state: 'open', reason: '', decidedBy: null });
});

test('a label that only the gateway voided and the carrier bills all the same is disputed from the list', async () => {
  const finance = await server.signIn('finance');
  gateway.state.connection.carrier_name = 'dpd_meta';
  const box = await bought();
  const { tracking_no: no } = await shop.parcelOf(box);
  await shop.call('POST', `/v0/parcels/${box.parcelId}/void`, { reason: 'Wrong box' });
  await due();
  gateway.state.connection.carrier_name = 'dhl_parcel_de';
  await read('K-0', [{ trackingNo: String(no), price: 419 }], finance);
  await review();
  const { id } = await one(box);
  expect(await one(box)).toMatchObject({ kind: 'voidedLocally', billed: 419, carrierBillId: expect.any(String) });
  for (const _ of [1, 2]) expect((await asked('dispute', { ids: [id] }, finance)).data).toEqual([{ id, code: 'OK' }]);
  await review();
  expect(await one(box)).toMatchObject({ state: 'disputed' });
  expect(
    await rows(
      `select l.state, d.lines from carrier_bill_lines l join carrier_disputes d on d.id = l.dispute_id where l.parcel_id = $1`,
      box.parcelId,
    ),
  ).toEqual([{ state: 'disputed', lines: 1 }]);
});

test('a billed number that nobody bought is found with its bill, disputed there, and comes back when the dispute is taken back', async () => {
  const finance = await server.signIn('finance');
  const employee = await server.signIn('employee');
  const listed = [7001, 7002].map((n) => ({ trackingNo: trackingNo(n), price: 480, fuel: 20 }));
  const billId = await read('K-1', listed, finance);
  await review();
  const ofBill = async () =>
    rows('select id, tracking_no, state, billed::int from label_findings where carrier_bill_id = $1 order by tracking_no', billId);
  const [first, second] = (await ofBill()).map(({ id }) => String(id)) as [string, string];
  expect(await ofBill()).toMatchObject([
    { tracking_no: trackingNo(7001), billed: 500, state: 'open' },
    { billed: 500, state: 'open' },
  ]);
  expect((await asked('dispute', { ids: [first] }, employee)).code).toBe('NotAllowed');
  expect((await asked('accept', { ids: [second], reason: 'Cheap' }, employee)).data).toMatchObject([
    { code: 'StateRefused', data: 'labelFindings.refusals.bill' },
  ]);
  expect((await asked('dispute', { ids: [first] }, finance)).data).toEqual([{ id: first, code: 'OK' }]);
  expect((await asked('accept', { ids: [second], reason: 'Our own test' }, finance)).data).toEqual([{ id: second, code: 'OK' }]);
  await review();
  expect(await ofBill()).toMatchObject([{ state: 'disputed' }, { state: 'accepted' }]);
  expect(await rows('select lines, amount::int from carrier_disputes where carrier_bill_id = $1', billId)).toEqual([
    { lines: 2, amount: 1000 - 500 },
  ]);
  const disputed = await rows(`select id from carrier_bill_lines where carrier_bill_id = $1 and state = 'disputed'`, billId);
  expect((await server.call('POST', '/v0/carrierBillLines/undo', { ids: disputed.map(({ id }) => id) }, finance)).code).toBe('OK');
  await review();
  expect(await ofBill()).toMatchObject([{ state: 'open' }, { state: 'accepted' }]);
});

test('those who may act are told once a day of all that is new, each with the list that they can open', async () => {
  await rows(`update label_reviews set at = at - interval '2 days'`);
  await rows(`delete from messages where link like '%label-findings'`);
  await rows('update label_findings set told_at = now()');
  const links = async (): Promise<unknown> =>
    rows(
      `select split_part(u.account, '@', 1) as who, m.link, count(*)::int as n from messages m join users u on u.id = m.to_id
        where m.link like '%label-findings' and u.account in ('admin@kontor.example', 'employee@kontor.example', 'finance@kontor.example', 'manager@kontor.example') group by 1, 2 order by 1`,
    );
  await lost();
  await bought().then((box) => earlier(box, 9));
  await review();
  const wms = '/wms/label-findings';
  const once = [
    { who: 'admin', link: wms, n: 1 },
    { who: 'employee', link: wms, n: 1 },
    { who: 'finance', link: '/accounting/label-findings', n: 1 },
    { who: 'manager', link: wms, n: 1 },
  ];
  expect(await links()).toEqual(once);
  expect(
    await rows(
      `select count(*)::int as n from messages m join users u on u.id = m.to_id where m.link like '%label-findings' and u.merchant_id is not null`,
    ),
  ).toEqual([{ n: 0 }]);
  await rows(`update label_reviews set at = at - interval '1 day'`);
  await review();
  expect(await links()).toMatchObject(once.map(() => ({ n: 2 })));
  await rows(`update label_reviews set at = at - interval '1 day'`);
  await review();
  expect(await links()).toMatchObject(once.map(() => ({ n: 2 })));
});

test('a node that did not run at night looks at its start, and once', async () => {
  await rows('delete from label_reviews');
  await keepFindings(shop.node);
  await keepFindings(shop.node);
  expect(await rows('select count(*)::int as n from label_reviews')).toEqual([{ n: 1 }]);
});

test('merchants and pickers do not see the list', async () => {
  for (const role of ['merchant', 'warehouse']) {
    const token = await server.signIn(role);
    expect((await server.call('GET', '/v0/labelFindings?l=5', undefined, token)).code).toBe('NotAllowed');
  }
});

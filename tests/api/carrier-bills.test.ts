import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { encodeFilters, type Filter } from '#contract/core/query';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string; no: string; version: number };

let server: TestServer;
let admin: string;
let carrier: string;
let finance: string;
let ids: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [admin, carrier, finance] = await Promise.all([server.signIn('admin'), server.signIn('carrier'), server.signIn('finance')]);
  const { rows } = await server.pool.query('select code as key, id from carriers union all select no, id from merchants');
  ids = Object.fromEntries(rows.map((row) => [row.key, row.id]));
});
afterAll(() => server.close());

const place = (city: string) => addressOf({ city });
const asAdmin = <T = Row>(method: string, path: string, body?: unknown) => server.call<T>(method, `/v0/${path}`, body, admin);
const asCarrier = <T = Row>(method: string, path: string, body?: unknown) => server.call<T>(method, `/v0/${path}`, body, carrier);
const read = async (id: string, token = carrier): Promise<Row> => (await server.call<Row>('GET', `/v0/bills/${id}`, undefined, token)).data;

/** A transport that this carrier offered at 99 euros and got. */
async function taken(code = 'FORWARDER'): Promise<string> {
  const body = { merchantId: ids['M-1001'], origin: place('Hamburg'), destination: place('Bremen'), pieces: '1 × 120×80×100 cm, 90 kg' };
  const { data: quote } = await asAdmin('POST', 'transportQuotes', body);
  await asAdmin('POST', `offers/ask/${quote.id}`, { carrierIds: [ids[code]] });
  const { data: offers } = await asAdmin<Row[]>('GET', `offers?taskId=${quote.id}`);
  const offer = offers[0] as Row;
  await asAdmin('PUT', `offers/${offer.id}`, { version: offer.version, price: 9_900 });
  const { data } = await asAdmin<{ orderId: string }>('POST', `offers/${offer.id}/accept`);
  return (await asAdmin('GET', `tasks/${data.orderId}`)).data.no;
}
/** The carrier took the goods along and delivered them. */
async function delivered(no: string): Promise<void> {
  const { rows } = await server.pool.query('select id from tasks where no = $1', [no]);
  await asAdmin('POST', `tasks/${rows[0].id}/carrierLabel`, { trackingNo: `T${no}` });
  const { code } = await asAdmin('POST', `tasks/${rows[0].id}/proof`, { receiver: 'Ms Lund' });
  expect(code).toBe('OK');
}
const approve = (id: string, body?: object) => server.call('POST', `/v0/bills/${id}/approve`, body, finance);
const surcharge = (orderNo: string, unitPrice: number) => ({ ...line(orderNo, unitPrice), text: 'Waiting time, 2 h', charge: 'surcharge' });

const line = (orderNo: string, unitPrice = 990_000) => ({
  id: randomUUID(),
  text: 'Transport',
  qty: 1000,
  unitPrice,
  vatCategory: 'S',
  vatRate: 1900,
  orderNo,
});
const bill = (over: object) => ({ theirNo: randomUUID().slice(0, 12), billDate: houseToday(), theirTotal: 11_781, ...over });

describe('a carrier’s bill', () => {
  let order: string;
  beforeEach(async () => {
    order = await taken();
  });

  it('is for own orders, stands beside the price of the offer, and is approved and paid by the house', async () => {
    const made = await asCarrier('POST', 'bills', bill({ lines: [line(order)] }));
    expect(made).toMatchObject({ code: 'OK', data: { status: 'entered', gross: 11_781, byCarrier: true, carrierId: ids['FORWARDER'] } });
    const { data: listed } = await server.call<Row[]>('GET', '/v0/bills?byCarrier=true', undefined, finance);
    expect(listed.map(({ id }) => id)).toContain(made.data.id);
    expect((await read(made.data.id, finance))['lines']).toMatchObject([{ orderNo: order, ordered: 1000, orderedPrice: 990_000 }]);
    await delivered(order);
    expect((await approve(made.data.id)).code).toBe('OK');
    expect(await read(made.data.id)).toMatchObject({ status: 'approved', open: 11_781, refused: 0 });
  });

  it('above the offer is in question at once, and says which order and why; below it is not', async () => {
    const over = await asCarrier('POST', 'bills', bill({ theirTotal: 14_280, lines: [line(order, 1_200_000)] }));
    expect(await read(over.data.id)).toMatchObject({
      status: 'disputed',
      disputeReason: `Order ${order}: €120.00 billed, €99.00 offered.`,
    });
    expect((await server.call('POST', `/v0/bills/${over.data.id}/approve`, undefined, finance)).data).toBe('bills.refusals.disputed');
    const less = await asCarrier('POST', 'bills', bill({ theirTotal: 9_520, lines: [line(await taken(), 800_000)] }));
    expect(await read(less.data.id)).toMatchObject({ status: 'entered', differences: 1 });
  });

  it('before pick-up is marked, and approved with a reason only; after delivery it needs none', async () => {
    const early = await asCarrier('POST', 'bills', bill({ lines: [line(order)] }));
    expect(early.data).toMatchObject({ beforeService: true });
    expect((await approve(early.data.id)).data).toBe('bills.refusals.beforeService');
    expect((await approve(early.data.id, { reason: 'Paid in advance' })).code).toBe('OK');
    expect(await read(early.data.id)).toMatchObject({ status: 'approved', approvalReason: 'Paid in advance' });
    const later = await taken();
    await delivered(later);
    expect((await asCarrier('POST', 'bills', bill({ lines: [line(later)] }))).data).toMatchObject({ beforeService: false });
  });

  it('of a surcharge stands next to the first one of the order, in any number, and is in question with what it is for', async () => {
    await asCarrier('POST', 'bills', bill({ lines: [line(order)] }));
    const more = await asCarrier('POST', 'bills', bill({ theirTotal: 2_380, lines: [surcharge(order, 200_000)] }));
    expect(await read(more.data.id)).toMatchObject({
      status: 'disputed',
      differences: 1,
      disputeReason: `Order ${order}: surcharge of €20.00 for “Waiting time, 2 h” was not agreed.`,
    });
    expect((await asCarrier('POST', 'bills', bill({ theirTotal: 2_380, lines: [surcharge(order, 200_000)] }))).code).toBe('OK');
    expect((await asCarrier('POST', 'bills', bill({ lines: [line(order)] }))).data).toMatchObject([{ rule: 'billedTwice' }]);
    const { rows } = await server.pool.query('select id from tasks where no = $1', [order]);
    const quick = { theirNo: 'ES-S', billDate: houseToday(), charge: 'surcharge', price: 1_000 };
    expect((await asCarrier('POST', `bills/of/${rows[0].id}`, quick)).data).toMatchObject([{ path: 'text', rule: 'required' }]);
    expect((await asCarrier('POST', `bills/of/${rows[0].id}`, { ...quick, text: 'Toll' })).code).toBe('OK');
  });

  it('is approved in part: 899 of 950 are booked and payable, and the carrier is told how much and why', async () => {
    await delivered(order);
    // 798.32 net and 151.68 VAT are 950.00.
    const made = await asCarrier('POST', 'bills', bill({ theirTotal: 95_000, lines: [line(order, 7_983_200)] }));
    expect(await read(made.data.id)).toMatchObject({ status: 'disputed', gross: 95_000 });
    expect((await approve(made.data.id, { amount: 89_900 })).data).toBe('bills.refusals.partReason');
    expect((await approve(made.data.id, { amount: 95_001, reason: 'x' })).data).toEqual([{ path: 'amount', rule: 'aboveBill' }]);
    expect((await approve(made.data.id, { amount: 89_900, reason: 'Two pallets fewer' })).code).toBe('OK');
    expect((await approve(made.data.id, { amount: 89_900, reason: 'Two pallets fewer' })).code).toBe('OK');
    expect(await read(made.data.id)).toMatchObject({
      status: 'approved',
      theirTotal: 95_000,
      gross: 89_900,
      net: 75_546,
      tax: 14_354,
      refused: 5_100,
      open: 89_900,
      approvalReason: 'Two pallets fewer',
      disputedAt: null,
    });
    const { rows } = await server.pool.query(
      'select sum(debit)::int as debit, sum(credit)::int as credit from transactions where bill_id = $1',
      [made.data.id],
    );
    expect(rows).toEqual([{ debit: 89_900, credit: 89_900 }]);
    const { data: told } = await asCarrier<Row[]>('GET', 'messages');
    expect(told[0]).toMatchObject({ text: '899.00 EUR of 950.00 EUR approved. Reason: Two pallets fewer' });
  });

  it('that the house disputes tells the carrier why', async () => {
    const made = await asCarrier('POST', 'bills', bill({ lines: [line(order)] }));
    await server.call('POST', `/v0/bills/${made.data.id}/dispute`, { reason: 'Goods arrived wet' }, finance);
    const { data: told } = await asCarrier<Row[]>('GET', 'messages');
    expect(told[0]).toMatchObject({ title: expect.stringContaining(String(made.data['theirNo'])), text: 'Reason: Goods arrived wet' });
  });

  it('cannot say what was agreed, whose it is, or that somebody else entered it', async () => {
    const claimed = { ...line(order, 1_200_000), ordered: 1000, orderedPrice: 1_200_000 };
    const made = await asCarrier('POST', 'bills', bill({ theirTotal: 14_280, lines: [claimed] }));
    expect((await read(made.data.id))['lines']).toMatchObject([{ orderedPrice: 990_000 }]);
    for (const over of [{ carrierId: ids['DHL'] }, { byCarrier: false }, { no: 'B-1' }]) {
      const answer = await asCarrier('POST', 'bills', bill({ lines: [line(await taken())], ...over }));
      if (answer.code === 'OK') expect(await read(answer.data.id)).toMatchObject({ carrierId: ids['FORWARDER'], byCarrier: true });
      else expect(answer.code).toBe('InvalidInput');
    }
  });

  it('for another carrier’s order, for none, or for one twice is refused at its line, and nothing is stored', async () => {
    const other = await taken('DHL');
    await asCarrier('POST', 'bills', bill({ theirNo: 'ES-1', lines: [line(order)] }));
    const before = (await server.pool.query('select count(*)::int as n from bills')).rows[0].n;
    for (const [orderNo, rule] of [
      [other, 'reference'],
      ['T-0', 'reference'],
      ['', 'required'],
      [order, 'billedTwice'],
    ] as const)
      expect(await asCarrier('POST', 'bills', bill({ lines: [line(orderNo)] })), orderNo).toMatchObject({
        code: 'InvalidInput',
        data: [{ path: 'lines.0.orderNo', rule }],
      });
    expect((await server.pool.query('select count(*)::int as n from bills')).rows[0].n).toBe(before);
  });

  it('is no other carrier’s to see, and not the carrier’s to approve or to change', async () => {
    const body = bill({ carrierId: ids['DHL'], lines: [line('')] });
    const { data: foreign } = await server.call<Row>('POST', '/v0/bills', body, finance);
    for (const path of ['', '/history']) expect((await asCarrier('GET', `bills/${foreign.id}${path}`)).code).toBe('NotFound');
    const { data: own } = await asCarrier('POST', 'bills', bill({ lines: [line(order)] }));
    const { data: listed } = await asCarrier<Row[]>('GET', 'bills');
    expect(listed.map(({ id }) => id)).toContain(own.id);
    expect(listed.every((row) => row['carrierId'] === ids['FORWARDER'])).toBe(true);
    for (const path of ['approve', 'dispute', 'settleDispute'])
      expect((await asCarrier('POST', `bills/${own.id}/${path}`, { reason: 'x' })).code).toBe('NotAllowed');
    expect((await asCarrier('PUT', `bills/${own.id}`, { version: own.version, remark: 'x' })).code).toBe('NotAllowed');
    expect((await server.call('GET', '/v0/bills', undefined, await server.signIn('merchant'))).code).toBe('NotAllowed');
  });

  it('is made from the order in the list, at the price of the offer unless another is named; never from another carrier’s', async () => {
    const idOf = async (no: string) => (await server.pool.query('select id from tasks where no = $1', [no])).rows[0].id;
    const made = await asCarrier('POST', `bills/of/${await idOf(order)}`, { theirNo: 'ES-77', billDate: houseToday() });
    expect(await read(made.data.id)).toMatchObject({
      theirNo: 'ES-77',
      status: 'entered',
      gross: 11_781,
      theirTotal: 11_781,
      byCarrier: true,
    });
    const dear = await asCarrier('POST', `bills/of/${await idOf(await taken())}`, {
      theirNo: 'ES-78',
      billDate: houseToday(),
      price: 10_000,
    });
    expect((await read(dear.data.id))['status']).toBe('disputed');
    const foreign = await idOf(await taken('DHL'));
    expect((await asCarrier('POST', `bills/of/${foreign}`, { theirNo: 'ES-79', billDate: houseToday() })).code).toBe('NotFound');
    expect((await asCarrier('POST', `bills/of/${await idOf(order)}`, { theirNo: 'ES-80', billDate: houseToday() })).code).toBe(
      'InvalidInput',
    );
  });

  it('falls due by the terms of the supplier behind the carrier', async () => {
    await server.pool.query(
      `with s as (insert into suppliers (no, name, payment_days, address, delivery_address) values ('S-55', 'Elbe Spedition GmbH', 30, '{}', '{}') returning id)
       update carriers set supplier_id = s.id from s where code = 'FORWARDER'`,
    );
    const { data } = await asCarrier('POST', 'bills', bill({ lines: [line(order)] }));
    await approve(data.id, { reason: 'Paid in advance' });
    const { rows } = await server.pool.query('select due_date - bill_date as days from bills where id = $1', [data.id]);
    expect(rows[0].days).toBe(30);
  });
});

describe('the form at the gate', () => {
  type Form = { fields: Record<string, { required?: boolean }>; form: { sections: { fields: string[] }[] }; fixed: Filter[] };
  const maskOf = async (token: string): Promise<Form> =>
    (await server.call<Form>('GET', '/v0/masken/?q=c5r.bills.list', undefined, token)).data;
  const asked = ({ form }: Form): string[] => form.sections.flatMap(({ fields }) => fields);

  it('asks the house whose bill it is, and what the house enters stands in the list that it was entered in', async () => {
    const mask = await maskOf(admin);
    expect(asked(mask)).toContain('carrierId');
    expect(mask.fields['carrierId']?.required).toBe(true);
    expect((await asAdmin('POST', 'bills', bill({ lines: [line('')] }))).code).toBe('InvalidInput');
    const made = await asAdmin('POST', 'bills', bill({ carrierId: ids['FORWARDER'], lines: [line('')] }));
    expect(made).toMatchObject({ code: 'OK', data: { carrierIdLabel: expect.any(String) } });
    const shown = new URLSearchParams(encodeFilters(mask.fixed)).toString();
    for (const token of [admin, carrier]) {
      const { data } = await server.call<Row[]>('GET', `/v0/bills?${shown}`, undefined, token);
      expect(data.map(({ id }) => id)).toContain(made.data.id);
    }
  });

  it('holds what the house enters from paper against the offer as well, each order once', async () => {
    const order = await taken();
    const paper = (lines: object[], over = {}) => asAdmin('POST', 'bills', bill({ carrierId: ids['FORWARDER'], lines, ...over }));
    const over = await paper([line(order, 1_200_000), { ...line(''), text: 'Pallet exchange' }]);
    expect(await read(over.data.id, admin)).toMatchObject({
      status: 'disputed',
      disputeReason: `Order ${order}: €120.00 billed, €99.00 offered.`,
      byCarrier: false,
      lines: [
        { orderNo: order, orderedPrice: 990_000 },
        { orderNo: '', orderedPrice: null },
      ],
    });
    expect(await paper([line(order)])).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'lines.0.orderNo', rule: 'billedTwice' }],
    });
    expect(await paper([line(await taken('DHL'))])).toMatchObject({ data: [{ path: 'lines.0.orderNo', rule: 'reference' }] });
  });

  it('does not ask a carrier, who is known by the session', async () => {
    const mask = await maskOf(carrier);
    expect(asked(mask)).toContain('theirNo');
    expect(JSON.stringify({ ...mask, fixed: [] })).not.toContain('carrierId');
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, houseToday } from '#contract/core/house-day';
import { addressOf } from '../support/address.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: string; no: string };
type Line = { id: string; net: number; left: number };

let server: TestServer;
let carrier: string;
let finance: string;
let carrierId: string;
let merchantId: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  [carrier, finance] = await Promise.all([server.signIn('carrier'), server.signIn('finance')]);
  carrierId = (await one(`select id from carriers where code = 'FORWARDER'`)).id;
  merchantId = (await one(`select id from merchants where no = 'M-1001'`)).id;
});
afterAll(() => server.close());

const one = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows[0];
const asCarrier = <T = Row>(method: string, path: string, body?: unknown) => server.call<T>(method, `/v0/${path}`, body, carrier);
const asFinance = <T = Row>(method: string, path: string, body?: unknown) => server.call<T>(method, `/v0/${path}`, body, finance);
const read = async (id: string): Promise<Row> => (await asFinance('GET', `bills/${id}`)).data;
const credit = (id: string, lines: { lineId: string; amount: number }[], more: object = {}) =>
  asCarrier('POST', `bills/${id}/credit`, {
    theirNo: randomUUID().slice(0, 12),
    billDate: houseToday(),
    reason: 'Pallet missing',
    lines,
    ...more,
  });
/** What we owe this carrier, in cents; negative. */
const balance = async (): Promise<number> => {
  const { data } = await asFinance<{ rows: { partyId: string; total: number }[] }>('GET', `balances?asOf=${houseToday()}`);
  return data.rows.find(({ partyId }) => partyId === carrierId)?.total ?? 0;
};

/** An order of this carrier that was delivered. */
async function transported(): Promise<string> {
  const task = await one(
    `insert into tasks (no, kind, status, merchant_id, carrier_id, delivered_at, label_source, consignee, consignor) values ($1, 'transportLabel', 'shipped', $2, $3, now(), 'none', $4, $4) returning no`,
    [`TC-${randomUUID().slice(0, 8)}`, merchantId, carrierId, addressOf({})],
  );
  return task.no;
}
const line = (orderNo: string, unitPrice: number, more: object = {}) => ({
  id: randomUUID(),
  text: 'Transport',
  qty: 1000,
  unitPrice,
  vatCategory: 'S',
  vatRate: 1900,
  orderNo,
  ...more,
});

describe('a credit that a carrier enters at the gate', () => {
  let bill: Row;
  let lines: Line[];
  beforeEach(async () => {
    const orderNo = await transported();
    // 100.00 and 20.00 net are 142.80 with VAT.
    const body = { theirNo: randomUUID().slice(0, 12), billDate: houseToday(), theirTotal: 14_280 };
    const waiting = line(orderNo, 200_000, { text: 'Waiting time', charge: 'surcharge' });
    const made = await asCarrier('POST', 'bills', { ...body, lines: [line(orderNo, 1_000_000), waiting] });
    expect(made.code, JSON.stringify(made.data)).toBe('OK');
    bill = made.data;
    await asFinance('POST', `bills/${bill.id}/settleDispute`);
    lines = (await asCarrier<{ lines: Line[] }>('GET', `bills/${bill.id}/creditable`)).data.lines;
  });
  const approveBill = async () => expect((await asFinance('POST', `bills/${bill.id}/approve`)).code).toBe('OK');
  const lineId = (n: number): string => lines[n]?.id ?? '';

  it('names the lines of the bill with positive amounts, and stands beside the bill with its reason', async () => {
    expect(lines.map(({ net, left }) => [net, left])).toEqual([
      [10_000, 10_000],
      [2_000, 2_000],
    ]);
    const made = await credit(bill.id, [{ lineId: lineId(1), amount: 1_500 }]);
    expect(made.code, JSON.stringify(made.data)).toBe('OK');
    expect(await read(made.data.id)).toMatchObject({
      kind: 'credit',
      status: 'entered',
      creditsId: bill.id,
      carrierId,
      byCarrier: true,
      remark: 'Pallet missing',
      gross: 1_785,
      open: 0,
      dueDate: null,
      lines: [{ ofLine: lineId(1), unitPrice: 150_000, vatRate: 1900, charge: 'surcharge' }],
    });
    const { data } = await asFinance<{ left: number; lines: Line[] }>('GET', `bills/${bill.id}/creditable`);
    expect([data.left, data.lines.map(({ left }) => left)]).toEqual([14_280 - 1_785, [10_000, 500]]);
  });

  it('is never more than its line or the bill still charges, not of a foreign line, not in the future, and says why', async () => {
    const refused = async (answer: ReturnType<typeof credit>) => (await answer).data;
    expect(await refused(credit(bill.id, [{ lineId: lineId(1), amount: 2_001 }]))).toMatchObject([
      { path: 'lines.0.unitPrice', rule: 'aboveCreditable', params: { max: '20.00 EUR' } },
    ]);
    expect(await refused(credit(bill.id, [{ lineId: randomUUID(), amount: 1 }]))).toMatchObject([{ rule: 'reference' }]);
    expect(await refused(credit(bill.id, [{ lineId: lineId(0), amount: 1 }], { billDate: addDays(houseToday(), 1) }))).toMatchObject([
      { path: 'billDate', rule: 'inFuture' },
    ]);
    expect((await credit(bill.id, [{ lineId: lineId(0), amount: -1 }])).code).toBe('InvalidInput');
    expect((await credit(bill.id, [{ lineId: lineId(0), amount: 1 }], { reason: '' })).code).toBe('InvalidInput');
    const other = (await one(`select id from carriers where code = 'DHL'`)).id;
    const paper = {
      carrierId: other,
      theirNo: randomUUID().slice(0, 12),
      billDate: houseToday(),
      theirTotal: 11_900,
      lines: [line('', 1_000_000)],
    };
    const foreign = await asFinance('POST', 'bills', paper);
    expect((await credit(foreign.data.id, [{ lineId: lineId(0), amount: 1 }])).code).toBe('NotFound');
    // Only 100.00 of 142.80 were approved, so no more can be credited.
    await asFinance('POST', `bills/${bill.id}/approve`, { amount: 10_000, reason: 'Agreed' });
    expect(await refused(credit(bill.id, [{ lineId: lineId(0), amount: 9_000 }]))).toMatchObject([
      { path: 'lines', rule: 'aboveCreditable', params: { max: '100.00 EUR' } },
    ]);
  });

  it('two credits that are entered at the same moment do not take back more than the bill', async () => {
    const wanted = [{ lineId: lineId(0), amount: 6_000 }];
    const answers = await Promise.all([credit(bill.id, wanted), credit(bill.id, wanted), credit(bill.id, wanted)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['InvalidInput', 'InvalidInput', 'OK']);
    const kept = await one('select count(*)::int as n, sum(gross)::int as gross from bills where credits_id = $1', [bill.id]);
    expect(kept).toEqual({ n: 1, gross: 7_140 });
  });

  it('that the house approves lowers the bill and what we owe the carrier, and the carrier is told', async () => {
    const made = await credit(bill.id, [{ lineId: lineId(0), amount: 5_000 }]);
    expect((await asFinance('POST', `bills/${made.data.id}/approve`)).data).toBe('bills.refusals.creditBeforeBill');
    await approveBill();
    const before = await balance();
    expect((await asFinance('POST', `bills/${made.data.id}/approve`)).code).toBe('OK');
    expect((await asFinance('POST', `bills/${made.data.id}/approve`)).code).toBe('OK');
    expect(await balance()).toBe(before + 5_950);
    expect(await read(bill.id)).toMatchObject({ status: 'partPaid', open: 14_280 - 5_950, gross: 14_280 });
    expect(await read(made.data.id)).toMatchObject({ status: 'paid', gross: 5_950, open: 0 });
    const { rows } = await server.pool.query(
      `select a.kind, sum(t.debit - t.credit)::int as amount from transactions t join accounts a on a.id = t.account_id where t.bill_id = $1 group by 1 order by 1`,
      [made.data.id],
    );
    expect(rows).toEqual([
      { kind: 'expense', amount: -5_000 },
      { kind: 'inputVat', amount: -950 },
      { kind: 'payable', amount: 5_950 },
    ]);
    const { data: told } = await asCarrier<Row[]>('GET', 'messages');
    expect(told[0]).toMatchObject({ title: expect.stringMatching(/^Credit .* approved$/), text: '59.50 EUR were credited.' });
    expect((await asFinance<Row[]>('GET', `allocations/of/${bill.id}`)).data).toMatchObject([
      { fromKind: 'credit', toKind: 'bill', amount: 5_950 },
    ]);
  });

  it('is approved in part with a reason, or disputed with one; the rest of it is not credited', async () => {
    await approveBill();
    const [part, disputed] = [
      await credit(bill.id, [{ lineId: lineId(0), amount: 5_000 }]),
      await credit(bill.id, [{ lineId: lineId(1), amount: 1_000 }]),
    ];
    expect((await asFinance('POST', `bills/${part.data.id}/approve`, { amount: 2_975 })).data).toBe('bills.refusals.partReason');
    await asFinance('POST', `bills/${part.data.id}/approve`, { amount: 2_975, reason: 'Half of it' });
    expect(await read(bill.id)).toMatchObject({ open: 14_280 - 2_975 });
    expect((await asCarrier<{ lines: Line[] }>('GET', `bills/${bill.id}/creditable`)).data.lines[0]).toMatchObject({ left: 7_500 });
    await asFinance('POST', `bills/${disputed.data.id}/dispute`, { reason: 'Which pallet?' });
    expect((await asFinance('POST', `bills/${disputed.data.id}/approve`)).data).toBe('bills.refusals.disputed');
    expect((await asCarrier<Row[]>('GET', 'messages')).data[0]).toMatchObject({ text: 'Reason: Which pallet?' });
  });

  it('of a bill that is paid stays open, and settles another bill of the carrier or is paid back', async () => {
    await approveBill();
    const account = (await one(`select id from accounts where kind = 'bank' and currency = 'EUR' and standard`)).id;
    const pay = (direction: string, amount: number) =>
      asFinance('POST', 'payments', { carrierId, accountId: account, direction, paidOn: houseToday(), amount, currency: 'EUR' });
    const paid = await pay('out', 14_280);
    await asFinance('POST', `payments/${paid.data.id}/allocate`, { items: [{ kind: 'bill', id: bill.id, amount: 14_280 }] });
    const made = await credit(bill.id, [{ lineId: lineId(0), amount: 5_000 }]);
    await asFinance('POST', `bills/${made.data.id}/approve`);
    expect(await read(made.data.id)).toMatchObject({ status: 'approved', open: 5_950, overdue: false });

    const orderNo = await transported();
    const next = await asCarrier('POST', 'bills', {
      theirNo: randomUUID().slice(0, 12),
      billDate: houseToday(),
      theirTotal: 2_380,
      lines: [line(orderNo, 200_000)],
    });
    await asFinance('POST', `bills/${next.data.id}/approve`);
    const { data: open } = await asFinance<Row[]>('GET', `bills/${made.data.id}/open-items`);
    expect(open.map(({ id }) => id)).toContain(next.data.id);
    const settle = (id: string, amount: number) =>
      asFinance('POST', `bills/${made.data.id}/allocate`, { items: [{ kind: 'bill', id, amount }] });
    expect((await settle(next.data.id, 5_950)).data).toBe('invoices.refusals.overAllocated');
    expect((await settle(next.data.id, 2_380)).code).toBe('OK');
    expect([(await read(next.data.id))['status'], (await read(made.data.id))['open']]).toEqual(['paid', 3_570]);

    const refund = await pay('in', 3_570);
    const { data: items } = await asFinance<Row[]>('GET', `payments/${refund.data.id}/open-items`);
    expect(items).toMatchObject([{ id: made.data.id, kind: 'bill', open: 3_570 }]);
    await asFinance('POST', `payments/${refund.data.id}/allocate`, { items: [{ kind: 'bill', id: made.data.id, amount: 3_570 }] });
    expect(await read(made.data.id)).toMatchObject({ status: 'paid', open: 0 });
  });

  it('of all of a bill lets the carrier bill the order anew', async () => {
    const orderNo = (await read(bill.id))['lines'] as { orderNo: string }[];
    const anew = () =>
      asCarrier('POST', 'bills', {
        theirNo: randomUUID().slice(0, 12),
        billDate: houseToday(),
        theirTotal: 10_710,
        lines: [line(orderNo[0]?.orderNo ?? '', 900_000)],
      });
    expect((await anew()).data).toMatchObject([{ rule: 'billedTwice' }]);
    await approveBill();
    const made = await credit(bill.id, [
      { lineId: lineId(0), amount: 10_000 },
      { lineId: lineId(1), amount: 2_000 },
    ]);
    await asFinance('POST', `bills/${made.data.id}/approve`);
    expect(await read(bill.id)).toMatchObject({ status: 'paid', open: 0 });
    expect((await anew()).code).toBe('OK');
  });
});

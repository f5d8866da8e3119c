import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../contract/core/house-day.ts';
import { createDb, type Db } from '../../server/core/db/client.ts';
import { collectCharges } from '../../server/modules/billing/collect-charges.ts';
import { postRuns } from '../../server/modules/billing/post-run.ts';
import { addressOf } from '../support/address.ts';
import { today } from '../support/books.ts';
import { activate, draftTariff, type Month, openMonth, price } from '../support/charged-month.ts';
import { type Answer, startServer, type TestServer } from '../support/server.ts';

const DAYS = 2_000;
const DAY = '2025-11-10';
type Fault = { path: string; rule: string; params?: Record<string, unknown> };
type Charge = Record<string, unknown> & { id: string };
let server: TestServer;
let db: Db;
let finance: string;
let merchant: string;
let month: Month;
let orderId: string;
let costId: string;
const rowsOf = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.pool.query(text, values)).rows as T[];
const post = <T = { id: string }>(path: string, body?: unknown, token = finance, headers?: Record<string, string>) =>
  server.call<T>('POST', `/v0/${path}`, body, token, headers);
const asked = (over: object = {}) => ({
  merchantId: month.merchantId,
  categoryId: orderId,
  happenedOn: DAY,
  qty: 2000,
  reason: 'Sorted the returns of the fair',
  ...over,
});
const enter = async (over: object = {}): Promise<string> => {
  const answer = await post('charges/enter', asked(over));
  expect(answer).toMatchObject({ code: 'OK' });
  return answer.data.id;
};
const read = async (id: string, token = finance) => (await server.call<Charge>('GET', `/v0/charges/${id}`, undefined, token)).data;
const faultsOf = (answer: Answer<unknown>, of = ''): Fault[] => {
  expect(answer, of).toMatchObject({ code: 'InvalidInput' });
  return answer.data as Fault[];
};
const billOf = async (): Promise<number> =>
  (await server.call<{ net: number }>('GET', '/v0/charges/bill?month=2025-11', undefined, merchant)).data.net;
async function run(day: string, steps: readonly string[] = ['check', 'approve', 'post']): Promise<string> {
  const { data } = await post('billingRuns', { periodFrom: day, periodTo: day, merchantIds: [month.merchantId] });
  for (const step of steps)
    expect(
      await post(`billingRuns/${data.id}/${step}`, step === 'approve' ? { reason: 'Only a part of the sample' } : undefined),
    ).toMatchObject({
      code: 'OK',
    });
  await postRuns(db);
  return data.id;
}
const documentsOf = (runId: string) =>
  rowsOf<{ kind: string; net: number }>(
    `select d.kind, i.net::int from billing_documents d join invoices i on i.id = d.invoice_id where d.run_id = $1 order by d.kind`,
    [runId],
  );

beforeAll(async () => {
  server = await startServer({ sample: true });
  db = createDb(server.appPool);
  [finance, merchant] = [await server.signIn('finance'), await server.signIn('merchant')];
  month = await openMonth(server.pool);
  await rowsOf(`update merchants set address = $2, vat_id = 'DE136695976' where id = $1`, [
    month.merchantId,
    addressOf({ name1: 'Northwind' }),
  ]);
  // Nothing of the sample is charged, so that the figures are those of this file.
  await rowsOf(`update quotation_categories set metered_from = '2099-01-01' where metered_from is not null`);
  const tariff = await draftTariff(server.pool, '2025-10-01');
  orderId = await price(server.pool, tariff, 'H-ORDER', 'out.order', 'order', { bands: [[0, 125_000]] });
  costId = await price(server.pool, tariff, 'H-COST', 'label.ship', 'cost', { bands: [[0, 10_600]] });
  await activate(server.pool, tariff, '2025-12-31');
});
afterAll(() => server.close());

describe('a charge entered by hand', () => {
  it('is priced by the tariff, or at the price that was given, and is on the running bill with its reason', async () => {
    const priced = await enter();
    expect(await read(priced)).toMatchObject({
      state: 'open',
      unitPrice: 125_000,
      exact: 250_000_000,
      currency: 'EUR',
      sourceKind: 'manual',
      sourceId: priced,
    });
    const given = await enter({ unitPrice: 333, qty: 1500, currency: 'EUR' });
    expect(await read(given)).toMatchObject({ state: 'open', unitPrice: 333, exact: 499_500, tariffId: null });
    // 2 × 12.50 + 1.5 × 0.0333.
    expect(await billOf()).toBe(2505);
    expect(await read(given, merchant)).toMatchObject({ reason: 'Sorted the returns of the fair', sourceKind: 'manual' });
    // No meter returns it, and it stays.
    await collectCharges(db, DAYS);
    expect(await billOf()).toBe(2505);
  });

  it('is entered once, however often the call is repeated, and its entry is audited', async () => {
    const key = { 'idempotency-key': 'by-hand-1' };
    const body = asked({ happenedOn: '2025-11-11', unitPrice: 10_000 });
    const [first, second] = [await post('charges/enter', body, finance, key), await post('charges/enter', body, finance, key)];
    expect(second.data.id).toBe(first.data.id);
    expect(await rowsOf(`select count(*)::int as n from charges where happened_on = '2025-11-11'`)).toEqual([{ n: 1 }]);
    expect(
      await rowsOf(
        `select a.action, u.account, a.after->>'reason' as reason from audit_log a join users u on u.id = a.user_id where a.area = 'charges' and a.row_id = $1`,
        [first.data.id],
      ),
    ).toEqual([{ action: 'create', account: 'finance@kontor.example', reason: body.reason }]);
  });

  it('keeps its reason while it is on hold, and when it is released', async () => {
    const id = await enter({ happenedOn: '2025-11-12' });
    expect(await post(`charges/${id}/hold`, { reason: 'They are asking' })).toMatchObject({ code: 'OK' });
    expect(await read(id)).toMatchObject({ state: 'onHold', reason: 'Sorted the returns of the fair', holdReason: 'They are asking' });
    expect(await post(`charges/${id}/release`)).toMatchObject({ code: 'OK' });
    expect(await read(id)).toMatchObject({ state: 'open', reason: 'Sorted the returns of the fair', holdReason: '' });
  });

  it('of a service that passes on costs has the price that was given', async () => {
    const id = await enter({ happenedOn: '2025-11-13', categoryId: costId, qty: 1000, unitPrice: 45_000 });
    expect(await read(id)).toMatchObject({ state: 'open', exact: 45_000_000 });
    expect(faultsOf(await post('charges/enter', asked({ categoryId: costId })))).toEqual([{ path: 'unitPrice', rule: 'priceOfCost' }]);
  });
});

describe('a billing run', () => {
  it('bills it once, also on a day that was billed before, and credits it once it is taken back', async () => {
    const first = await run(DAY);
    expect(await documentsOf(first)).toEqual([{ kind: 'invoice', net: 2505 }]);
    const late = await enter({ unitPrice: 50_000, qty: 1000 });
    const second = await run('2025-11-13');
    // 1.00 × 2, 2 × 12.50 and 4.50 of the days between, and the late 5.00.
    expect(await documentsOf(second)).toEqual([{ kind: 'invoice', net: 3650 }]);
    expect(await read(late)).toMatchObject({ state: 'billed' });
    for (const _ of [1, 2]) expect(await post(`charges/${late}/takeBack`)).toMatchObject({ code: 'OK' });
    expect(
      await rowsOf(`select state, exact::int, happened_on = kontor_day() as today from charges where reverses_id = $1`, [late]),
    ).toEqual([{ state: 'open', exact: -50_000_000, today: true }]);
    const third = await run(today());
    expect((await documentsOf(third)).filter(({ kind }) => kind === 'creditNote')).toEqual([{ kind: 'creditNote', net: 500 }]);
  });

  it('is calculated again without it while it is checked, and keeps it once it is approved', async () => {
    const [one, two] = [
      await enter({ happenedOn: '2025-11-14', unitPrice: 70_000, qty: 1000 }),
      await enter({ happenedOn: '2025-11-14', unitPrice: 80_000, qty: 1000 }),
    ];
    const id = await run('2025-11-14', ['check']);
    expect(await post(`charges/${one}/takeBack`)).toMatchObject({ code: 'OK' });
    expect(await read(one)).toMatchObject({ state: 'void', runId: null });
    expect(await rowsOf(`select amount::int from billing_run_merchants where run_id = $1`, [id])).toEqual([{ amount: 800 }]);
    expect(await post(`billingRuns/${id}/approve`, { reason: 'Only a part of the sample' })).toMatchObject({ code: 'OK' });
    expect(await post(`charges/${two}/takeBack`)).toMatchObject({ code: 'StateRefused', data: 'charges.refusals.inApprovedRun' });
    expect(await post(`billingRuns/${id}/cancel`)).toMatchObject({ code: 'OK' });
    expect(await post(`charges/${two}/takeBack`)).toMatchObject({ code: 'OK' });
    expect(await read(two)).toMatchObject({ state: 'void' });
    expect(
      await rowsOf(
        `select a.action, a.after->>'state' as state from audit_log a where a.area = 'charges' and a.row_id = $1 order by a.id`,
        [two],
      ),
    ).toMatchObject([{ action: 'create' }, { action: 'update', state: 'void' }]);
  });
});

describe('what is refused', () => {
  it('is said field by field', async () => {
    const [other] = await rowsOf<{ id: string }>(
      `insert into tasks (no, kind, merchant_id) select 'H-1', 'outbound', id from merchants where id <> $1 limit 1 returning id`,
      [month.merchantId],
    );
    const wrong: [object, string, string][] = [
      [{ happenedOn: addDays(today(), 2) }, 'happenedOn', 'future'],
      [{ qty: 0 }, 'qty', 'aboveZero'],
      [{ qty: 10_000_000_001 }, 'qty', 'quantityTooBig'],
      [{ unitPrice: 0 }, 'unitPrice', 'aboveZero'],
      [{ qty: 10_000_000_000, unitPrice: 100_000_000 }, 'unitPrice', 'amountTooBig'],
      [{ reason: '' }, 'reason', 'required'],
      [{ reason: 'ok' }, 'reason', 'tooShort'],
      [{ currency: 'USD' }, 'currency', 'notBilled'],
      [{ taskId: other?.id }, 'taskId', 'orderOfOther'],
      [{ merchantId: month.itemId }, 'merchantId', 'reference'],
      [{ categoryId: month.itemId }, 'categoryId', 'reference'],
      [{ file: '0'.repeat(32) }, 'file', 'reference'],
    ];
    for (const [over, path, rule] of wrong) {
      const found = faultsOf(await post('charges/enter', asked(over)), JSON.stringify(over));
      expect(found, path).toContainEqual(expect.objectContaining({ path, rule }));
    }
    expect(await rowsOf(`select count(*)::int as n from charges where happened_on > '2025-11-14' and source_kind = 'manual'`)).toEqual([
      { n: 0 },
    ]);
  });

  it('is taking back what was not entered by hand, or what is disputed', async () => {
    const [fact] = await rowsOf<{ id: string }>(
      `insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, qty) values ($1, $2, 'task', kontor_uuid7(), '2025-10-02', 1000) returning id`,
      [month.merchantId, orderId],
    );
    expect(await post(`charges/${fact?.id}/takeBack`)).toMatchObject({ data: 'charges.refusals.notByHand' });
    const id = await enter({ happenedOn: '2025-10-03' });
    const dispute = await post(`charges/${id}/dispute`, { reason: 'Nobody came to the fair' }, merchant);
    expect(await post(`charges/${id}/takeBack`)).toMatchObject({ data: 'charges.refusals.disputed' });
    expect(await post(`chargeDisputes/${dispute.data.id}/accept`, { answer: 'Agreed' })).toMatchObject({ code: 'OK' });
    expect(await post(`charges/${id}/takeBack`)).toMatchObject({ data: 'charges.refusals.disputeDecided' });
  });

  it('is changing reason or file afterwards, also by raw SQL', async () => {
    const id = await enter({ happenedOn: '2025-10-04' });
    await expect(rowsOf(`update charges set reason = 'Something else' where id = $1`, [id])).rejects.toThrow('charges.refusals.frozen');
  });
});

describe('a merchant', () => {
  it('neither enters charges nor takes them back, and reads those of no other merchant', async () => {
    expect(await post('charges/enter', asked(), merchant)).toMatchObject({ code: 'NotAllowed' });
    const [other] = await rowsOf<{ id: string }>(`select id from merchants where id <> $1 and currency = 'EUR' order by no limit 1`, [
      month.merchantId,
    ]);
    const theirs = await enter({ merchantId: other?.id, happenedOn: '2025-10-05' });
    expect(await post(`charges/${theirs}/takeBack`, undefined, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await server.call('GET', `/v0/charges/${theirs}`, undefined, merchant)).toMatchObject({ code: 'NotFound' });
  });

  it('opens the file of an own charge, and of no other', async () => {
    const upload = async (text: string): Promise<string> => {
      const form = new FormData();
      form.set('file', new Blob([text], { type: 'text/plain' }), 'proof.txt');
      return (await post('statics/upload/intern', form)).data.id;
    };
    const opens = async (file: string, token: string): Promise<boolean> => {
      const response = await fetch(`${server.url}/v0/static/${file}`, { headers: { 'x-token': token } });
      await response.arrayBuffer();
      return response.status === 200;
    };
    const [own, theirs] = [await upload('hours of our people'), await upload('hours for somebody else')];
    const [other] = await rowsOf<{ id: string }>(`select id from merchants where id <> $1 and currency = 'EUR' order by no limit 1`, [
      month.merchantId,
    ]);
    expect(await opens(own, merchant)).toBe(false);
    const id = await enter({ happenedOn: '2025-10-06', file: own });
    await enter({ happenedOn: '2025-10-06', file: theirs, merchantId: other?.id });
    expect(await read(id, merchant)).toMatchObject({ file: own });
    const manager = await server.signIn('manager');
    for (const token of [finance, manager, merchant]) expect(await opens(own, token)).toBe(true);
    expect(await opens(theirs, merchant)).toBe(false);
    expect(await opens(own, await server.signIn('employee'))).toBe(false);
  });
});

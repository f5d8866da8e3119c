import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../support/address.ts';
import { openBillingDesk } from '../support/billing-desk.ts';
import { activate, draftTariff, price } from '../support/charged-month.ts';

const { server, finance, merchant, month, call, collect, ship, ...desk } = await openBillingDesk();
afterAll(() => server.close());
const rowsOf = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> => desk.rowsOf(text, values);
const post = <T = { id: string }>(path: string, body?: unknown, token = finance) => call<T>('POST', `/v0/${path}`, body, token);
const read = async (id: string, token = finance) =>
  (await call<Record<string, unknown>>('GET', `/v0/chargeDisputes/${id}`, undefined, token)).data;

/** Orders of a day, each with one piece; an order costs 12.50. */
async function shipped(day: string, count: number, merchantId = month.merchantId): Promise<void> {
  await ship(`D${day}${merchantId.slice(-4)}`, { at: `${day}T10:00:00Z`, merchantId, count });
  await collect();
}
const chargesOf = (day: string, merchantId = month.merchantId) =>
  rowsOf<{ id: string; state: string; exact: string }>(
    `select c.id, c.state, c.exact from charges c join quotation_categories q on q.id = c.category_id
      where q.code = 'D-ORDER' and c.happened_on = $1 and c.merchant_id = $2 and c.source_kind = 'task' order by c.id`,
    [day, merchantId],
  );
/** What the merchant pays for a day, in the smallest unit. */
const dueOf = async (day: string): Promise<number> =>
  Number(
    (
      await rowsOf<{ n: string }>(
        `select coalesce(sum(exact), 0) / 100000 as n from charges where happened_on = $1 and state in ('open', 'onHold')`,
        [day],
      )
    )[0]?.n,
  );
const bill = async (from: string, to: string): Promise<string> => (await desk.documentOf(await desk.bill(from, to))).id;
const DAY = '2025-11-10';
const BEFORE = '2025-11-09';

beforeAll(async () => {
  await rowsOf(`update merchants set address = $2, vat_id = 'DE136695976' where id = $1`, [
    month.merchantId,
    addressOf({ name1: 'Northwind' }),
  ]);
  // Nothing of the sample is charged, so that the figures are those of this file.
  await rowsOf(`update quotation_categories set metered_from = '2099-01-01' where metered_from is not null`);
  const tariff = await draftTariff(server.pool, '2025-11-01');
  await price(server.pool, tariff, 'D-ORDER', 'out.order', 'order', { bands: [[0, 125_000]] });
  await activate(server.pool, tariff, '2025-12-31');
});

describe('a dispute of what is not billed', () => {
  it('puts the charge on hold, and gives it back when it is rejected or withdrawn', async () => {
    await shipped(DAY, 4);
    const [one] = await chargesOf(DAY);
    const opened = await post(`charges/${one?.id}/dispute`, { reason: 'This order was never packed' }, merchant);
    expect(opened).toMatchObject({ code: 'OK' });
    expect(await read(opened.data.id, merchant)).toMatchObject({
      status: 'open',
      amount: 1250,
      gross: 1488,
      invoiceId: null,
      decidedBy: null,
    });
    expect((await chargesOf(DAY))[0]).toMatchObject({ state: 'onHold' });
    expect(await post(`charges/${one?.id}/dispute`, { reason: 'Once more' }, merchant)).toMatchObject({
      data: 'chargeDisputes.refusals.alreadyDisputed',
    });
    expect(await post(`charges/${one?.id}/release`)).toMatchObject({ data: 'charges.refusals.disputed' });
    expect(await post(`chargeDisputes/${opened.data.id}/withdraw`, undefined, merchant)).toMatchObject({ code: 'OK' });
    const again = await post(`charges/${one?.id}/dispute`, { reason: 'It was not packed', amount: 250 }, merchant);
    expect(await post(`chargeDisputes/${again.data.id}/reject`, { answer: 'The scan shows it' })).toMatchObject({ code: 'OK' });
    expect(await post(`chargeDisputes/${again.data.id}/reject`, { answer: 'The scan shows it' })).toMatchObject({
      data: 'chargeDisputes.refusals.decided',
    });
    expect((await chargesOf(DAY))[0]).toMatchObject({ state: 'open' });
    expect(await dueOf(DAY)).toBe(5000);
  });

  it('takes the charge back when it is accepted, and leaves the rest of a part; the fact is not charged again', async () => {
    const [, two, three] = await chargesOf(DAY);
    const whole = await post(`charges/${two?.id}/dispute`, { reason: 'Cancelled in time' }, merchant);
    expect(await post(`chargeDisputes/${whole.data.id}/accept`, { answer: 'You are right' })).toMatchObject({ code: 'OK' });
    expect(await dueOf(DAY)).toBe(3750);
    const part = await post(`charges/${three?.id}/dispute`, { reason: 'Half of the work' }, merchant);
    expect(await post(`chargeDisputes/${part.data.id}/accept`, { answer: 'We meet half-way', amount: 9999 })).toMatchObject({
      code: 'InvalidInput',
    });
    expect(await post(`chargeDisputes/${part.data.id}/accept`, { answer: 'We meet half-way', amount: 400 })).toMatchObject({ code: 'OK' });
    expect(await read(part.data.id, merchant)).toMatchObject({ status: 'part', accepted: 400, answer: 'We meet half-way', creditId: null });
    expect(await dueOf(DAY)).toBe(3350);
    await collect();
    expect(await dueOf(DAY)).toBe(3350);
  });

  it('is refused to another merchant, and to whoever may not decide', async () => {
    const [other] = await rowsOf<{ id: string }>(`select id from merchants where id <> $1 and currency = 'EUR' order by no limit 1`, [
      month.merchantId,
    ]);
    await shipped(BEFORE, 1, other?.id);
    const [foreign] = await chargesOf(BEFORE, other?.id);
    expect(await post(`charges/${foreign?.id}/dispute`, { reason: 'Not mine' }, merchant)).toMatchObject({ code: 'NotFound' });
    const theirs = await post(`charges/${foreign?.id}/dispute`, { reason: 'They wrote to us' });
    expect(await server.call('GET', `/v0/chargeDisputes/${theirs.data.id}`, undefined, merchant)).toMatchObject({ code: 'NotFound' });
    expect(await post(`chargeDisputes/${theirs.data.id}/withdraw`, undefined, merchant)).toMatchObject({ code: 'NotFound' });
    expect(await post(`chargeDisputes/${theirs.data.id}/accept`, { answer: 'Yes to all' }, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await post(`charges/${foreign?.id}/hold`, { reason: 'Mine to hold' }, merchant)).toMatchObject({ code: 'NotAllowed' });
  });
});

describe('a dispute of what is billed', () => {
  let invoiceId: string;
  it('becomes a credit note over what is accepted, before the next run and once', async () => {
    // What is held stays out of the run, which is checked again.
    const [first] = await chargesOf(DAY);
    expect(await post(`charges/${first?.id}/hold`, { reason: 'Price is being discussed' })).toMatchObject({ code: 'OK' });
    invoiceId = await bill(DAY, DAY);
    // 33.50 less 12.50 on hold.
    expect((await rowsOf(`select net::int from invoices where id = $1`, [invoiceId]))[0]).toEqual({ net: 2100 });
    const [billed] = await rowsOf<{ id: string }>(`select id from charges where invoice_id = $1 and source_kind = 'task'`, [invoiceId]);
    const opened = await post(`charges/${billed?.id}/dispute`, { reason: 'Wrong address' }, merchant);
    expect(await read(opened.data.id)).toMatchObject({ amount: 1250, gross: 1488, invoiceId });
    expect(await post(`chargeDisputes/${opened.data.id}/accept`, { answer: 'Agreed', amount: 500 })).toMatchObject({ code: 'OK' });
    const { creditId, accepted } = await read(opened.data.id, merchant);
    expect(accepted).toBe(500);
    expect(
      await rowsOf(`select kind, net::int, gross::int, reverses_id from invoices where id = $1 and posted_at is not null`, [creditId]),
    ).toEqual([{ kind: 'creditNote', net: 500, gross: 595, reverses_id: invoiceId }]);
    // 12.50 − 12.50 + 7.50: what is left of the charge, so that a fact that is undone later is not credited twice.
    const left = await rowsOf(`select (sum(exact) / 100000)::int as left from charges where source_id = $1 or id = $2`, [
      opened.data.id,
      billed?.id,
    ]);
    expect(left).toEqual([{ left: 750 }]);
  });

  it('is opened on a line by its number, within the days of the terms, and keeps the amount out of dunning', async () => {
    expect(await post(`invoices/${invoiceId}/dispute`, { line: 99, reason: 'No such line' }, merchant)).toMatchObject({
      code: 'InvalidInput',
    });
    const opened = await post(`invoices/${invoiceId}/dispute`, { line: 1, reason: 'Too dear', amount: 300 }, merchant);
    expect(opened).toMatchObject({ code: 'OK' });
    await rowsOf('alter table invoices disable trigger user');
    await rowsOf(`update invoices set issue_date = issue_date - 40, due_date = issue_date - 20 where id = $1`, [invoiceId]);
    await rowsOf('alter table invoices enable trigger user');
    const dunned = await post('dunningRuns/prepare');
    const { data } = await server.call<{ items: { invoiceId: string; open: number; disputed: number; reason: string | null }[] }>(
      'GET',
      `/v0/dunningRuns/${dunned.data.id}/overview`,
      undefined,
      finance,
    );
    // 24.99 less the credited 5.95; 3.57 of it are disputed.
    expect(data.items.find((item) => item.invoiceId === invoiceId)).toMatchObject({ open: 1904, disputed: 357, reason: null });
    expect(await post(`chargeDisputes/${opened.data.id}/accept`, { answer: 'We agree' })).toMatchObject({ code: 'OK' });
    const [second] = await rowsOf<{ id: string }>(
      `select id from charges where invoice_id = $1 and source_kind = 'dispute' and part = 'rest' and run_id is not null`,
      [invoiceId],
    );
    expect(await post(`charges/${second?.id}/dispute`, { reason: 'Too late to ask' }, merchant)).toMatchObject({
      data: 'chargeDisputes.refusals.tooLate',
    });
  });
});

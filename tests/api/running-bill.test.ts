import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { startServer, type TestServer } from '../support/server.ts';

type Bill = {
  currency: string;
  until: string;
  lines: { text: { en: string }; qty: number | null; count: number; amount: number; topUp: number }[];
  days: { day: string; amount: number }[];
  net: number;
  forecast: number;
  minimum: number;
  unpriced: number;
};

let server: TestServer;
let merchantId: string;
const rowsOf = async (text: string, values: unknown[] = []) => (await server.pool.query(text, values)).rows;
const category = async (code: string, meter: string): Promise<string> =>
  (
    await rowsOf(
      `insert into quotation_categories (code, name, unit, text, meter) values ($1::text, $1, $2, jsonb_build_object('en', $1::text, 'de', $1::text, 'cn', $1::text), $3) returning id`,
      [code, meter === 'periodic' ? 'flat' : 'order', meter],
    )
  )[0].id;
/** A charge at a unit price in ten-thousandths; null: no price fits. */
const charge = (categoryId: string, day: string, qty: number, unitPrice: number | null): Promise<unknown> =>
  rowsOf(
    `insert into charges (merchant_id, category_id, source_kind, source_id, happened_on, qty, unit_price, exact, currency, priced_at, state)
       values ($1, $2, 'task', gen_random_uuid(), $3, $4::bigint * 1000, $5::bigint, coalesce($4::bigint * 1000 * $5::bigint, 0), case when $5 is null then null else 'EUR' end, now(), case when $5 is null then 'noPrice' else 'open' end)`,
    [merchantId, categoryId, day, qty, unitPrice],
  );
const bill = async (month: string): Promise<Bill> =>
  (
    await server.call<Bill>(
      'GET',
      `/v0/charges/bill?${new URLSearchParams({ month, merchantId })}`,
      undefined,
      await server.signIn('finance'),
    )
  ).data;

let orders: string;
let fee: string;
beforeAll(async () => {
  server = await startServer({ sample: true });
  merchantId = (await rowsOf(`insert into merchants (no, name, address) values ('M-RUNNING', 'Running', '{}') returning id`))[0].id;
  orders = await category('Per order', 'out.order');
  fee = await category('Per month', 'periodic');
});
afterAll(() => server.close());

describe('the bill of a merchant before it is posted', () => {
  it('of a month that is over has its days, its services rounded once each, and its sum as forecast', async () => {
    await charge(orders, '2025-11-03', 3, 425);
    await charge(orders, '2025-11-03', 2, 425);
    await charge(orders, '2025-11-20', 1, 425);
    await charge(orders, '2025-11-20', 1, null);
    await charge(fee, '2025-11-01', 1, 490_000);
    const found = await bill('2025-11');
    // Six at 0.0425 are 0.255.
    expect(Object.fromEntries(found.lines.map(({ text, qty, count, amount }) => [text.en, [qty, count, amount]]))).toEqual({
      'Per month': [1000, 1, 4900],
      'Per order': [6000, 3, 26],
    });
    expect(found).toMatchObject({ net: 4926, forecast: 4926, minimum: 0, unpriced: 1, until: '2025-11-30', currency: 'EUR' });
    expect(found.days).toHaveLength(30);
    expect(found.days.filter(({ amount }) => amount > 0)).toEqual([
      { day: '2025-11-01', amount: 4900 },
      // Five at 0.0425 are 0.2125.
      { day: '2025-11-03', amount: 21 },
      { day: '2025-11-20', amount: 4 },
    ]);
  });

  it('of the running month goes on as on its days so far, with fixed fees once, and never below the minimum', async () => {
    const today = houseToday();
    const month = today.slice(0, 7);
    const past = Number(today.slice(8));
    const whole = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    await charge(orders, today, 10, 12_500);
    await charge(fee, `${month}-01`, 1, 490_000);
    const forecast = 4900 + Math.round((1250 * whole) / past);
    expect(await bill(month)).toMatchObject({ net: 6150, forecast, until: today });
    await rowsOf(`insert into merchant_terms (merchant_id, valid_from, minimum) values ($1, $2, 10000000)`, [merchantId, `${month}-01`]);
    expect(await bill(month)).toMatchObject({ net: 6150, forecast: 10_000_000, minimum: 10_000_000 });
  });
});

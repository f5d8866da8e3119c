import { afterAll, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { createDb } from '../../server/core/db/client.ts';
import { postInvoice } from '../../server/modules/money/post-invoice.ts';
import { line, openBooks, today } from '../support/books.ts';

const { server, finance, post, draft, pay, allocate } = await openBooks();
afterAll(() => server.close());

type Told = { rows: { partyId: string; total: number; unallocated: number }[] };
const DAYS = 50;

it('balances of any past day are what was open then, day after day, whatever was paid, set off or taken back since', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into customers (no, name, address, delivery_address) select 'C-B1', 'Past days', address, '{}' from merchants where address ->> 'city' = 'Hamburg' limit 1 returning id`,
  );
  const customerId = rows[0]?.id as string;
  const party = { merchantId: null, customerId };
  const ago = (days: number): string => addDays(today(), -days);
  const db = createDb(server.pool);
  const invoice = async (days: number, amount: number): Promise<string> => {
    const { id } = await draft({ ...party, lines: [line({ qty: 1000, unitPrice: amount * 100, vatCategory: 'E', vatRate: 0 })] });
    await db.transaction((tx) => postInvoice(tx, id, ago(days)));
    return id;
  };
  const [first, second, third] = [await invoice(45, 10_000), await invoice(30, 20_000), await invoice(12, 5000)] as const;
  const early = await pay(12_000, { ...party, paidOn: ago(40) });
  const late = await pay(9000, { ...party, paidOn: ago(10) });
  const lost = await pay(7000, { ...party, paidOn: ago(20) });
  await allocate(early.id, first, 10_000);
  await allocate(early.id, second, 1500);
  await allocate(late.id, second, 8000);
  await allocate(lost.id, second, 7000);
  expect((await post(`payments/${lost.id}/reverse`, { reason: 'Bounced' })).code).toBe('OK');
  expect((await post(`invoices/${third}/reverse`)).code).toBe('OK');
  // The same once more by the books alone: what the receivable of this party came to at the end of each day.
  const { rows: ledger } = await server.pool.query<{ day: string; sum: number }>(
    `select d::date::text as day, coalesce(sum(t.debit - t.credit), 0)::int as sum from generate_series($2::date, $3::date, '1 day') d
      left join (select t.* from transactions t join accounts a on a.id = t.account_id where a.kind = 'receivable' and t.party = 'Past days' and t.currency = $1) t on t.booked_on <= d
      group by 1 order by 1`,
    ['EUR', ago(DAYS), today()],
  );
  expect(ledger).toHaveLength(DAYS + 1);
  for (const { day, sum } of ledger) {
    const answer = await server.call<Told>('GET', `/v0/balances?asOf=${day}`, undefined, finance);
    const row = answer.data.rows.find(({ partyId }) => partyId === customerId);
    expect([day, row?.total ?? 0]).toEqual([day, sum]);
  }
  const between = await server.call<Told>('GET', `/v0/balances?asOf=${ago(35)}`, undefined, finance);
  // 2,000 of the early payment waited then: what it settles later was not there yet.
  expect(between.data.rows.find(({ partyId }) => partyId === customerId)).toMatchObject({ total: -2000, unallocated: -2000 });
});

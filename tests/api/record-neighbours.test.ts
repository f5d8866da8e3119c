import { afterAll, describe, expect, it } from 'vitest';
import type { Related } from '#contract/core/related';
import type { Billed } from '#contract/parties/billed';
import { line, openBooks, today } from '../support/books.ts';

/** What stands beside a record that is only a part of something: the rest of its entry, its document, its customer's year. */
const { server, finance, merchant, draft, pay, post } = await openBooks();
afterAll(() => server.close());

const get = <T>(path: string, token: string = finance) => server.call<T>('GET', path, undefined, token);
const related = async (area: string, id: string): Promise<Related> => (await get<Related>(`/v0/${area}/${id}/related`)).data;
const listed = (page: Related, key: string) => page.lists.find((list) => list.key === key);
const makeCustomer = async (name: string): Promise<string> => {
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into customers (no, name, address, delivery_address) select $1, $2, address, '{}' from merchants where address ->> 'city' = 'Hamburg' limit 1 returning id`,
    [`C-${name}`, name],
  );
  return rows[0]?.id ?? '';
};
const bill = async (customerId: string, cents: number): Promise<string> => {
  const lines = [line({ qty: 1000, unitPrice: cents * 100, vatCategory: 'E', vatRate: 0 })];
  const { id } = await draft({ merchantId: null, customerId, lines });
  expect((await post(`invoices/${id}/post`)).code).toBe('OK');
  return id;
};

describe('a journal line', () => {
  it('shows its whole entry, that it balances, its document, and the entry that reverses it', async () => {
    const invoice = await bill(await makeCustomer('Journal'), 50_000);
    const { data: lines } = await get<{ id: string; entryId: string }[]>(`/v0/transactions?invoiceId=${invoice}`);
    const own = lines[0];
    const page = await related('transactions', own?.id ?? '');
    expect(
      listed(page, 'entry')
        ?.rows.map(({ id }) => id)
        .sort(),
    ).toEqual(lines.map(({ id }) => id).sort());
    expect(page.facts).toMatchObject([{ key: 'entry.EUR', value: 50_000, meaning: 'done', note: { text: 'transactions.facts.balanced' } }]);
    expect(listed(page, 'invoices.id')?.rows).toMatchObject([{ id: invoice }]);
    expect(listed(page, 'reversal')?.total).toBe(0);
  });

  it('of a payment that bounced leads to the entry that reverses it, and back', async () => {
    const payment = await pay(7000, { merchantId: null, customerId: await makeCustomer('Bounced') });
    const { data: lines } = await get<{ id: string }[]>(`/v0/transactions?paymentId=${payment.id}`);
    expect((await post(`payments/${payment.id}/reverse`, { reason: 'Bounced' })).code).toBe('OK');
    const ids = lines.map(({ id }) => id).sort();
    const page = await related('transactions', ids[0] ?? '');
    expect(listed(page, 'payments.id')?.rows).toMatchObject([{ id: payment.id }]);
    const reversal = listed(page, 'reversal');
    expect(reversal?.total).toBe(lines.length);
    const other = await related('transactions', String(reversal?.rows[0]?.['id']));
    expect(
      listed(other, 'reversed')
        ?.rows.map(({ id }) => id)
        .sort(),
    ).toEqual(ids);
  });
});

describe('a customer', () => {
  it('shows what was billed in each of the last twelve months, less what was credited', async () => {
    const customer = await makeCustomer('Billed');
    expect((await get<Billed>(`/v0/customers/${customer}/billed`)).data).toEqual([]);
    await bill(customer, 70_000);
    const credited = await bill(customer, 20_000);
    expect((await post(`invoices/${credited}/reverse`)).code).toBe('OK');
    const { data } = await get<Billed>(`/v0/customers/${customer}/billed`);
    expect(data.map(({ currency, months }) => [currency, months.length])).toEqual([['EUR', 12]]);
    expect(data[0]?.months.at(-1)).toEqual({ month: today().slice(0, 7), amount: 70_000 });
    expect(data[0]?.months.slice(0, -1).every(({ amount }) => amount === 0)).toBe(true);
  });

  it('shows the orders that go to it and the tickets about them, and none of another merchant', async () => {
    const { rows } = await server.pool.query<{ id: string; merchantId: string }>(
      `insert into customers (merchant_id, no, name, email, address, delivery_address)
       select id, 'C-Orders', 'Orders GmbH', 'shop@orders.example', '{}', '{}' from merchants order by no limit 1 returning id, merchant_id as "merchantId"`,
    );
    const [customer] = rows;
    const consignee = { name1: 'Somebody', streetName: 'Weg', streetNumber: '1', zip: '20095', city: 'Hamburg', country: 'DE' };
    let made = 0;
    const insert = async (email: string, merchantId: string | undefined): Promise<string> => {
      const { rows: inserted } = await server.pool.query<{ id: string }>(
        `insert into tasks (no, kind, merchant_id, ref_order_id, consignee) values ($2, 'outbound', $1, $2, $3) returning id`,
        [merchantId, `N-${String((made += 1))}`, JSON.stringify({ ...consignee, name2: '', phone: '', email, addition: '' })],
      );
      return inserted[0]?.id ?? '';
    };
    const { rows: others } = await server.pool.query<{ id: string }>('select id from merchants where id <> $1 limit 1', [
      customer?.merchantId,
    ]);
    const own = await insert('Shop@Orders.example', customer?.merchantId);
    await insert('else@orders.example', customer?.merchantId);
    await insert('shop@orders.example', others[0]?.id);
    const page = await related('customers', customer?.id ?? '');
    expect(listed(page, 'tasks.id')?.rows.map(({ id }) => id)).toEqual([own]);
  });

  it('of another merchant does not exist for a merchant', async () => {
    expect((await get(`/v0/customers/${await makeCustomer('Foreign')}/billed`, merchant)).code).not.toBe('OK');
  });
});

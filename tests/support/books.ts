import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addressOf } from './address.ts';
import { startServer } from './server.ts';

export type Row = Record<string, unknown> & { id: string; version: number; no: string; status: string; gross: number; open: number };

/** The house's day, by the clock of the sample's storehouse. */
export const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
export const line = (over: object = {}) => ({
  id: randomUUID(),
  text: 'Storage, pallet and day',
  qty: 10_000,
  unit: 'day',
  unitPrice: 425,
  vatCategory: 'S',
  vatRate: 1900,
  ...over,
});

/** The sample business with a merchant that can be billed, a French customer, a rate for the dollar, and short words for the calls of the books. */
export async function openBooks() {
  const server = await startServer({ sample: true });
  const finance = await server.signIn('finance');
  const merchant = await server.signIn('merchant');
  const own = await server.pool.query<{ id: string }>(`select merchant_id as id from users where account = 'merchant@kontor.example'`);
  const merchantId = own.rows[0]?.id as string;
  await server.pool.query(`update merchants set address = $2, vat_id = 'DE136695976', payment_days = 14 where id = $1`, [
    merchantId,
    addressOf({ name1: 'Northwind' }),
  ]);
  const customers = await server.pool.query<{
    id: string;
  }>(`insert into customers (no, name, merchant_id, vat_id, currency, address, delivery_address)
    values ('C-77', 'Atelier Lyon', null, 'FR40303265045', 'EUR', '{"name1":"Atelier Lyon","name2":"","streetName":"Rue","streetNumber":"2","zip":"69001","city":"Lyon","country":"FR","phone":"","email":"","addition":""}', '{}') returning id`);
  const customerId = customers.rows[0]?.id as string;
  const accounts = await server.pool.query<{ id: string }>(`select id from accounts where no = '1200'`);
  const bank = accounts.rows[0]?.id as string;
  const gbp = await server.pool.query<{ id: string }>(`select id from accounts where no = '1200-GBP'`);
  const pounds = gbp.rows[0]?.id as string;
  await server.pool.query(
    `insert into fx_rates (currency, valid_on, rate, source) values ('USD', $1, 1100000, 'manual') on conflict do nothing`,
    [today()],
  );
  const post = <T = Row>(path: string, body?: unknown, token = finance) => server.call<T>('POST', `/v0/${path}`, body, token);
  const read = async (area: string, id: string, token = finance): Promise<Row> =>
    (await server.call<Row>('GET', `/v0/${area}/${id}`, undefined, token)).data;
  async function draft(over: object = {}): Promise<Row> {
    const made = await post('invoices', { merchantId, lines: [line({ qty: 100_000, unitPrice: 10_000 })], ...over });
    expect(made).toMatchObject({ code: 'OK' });
    return made.data;
  }
  async function posted(over: object = {}): Promise<Row> {
    const { id } = await draft(over);
    expect(await post(`invoices/${id}/post`)).toMatchObject({ code: 'OK' });
    return read('invoices', id);
  }
  async function pay(amount: number, over: object = {}): Promise<Row> {
    const made = await post('payments', { merchantId, accountId: bank, paidOn: today(), amount, ...over });
    expect(made).toMatchObject({ code: 'OK' });
    return made.data;
  }
  const allocate = (payment: string, invoice: string, amount: number, kind = 'invoice') =>
    post(`payments/${payment}/allocate`, { items: [{ kind, id: invoice, amount }] });

  return { server, finance, merchant, merchantId, customerId, bank, pounds, post, read, draft, posted, pay, allocate };
}

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { keepPdf } from '../../server/modules/money/pdf.ts';
import { type BilledDocument, openBillingDesk } from '../support/billing-desk.ts';
import { activate, at, draftTariff, price } from '../support/charged-month.ts';

/** Orders at 1.25 from Hamburg and Duisburg, one of them of October, and a fee of 49.00 of the month; a customer in Berlin pays. By hand. */

const { server, db, month, rowsOf, call, collect, ship, bill, documentOf, ...tokens } = await openBillingDesk();
afterAll(() => server.close());
let { merchant } = tokens;
let duisburgId: string;
let payerId: string;
let terms: { id: string; version: number };
let run: string;
let invoice: BilledDocument;
const agree = (body: object) =>
  call<{ id: string; version: number }>('POST', '/v0/merchantTerms', { merchantId: month.merchantId, ...body });

beforeAll(async () => {
  const tariff = await draftTariff(server.pool, '2025-10-01');
  await price(server.pool, tariff, 'B-ORDER', 'out.order', 'order', { bands: [[0, 12_500]] });
  const feeId = await price(server.pool, tariff, 'B-FEE', 'periodic', 'flat', { bands: [[0, 490_000]] });
  await activate(server.pool, tariff, '2025-12-31');
  [{ id: duisburgId }] = await rowsOf(
    `insert into compartments (warehouse_id, code, kind) values ((select id from warehouses where code = 'DU-1'), 'B-SHELF', 'shelf') returning id`,
  );
  [{ id: payerId }] = await rowsOf(
    `insert into customers (no, name, vat_id, currency, address, delivery_address, email, invoice_email) values ('C-PAYS', 'Beteiligungs GmbH', 'DE136695976', 'EUR',
      '{"name1":"Beteiligungs GmbH","streetName":"Unter den Linden","streetNumber":"1","zip":"10117","city":"Berlin","country":"DE"}', '{}', '', 'books@pays.example') returning id`,
  );
  terms = (await agree({ validFrom: '2025-10-01', validTo: '2025-12-31', lineGroup: 'storehouse', billToId: payerId, feeIds: [feeId] }))
    .data;
  await ship('BA-1', { at: '2025-10-31T12:00:00Z' });
  for (const n of [2, 3, 4]) await ship(`BA-${n}`, { at: at(n) });
  for (const n of [5, 6]) await ship(`BA-${n}`, { at: at(n), fromId: duisburgId });
  // The fee of October is waived, so that the figures are those of one.
  await collect();
  await rowsOf(`update charges set state = 'void' where merchant_id = $1 and category_id = $2 and happened_on < '2025-11-01'`, [
    month.merchantId,
    feeId,
  ]);
  run = await bill('2025-11-01', '2025-11-30');
  invoice = await documentOf(run);
});

describe('an invoice by storehouse', () => {
  it('names the storehouse first and never has two of them in one line; what no storehouse did stands last', () => {
    expect(invoice.lines.map(({ text, note, qty, unitPrice }) => [text, note, qty, unitPrice])).toEqual([
      ['Duisburg Logport: B-ORDER', '', 2000, 12_500],
      ['Hamburg Waltershof: B-ORDER', '', 3000, 12_500],
      ['Hamburg Waltershof: B-ORDER', 'Nachberechnet aus Oktober 2025', 1000, 12_500],
      ['B-FEE', '', 1000, 490_000],
    ]);
    // 2.50 + 3.75 + 1.25 + 49.00, and 19 % = 10.735.
    expect([invoice.net, invoice.gross]).toEqual([5650, 5650 + 1074]);
  });

  it('has each charge on the line of its storehouse, no gap, and an annex with its hash', async () => {
    const found = await rowsOf(
      `select l ->> 'text' as line, count(*)::int as n, count(distinct c.storehouse_id)::int as storehouses from charges c, invoices i, jsonb_array_elements(i.lines) l
        where c.run_id = $1 and i.id = c.invoice_id and (l ->> 'id')::uuid = c.line_id group by l ->> 'id', 1 order by 1, 2 desc`,
      [run],
    );
    expect(found).toEqual([
      { line: 'B-FEE', n: 1, storehouses: 0 },
      { line: 'Duisburg Logport: B-ORDER', n: 2, storehouses: 1 },
      { line: 'Hamburg Waltershof: B-ORDER', n: 3, storehouses: 1 },
      { line: 'Hamburg Waltershof: B-ORDER', n: 1, storehouses: 1 },
    ]);
    const { data: proof } = await call<{ gaps: { category: string }[] }>('GET', `/v0/charges/gaps?from=2025-11-01&to=2025-11-30`);
    expect(proof.gaps.filter((gap) => JSON.stringify(gap).includes('B-'))).toEqual([]);
    const [{ hash }] = await rowsOf(`select annex_hash as hash from billing_run_merchants where run_id = $1`, [run]);
    const answer = await fetch(`${server.url}/v0/invoices/${invoice.id}/annex?format=csv`, { headers: { 'x-token': merchant } });
    const annex = await answer.text();
    expect(createHash('sha256').update(annex).digest('hex')).toBe(hash);
    expect(annex.trimEnd().split('\r\n')).toHaveLength(1 + 7);
  });
});

describe('the customer who pays for a merchant', () => {
  it('is the party of the invoice, of its entries and of its mail, and owes it', async () => {
    expect(invoice).toMatchObject({
      merchant_id: null,
      customer_id: payerId,
      for_merchant_id: month.merchantId,
      party_name: 'Beteiligungs GmbH',
    });
    const [{ paper, model }] = await rowsOf(`select paper, e_invoice as model from invoices where id = $1`, [invoice.id]);
    expect([paper.data.to.name1, model.buyer.name]).toEqual(['Beteiligungs GmbH', 'Beteiligungs GmbH']);
    const entries = await rowsOf(
      `select distinct t.party, (select party_id from party_accounts a where a.no::text = t.party_account) as party_id from transactions t where t.invoice_id = $1`,
      [invoice.id],
    );
    expect(entries).toEqual([{ party: 'Beteiligungs GmbH', party_id: payerId }]);
    type Balances = { rows: { partyId: string; total: number }[] };
    const { data } = await call<Balances>('GET', '/v0/balances');
    expect(data.rows.find(({ partyId }) => partyId === payerId)?.total).toBe(invoice.gross);
    type Statement = { records: { lines: { no: string; amount: number }[] }[] };
    const printed = await call<Statement>('POST', '/v0/print/data', { document: 'customerStatement', ids: [payerId] });
    expect(printed.data.records[0]?.lines.find(({ no }) => no === invoice.no)).toMatchObject({ amount: invoice.gross });
    await keepPdf({ db, config: server.config }, invoice.id);
    const sent = await call('POST', `/v0/invoices/${invoice.id}/send`);
    expect((await call<object>('GET', `/v0/outgoingMails/${sent.data.id}`)).data).toMatchObject({
      mailTo: 'books@pays.example',
      customerId: payerId,
      merchantId: null,
    });
  });

  it('leaves the merchant its lines: it reads and disputes them, and no other merchant does', async () => {
    expect(await call('GET', `/v0/invoices/${invoice.id}`, undefined, merchant)).toMatchObject({ code: 'OK' });
    const belongTo = (no: string) =>
      rowsOf(`update users set merchant_id = (select id from merchants where no = $1) where account = 'merchant@kontor.example'`, [no]);
    await belongTo('M-1003');
    const other = await server.signIn('merchant');
    expect(await call('GET', `/v0/invoices/${invoice.id}`, undefined, other)).toMatchObject({ code: 'NotFound' });
    await belongTo('M-1001');
    merchant = await server.signIn('merchant');
    const opened = await call('POST', `/v0/invoices/${invoice.id}/dispute`, { line: 1, reason: 'These two were cancelled' }, merchant);
    expect(opened).toMatchObject({ code: 'OK' });
    expect(await call('POST', `/v0/chargeDisputes/${opened.data.id}/accept`, { answer: 'You are right' })).toMatchObject({ code: 'OK' });
    const [credit] = await rowsOf(
      `select customer_id, for_merchant_id, reader_id, net::int, lines -> 0 ->> 'text' as line from invoices where reverses_id = $1`,
      [invoice.id],
    );
    expect(credit).toEqual({
      customer_id: payerId,
      for_merchant_id: month.merchantId,
      reader_id: month.merchantId,
      net: 250,
      line: 'Duisburg Logport: B-ORDER',
    });
  });

  it('is credited what is undone, on the line of its storehouse and month, also after the terms have changed', async () => {
    const changed = { version: terms.version, lineGroup: 'service', billToId: null };
    expect(await call('PUT', `/v0/merchantTerms/${terms.id}`, changed)).toMatchObject({ code: 'OK' });
    for (const no of ['BA-1', 'BA-2'])
      await rowsOf(
        `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, task_id, reverses_id)
          select now(), merchant_id, item_id, sku, qty, to_place, from_place, from_id, task_id, id from stock_moves where to_place = 'customer' and task_id = (select id from tasks where no = $1)`,
        [no],
      );
    await collect();
    const credit = await documentOf(await bill('2025-12-01', houseToday()), 'creditNote');
    expect(credit).toMatchObject({ customer_id: payerId, for_merchant_id: month.merchantId, net: 250 });
    expect(credit.lines.map(({ text, note, qty }) => [text, note, qty])).toEqual([
      ['Hamburg Waltershof: B-ORDER', '', 1000],
      ['Hamburg Waltershof: B-ORDER', 'Nachberechnet aus Oktober 2025', 1000],
    ]);
  });

  it('is never the customer of another merchant', async () => {
    const [{ id }] = await rowsOf(
      `select c.id from customers c join merchants m on m.id = c.merchant_id where m.no <> 'M-1001' and c.deleted_at is null limit 1`,
    );
    const refused = await agree({ validFrom: '2024-01-01', validTo: '2024-01-31', billToId: id });
    expect(refused).toMatchObject({ code: 'InvalidInput', data: [{ path: 'billToId', rule: 'payerForeign' }] });
  });
});

import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { postRuns } from '../../server/modules/billing/post-run.ts';
import { attachmentsOf } from '../../server/modules/money/e-invoice-in/pdf-attachments.ts';
import { keepPdf } from '../../server/modules/money/pdf.ts';
import { openBillingDesk } from '../support/billing-desk.ts';
import { at, chargedMonth } from '../support/charged-month.ts';

const { server, db, finance, month, rowsOf, call, collect, ship } = await openBillingDesk();
afterAll(() => server.close());
let otherId: string;
type Merchant = {
  merchantId: string;
  amount: number;
  before: number;
  findings: { code: string; categoryId?: string; count?: number; amount?: number; currency?: string }[];
  refusal: string;
  annexHash: string;
  documents: { id: string; kind: string; no: string }[];
};
const merchantsOf = async (id: string) => (await call<Merchant[]>('GET', `/v0/billingRuns/${id}/merchants`)).data;

beforeAll(async () => {
  await chargedMonth(server.pool, month);
  // A merchant with one order in November and a minimum of 100.00.
  [{ id: otherId }] = await rowsOf(`select id from merchants where no = 'M-1003'`);
  await ship('MN-1', { at: at(10), merchantId: otherId });
  await rowsOf(`insert into merchant_terms (merchant_id, valid_from, valid_to, minimum) values ($1, '2025-11-01', '2025-12-31', 10000)`, [
    otherId,
  ]);
  await collect();
});

const run = async (periodFrom: string, periodTo: string, merchantIds: string[]) =>
  call('POST', '/v0/billingRuns', { periodFrom, periodTo, merchantIds });
let november: string;
/** A charge of one piece at a price in euro. */
const charge = (merchantId: string, code: string, day: string, euro: number, cost: number | null, fact: string = crypto.randomUUID()) =>
  rowsOf(
    `insert into charges (merchant_id, category_id, source_kind, source_id, part, happened_on, qty, unit_price, exact, currency, priced_at, state, cost, cost_currency)
       select $1, id, 'label', $6::uuid, 'told', $3, 1000, $4::bigint * 10000, $4::bigint * 10000000, 'EUR', now(), 'open', $5, case when $5::bigint is null then null else 'EUR' end from quotation_categories where code = $2`,
    [merchantId, code, day, euro, cost, fact],
  );

describe('a billing run', () => {
  it('shows what each merchant pays before anything is posted, with what to look at', async () => {
    const { data } = await run('2025-11-01', '2025-11-30', [month.merchantId, otherId]);
    november = data.id;
    expect(await call('POST', `/v0/billingRuns/${november}/approve`)).toMatchObject({ code: 'StateRefused' });
    expect(await call('POST', `/v0/billingRuns/${november}/check`)).toMatchObject({ code: 'OK' });
    const merchants = await merchantsOf(november);
    const [mine, other] = [month.merchantId, otherId].map((id) => merchants.find(({ merchantId }) => merchantId === id));
    // 4,149.9869 exactly; each line is rounded once.
    expect(mine).toMatchObject({ amount: 414_999, before: 0, documents: [] });
    expect(mine?.findings.map(({ code }) => code)).toEqual(['late']);
    // An order at 1.25, its first piece at 1.20; 97.55 are missing to the minimum.
    expect(other).toMatchObject({ amount: 10_000, findings: [{ code: 'belowMinimum', amount: 9755 }] });
    expect(await rowsOf(`select count(*)::int as n from invoices where service_from = '2025-11-01'`)).toEqual([{ n: 0 }]);
  });

  it('is refused beside another run of these days for the same merchant', async () => {
    const { code, data } = await call<{ path: string; rule: string }[]>('POST', '/v0/billingRuns', {
      periodFrom: '2025-11-15',
      periodTo: '2025-12-15',
      merchantIds: [otherId],
    });
    expect([code, data]).toMatchObject(['InvalidInput', [{ path: 'periodFrom', rule: 'runMeets' }]]);
  });

  it('is posted once, also by two nodes at the same time, and after it stopped between two merchants', async () => {
    expect(await call('POST', `/v0/billingRuns/${november}/approve`, {})).toMatchObject({ code: 'OK' });
    expect(await call('POST', `/v0/billingRuns/${november}/post`)).toMatchObject({ code: 'OK' });
    // The address of one merchant is missing: the other is posted, and the run waits.
    const [{ address }] = await rowsOf(`select address from merchants where id = $1`, [otherId]);
    await rowsOf(`update merchants set address = '{}' where id = $1`, [otherId]);
    await postRuns(db);
    const stopped = await merchantsOf(november);
    expect(stopped.find(({ merchantId }) => merchantId === otherId)).toMatchObject({
      refusal: 'invoices.refusals.addressMissing',
      documents: [],
    });
    expect(stopped.find(({ merchantId }) => merchantId === month.merchantId)?.documents).toHaveLength(1);
    await rowsOf(`update merchants set address = $2 where id = $1`, [otherId, address]);
    await Promise.all([postRuns(db), postRuns(db)]);
    await postRuns(db);
    expect(await rowsOf(`select state from billing_runs where id = $1`, [november])).toEqual([{ state: 'posted' }]);
    const invoices = await rowsOf(
      `select i.net::int, i.status, jsonb_array_length(i.lines) as lines from billing_documents d join invoices i on i.id = d.invoice_id where d.run_id = $1 order by i.net desc`,
      [november],
    );
    expect(invoices).toEqual([
      { net: 414_999, status: 'posted', lines: 20 },
      { net: 10_000, status: 'posted', lines: 3 },
    ]);
  });

  it('puts each charge on one line, whose sum differs from the exact ones by half a cent at most', async () => {
    const [odd] = await rowsOf(
      `select count(*) filter (where c.state <> 'billed')::int as unbilled, count(*) filter (where c.exact <> 0 and c.line_id is null)::int as lost from charges c where c.run_id = $1`,
      [november],
    );
    expect(odd).toEqual({ unbilled: 0, lost: 0 });
    const [sum] = await rowsOf(
      `select (select sum(net) from invoices i join billing_documents d on d.invoice_id = i.id where d.run_id = $1 and i.merchant_id = $2) - round(sum(exact) / 100000.0, 4) as cents from charges where run_id = $1 and merchant_id = $2`,
      [november, month.merchantId],
    );
    expect(Math.abs(Number(sum.cents))).toBeLessThanOrEqual(20 / 2);
    await expect(rowsOf(`update charges set exact = exact + 1 where run_id = $1`, [november])).rejects.toThrow('charges.refusals.frozen');
  });

  it('is approved by a second person where the house asks for two', async () => {
    const ask = (value: boolean) => rowsOf(`update settings set value = $1::jsonb where key = 'billing.twoPeople'`, [String(value)]);
    await ask(true);
    const { data } = await run('2025-12-01', '2025-12-31', [otherId]);
    await call('POST', `/v0/billingRuns/${data.id}/check`);
    // The record says who may not, so that this person is not offered the button.
    const [checked] = await rowsOf(`select not_approved_by = created_by as own from billing_runs where id = $1`, [data.id]);
    expect(checked).toEqual({ own: true });
    const approve = (token: string) => server.call('POST', `/v0/billingRuns/${data.id}/approve`, { reason: 'Checked' }, token);
    expect(await approve(finance)).toMatchObject({ code: 'StateRefused', data: 'billingRuns.refusals.twoPeople' });
    expect(await approve(await server.signIn('manager'))).toMatchObject({ code: 'OK' });
    await call('POST', `/v0/billingRuns/${data.id}/cancel`);
    await ask(false);
  });

  it('tells what costs more than it brings, what is old, what changed, and what would stop the invoice', async () => {
    // The label brings 4.00 and its printing 1.00, and cost 7.50. An order came to 1.25 in November, and to 60.00 now.
    const label = crypto.randomUUID();
    await charge(otherId, 'X-LABEL', '2025-12-02', 4, 750, label);
    await charge(otherId, 'X-PRINT', '2025-12-02', 1, 750, label);
    await charge(otherId, 'X-ORDER', '2025-12-03', 60, null);
    await charge(otherId, 'X-ORDER', '2025-09-01', 1, null);
    const [{ address, vat_id }] = await rowsOf(`select address, vat_id from merchants where id = $1`, [otherId]);
    const findings = async (change: object) => {
      await rowsOf(`update merchants set vat_id = '', address = $2::jsonb || $3::jsonb where id = $1`, [otherId, address, change]);
      const { data } = await run('2025-12-01', '2025-12-31', [otherId]);
      await call('POST', `/v0/billingRuns/${data.id}/check`);
      const [found] = await merchantsOf(data.id);
      await call('POST', `/v0/billingRuns/${data.id}/cancel`);
      return found?.findings.filter(({ code }) => !['belowMinimum', 'late', 'noPrice', 'notMeasured'].includes(code));
    };
    const told = [
      { code: 'changed', amount: 6100 - 125 },
      { code: 'costAbove', amount: 250 },
      { code: 'older', count: 1 },
    ];
    expect(await findings({ country: 'DE' })).toMatchObject(told);
    expect(await findings({ country: 'DE', city: '' })).toMatchObject([
      ...told,
      { code: 'lacks', why: 'invoices.refusals.addressMissing' },
    ]);
    expect(await findings({ country: 'FR' })).toMatchObject([...told, { code: 'withoutVatId' }]);
    await rowsOf(`update merchants set address = $2, vat_id = $3 where id = $1`, [otherId, address, vat_id]);
    await rowsOf(`update charges set state = 'void' where part = 'told'`);
  });

  it('has an annex of all its charges, which is the same whenever it is made', async () => {
    const [mine] = (await merchantsOf(november)).filter(({ merchantId }) => merchantId === month.merchantId);
    const answer = await fetch(`${server.url}/v0/billingRuns/${november}/annex?merchantId=${month.merchantId}`, {
      headers: { 'x-token': finance },
    });
    const annex = await answer.text();
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(annex));
    expect(Buffer.from(digest).toString('hex')).toBe(mine?.annexHash);
    expect(annex.split('\r\n').length).toBeGreaterThan(2_900);
    // What the house paid for a label is nowhere in it.
    expect(annex).not.toMatch(/,3\.4900,/);
    // It is inside the PDF of its invoice, which the merchant gets, byte for byte.
    const invoice = mine?.documents[0]?.id ?? '';
    await keepPdf({ db, config: server.config }, invoice);
    const { data } = await call<{ pdfFile: string }>('GET', `/v0/invoices/${invoice}`);
    const pdf = await fetch(`${server.url}/v0/static/${data.pdfFile}`, { headers: { 'x-token': finance } });
    const inside = attachmentsOf(Buffer.from(await pdf.arrayBuffer())).find(({ name }) => name === 'charges.csv');
    expect(inside?.bytes.toString('utf8')).toBe(annex);
  });

  it('has its charges in the export for a tax audit, each beside the line that it is on', async () => {
    const year = `${houseToday().slice(0, 4)}-`;
    const made = await call('POST', '/v0/accountantExports/audit', { from: `${year}01-01`, to: `${year}12-31` });
    const { data } = await call<{ file: string }>('GET', `/v0/accountantExports/${made.data.id}`);
    const zip = await fetch(`${server.url}/v0/static/${data.file}`, { headers: { 'x-token': finance } });
    const [head = '', ...rows] = strFromU8(unzipSync(new Uint8Array(await zip.arrayBuffer()))['leistungen.csv'] ?? new Uint8Array())
      .trimEnd()
      .split('\r\n');
    const names = head.replaceAll('"', '').split(';');
    const cell = (row: string, name: string) => row.replaceAll('"', '').split(';')[names.indexOf(name)] ?? '';
    const billed = await rowsOf(
      `select c.id, i.no, c.line_id, c.exact from charges c join invoices i on i.id = c.invoice_id where c.state = 'billed' order by c.id`,
    );
    expect(billed.length).toBeGreaterThan(2_900);
    expect(rows.map((row) => [cell(row, 'Leistung'), cell(row, 'Rechnung'), cell(row, 'Position')])).toEqual(
      billed.map(({ id, no, line_id }) => [id, no, line_id ?? '']),
    );
    const sum = rows.reduce((total, row) => total + Math.round(Number(cell(row, 'Betrag_genau').replace(',', '.')) * 1e7), 0);
    expect(sum).toBe(billed.reduce((total, { exact }) => total + Number(exact), 0));
  });

  it('gives the merchant the annex of its invoices as a spreadsheet, and no other merchant', async () => {
    const all = await merchantsOf(november);
    const [mine, other] = [month.merchantId, otherId].map((id) => all.find((one) => one.merchantId === id)?.documents[0]?.id);
    const merchant = await server.signIn('merchant');
    const ask = (id: string | undefined) =>
      fetch(`${server.url}/v0/invoices/${id}/annex?format=xlsx`, { headers: { 'x-token': merchant } });
    const answer = await ask(mine);
    expect(answer.headers.get('content-disposition')).toMatch(/charges-E-\d{4}-\d+\.xlsx/);
    const [{ data: rows }] = (await readXlsxFile(Buffer.from(await answer.arrayBuffer()))) as unknown as [{ data: unknown[][] }];
    expect(rows[0]).toEqual(['Day', 'Service', 'Unit', 'Quantity', 'Unit price', 'Amount', 'Currency', 'Order', 'Parcel']);
    const [exact] = await rowsOf(`select sum(exact)::float8 / 1e7 as sum from charges where run_id = $1 and merchant_id = $2`, [
      november,
      month.merchantId,
    ]);
    const sum = rows.slice(1).reduce((total, row) => total + Number(row[5]), 0);
    expect(sum).toBeCloseTo(exact.sum, 4);
    expect(await (await ask(other)).json()).toMatchObject({ code: 'NotFound' });
    // An invoice that was written by hand has none.
    const [{ id }] = await rowsOf(
      `select id from invoices i where reader_id = $1 and posted_at is not null and not exists (select from billing_documents d where d.invoice_id = i.id) limit 1`,
      [month.merchantId],
    );
    expect(await (await ask(id)).json()).toMatchObject({ code: 'StateRefused', data: 'invoices.refusals.noAnnex' });
  });

  it('credits what was undone after it was billed, at the price that was paid', async () => {
    const [{ id }] = await rowsOf(
      `select m.id from stock_moves m join tasks t on t.id = m.task_id where t.no = 'MO-420' and m.to_place = 'customer'`,
    );
    await rowsOf(
      `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, task_id, line_id, reverses_id)
        select now(), merchant_id, item_id, sku, qty, to_place, from_place, from_id, task_id, line_id, id from stock_moves where id = $1`,
      [id],
    );
    await rowsOf(`update label_purchases set voided_at = now() where shipment_id = 'MS-1'`);
    await collect();
    await charge(month.merchantId, 'X-ORDER', '2025-12-03', 2, null);
    const { data } = await run('2025-12-01', houseToday(), [month.merchantId]);
    await call('POST', `/v0/billingRuns/${data.id}/check`);
    // More is taken back than charged, except of the order: 2.00 are charged, and 1.25 are taken back.
    const [checked] = await merchantsOf(data.id);
    const negative = checked?.findings.filter(({ code }) => code === 'negative') ?? [];
    const codes = await rowsOf(`select id, code from quotation_categories`);
    const codeOf = (categoryId?: string) => codes.find(({ id }) => id === categoryId)?.code;
    expect(Object.fromEntries(negative.map(({ categoryId, amount, currency }) => [codeOf(categoryId), [amount, currency]]))).toEqual({
      'X-LINE': [-10, 'EUR'],
      'X-PICK': [-155, 'EUR'],
      'X-LABEL': [-370, 'EUR'],
      'X-PRINT': [-4, 'EUR'],
    });
    expect(checked?.findings.filter(({ code }) => code === 'credited')).toEqual([{ code: 'credited', amount: 664, currency: 'EUR' }]);
    // Its charges are those that the finding leads to.
    for (const { categoryId, amount } of negative) {
      const filters = new URLSearchParams({ runId: data.id, merchantId: month.merchantId, categoryId: categoryId ?? '' });
      const { data: taken } = await call<{ exact: number }[]>('GET', `/v0/charges?${filters}`);
      expect(Math.round(taken.reduce((sum, { exact }) => sum + exact, 0) / 1e5)).toBe(amount);
    }
    await call('POST', `/v0/billingRuns/${data.id}/approve`, { reason: 'The sample is not complete' });
    await call('POST', `/v0/billingRuns/${data.id}/post`);
    await postRuns(db);
    expect((await merchantsOf(data.id)).map(({ refusal }) => refusal)).toEqual(['']);
    const [credit] = await rowsOf(
      `select i.net::int, i.kind, i.status from billing_documents d join invoices i on i.id = d.invoice_id where d.run_id = $1 and d.kind = 'creditNote'`,
      [data.id],
    );
    // The order 1.25 and its line 0.10, its two pieces 1.20 and 0.35. The label 3.49 + 6 % = 3.6994 and its print 0.0425.
    expect(credit).toEqual({ net: 125 + 10 + 120 + 35 + 370 + 4, kind: 'creditNote', status: 'paid' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseToday } from '#contract/core/house-day';
import { keepPdf } from '../../server/modules/money/pdf.ts';
import { type BilledDocument, openBillingDesk } from '../support/billing-desk.ts';
import { at, chargedMonth } from '../support/charged-month.ts';
import { readCii } from '../support/e-invoice/read-cii.ts';
import { brokenRules, CORE_RULES } from '../support/e-invoice/rules.ts';
import { pdfToLines } from '../support/render.ts';

/** November 2025 of the worked example: its container was unloaded on 31 October, and no run billed October. */

const OCTOBER = { from: '2025-10-01', to: '2025-10-31' };
const NOVEMBER = { from: '2025-11-01', to: '2025-11-30' };

const { server, db, finance, month, rowsOf, call, collect, ship, bill, documentOf } = await openBillingDesk();
afterAll(() => server.close());
let otherId: string;
let thirdId: string;
/** Revenue and VAT of a document by tax point. */
const bookedOn = (invoiceId: string) =>
  rowsOf(
    `select t.tax_on::text as on, a.kind, sum(t.credit - t.debit)::int as amount from transactions t join accounts a on a.id = t.account_id
      where t.invoice_id = $1 and a.kind in ('revenue', 'vat') group by 1, 2 order by 1, 2`,
    [invoiceId],
  );

let run: string;
let invoice: BilledDocument;
beforeAll(async () => {
  await chargedMonth(server.pool, month);
  [{ id: otherId }] = await rowsOf(`select id from merchants where no = 'M-1003'`);
  [{ id: thirdId }] = await rowsOf(`select id from merchants where no = 'M-1002'`);
  await rowsOf(`update merchants set currency = 'EUR' where id = $1`, [thirdId]);
  // A German merchant, whose VAT is 19 per cent, and whose paper is in German. The third one is Chinese.
  await rowsOf(
    `update merchants set invoice_format = 'zugferd', invoice_email = 'invoices@northwind.example', vat_id = 'DE136695976', address = address || '{"country": "DE"}' where id = $1`,
    [month.merchantId],
  );
  // An order of one piece: 1.25, and 1.20 for its piece.
  await ship('ML-1', { at: '2025-10-31T12:00:00Z' });
  await ship('ML-2', { at: at(10), merchantId: otherId });
  await ship('ML-3', { at: '2025-10-31T12:00:00Z', merchantId: thirdId });
  await collect();
  run = await bill(NOVEMBER.from, NOVEMBER.to, [month.merchantId, otherId, thirdId]);
  invoice = await documentOf(run);
});

describe('facts of October in the run of November', () => {
  it('are lines of their own that say their month, and the document has the period of all its lines', () => {
    expect(invoice).toMatchObject({ service_from: OCTOBER.from, service_to: NOVEMBER.to });
    const late = invoice.lines.filter(({ note }) => note !== '' && note.includes('2025'));
    // The container of 40 feet 280.00, 12 pallets at 8.50, 3,600 pieces at 0.08; the order 1.25 and its piece 1.20.
    expect(late.map(({ text, qty, unitPrice }) => [text, qty, unitPrice])).toEqual(
      [
        ['X-CONT', 1000, 2_800_000],
        ['X-INPAL', 12_000, 85_000],
        ['X-INPC', 3_600_000, 800],
        ['X-ORDER', 1000, 12_500],
        ['X-PICK', 1000, 12_000],
      ].map((one) => one),
    );
    for (const line of late)
      expect(line).toMatchObject({
        note: 'Nachberechnet aus Oktober 2025',
        serviceFrom: OCTOBER.from,
        serviceTo: OCTOBER.to,
      });
    const others = invoice.lines.filter((line) => !late.includes(line));
    expect(new Set(others.map(({ serviceFrom, serviceTo }) => `${serviceFrom} ${serviceTo}`))).toEqual(
      new Set([`${NOVEMBER.from} ${NOVEMBER.to}`]),
    );
    // The 420 orders of November are apart.
    expect(others.find(({ text }) => text.startsWith('X-ORDER'))).toMatchObject({ qty: 420_000, unitPrice: 12_500 });
    // 4,149.99 of the month with its container, 1.25 and 1.20.
    expect(invoice.net).toBe(414_999 + 125 + 120);
  });

  it('are on paper and in the XML with the same days', async () => {
    await keepPdf({ db, config: server.config }, invoice.id);
    const { data } = await call<{ pdfFile: string; xmlFile: string }>('GET', `/v0/invoices/${invoice.id}`);
    const fileOf = async (id: string) =>
      Buffer.from(await (await fetch(`${server.url}/v0/static/${id}`, { headers: { 'x-token': finance } })).arrayBuffer());
    const read = readCii((await fileOf(data.xmlFile)).toString('utf8'));
    expect(brokenRules(read, CORE_RULES)).toEqual([]);
    expect(read.head).toMatchObject({ 'BT-73': OCTOBER.from, 'BT-74': NOVEMBER.to });
    expect(read.lines.map((line) => [line['BT-134'], line['BT-135']])).toEqual(
      invoice.lines.map(({ serviceFrom, serviceTo }) => [serviceFrom, serviceTo]),
    );
    const pdf = await fileOf(data.pdfFile);
    const pages = [...(await pdfToLines(pdf, 0)), ...(await pdfToLines(pdf, 1))];
    const printed = pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(printed).toContain('01.10.2025 – 30.11.2025');
    const noted = printed.split('Nachberechnet aus Oktober 2025 · 01.10.2025 – 31.10.2025');
    expect(noted).toHaveLength(1 + 5);
    expect(printed.split('01.11.2025 – 30.11.2025')).toHaveLength(1 + invoice.lines.length - 5);
  });

  it('are taxed in October, in which the tax arose, and the rest in November', async () => {
    // Late: 280.00 + 102.00 + 288.00 + 1.25 + 1.20 = 672.45, of it 19 % = 127.77. The group: 4,152.44, of it 19 % = 788.96.
    expect(invoice.tax).toBe(78_896);
    expect(await bookedOn(invoice.id)).toEqual([
      { on: OCTOBER.to, kind: 'revenue', amount: 67_245 },
      { on: OCTOBER.to, kind: 'vat', amount: 12_777 },
      { on: NOVEMBER.to, kind: 'revenue', amount: 415_244 - 67_245 },
      { on: NOVEMBER.to, kind: 'vat', amount: 78_896 - 12_777 },
    ]);
    type Return = { figures: { box: string; amount: number; tax: number }[] };
    const { data } = await call<Return>('GET', `/v0/ledger/vatReturn?from=${OCTOBER.from}&to=${OCTOBER.to}`);
    expect(data.figures.find(({ box }) => box === '81')).toMatchObject({ amount: 67_200, tax: 12_777 });
  });

  it('have each charge on the line of its month', async () => {
    const lost = await rowsOf(
      `select c.id from charges c join invoices i on i.id = c.invoice_id left join jsonb_array_elements(i.lines) l on (l ->> 'id')::uuid = c.line_id
        where c.run_id = $1 and c.merchant_id = $2 and c.exact <> 0 and (l is null or c.happened_on not between (l ->> 'serviceFrom')::date and (l ->> 'serviceTo')::date)`,
      [run, month.merchantId],
    );
    expect(lost).toEqual([]);
  });

  it('are credited on their line and in their month when they are undone', async () => {
    await rowsOf(
      `insert into stock_moves (at, merchant_id, item_id, sku, qty, from_place, to_place, to_id, task_id, reverses_id)
        select now(), merchant_id, item_id, sku, qty, to_place, from_place, from_id, task_id, id from stock_moves where to_place = 'customer' and task_id = (select id from tasks where no = 'ML-1')`,
    );
    await collect();
    const { id } = await documentOf(await bill('2025-12-01', houseToday()), 'creditNote');
    // The order 1.25 and its piece 1.20; 19 % of 2.45.
    expect(await bookedOn(id)).toEqual([
      { on: OCTOBER.to, kind: 'revenue', amount: -245 },
      { on: OCTOBER.to, kind: 'vat', amount: -47 },
    ]);
  });
});

describe('a run with late facts alone', () => {
  it('has their month as the period of the invoice, in the languages of the reader', async () => {
    const { lines, ...head } = await documentOf(run, 'invoice', thirdId);
    expect(head).toMatchObject({ service_from: OCTOBER.from, service_to: OCTOBER.to, net: 125 + 120 });
    for (const line of lines) {
      expect(line.note).toBe('补收 2025年10月 费用 / Late from October 2025');
      expect(line).not.toHaveProperty('serviceFrom');
    }
    expect((await bookedOn(head.id)).every(({ on }) => on === OCTOBER.to)).toBe(true);
  });
});

describe('a run without late facts', () => {
  it('writes its invoice as before: no line names days or a note', async () => {
    const { lines, ...head } = await documentOf(run, 'invoice', otherId);
    expect(head).toMatchObject({ service_from: NOVEMBER.from, service_to: NOVEMBER.to, net: 125 + 120 });
    for (const line of lines)
      expect(Object.keys(line).sort().join(' ')).toBe('discount id note ofLine qty text unit unitPrice vatCategory vatRate');
    const [{ paper, model }] = await rowsOf(`select paper, e_invoice as model from invoices where id = $1`, [head.id]);
    expect(paper.data.lines.map(({ note }: { note: string }) => note)).toEqual(['', '']);
    expect(model.lines.some((line: object) => 'period' in line)).toBe(false);
  });
});

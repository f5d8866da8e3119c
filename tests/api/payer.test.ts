import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainNumber } from '#contract/bank/find-numbers';
import type { Home } from '#contract/core/home';
import { addDays } from '#contract/core/house-day';
import type { Mask } from '#contract/core/mask';
import type { Related } from '#contract/core/related';
import type { DataOf } from '#contract/printing/documents';
import { createDb } from '../../server/core/db/client.ts';
import { readPool } from '../../server/modules/bank/pool.ts';
import { sendRuns } from '../../server/modules/money/dunning/send-run.ts';
import { addressOf } from '../support/address.ts';
import { openBooks, type Row, today } from '../support/books.ts';

/** A customer in Shanghai pays for the work that the house does for merchant M-1001. It is the merchant's own customer, so the merchant may open its page. */

const { server, finance, merchant, merchantId, post, posted, read } = await openBooks();
afterAll(() => server.close());
const context = { db: createDb(server.appPool), config: server.config };
const rowsOf = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.pool.query(text, values)).rows as T[];
const get = <T>(path: string, token = finance) => server.call<T>('GET', `/v0/${path}`, undefined, token);

let payerId: string;
let invoice: Row;
let run: string;
type Letter = { id: string; no: string; status: string; level: number; due: number; fee: number; flatSum: number };
let letter: Letter;
const LINE = { text: 'Storage', qty: 10_000, unit: 'day', unitPrice: 10_000, vatCategory: 'G', vatRate: 0 };
const billTo = (over: object = {}) => ({
  merchantId: null,
  customerId: payerId,
  forMerchantId: merchantId,
  lines: [{ id: crypto.randomUUID(), ...LINE }],
  ...over,
});

beforeAll(async () => {
  await rowsOf('alter table invoices disable trigger user');
  await rowsOf(`update invoices set due_date = $1 where posted_at is not null`, [addDays(today(), 30)]);
  await rowsOf(`update merchants set invoice_email = 'books@merchant.example' where id = $1`, [merchantId]);
  const [made] = await rowsOf<{ id: string }>(
    `insert into customers (no, name, merchant_id, vat_id, currency, payment_days, address, delivery_address, email, invoice_email)
      values ('C-PAYS', 'Shanghai Holding', $1, '', 'EUR', 45, $2, '{}', 'desk@pays.example', 'books@pays.example') returning id`,
    [merchantId, addressOf({ name1: 'Shanghai Holding', city: 'Shanghai', zip: '200120', country: 'CN' })],
  );
  payerId = made?.id ?? '';
  // A scheme of the payer alone: the first reminder costs 7.50 and gives five days.
  const level = { id: crypto.randomUUID(), afterDays: 3, payDays: 5, fee: 750, interest: false, flatSum: false };
  expect(await post('dunningSchemes', { name: 'Of the payer', levels: [level], customerIds: [payerId] })).toMatchObject({ code: 'OK' });
  invoice = await posted(billTo());
  expect(invoice['dueDate']).toBe(addDays(today(), 45));
  await rowsOf(`update invoices set issue_date = $2::date, due_date = $3::date, overdue = true where id = $1`, [
    invoice.id,
    addDays(today(), -55),
    addDays(today(), -10),
  ]);
  await rowsOf('alter table invoices enable trigger user');
  run = (await post<{ id: string }>('dunningRuns/prepare')).data.id;
  await post(`dunningRuns/${run}/approve`);
  await post(`dunningRuns/${run}/send`);
  await sendRuns(context);
  const { data } = await get<{ letters: Letter[] }>(`dunningRuns/${run}/overview`);
  [letter] = data.letters as [Letter];
});

describe('a reminder of an invoice that a customer pays for a merchant', () => {
  it('asks the customer and nobody else, at its address, in its languages and by its terms', async () => {
    const { data } = await get<{ letters: Letter[] }>(`dunningRuns/${run}/overview`);
    expect(data.letters).toMatchObject([{ status: 'mailed', level: 1, due: invoice.gross, fee: 750, flatSum: 0 }]);
    expect(await read('dunningLetters', letter.id)).toMatchObject({
      customerId: payerId,
      merchantId: null,
      partyName: 'Shanghai Holding',
      payUntil: addDays(today(), 5),
    });
    const printed = await post<{ records: DataOf<'dunningLetter'>[] }>('print/data', { document: 'dunningLetter', ids: [letter.id] });
    const [paper] = printed.data.records;
    expect(paper?.to).toMatchObject({ name1: 'Shanghai Holding', city: 'Shanghai', country: 'CN' });
    expect(paper?.customerNo).toBe('C-PAYS');
    expect(paper?.text).toMatch(/\p{Script=Han}[\s\S]*\n\n[\s\S]*[A-Za-z]{4}/u);
    expect(paper?.lines.map(({ no, as }) => [no, as])).toEqual([[invoice.no, 'first']]);
    const [asked] = await rowsOf<{ reference: string }>(
      `select paper #>> '{data,paymentReference}' as reference from invoices where id = $1`,
      [invoice.id],
    );
    expect(paper?.paymentReference).toBe(asked?.reference);
    expect(paper?.epc?.split('\n').slice(7)).toEqual([`EUR${((invoice.gross + 750) / 100).toFixed(2)}`, '', asked?.reference]);
    const mails = await rowsOf(`select kind, mail_to, customer_id, merchant_id, text from outgoing_mails where document_no = $1`, [
      letter.no,
    ]);
    expect(mails).toMatchObject([{ kind: 'dunning', mail_to: 'books@pays.example', customer_id: payerId, merchant_id: null }]);
    expect(mails[0]?.['text']).toMatch(/\p{Script=Han}/u);
    const toMerchant = await rowsOf(`select id from outgoing_mails where kind = 'dunning' and mail_to = 'books@merchant.example'`);
    expect(toMerchant).toEqual([]);
  });

  it('is found by the bank under its own number, with the invoices that it asks for', async () => {
    const [account] = await rowsOf<{ id: string }>(`select id from bank_accounts where deleted_at is null order by sort_at limit 1`);
    const pool = await readPool(context.db, account?.id ?? '');
    expect(pool.numbered(plainNumber(letter.no)).map(({ id }) => id)).toEqual([invoice.id]);
  });

  it('shows on the page and the statement of account of the customer; the page of the merchant lists the invoice apart', async () => {
    const pageOf = async (path: string, token = finance) => (await get<Related>(`${path}/related`, token)).data;
    const rowIds = ({ lists }: Related, area: string) =>
      lists.filter((list) => list.area === area).flatMap(({ rows }) => rows.map(({ id }) => id));
    const payer = await pageOf(`customers/${payerId}`);
    expect(rowIds(payer, 'invoices')).toEqual([invoice.id]);
    expect(rowIds(payer, 'dunningLetters')).toEqual([letter.id]);
    expect(rowIds(payer, 'outgoingMails')).toHaveLength(1);
    const facts = payer.facts.map((fact) => [fact.key, 'value' in fact ? fact.value : null]);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['owes', invoice.gross],
        ['overdue', invoice.gross],
        ['dunning', 1],
      ]),
    );
    const other = await pageOf(`merchants/${merchantId}`);
    const idsOf = (key: string) => other.lists.find((list) => list.key === key)?.rows.map(({ id }) => id);
    expect(idsOf('invoices.merchantId')).not.toContain(invoice.id);
    expect(idsOf('invoices.forMerchantId')).toContain(invoice.id);
    for (const area of ['dunningLetters', 'outgoingMails']) expect(rowIds(other, area)).not.toContain(letter.id);
    expect(other.facts.map(({ key }) => key)).not.toContain('dunning');
    type Statement = { records: { lines: { no: string; amount: number; balance: number }[] }[] };
    const statementOf = async (document: string, id: string) =>
      (await post<Statement>('print/data', { document, ids: [id] })).data.records[0]?.lines ?? [];
    const lines = await statementOf('customerStatement', payerId);
    expect(lines.find(({ no }) => no === invoice.no)).toMatchObject({ amount: invoice.gross });
    expect(lines.at(-1)).toMatchObject({ balance: invoice.gross });
    const ofMerchant = await statementOf('merchantStatement', merchantId);
    expect(ofMerchant.length).toBeGreaterThan(0);
    expect(ofMerchant.map(({ no }) => no)).not.toContain(invoice.no);
  });

  it('leaves the merchant its invoice to read, and nothing of the reminder, the mail or the letter', async () => {
    expect(await get(`invoices/${invoice.id}`, merchant)).toMatchObject({ code: 'OK', data: { customerId: payerId } });
    for (const area of ['dunningRuns', 'dunningLetters', 'dunningHolds', 'dunningSchemes'])
      expect(await get(area, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(await get(`invoices/${invoice.id}/reminder/letter`, merchant)).toMatchObject({ code: 'NotAllowed' });
    const stored = await read('dunningLetters', letter.id);
    const file = await fetch(`${server.url}/v0/static/${String(stored['pdfFile'])}`, { headers: { 'x-token': merchant } });
    expect([403, 404]).toContain(file.status);
    for (const path of [`customers/${payerId}`, `invoices/${invoice.id}`]) {
      const { code, data } = await get<Related>(`${path}/related`, merchant);
      expect(code, path).toBe('OK');
      for (const key of ['dunning', 'owes', 'overdue']) expect(data.facts.map((fact) => fact.key)).not.toContain(key);
      const told = JSON.stringify(data);
      for (const word of [letter.id, letter.no, 'books@pays.example']) expect(told, `${path}: ${word}`).not.toContain(word);
    }
  });

  it('is open and overdue for the customer alone: not in the rows, filters, sort and sums of the merchant', async () => {
    const mine = await posted();
    const [{ open } = { open: 0 }] = await rowsOf<{ open: number }>('select open::int as open from invoices where id = $1', [invoice.id]);
    expect(open).toBe(invoice.gross);
    type Money = { id: string; open: number; settled: number; overdue: boolean; gross: number };
    const listOf = async (query: string, token = merchant) => (await get<Money[]>(`invoices?l=100&${query}`, token)).data;
    expect((await get<Money>(`invoices/${invoice.id}`, merchant)).data).toMatchObject({ open: 0, overdue: false, gross: invoice.gross });
    expect((await get<Money>(`invoices/${mine.id}`, merchant)).data).toMatchObject({ open: mine.gross, overdue: false });
    expect((await get<Money>(`invoices/${invoice.id}`)).data).toMatchObject({ open: invoice.gross, overdue: true });
    for (const query of ['open.gt=0', 'overdue=true', `open=${invoice.gross}&no=${invoice.no}`, `q=${invoice.no}&open.gt=0`]) {
      expect(
        (await listOf(query)).map(({ id }) => id),
        query,
      ).not.toContain(invoice.id);
      expect(
        (await listOf(`${query}&customerId=${payerId}`, finance)).map(({ id }) => id),
        query,
      ).toContain(invoice.id);
    }
    const [found] = await listOf(`q=${invoice.no}`);
    expect(found).toMatchObject({ id: invoice.id, open: 0 });
    const sorted = await listOf('s=-open');
    expect(sorted.map((row) => row.open)).toEqual(sorted.map((row) => row.open).toSorted((a, b) => b - a));
    const sumOf = async (query: string, token = merchant) =>
      (await get<{ open: number }>(`invoices/totals?fields=open&${query}`, token)).data.open;
    expect(await sumOf(`customerId=${payerId}`)).toBe(0);
    expect(await sumOf(`customerId=${payerId}`, finance)).toBeGreaterThanOrEqual(invoice.gross);
    const [page] = (await get<Related>(`customers/${payerId}/related`, merchant)).data.lists.filter(({ area }) => area === 'invoices');
    expect(page?.rows.map(({ open: seen }) => seen)).toEqual(page?.rows.map(() => 0));
  });

  it('is exported without what is open to the merchant, and with it to the house', async () => {
    const exported = async (mask: string, token: string): Promise<string> => {
      const filters = [{ field: 'no', op: 'like', value: invoice.no }];
      const body = { mask, format: 'csv', fields: ['no', 'open', 'settled'], q: '', filters, s: 'no', locale: 'en' };
      const { data } = await server.call<{ id: string }>('POST', '/v0/exports', body, token);
      const made = async () => (await get<{ state: string; link: string }>(`exports/${data.id}`, token)).data;
      await expect.poll(async () => (await made()).state).toBe('done');
      return (await fetch(server.url + (await made()).link)).text();
    };
    expect(await exported('mEP.invoice.list', merchant)).toContain(`"${invoice.no}",0,0`);
    expect(await exported('sales.invoice.list', finance)).toContain(`"${invoice.no}",${invoice.gross / 100},0`);
  });

  it('is no unpaid invoice of the merchant on Home', async () => {
    const unpaid = async () => (await get<Home>('home', merchant)).data.tiles.find(({ key }) => key === 'yourInvoices')?.count;
    const before = await unpaid();
    await posted(billTo());
    expect(await unpaid()).toBe(before);
    await posted();
    expect(await unpaid()).toBe((before ?? 0) + 1);
  });
});

describe('a reminder of an invoice in dollars', () => {
  it('asks for the money on the account in dollars, as the invoice does', async () => {
    const dollars = await posted(billTo({ currency: 'USD' }));
    await rowsOf('alter table invoices disable trigger user');
    await rowsOf(`update invoices set issue_date = $2::date, due_date = $3::date, overdue = true where id = $1`, [
      dollars.id,
      addDays(today(), -40),
      addDays(today(), -10),
    ]);
    await rowsOf('alter table invoices enable trigger user');
    expect(await post(`invoices/${dollars.id}/remind`)).toMatchObject({ code: 'OK' });
    const [of] = await rowsOf<{ id: string }>(`select letter_id as id from dunning_items where invoice_id = $1`, [dollars.id]);
    const printed = await post<{ records: DataOf<'dunningLetter'>[] }>('print/data', { document: 'dunningLetter', ids: [of?.id] });
    const bankOf = async (id: string) =>
      (await rowsOf<{ bank: string }>(`select paper #>> '{data,house,bank}' as bank from invoices where id = $1`, [id]))[0]?.bank;
    const bank = await bankOf(dollars.id);
    expect(printed.data.records[0]?.house.bank).toBe(bank);
    expect(printed.data.records[0]).toMatchObject({ paymentReference: expect.stringMatching(/^RF/), epc: '' });
    expect(bank).not.toBe(await bankOf(invoice.id));
  });
});

describe('a copy of an invoice that a customer pays for a merchant', () => {
  /** What the screen takes over: the fields of its form. */
  async function copyOf(id: string): Promise<Record<string, unknown>> {
    const [mask, row] = [(await get<Mask>('masken/?q=sales.invoice.list')).data, await read('invoices', id)];
    const fields = mask.form?.sections.flatMap((section) => section.fields) ?? [];
    return Object.fromEntries(fields.filter((name) => row[name] !== null).map((name) => [name, row[name]]));
  }

  it('is for the same customer and the same merchant, who reads and may dispute it', async () => {
    const made = await post('invoices', await copyOf(invoice.id));
    expect(made).toMatchObject({
      code: 'OK',
      data: { status: 'draft', no: '', customerId: payerId, merchantId: null, forMerchantId: merchantId },
    });
    expect(await get(`invoices/${made.data.id}`, merchant)).toMatchObject({ code: 'NotFound' });
    expect(await post(`invoices/${made.data.id}/post`)).toMatchObject({ code: 'OK' });
    expect(await get(`invoices/${made.data.id}`, merchant)).toMatchObject({ code: 'OK' });
    const opened = await post(`invoices/${made.data.id}/dispute`, { line: 1, reason: 'We stored less' }, merchant);
    expect(opened).toMatchObject({ code: 'OK' });
  });

  it('issued anew by the server has both too', async () => {
    const again = await post(`invoices/${invoice.id}/reissue`);
    expect(await read('invoices', again.data.id)).toMatchObject({ status: 'draft', customerId: payerId, forMerchantId: merchantId });
  });

  it('may be made for the customer alone; then no merchant reads it', async () => {
    const made = await post('invoices', { ...(await copyOf(invoice.id)), forMerchantId: null });
    expect(await post(`invoices/${made.data.id}/post`)).toMatchObject({ code: 'OK' });
    expect(await get(`invoices/${made.data.id}`, merchant)).toMatchObject({ code: 'NotFound' });
  });

  it('is refused for the customer of another merchant, and where nobody else pays', async () => {
    const [stranger] = await rowsOf<{ id: string }>(`select id from customers where merchant_id <> $1 and deleted_at is null limit 1`, [
      merchantId,
    ]);
    const refused = (path: string, rule: string) => ({ code: 'InvalidInput', data: [{ path, rule }] });
    expect(await post('invoices', billTo({ customerId: stranger?.id }))).toMatchObject(refused('customerId', 'payerForeign'));
    expect(await post('invoices', billTo({ customerId: null, merchantId }))).toMatchObject(refused('forMerchantId', 'payerMissing'));
    const { id, version } = (await post('invoices', billTo())).data;
    const moved = await server.call('PUT', `/v0/invoices/${id}`, { version, customerId: stranger?.id }, finance);
    expect(moved).toMatchObject(refused('customerId', 'payerForeign'));
  });
});

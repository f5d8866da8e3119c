import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import type { ReminderLetter } from '#contract/money/reminder';
import { sharedReference } from '#contract/money/remittance';
import type { DataOf } from '#contract/printing/documents';
import { createDb } from '../../server/core/db/client.ts';
import { sendRuns } from '../../server/modules/money/dunning/send-run.ts';
import { openBooks, type Row, today } from '../support/books.ts';

const { server, finance, merchant, merchantId, customerId, post, posted, pay, allocate, read } = await openBooks();
afterAll(() => server.close());

const context = { db: createDb(server.appPool), config: server.config };
const rowsOf = async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.pool.query(text, values)).rows as T[];
/** An invoice that has been due for so many days. A posted invoice never changes, so the guard is taken off for a moment. */
async function overdue(days: number, over: object = {}): Promise<Row> {
  const { id } = await posted(over);
  await rowsOf('alter table invoices disable trigger user');
  await rowsOf(`update invoices set issue_date = issue_date - due_date + $2::date, due_date = $2::date, overdue = true where id = $1`, [
    id,
    addDays(today(), -days),
  ]);
  await rowsOf('alter table invoices enable trigger user');
  return read('invoices', id);
}
type Item = {
  invoiceId: string;
  letterId: string | null;
  level: number;
  reason: string | null;
  nextOn: string | null;
  open: number;
  disputed: number;
};
type Letter = { id: string; no: string; status: string; level: number; due: number; interest: number; flatSum: number; fee: number };
const overview = async (id: string) =>
  (await server.call<{ letters: Letter[]; items: Item[] }>('GET', `/v0/dunningRuns/${id}/overview`, undefined, finance)).data;
const prepare = () => post<{ id: string }>('dunningRuns/prepare');
const itemOf = async (run: string, invoiceId: string) => (await overview(run)).items.find((item) => item.invoiceId === invoiceId);
async function send(run: string): Promise<void> {
  expect(await post(`dunningRuns/${run}/approve`)).toMatchObject({ code: 'OK' });
  expect(await post(`dunningRuns/${run}/send`)).toMatchObject({ code: 'OK' });
  await sendRuns(context);
}

beforeAll(async () => {
  // Only what the tests make is overdue.
  await rowsOf('alter table invoices disable trigger user');
  await rowsOf(`update invoices set due_date = $1 where posted_at is not null`, [addDays(today(), 30)]);
  await rowsOf('alter table invoices enable trigger user');
  await rowsOf(`update merchants set invoice_email = 'books@northwind.example' where id = $1`, [merchantId]);
});

describe('a dunning run', () => {
  it('proposes what is overdue, and says of everything else why it is left out', async () => {
    const fine = await overdue(8);
    const tooEarly = await overdue(3);
    const promised = await overdue(20);
    const blocked = await overdue(20);
    expect(await post(`invoices/${promised.id}/dunningHold`, { kind: 'promise', until: today(), reason: 'Mr Lee called' })).toMatchObject({
      code: 'OK',
    });
    expect(await post(`invoices/${blocked.id}/dunningHold`, { kind: 'block', reason: 'Being clarified' })).toMatchObject({ code: 'OK' });
    expect(await post(`invoices/${fine.id}/dunningHold`, { kind: 'promise', reason: 'No day' })).toMatchObject({ code: 'InvalidInput' });
    const made = await prepare();
    expect(made).toMatchObject({ code: 'OK' });
    const run = made.data.id;
    expect(await itemOf(run, fine.id)).toMatchObject({ level: 1, reason: null });
    expect(await itemOf(run, tooEarly.id)).toMatchObject({ level: 1, reason: 'waiting', nextOn: addDays(today(), 4) });
    expect(await itemOf(run, promised.id)).toMatchObject({ reason: 'promised', nextOn: today() });
    expect(await itemOf(run, blocked.id)).toMatchObject({ reason: 'blocked', nextOn: null });
    // A second run leaves it to the first one, until that is taken back.
    const second = (await prepare()).data.id;
    expect(await itemOf(second, fine.id)).toMatchObject({ reason: 'inRun' });
    for (const id of [run, second]) expect(await post(`dunningRuns/${id}/cancel`)).toMatchObject({ code: 'OK' });
    expect(await post(`dunningRuns/${run}/approve`)).toMatchObject({ data: 'dunningRuns.refusals.status' });
    const third = (await prepare()).data.id;
    expect(await itemOf(third, fine.id)).toMatchObject({ reason: null });
    await post(`dunningRuns/${third}/cancel`);
  });

  it('leaves out what was paid after it was prepared, and sends the rest', async () => {
    const [paid, left] = [await overdue(9), await overdue(10)];
    const run = (await prepare()).data.id;
    const payment = await pay(paid.gross);
    expect(await allocate(payment.id, paid.id, paid.gross)).toMatchObject({ code: 'OK' });
    await send(run);
    expect(await itemOf(run, paid.id)).toMatchObject({ reason: 'paid' });
    expect(await itemOf(run, left.id)).toMatchObject({ reason: null, level: 1 });
    const { letters } = await overview(run);
    const [letter] = letters.filter(({ status }) => status === 'mailed');
    const mails = await rowsOf(`select kind, mail_to, status from outgoing_mails where document_no = $1`, [letter?.no]);
    expect(mails).toEqual([{ kind: 'dunning', mail_to: 'books@northwind.example', status: 'waiting' }]);
    const printed = await post<{ records: DataOf<'dunningLetter'>[] }>('print/data', { document: 'dunningLetter', ids: [letter?.id] });
    const lines = printed.data.records[0]?.lines ?? [];
    expect(lines.find(({ no }) => no === left.no)).toMatchObject({ as: 'first', dunned: left.gross, daysLate: 10 });
    const asked = lines.filter(({ dunned }) => dunned !== null).map(({ no }) => no);
    expect(printed.data.records[0]?.paymentReference).toBe(sharedReference(asked, letter?.no ?? ''));
    // All open items are named, also those that nothing is asked for.
    expect(new Set(lines.map(({ as }) => as))).toEqual(new Set(['first', 'notDue', 'promised', 'other']));
    expect(await read('dunningRuns', run)).toMatchObject({ status: 'sent' });
    const stored = await read('dunningLetters', letter?.id ?? '');
    const file = await fetch(`${server.url}/v0/static/${String(stored['pdfFile'])}`, { headers: { 'x-token': finance } });
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toContain('/GTS_PDFA1');
  });

  it('raises each invoice by one level, with interest and the flat sum of § 288 BGB from the second one on', async () => {
    const one = await overdue(40);
    await send((await prepare()).data.id);
    const again = (await prepare()).data.id;
    expect(await itemOf(again, one.id)).toMatchObject({ level: 2, reason: 'waiting', nextOn: addDays(today(), 14) });
    await post(`dunningRuns/${again}/cancel`);
    // The first letter is 20 days old.
    await rowsOf('alter table dunning_items disable trigger user');
    await rowsOf(`update dunning_items set sent_on = sent_on - 20 where invoice_id = $1 and sent_on is not null`, [one.id]);
    await rowsOf('alter table dunning_items enable trigger user');
    const run = (await prepare()).data.id;
    expect(await itemOf(run, one.id)).toMatchObject({ level: 2, reason: null });
    const [letter] = (await overview(run)).letters;
    expect(letter).toMatchObject({ level: 2, due: one.gross, flatSum: 4000, fee: 0 });
    // 119.00 for 40 days at 9 + 1.27 per cent: the last base rate that is known.
    expect(letter?.interest).toBe(134);
    await send(run);
    await expect(
      server.pool.query(
        `insert into dunning_items (run_id, letter_id, invoice_id, level, open, days_late, sent_on) select gen_random_uuid(), letter_id, invoice_id, 4, 1, 1, sent_on from dunning_items where invoice_id = $1 and level = 2`,
        [one.id],
      ),
    ).rejects.toThrow('dunningRuns.refusals.oneStep');
    // Interest is booked only on wish, once: the draft of an invoice outside the scope of VAT.
    const billed = await post<{ invoiceId: string }>(`dunningLetters/${letter?.id}/bill`);
    expect(billed).toMatchObject({ code: 'OK' });
    expect(await post(`dunningLetters/${letter?.id}/bill`)).toMatchObject({ data: { invoiceId: billed.data.invoiceId } });
    expect(await read('invoices', billed.data.invoiceId)).toMatchObject({ status: 'draft', gross: 4000 + (letter?.interest ?? 0), tax: 0 });
  });

  it('asks a party for nothing that its unallocated payment covers, and sends no mail to one without an address', async () => {
    const item = await overdue(12, {
      customerId,
      merchantId: null,
      lines: [{ id: crypto.randomUUID(), text: 'Work', qty: 1000, unit: 'h', unitPrice: 1_000_000, vatCategory: 'AE', vatRate: 0 }],
    });
    const payment = await pay(10_000, { customerId, merchantId: null });
    const first = (await prepare()).data.id;
    expect(await itemOf(first, item.id)).toMatchObject({ reason: 'credit' });
    await post(`dunningRuns/${first}/cancel`);
    await post(`payments/${payment.id}/reverse`, { reason: 'Came back' });
    const run = (await prepare()).data.id;
    await send(run);
    const letters = (await overview(run)).letters.filter(({ status }) => status === 'printed');
    expect(letters).toHaveLength(1);
    expect(await rowsOf(`select id from outgoing_mails where document_no = $1`, [letters[0]?.no])).toEqual([]);
  });

  it('that stops between two letters goes on, and two nodes send each letter once', async () => {
    const merchants = await rowsOf<{ id: string }>(`select id from merchants where id <> $1 and deleted_at is null order by no limit 2`, [
      merchantId,
    ]);
    for (const { id } of merchants) {
      await rowsOf(
        `update merchants set address = (select address from merchants where id = $1), invoice_email = 'm@example.com', vat_id = 'DE136695976' where id = $2`,
        [merchantId, id],
      );
      await overdue(15, { merchantId: id });
    }
    await overdue(15);
    const run = (await prepare()).data.id;
    await post(`dunningRuns/${run}/approve`);
    await post(`dunningRuns/${run}/send`);
    await rowsOf(`create function stop_second() returns trigger language plpgsql as $$ begin
      if (select count(*) from outgoing_mails m join dunning_letters l on l.no = m.document_no where l.run_id = '${run}') >= 2 then raise exception 'the node is gone'; end if; return new; end $$`);
    await rowsOf(`create trigger stop_second after insert on outgoing_mails for each row execute function stop_second()`);
    await expect(sendRuns(context)).rejects.toThrow();
    await rowsOf(`drop trigger stop_second on outgoing_mails`);
    expect(await read('dunningRuns', run)).toMatchObject({ status: 'sending' });
    expect(await post(`dunningRuns/${run}/cancel`)).toMatchObject({ data: 'dunningRuns.refusals.status' });
    await Promise.all([sendRuns(context), sendRuns(context)]);
    expect(await read('dunningRuns', run)).toMatchObject({ status: 'sent' });
    const sent = await rowsOf(
      `select count(*)::int as mails, count(distinct m.document_no)::int as letters from outgoing_mails m join dunning_letters l on l.no = m.document_no where l.run_id = $1`,
      [run],
    );
    expect(sent).toEqual([{ mails: 3, letters: 3 }]);
  });

  it('for one invoice is sent from its record, alone, and once a day however often it is pressed', async () => {
    const [one, other] = [await overdue(11), await overdue(12)];
    type Reminded = { id: string; runId: string; letterNo: string };
    const remind = (id: string) => post<Reminded>(`invoices/${id}/remind`);
    const preview = async () =>
      (await server.call<ReminderLetter>('GET', `/v0/invoices/${one.id}/reminder/letter`, undefined, finance)).data;
    const shown = await preview();
    expect(shown).toMatchObject({ level: 1, currency: 'EUR', due: one.gross, mailTo: expect.stringContaining('@') });
    expect(await rowsOf(`select id from dunning_items where invoice_id = $1`, [one.id])).toEqual([]);
    const pressed = await Promise.all([remind(one.id), remind(one.id), remind(one.id)]);
    const [first] = pressed;
    expect(first).toMatchObject({ code: 'OK', data: { id: one.id } });
    expect(new Set(pressed.map(({ data }) => data.letterNo)).size).toBe(1);
    const run = first?.data.runId ?? '';
    await sendRuns(context);
    expect(await remind(one.id)).toMatchObject({ code: 'OK', data: first?.data });
    await sendRuns(context);
    expect(await read('dunningRuns', run)).toMatchObject({ status: 'sent', letters: 1, items: 1, leftOut: 0 });
    const { items, letters } = await overview(run);
    expect(items).toMatchObject([{ invoiceId: one.id, level: 1, reason: null }]);
    const { due, interest, flatSum, fee, payUntil } = shown;
    // What was shown before is what was sent.
    expect(letters).toMatchObject([{ no: first?.data.letterNo, status: 'mailed', level: 1, due, interest, flatSum, fee }]);
    const stored = await rowsOf(
      `select due::int, interest::int, flat_sum::int, fee::int, pay_until::text from dunning_letters where no = $1`,
      [first?.data.letterNo],
    );
    expect(stored).toEqual([{ due, interest, flat_sum: flatSum, fee, pay_until: payUntil }]);
    expect(shown.total).toBe(due + interest + flatSum + fee);
    expect(await rowsOf(`select mail_to from outgoing_mails where document_no = $1`, [first?.data.letterNo])).toEqual([
      { mail_to: shown.mailTo },
    ]);
    expect(await rowsOf(`select count(*)::int as n from outgoing_mails where document_no = $1`, [first?.data.letterNo])).toEqual([
      { n: 1 },
    ]);
    const sent = await rowsOf(`select invoice_id from dunning_items where invoice_id = any($1) and sent_on is not null`, [
      [one.id, other.id],
    ]);
    expect(sent).toEqual([{ invoice_id: one.id }]);
    // On another day it waits for its next level, as in a run.
    await rowsOf('alter table dunning_items disable trigger user');
    await rowsOf(`update dunning_items set sent_on = sent_on - 1 where invoice_id = $1`, [one.id]);
    await rowsOf('alter table dunning_items enable trigger user');
    expect(await remind(one.id)).toMatchObject({ code: 'StateRefused', data: 'dunningRuns.refusals.notDue.waiting' });
    const both = (await prepare()).data.id;
    expect(await remind(other.id)).toMatchObject({ data: 'dunningRuns.refusals.notDue.inRun' });
    await post(`dunningRuns/${both}/cancel`);
  });

  it('for one invoice respects promises, blocks, disputes and money of the party, and is for finance alone', async () => {
    const [promised, blocked, disputed, covered] = [await overdue(9), await overdue(9), await overdue(9), await overdue(9)];
    const notDue = await posted();
    const remind = (id: string, token?: string) => post(`invoices/${id}/remind`, undefined, token);
    await post(`invoices/${promised.id}/dunningHold`, { kind: 'promise', until: today(), reason: 'Mrs Lee called' });
    await post(`invoices/${blocked.id}/dunningHold`, { kind: 'block', reason: 'Being clarified' });
    expect(await post(`invoices/${disputed.id}/dispute`, { line: 1, reason: 'Not ours' })).toMatchObject({ code: 'OK' });
    const payment = await pay(100_000_000);
    const refusals = [
      [promised.id, 'notDue.promised'],
      [blocked.id, 'notDue.blocked'],
      [disputed.id, 'notDue.disputed'],
      [covered.id, 'notDue.credit'],
      [notDue.id, 'notOverdue'],
    ] as const;
    for (const [id, why] of refusals) {
      const refused = { code: 'StateRefused', data: `dunningRuns.refusals.${why}` };
      expect(await remind(id)).toMatchObject(refused);
      expect(await server.call('GET', `/v0/invoices/${id}/reminder/letter`, undefined, finance)).toMatchObject(refused);
    }
    expect(await remind(covered.id, merchant)).toMatchObject({ code: 'NotAllowed' });
    const written = await rowsOf(`select id from dunning_items where invoice_id = any($1)`, [refusals.map(([id]) => id)]);
    expect(written).toEqual([]);
    await post(`payments/${payment.id}/reverse`, { reason: 'Came back' });
    expect(await remind(covered.id)).toMatchObject({ code: 'OK' });
    await sendRuns(context);
  });

  it('is for finance alone: merchants see neither runs nor letters', async () => {
    for (const area of ['dunningRuns', 'dunningLetters', 'dunningHolds', 'dunningSchemes', 'baseRates'])
      expect(await server.call('GET', `/v0/${area}`, undefined, merchant)).toMatchObject({ code: 'NotAllowed' });
    expect(
      await post('dunningSchemes', { name: 'Falling', levels: [9, 9].map((afterDays) => ({ id: crypto.randomUUID(), afterDays })) }),
    ).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'levels.1.afterDays', rule: 'levelsRise' }],
    });
  });
});

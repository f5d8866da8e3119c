import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openBank } from '../support/bank-desk.ts';
import { germanIban } from '../support/bank-files.ts';

const house = await openBank();
const { server, finance, merchantId, customerId, bank, post, read, posted, pay } = house;
const { northwindIban: NORTHWIND, bankAccountId, store, desk, entryOf, balance, changes, accept, movement } = house;
afterAll(() => server.close());

describe('a bank entry', () => {
  it('that names an invoice becomes its payment, and teaches whose account it came from', async () => {
    const invoice = await posted({ merchantId });
    await store([movement('B1', invoice.gross, { purpose: `Rechnung ${invoice.no}` })]);
    expect(await entryOf('B1')).toMatchObject({ state: 'proposed', automatic: true, proposals: [{ basis: 'numbers' }] });
    const moved = await changes(['1200', '1590', '1400'], async () => expect(await accept('B1')).toMatchObject({ code: 'OK' }));
    expect(moved).toEqual([0, invoice.gross, -invoice.gross]);
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'paid', open: 0 });
    expect(await entryOf('B1')).toMatchObject({ state: 'booked' });
    const { rows } = await server.pool.query(`select party_id from bank_party_ibans where iban = $1`, [NORTHWIND]);
    expect(rows).toEqual([{ party_id: merchantId }]);
    // The account is known now: the amount of the only open invoice is enough.
    const next = await posted({
      merchantId,
      lines: [{ id: randomUUID(), text: 'Work', qty: 1000, unit: '', unitPrice: 3_333_300, vatCategory: 'S', vatRate: 1900 }],
    });
    await store([movement('B2', next.gross, { name: 'NW', purpose: 'danke' })]);
    expect(await entryOf('B2')).toMatchObject({ automatic: true, proposals: [{ basis: 'ibanAmount' }] });
  });

  it('is booked once: by a second click, by two people at once, or by the same call again', async () => {
    const answers = await Promise.all([accept('B2'), accept('B2'), accept('B2')]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['OK', 'StateRefused', 'StateRefused']);
    const { rows } = await server.pool.query(
      `select count(*)::int as n from bank_bookings b join bank_entries e on e.id = b.entry_id where e.bank_ref = 'B2'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('that is clear is booked without asking', async () => {
    const invoice = await posted({ merchantId });
    await store([
      movement('C8', invoice.gross, { purpose: invoice.no }),
      movement('C9', 99, { name: 'Unknown', iban: germanIban('10020030', 5) }),
    ]);
    expect(await post('bankEntries/bookAutomatic', { bankAccountId })).toMatchObject({ code: 'OK', data: { booked: 1, left: 0 } });
    expect(await post('bankEntries/bookAutomatic', { bankAccountId })).toMatchObject({ data: { booked: 0 } });
    expect(await entryOf('C8')).toMatchObject({ state: 'booked' });
    expect(await entryOf('C9')).toMatchObject({ state: 'open' });
  });

  it('that was booked takes its document from the proposals of the others, and undoing it gives it back', async () => {
    const lines = [{ id: randomUUID(), text: 'Work', qty: 1000, unit: '', unitPrice: 6_060_600, vatCategory: 'S', vatRate: 1900 }];
    const invoice = await posted({ merchantId, lines });
    // Both name the invoice, and neither pays all of it, so that a person decides.
    await store([
      movement('W1', invoice.gross - 20_000, { purpose: `Teil ${invoice.no}` }),
      movement('W2', invoice.gross - 30_000, { purpose: `Rest ${invoice.no}` }),
    ]);
    const proposed = async (ref: string) => JSON.stringify((await entryOf(ref)).proposals);
    expect(await proposed('W1')).toContain(invoice.id);
    expect(await proposed('W2')).toContain(invoice.id);
    const { id } = await entryOf('W1');
    const items = [{ kind: 'invoice', id: invoice.id, no: invoice.no, amount: invoice.gross }];
    const party = { kind: 'merchants', id: merchantId };
    const { rows } = await server.pool.query<{ id: string }>(`select id from accounts where no = '4970'`);
    const parts = [
      { kind: 'payment', amount: invoice.gross, party, items },
      { kind: 'account', amount: -20_000, accountId: rows[0]?.id, taxId: null, text: 'Charges' },
    ];
    expect(await post(`bankEntries/${id}/book`, { parts })).toMatchObject({ code: 'OK' });
    expect(await proposed('W2')).not.toContain(invoice.id);
    expect(await post(`bankEntries/${id}/undo`, { reason: 'wrong' })).toMatchObject({ code: 'OK' });
    expect(await proposed('W2')).toContain(invoice.id);
    // Left with a reason, so that they are in the way of no other test.
    for (const ref of ['W1', 'W2']) await post(`bankEntries/${(await entryOf(ref)).id}/ignore`, { reason: 'Of a test' });
    expect(await post(`invoices/${invoice.id}/reverse`)).toMatchObject({ code: 'OK' });
  });

  it('with cash discount corrects the VAT of the invoice', async () => {
    const party = await read('merchants', merchantId);
    await server.call('PUT', `/v0/merchants/${merchantId}`, { version: party.version, discountDays: 10, discountPercent: 200 }, finance);
    const invoice = await posted({ merchantId });
    const discount = Math.round(invoice.gross * 0.02);
    await store([movement('S1', invoice.gross - discount, { purpose: invoice.no })]);
    expect(await entryOf('S1')).toMatchObject({ automatic: true, proposals: [{ basis: 'numbersDiscount' }] });
    const [receivable, granted, vat, bankChange] = await changes(['1400', '8730', '1776', '1200'], () => accept('S1'));
    expect(receivable).toBe(-invoice.gross);
    expect((granted ?? 0) + (vat ?? 0)).toBe(discount);
    expect(vat).toBe(Math.round((discount * 19) / 119));
    expect(bankChange).toBe(0);
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'paid' });
  });

  it('with charges books them apart from the payment', async () => {
    const invoice = await posted({ merchantId });
    await store([movement('E1', invoice.gross - 800, { purpose: invoice.no })]);
    expect(await entryOf('E1')).toMatchObject({ automatic: false, proposals: [{ basis: 'numbersFee' }, { basis: 'numbersPart' }] });
    expect(await changes(['4970', '1400'], () => accept('E1'))).toEqual([800, -invoice.gross]);
  });

  it('that the bank converted books the exchange difference', async () => {
    const receivable = async () => (await server.pool.query(`select balance::int, base::int from accounts where no = '1400-USD'`)).rows;
    const before = await receivable();
    const invoice = await posted({
      customerId,
      merchantId: null,
      currency: 'USD',
      lines: [{ id: randomUUID(), text: 'Freight', qty: 1000, unit: '', unitPrice: 11_000_000, vatCategory: 'O', vatRate: 0 }],
    });
    const euro = 98_000;
    await store([
      movement('X1', euro, {
        name: 'Atelier Lyon',
        iban: 'FR7630006000011234567890189',
        purpose: invoice.no,
        original: { amount: invoice.gross, currency: 'USD', rate: '1.122' },
      }),
    ]);
    expect(await entryOf('X1')).toMatchObject({ automatic: true, proposals: [{ basis: 'numbersConverted' }] });
    expect(await accept('X1')).toMatchObject({ code: 'OK' });
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'paid' });
    // What is receivable in dollars is gone in euro as well: the difference of the rates is booked.
    expect(await receivable()).toEqual(before);
    const { rows } = await server.pool.query(
      `select p.currency, p.amount::int, p.account_amount::int as moved from payments p join bank_bookings b on b.payment_id = p.id join bank_entries e on e.id = b.entry_id where e.bank_ref = 'X1'`,
    );
    expect(rows).toEqual([{ currency: 'USD', amount: invoice.gross, moved: euro }]);
  });

  it('is split over invoices, an account and its tax, and taken back whole', async () => {
    const invoice = await posted({ merchantId });
    const { rows } = await server.pool.query<{ id: string }>(`select id from accounts where no = '3100'`);
    const { rows: codes } = await server.pool.query<{ id: string }>(
      `insert into tax (code, name, country, rate, direction) values ('VST-T', 'Input', 'DE', 1900, 'in') returning id`,
    );
    await store([movement('P1', invoice.gross - 1190, { purpose: 'netted' })]);
    const { id } = await entryOf('P1');
    const parts = [
      {
        kind: 'payment',
        amount: invoice.gross,
        party: { kind: 'merchants', id: merchantId },
        items: [{ kind: 'invoice', id: invoice.id, no: invoice.no, amount: invoice.gross }],
      },
      { kind: 'account', amount: -1190, accountId: rows[0]?.id, taxId: codes[0]?.id, text: 'Pallets' },
    ];
    expect(await post(`bankEntries/${id}/book`, { parts: [parts[0]] })).toMatchObject({
      code: 'InvalidInput',
      data: [{ rule: 'partsDiffer' }],
    });
    const accounts = ['1200', '1590', '1400', '3100', '1576'];
    const before = await Promise.all(accounts.map(balance));
    expect(await post(`bankEntries/${id}/book`, { parts })).toMatchObject({ code: 'OK' });
    expect(await entryOf('P1')).toMatchObject({ state: 'split' });
    const booked = await Promise.all(accounts.map(balance));
    expect(booked.map((one, i) => one - (before[i] ?? 0))).toEqual([0, invoice.gross - 1190, -invoice.gross, 1000, 190]);
    expect(await post(`bankEntries/${id}/undo`, { reason: 'wrong' })).toMatchObject({ code: 'OK' });
    expect(await Promise.all(accounts.map(balance))).toEqual(before);
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'posted', open: invoice.gross });
    expect(await post(`bankEntries/${id}/undo`, { reason: 'again' })).toMatchObject({
      code: 'StateRefused',
      data: 'bankEntries.refusals.notBooked',
    });
    expect(['open', 'proposed']).toContain((await entryOf('P1')).state);
  });

  it('that takes a payment back reverses it, and the invoice is open again', async () => {
    const invoice = await posted({ merchantId });
    await store([movement('R1', invoice.gross, { purpose: invoice.no })]);
    await accept('R1');
    const { rows } = await server.pool.query<{ no: string }>(
      `select p.no from payments p join bank_bookings b on b.payment_id = p.id join bank_entries e on e.id = b.entry_id where e.bank_ref = 'R1'`,
    );
    await store([movement('R2', -invoice.gross, { returnReason: 'AC04', gvc: '109', endToEnd: rows[0]?.no ?? '' })]);
    expect(await entryOf('R2')).toMatchObject({ automatic: true, proposals: [{ basis: 'return' }] });
    expect(await changes(['1200', '1400'], () => accept('R2'))).toEqual([0, invoice.gross]);
    expect(await read('invoices', invoice.id)).toMatchObject({ status: 'posted', open: invoice.gross });
    expect(await post(`bankEntries/${(await entryOf('R2')).id}/undo`, { reason: 'no' })).toMatchObject({
      data: 'bankEntries.refusals.returnStands',
    });
  });

  it('confirms a payment that was typed before the statement came, and does not book it twice', async () => {
    const payment = await pay(61_234);
    await store([movement('T1', 61_234, { purpose: 'Abschlag' })]);
    expect(await entryOf('T1')).toMatchObject({ automatic: false, proposals: [{ basis: 'recorded' }] });
    expect(await changes(['1200', '1400'], () => accept('T1'))).toEqual([-61_234, 0]);
    expect(await read('payments', payment.id)).toMatchObject({ status: 'open' });
  });

  it('is booked by a rule of the house, goes to transit between own accounts, or is left with a reason', async () => {
    const { rows } = await server.pool.query<{ id: string }>(`select id from accounts where no = '4970'`);
    const second = await server.pool.query<{ id: string }>(
      `insert into accounts (no, name, kind, currency) values ('1210', 'Savings', 'bank', 'EUR') returning id`,
    );
    const savings = germanIban('10020030', 88);
    expect(await post('bankAccounts', { name: 'Savings', iban: savings, accountId: second.rows[0]?.id })).toMatchObject({ code: 'OK' });
    expect(
      await post('bankRules', { name: 'Charges', text: 'Kontoführung', side: 'out', accountId: rows[0]?.id, automatic: true }),
    ).toMatchObject({ code: 'OK' });
    await store([
      movement('U1', -990, { name: 'Bank', iban: '', purpose: 'Kontoführung November' }),
      movement('U2', -100_000, { name: 'Kontor GmbH', iban: savings }),
      movement('U3', 3, { name: 'Centtest', iban: '' }),
    ]);
    const moved = await changes(['4970', '1360'], () => post('bankEntries/bookAutomatic', { bankAccountId }));
    expect(moved).toEqual([990, 100_000]);
    const { id } = await entryOf('U3');
    expect(await post(`bankEntries/${id}/ignore`, { reason: 'Test of an account' })).toMatchObject({ code: 'OK' });
    expect(await entryOf('U3')).toMatchObject({ state: 'ignored' });
    expect(await post(`bankEntries/${id}/book`, { parts: [{ kind: 'transfer', amount: 3 }] })).toMatchObject({
      data: 'bankEntries.refusals.isIgnored',
    });
    expect(await post(`bankEntries/${id}/undo`, { reason: 'decided again' })).toMatchObject({ code: 'OK' });
    expect((await desk()).map((entry) => entry.id)).toContain(id);
  });

  it('is refused where an account does not fit, and where a proposal no longer holds', async () => {
    const invoice = await posted({ merchantId });
    await store([movement('V1', invoice.gross, { purpose: invoice.no })]);
    const entry = await entryOf('V1');
    const { rows } = await server.pool.query<{ id: string }>(`select id from accounts where no = '1400'`);
    expect(
      await post(`bankEntries/${entry.id}/book`, { parts: [{ kind: 'account', amount: entry.amount, accountId: rows[0]?.id }] }),
    ).toMatchObject({ data: 'bankEntries.refusals.controlAccount' });
    expect(await post(`bankEntries/${entry.id}/accept`, { key: 'numbers:other' })).toMatchObject({
      data: 'bankEntries.refusals.proposalGone',
    });
    expect(await entryOf('V1')).toMatchObject({ state: 'proposed' });
  });

  it('is offered the open documents nearest to its amount', async () => {
    const { id } = await entryOf('V1');
    const found = await server.call<{ no: string; open: number }[]>('GET', `/v0/bankEntries/${id}/candidates`, undefined, finance);
    expect(found.data[0]).toMatchObject({ open: (await entryOf('V1')).amount });
  });

  it('leaves the books with the balance of the bank, whatever was booked and undone', async () => {
    const { rows } = await server.pool.query<{ booked: number; told: number }>(
      `select
      (select sum(t.debit - t.credit)::int from transactions t where t.account_id = $1) - (select coalesce(sum(amount), 0)::int from payments where account_id = $1 and reversed_at is null and not exists (select from bank_bookings b where b.payment_id = payments.id and b.undone_at is null)) as booked,
      (select sum(amount)::int from bank_entries where bank_account_id = $2) as told`,
      [bank, bankAccountId],
    );
    expect(rows[0]?.booked).toBe(rows[0]?.told);
    const open = await server.pool.query<{ n: number }>(
      `select sum(amount)::int as n from bank_entries where state in ('open', 'proposed', 'ignored')`,
    );
    expect(await balance('1590')).toBe(-(open.rows[0]?.n ?? 0));
  });
});

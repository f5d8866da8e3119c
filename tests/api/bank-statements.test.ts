import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { OWN_IBAN as OWN, openBank, type Stored } from '../support/bank-desk.ts';
import { camtFile, csvFile, germanIban, mt940File } from '../support/bank-files.ts';

const house = await openBank();
const { server, finance, northwindIban: NORTHWIND, day, bankAccountId, post, read, upload, store, changes, movement } = house;
afterAll(() => server.close());

const yesterday = addDays(day, -1);
type Preview = { statements: { added: number; known: number; alike: number; gap: number | null; isStored: boolean; isPreview: boolean }[] };

describe('bank statements', () => {
  it('are stored once, however often and in whatever files their entries come', async () => {
    const movements = [movement('A1', 1000, { bookedOn: yesterday }), movement('A2', -250, { name: 'Bank', purpose: 'Entgelt' })];
    const file = await store(movements);
    expect((await upload<Stored>('upload', file)).data).toMatchObject([{ added: 0, known: 2 }]);
    const wider = camtFile({ iban: OWN, number: '1b', opening: 0, movements: [...movements, movement('A3', 500)], on: day });
    expect((await upload<Preview>('read', wider)).data.statements).toMatchObject([{ added: 1, known: 2, alike: 0, isStored: false }]);
    expect((await upload<Stored>('upload', wider)).data).toMatchObject([{ added: 1, known: 2 }]);
    house.shift(500);
    const { rows } = await server.pool.query(`select count(*)::int as n from bank_entries where bank_ref in ('A1', 'A2', 'A3')`);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('of another format are asked about, and skipped or stored as decided', async () => {
    const same = mt940File({
      iban: OWN,
      number: '7',
      opening: 0,
      movements: [{ bookedOn: yesterday, amount: 1000, name: 'Northwind', iban: NORTHWIND, bankRef: 'OTHER' }],
      on: yesterday,
    });
    expect((await upload<Preview>('read', same)).data.statements).toMatchObject([{ added: 0, alike: 1 }]);
    expect(await upload('upload', same, '', finance)).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringContaining('look like ones from another file: 1'),
    });
    expect((await upload<Stored>('upload', same, '?alike=skip')).data).toMatchObject([{ added: 0, known: 1 }]);
  });

  it('tell a gap, another account, other sums of the same number, and store nothing of what is refused', async () => {
    const count = async () =>
      (
        await server.pool.query(
          `select (select count(*) from bank_entries)::int as entries, (select count(*) from bank_files)::int as files`,
        )
      ).rows[0];
    const before = await count();
    const later = camtFile({
      iban: OWN,
      number: '90',
      opening: house.opening() + 777,
      movements: [movement('G1', 1, { bookedOn: addDays(day, 1) })],
      on: addDays(day, 1),
    });
    expect((await upload<Preview>('read', later)).data.statements).toMatchObject([{ gap: 777 }]);
    expect(
      await upload('upload', camtFile({ iban: germanIban('10020030', 9), number: '1', opening: 0, movements: [movement('X', 1)] })),
    ).toMatchObject({ code: 'FileUnreadable', data: expect.stringContaining('not set up') });
    expect(await upload('upload', camtFile({ iban: OWN, number: '1', opening: 5, movements: [movement('Y', 1)], on: day }))).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringContaining('other balances'),
    });
    const broken = camtFile({ iban: OWN, number: '91', opening: 0, movements: [movement('Z', 1)] });
    expect(await upload('upload', broken.slice(0, 700))).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringMatching(/^Line \d+: the file ends too early/),
    });
    expect(await upload('upload', '')).toMatchObject({ code: 'FileUnreadable', data: 'The file is empty.' });
    expect(await count()).toEqual(before);
  });

  it('of the day are shown, but not stored: they come again in the statement', async () => {
    const file = camtFile({ iban: OWN, number: '92', opening: 0, movements: [movement('I1', 5)], on: day })
      .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
      .replaceAll('Stmt>', 'Rpt>');
    expect((await upload<Preview>('read', file)).data.statements).toMatchObject([{ added: 1, isPreview: true }]);
    expect(await upload('upload', file)).toMatchObject({ code: 'FileUnreadable', data: expect.stringContaining('camt.052 is a preview') });
  });

  it('in CSV are read by the layout of their account', async () => {
    const file = csvFile({ iban: OWN, number: '', opening: 0, movements: [movement('C1', 4200, { bookedOn: addDays(day, -3) })] });
    expect(await upload('read', file, `?account=${bankAccountId}`)).toMatchObject({
      code: 'FileUnreadable',
      data: expect.stringContaining('CSV layout'),
    });
    const made = await post('bankProfiles', {
      name: 'Savings bank',
      bookedOn: 'Buchungstag',
      valueOn: 'Valuta',
      amount: 'Betrag',
      counterparty: 'Name',
      iban: 'IBAN',
      bic: 'BIC',
      endToEnd: 'Kundenreferenz',
      purpose: 'Verwendungszweck',
      bankRef: 'Bankreferenz',
      balance: 'Saldo',
      currency: 'Währung',
    });
    const account = await read('bankAccounts', bankAccountId);
    await server.call('PUT', `/v0/bankAccounts/${bankAccountId}`, { version: account.version, profileId: made.data.id }, finance);
    expect((await upload<Preview>('read', file, `?account=${bankAccountId}`)).data.statements).toMatchObject([{ added: 1 }]);
  });

  it('stand in the books at once: the account has the balance of the statement', async () => {
    const [bankChange, clearing] = await changes(['1200', '1590'], () => store([movement('D1', 7000), movement('D2', -2000)]));
    expect([bankChange, clearing]).toEqual([5000, -5000]);
  });

  it('cannot be changed by any statement of SQL, nor can what they were booked as', async () => {
    await expect(server.pool.query(`update bank_entries set amount = 1 where bank_ref = 'D1'`)).rejects.toThrow();
    await expect(server.pool.query(`update bank_entries set state = 'booked' where bank_ref = 'D1'`)).rejects.toThrow();
    const made = server.pool.query(
      `insert into bank_entries (bank_account_id, statement_id, line, booked_on, value_on, amount, currency, key, state)
         select bank_account_id, statement_id, 9999, booked_on, value_on, amount, currency, 'made', 'booked' from bank_entries where bank_ref = 'D1'`,
    );
    await expect(made).rejects.toThrow('bankEntries.refusals.stateFollows');
    await expect(server.pool.query(`delete from bank_statements`)).rejects.toThrow();
    await expect(server.pool.query(`delete from bank_files`)).rejects.toThrow();
  });

  it('are kept byte for byte', async () => {
    const file = await store([movement('F1', 10)]);
    const { rows } = await server.pool.query<{ id: string }>(`select statement_id as id from bank_entries where bank_ref = 'F1'`);
    const answer = await fetch(`${server.url}/v0/bankStatements/${rows[0]?.id}/file`, { headers: { 'x-token': finance } });
    expect(await answer.text()).toBe(file);
  });

  it('are read by nobody without the privilege', async () => {
    const employee = await server.signIn('employee');
    expect(await upload('upload', camtFile({ iban: OWN, number: '1', opening: 0, movements: [] }), '', employee)).toMatchObject({
      code: 'NotAllowed',
    });
  });
  it('of one day follow one another: the second has no gap when it opens with what the first closed with', async () => {
    const next = addDays(day, 1);
    const file = (number: string, opening: number, bankRef: string): string =>
      camtFile({ iban: OWN, number, opening, movements: [movement(bankRef, 100, { bookedOn: next })], on: next });
    const opening = house.opening();
    expect(await upload('upload', file('95', opening, 'D1'))).toMatchObject({ code: 'OK' });
    house.shift(100);
    expect((await upload<Preview>('read', file('96', opening + 100, 'D2'))).data.statements).toMatchObject([{ gap: null }]);
    expect((await upload<Preview>('read', file('96', opening + 150, 'D2'))).data.statements).toMatchObject([{ gap: 150 }]);
  });
});

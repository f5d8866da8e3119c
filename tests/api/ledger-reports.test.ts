import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contract/core/house-day';
import { line, openBooks, today } from '../support/books.ts';

const { server, finance, merchant, bank, posted, pay, allocate } = await openBooks();
afterAll(() => server.close());

type Balance = {
  accountId: string;
  no: string;
  kind: string;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
  moved: number;
};
type Statement = { opening: number; closing: number; lines: { debit: number; credit: number; balance: number; against: string }[] };
const report = async <T>(path: string): Promise<T> => {
  const answer = await server.call<T>('GET', `/v0/ledger/${path}`, undefined, finance);
  expect(answer.code).toBe('OK');
  return answer.data;
};
const trial = (from: string, to: string) => report<Balance[]>(`trialBalance?from=${from}&to=${to}`);

describe('the trial balance', () => {
  it('is what the lines add up to, for every account and any period, whatever is booked later', async () => {
    const invoice = await posted({ currency: 'USD', lines: [line({ qty: 1000, unitPrice: 333_333 })] });
    await allocate((await pay(100, { currency: 'USD', accountAmount: 90 })).id, invoice.id, 100);
    for (const [from, to] of [
      [addDays(today(), -60), addDays(today(), -10)],
      [addDays(today(), -15), today()],
      [today(), today()],
      [addDays(today(), -400), addDays(today(), -300)],
    ] as const) {
      const { rows } = await server.pool.query(
        `select a.no, coalesce(sum(t.debit - t.credit) filter (where t.booked_on < $1), 0)::float8 as opening, coalesce(sum(t.debit) filter (where t.booked_on between $1 and $2), 0)::float8 as debit,
            coalesce(sum(t.credit) filter (where t.booked_on between $1 and $2), 0)::float8 as credit, coalesce(sum(t.debit - t.credit) filter (where t.booked_on <= $2), 0)::float8 as closing,
            coalesce(sum(t.base) filter (where t.booked_on <= $2), 0)::float8 as "closingBase"
          from accounts a join transactions t on t.account_id = a.id where t.booked_on <= $2 group by a.id, a.no
          having sum(t.debit - t.credit) filter (where t.booked_on < $1) <> 0 or sum(t.base) filter (where t.booked_on < $1) <> 0 or count(*) filter (where t.booked_on between $1 and $2) > 0 order by a.no`,
        [from, to],
      );
      const told = await trial(from, to);
      expect(
        told.map(({ no, opening, debit, credit, closing, ...row }) => ({
          no,
          opening,
          debit,
          credit,
          closing,
          closingBase: (row as unknown as { closingBase: number }).closingBase,
        })),
      ).toEqual(rows);
      expect(told.reduce((sum, row) => sum + (row as unknown as { closingBase: number }).closingBase, 0)).toBe(0);
    }
  });
  it('refuses a period that ends before it starts, and people without the books', async () => {
    expect(await server.call('GET', `/v0/ledger/trialBalance?from=2026-02-01&to=2026-01-01`, undefined, finance)).toMatchObject({
      code: 'InvalidInput',
      data: [{ path: 'to', rule: 'beforeStart' }],
    });
    expect(await server.call('GET', `/v0/ledger/trialBalance?from=2026-01-01&to=2026-02-01`, undefined, merchant)).toMatchObject({
      code: 'NotAllowed',
    });
  });
});

describe('the accounts that Kontor opened itself', () => {
  const inLanguage = async <T>(path: string, language: string): Promise<T> =>
    (await server.call<T>('GET', path, undefined, finance, { 'accept-language': language })).data;
  const namesOf = async (no: string, language: string): Promise<string[]> => {
    const day = today();
    const lists = await inLanguage<{ no: string; name: string; rowTitle: string; id: string }[]>('/v0/accounts?l=100', language);
    const row = lists.find((one) => one.no === no);
    const balance = (await inLanguage<{ no: string; name: string }[]>(`/v0/ledger/trialBalance?from=${day}&to=${day}`, language)).find(
      (one) => one.no === no,
    );
    const told = await inLanguage<{ name: string }>(`/v0/ledger/statement?accountId=${row?.id}&from=${day}&to=${day}`, language);
    const hits = await inLanguage<{ no: string; rowTitle: string }[]>(`/v0/accounts?q=${encodeURIComponent(row?.name ?? '')}`, language);
    const found = hits.find((one) => one.no === no);
    return [row?.name, row?.rowTitle.replace(`${no} · `, ''), balance?.name, told.name, found?.rowTitle.replace(`${no} · `, '')].map(
      String,
    );
  };
  const always = (name: string) => Array.from({ length: 5 }, () => name);

  it('have the names of the reader’s language in lists, titles, reports and the search, until somebody names one', async () => {
    await posted({ lines: [line({})] });
    expect(await namesOf('1400', 'en')).toEqual(always('Trade receivables'));
    expect(await namesOf('1400', 'de')).toEqual(always('Forderungen aus Lief. u. Leistungen'));
    expect(await namesOf('1400', 'zh-CN')).toEqual(always('应收账款'));
    expect(await namesOf('1400-USD', 'de')).toEqual(always('Forderungen aus Lief. u. Leistungen USD'));

    const stored = async () => (await server.pool.query(`select id, version, name from accounts where no = '1400'`)).rows[0];
    const save = async (name: string) => {
      const { id, version } = await stored();
      expect((await server.call('PUT', `/v0/accounts/${id}`, { version, name }, finance)).code).toBe('OK');
      return (await stored()).name;
    };
    expect(await save('Forderungen aus Lief. u. Leistungen')).toBe('Trade receivables');
    expect(await save('Debitoren')).toBe('Debitoren');
    for (const language of ['en', 'de', 'zh-CN']) expect(await namesOf('1400', language)).toEqual(always('Debitoren'));
  });
});

describe('the statement of an account', () => {
  it('goes from the opening to the closing balance of the trial balance, line by line, and names the other accounts', async () => {
    const [from, to] = [addDays(today(), -40), today()];
    const row = (await trial(from, to)).find(({ accountId }) => accountId === bank) as Balance;
    const told = await report<Statement>(`statement?accountId=${bank}&from=${from}&to=${to}`);
    expect(told).toMatchObject({ opening: row.opening, closing: row.closing });
    expect(told.lines.length).toBeGreaterThan(0);
    let balance = told.opening;
    for (const one of told.lines) {
      balance += one.debit - one.credit;
      expect(one.balance).toBe(balance);
      expect(one.against).toMatch(/\d/);
    }
    expect(balance).toBe(told.closing);
  });
});

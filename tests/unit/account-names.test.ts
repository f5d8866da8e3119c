/** Names of the accounts that Kontor opens itself, in files for German accountants. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KNOWN_ACCOUNTS } from '#contract/money/known-tax-codes';
import { ACCOUNT_NAMES, accountTitle, germanAccountName, storedAccountName } from '../../server/modules/money/account-names.ts';

/** Letters that DATEV takes as the name of an account. */
const MOST = 40;
/** `('1400', 'Trade receivables', …` in the triggers that open accounts. */
const opened = ['server/modules/money/posting-triggers.sql', 'server/modules/bank/bank-triggers.sql'].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\('\d{4}', '([^']+)', '\w+'/g)].map(([, name = '']) => name),
);

describe('the name of an account in German', () => {
  it('is there for each account that Kontor opens, and no longer than DATEV takes', () => {
    const names = [...opened, ...Object.values(KNOWN_ACCOUNTS).map(([, name]) => name)];
    expect(opened.length).toBeGreaterThan(15);
    // The word is the same in both languages.
    expect(names.filter((name) => germanAccountName(name) === name)).toEqual(['Bank']);
    expect(names.map(germanAccountName).filter(({ length }) => length > MOST)).toEqual([]);
  });

  it('is there in every language, and each is the name of one account', () => {
    for (const names of [ACCOUNT_NAMES.de, ACCOUNT_NAMES.cn]) {
      expect([...opened, ...Object.values(KNOWN_ACCOUNTS).map(([, name]) => name)].filter((name) => !(name in names))).toEqual([]);
      expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
    }
    expect(accountTitle('1400-USD Trade receivables USD', 'cn')).toBe('1400-USD 应收账款 USD');
    expect(accountTitle('Cash on delivery', 'de')).toBe('Cash on delivery');
  });

  it('is stored as it was, when it comes back in the language of its reader', () => {
    expect(storedAccountName('Erlöse USD', 'Revenue USD')).toBe('Revenue USD');
    expect(storedAccountName('Erlöse', 'Revenue USD')).toBe('Erlöse');
    expect(storedAccountName('Erlöse', 'Umsatz')).toBe('Erlöse');
  });

  it('stays as somebody wrote it, and does not name the currency, because the number stands for all', () => {
    expect(germanAccountName('Porto')).toBe('Porto');
    expect(germanAccountName('Revenue USD')).toBe('Erlöse');
  });
});

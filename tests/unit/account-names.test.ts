/** Names of the accounts that Kontor opens itself, in files for German accountants. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KNOWN_ACCOUNTS } from '#contract/money/known-tax-codes';
import { germanAccountName } from '../../server/modules/money/datev/account-names.ts';

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

  it('stays as somebody wrote it, and does not name the currency, because the number stands for all', () => {
    expect(germanAccountName('Porto')).toBe('Porto');
    expect(germanAccountName('Revenue USD')).toBe('Erlöse');
  });
});

import { groupBy } from '#contract/core/group-by';
import type { AccountKind } from '#contract/money/accounts';
import { type Currency, divide, HOUSE_CURRENCY } from '#contract/money/scale';
import { taxOf } from '#contract/money/sums';

/**
 * Turns an entry of the ledger into rows of a DATEV batch. A row has one account, one counter-account and a gross amount; DATEV computes the
 * tax from the key, or from the account if that is an automatic one. Amounts are in the smallest unit; `base` is in euro cents, and a debit
 * is positive.
 */

export type LedgerLine = {
  /** Number of the account in DATEV; a debtor or creditor number for what parties owe. */
  account: string;
  kind: AccountKind;
  currency: Currency;
  amount: number;
  base: number;
  taxCode: string;
  /** Tax point. */
  taxOn: string | null;
  /** The document that the amount of a party belongs to; open items are cleared by it. */
  document: string;
};
/** What a tax code says about DATEV. `rate` is in hundredths of a per cent. */
export type KeyedCode = { rate: number; key: string; reverseCharge: boolean };
/** The tax codes, and the accounts from which DATEV takes tax by itself (Automatikkonten). */
export type Keys = { codes: ReadonlyMap<string, KeyedCode>; automatic: ReadonlySet<string> };
export type BookingRow = {
  /** Above zero, in euro cents. */
  base: number;
  /** The side of `account`: debit (Soll) or credit (Haben). */
  side: 'S' | 'H';
  account: string;
  counter: string;
  /** BU-Schlüssel; empty for none. */
  key: string;
  taxCode: string;
  /** Tax point of a row with a tax code. */
  taxOn: string | null;
  /** The amount in the foreign currency, if the whole row is in one. */
  foreign: { currency: Currency; amount: number } | null;
  document: string;
};

/** Switches the tax of an automatic account off (Aufhebung der Automatik). */
const NO_AUTOMATIC = '40';
const TAX_KINDS: readonly AccountKind[] = ['vat', 'inputVat'];
const PARTY_KINDS: readonly AccountKind[] = ['receivable', 'payable'];

/** A part of an entry that becomes one side of rows: an account with its gross amount. */
type Item = Pick<BookingRow, 'account' | 'base' | 'foreign' | 'taxCode' | 'taxOn' | 'document'> & { party: boolean };

/** The tax that DATEV takes out of a gross amount, away from zero at half a cent. */
export const taxWithin = (gross: number, rate: number): number => Number(divide(BigInt(gross) * BigInt(rate), BigInt(10_000 + rate)));

const sumOf = (lines: readonly LedgerLine[]): number => lines.reduce((sum, { base }) => sum + base, 0);
const foreignOf = (lines: readonly LedgerLine[]): Item['foreign'] => {
  const currency = lines[0]?.currency ?? HOUSE_CURRENCY;
  if (currency === HOUSE_CURRENCY || lines.some((line) => line.currency !== currency)) return null;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  return amount === 0 ? null : { currency, amount };
};
const itemOf = (lines: readonly LedgerLine[], taxCode: string): Item => ({
  account: lines[0]?.account ?? '',
  base: sumOf(lines),
  foreign: foreignOf(lines),
  taxCode,
  taxOn: lines[0]?.taxOn ?? null,
  document: lines[0]?.document ?? '',
  party: PARTY_KINDS.includes(lines[0]?.kind ?? 'clearing'),
});

/**
 * The tax that the rows of a code must contain. DATEV may compute another one: of a row that was split, or after part credits. `against` is
 * the account that a difference is moved to: the base account, or the account of the owed tax under reverse charge.
 */
type Owed = { code: string; taxOn: string | null; account: string; taxAccount: string; against: string; tax: number };

/**
 * Groups the lines: revenue or expense with the tax of its code and tax point becomes one gross item. Under reverse charge the tax stands on both sides
 * and DATEV makes it from the key, so only the base remains. Tax without a base of its code stays as it is.
 */
function itemsOf(lines: readonly LedgerLine[], { codes }: Keys): { items: Item[]; owed: Owed[] } {
  const items: Item[] = [];
  const owed: Owed[] = [];
  const taken = new Set<LedgerLine>();
  const taxed = lines.filter(({ taxCode }) => taxCode !== '');
  for (const ofCode of groupBy(taxed, ({ taxCode, taxOn }) => `${taxCode} ${taxOn}`).values()) {
    const { taxCode: code = '', taxOn = null } = ofCode[0] ?? {};
    const known = codes.get(code);
    const bases = ofCode.filter(({ kind }) => !TAX_KINDS.includes(kind));
    const taxes = ofCode.filter(({ kind }) => TAX_KINDS.includes(kind));
    const [first] = bases;
    // With two base accounts under one code, the share of the tax of each is not known.
    if (!known || !first || bases.some(({ account }) => account !== first.account)) continue;
    for (const line of ofCode) taken.add(line);
    // The base comes first: it gives the item its account.
    items.push(itemOf(known.reverseCharge ? bases : [...bases, ...taxes], code));
    const deducted = known.reverseCharge ? taxes.filter(({ kind }) => kind === 'inputVat') : taxes;
    const against = known.reverseCharge ? taxes.find(({ kind }) => kind === 'vat')?.account : first.account;
    const [taxLine] = deducted;
    if (taxLine && against) owed.push({ code, taxOn, account: first.account, taxAccount: taxLine.account, against, tax: sumOf(deducted) });
  }
  for (const line of lines) if (!taken.has(line) && line.base !== 0) items.push(itemOf([line], ''));
  return { items: items.filter(({ base }) => base !== 0), owed };
}

/** The part of an item's foreign amount that belongs to a row; only a whole item has one. */
const foreignFor = (item: Item, other: Item, base: number): BookingRow['foreign'] => {
  const whole = Math.abs(item.base) === base ? item : Math.abs(other.base) === base ? other : null;
  const foreign = whole?.foreign;
  if (!foreign || item.foreign?.currency !== other.foreign?.currency) return null;
  return { currency: foreign.currency, amount: Math.abs(foreign.amount) };
};

/** A key of its own, else none on an automatic account, whose tax is switched off where the ledger has none. */
function keyOf(taxCode: string, accounts: readonly string[], { codes, automatic }: Keys): string {
  const code = codes.get(taxCode);
  if (code?.key) return code.key;
  const taxed = code !== undefined && code.rate > 0;
  return !taxed && accounts.some((account) => automatic.has(account)) ? NO_AUTOMATIC : '';
}

/**
 * Pairs debits with credits. The account with the tax or the party stands in `account`, so that the key belongs to the counter-account of
 * a party as accountants expect. Debits and credits of each account are those of the ledger.
 */
function pair(items: readonly Item[], keys: Keys): BookingRow[] {
  const rest = (sign: 1 | -1) =>
    items
      .filter(({ base }) => Math.sign(base) === sign)
      // Large items first, so that items with tax are split as seldom as possible.
      .toSorted((a, b) => Math.abs(b.base) - Math.abs(a.base))
      .map((item) => ({ item, left: Math.abs(item.base) }));
  const debits = rest(1);
  const credits = rest(-1);
  const rows: BookingRow[] = [];
  while (debits.length > 0 && credits.length > 0) {
    const [debit] = debits;
    const [credit] = credits;
    if (!debit || !credit) break;
    const base = Math.min(debit.left, credit.left);
    // The party, else the side without tax, is the account; the other one is the counter-account and has the key.
    const debitFirst = debit.item.party || (!credit.item.party && debit.item.taxCode === '');
    const [account, counter] = debitFirst ? [debit.item, credit.item] : [credit.item, debit.item];
    const taxCode = counter.taxCode || account.taxCode;
    rows.push({
      base,
      side: debitFirst ? 'S' : 'H',
      account: account.account,
      counter: counter.account,
      key: keyOf(taxCode, [account.account, counter.account], keys),
      taxCode,
      taxOn: counter.taxCode === '' ? account.taxOn : counter.taxOn,
      foreign: foreignFor(debit.item, credit.item, base),
      document: account.document,
    });
    debit.left -= base;
    credit.left -= base;
    if (debit.left === 0) debits.shift();
    if (credit.left === 0) credits.shift();
  }
  return rows;
}

/** The tax in rows of a code, as DATEV computes it, with the sign of the ledger: a credit is negative. */
function taxIn(rows: readonly BookingRow[], { code, taxOn, account }: Owed, known: KeyedCode | undefined): number {
  const taxAt = known?.reverseCharge ? taxOf : taxWithin;
  return rows
    .filter((row) => row.taxCode === code && row.taxOn === taxOn)
    .reduce((sum, row) => {
      const debit = (row.account === account) === (row.side === 'S');
      return sum + (debit ? 1 : -1) * taxAt(row.base, known?.rate ?? 0);
    }, 0);
}

/**
 * The rows of an entry. Where the tax of the ledger differs from what DATEV computes, for example after several part credits, a further row
 * moves the difference between base and tax account.
 * @param lines add up to zero in `base`
 */
export function bookingRows(lines: readonly LedgerLine[], keys: Keys): BookingRow[] {
  const { items, owed } = itemsOf(lines, keys);
  const rows = pair(items, keys);
  for (const one of owed) {
    const known = keys.codes.get(one.code);
    const difference = one.tax - taxIn(rows, one, known);
    if (difference === 0) continue;
    rows.push({
      base: Math.abs(difference),
      side: difference > 0 ? 'S' : 'H',
      account: one.taxAccount,
      counter: one.against,
      key: known?.reverseCharge ? '' : NO_AUTOMATIC,
      taxCode: '',
      taxOn: null,
      foreign: null,
      document: lines[0]?.document ?? '',
    });
  }
  return rows;
}

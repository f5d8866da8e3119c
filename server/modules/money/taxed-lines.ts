import type { BookedGroup } from '#contract/money/document-sums';
import type { Currency } from '#contract/money/scale';
import { taxOf } from '#contract/money/sums';
import type { Db } from '../../core/db/client.ts';
import type { EntryLine } from './entry.ts';
import { accountOf, taxCodeOf } from './tax-codes.ts';

type Side = { currency: Currency; day: string };

/** The kind gives the standard account, unless the code names another one. */
const account = async (tx: Db, no: string, { currency }: Side) => ({ account: await accountOf(tx, no, currency), currency });

/**
 * The lines of revenue and VAT of an invoice, one of each for every code and rate. Credits; `sign` -1 turns them round for a credit note.
 * @throws DomainError StateRefused if there is no tax code on the day of the service
 */
export async function soldLines(tx: Db, vat: readonly BookedGroup[], sign: 1 | -1, side: Side): Promise<EntryLine[]> {
  const lines: EntryLine[] = [];
  for (const { category, rate, base, tax, houseBase, houseTax } of vat) {
    const code = await taxCodeOf(tx, 'out', { category, rate }, side.day);
    const taxCode = code.code;
    lines.push(
      { kind: 'revenue', ...(await account(tx, code.accountNo, side)), amount: -sign * base, base: -sign * houseBase, taxCode },
      { kind: 'vat', ...(await account(tx, code.vatAccountNo, side)), amount: -sign * tax, base: -sign * houseTax, taxCode },
    );
  }
  return lines;
}

/**
 * The lines of expense and input VAT of a bill. Under reverse charge (§ 13b UStG) the house owes the tax that the bill does not show and
 * deducts it at once, so it is booked on both sides.
 */
export async function boughtLines(tx: Db, vat: readonly BookedGroup[], side: Side): Promise<EntryLine[]> {
  const lines: EntryLine[] = [];
  for (const { category, rate, base, tax, houseBase, houseTax } of vat) {
    const code = await taxCodeOf(tx, 'in', { category, rate }, side.day);
    const taxCode = code.code;
    const owed = code.reverseCharge ? { amount: taxOf(base, code.rate), base: taxOf(houseBase, code.rate) } : { amount: 0, base: 0 };
    lines.push(
      { kind: 'expense', ...(await account(tx, code.accountNo, side)), amount: base, base: houseBase, taxCode },
      {
        kind: 'inputVat',
        ...(await account(tx, code.vatAccountNo, side)),
        amount: tax + owed.amount,
        base: houseTax + owed.base,
        taxCode,
      },
      { kind: 'vat', ...(await account(tx, code.owedAccountNo, side)), amount: -owed.amount, base: -owed.base, taxCode },
    );
  }
  return lines;
}

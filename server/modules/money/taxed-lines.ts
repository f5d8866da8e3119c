import type { BookedGroup } from '#contract/money/document-sums';
import type { InvoiceLine } from '#contract/money/invoices';
import { type Currency, divide } from '#contract/money/scale';
import { taxOf } from '#contract/money/sums';
import type { Db } from '../../core/db/client.ts';
import type { EntryLine } from './entry.ts';
import { accountOf, taxCodeOf } from './tax-codes.ts';

type Side = { currency: Currency; day: string };

/** The kind gives the standard account, unless the code names another one. */
const account = async (tx: Db, no: string, { currency }: Side) => ({ account: await accountOf(tx, no, currency), currency });

/** The part of a VAT group that arises on one day. */
type Arising = BookedGroup & { day: string };

/**
 * Divides a VAT group by the days on which its tax arises, in the proportion of the net amounts of these days and of the tax on them. Each
 * figure is cut from what is summed so far, so that the parts add up to the group exactly, also of a credit note that takes what rests.
 * @param nets net amounts of the group's lines by day
 */
function byDay(group: BookedGroup, nets: ReadonlyMap<string, number>): Arising[] {
  const days = [...nets].sort(([a], [b]) => a.localeCompare(b));
  const whole = days.reduce((sum, [, net]) => sum + net, 0);
  let summed = 0;
  return days.map(([day, net]) => {
    const before = summed;
    summed += net;
    const part = (figure: number, weigh: (net: number) => number): number => {
      const all = weigh(whole);
      const upTo = (net: number): number =>
        all === 0 ? (net === whole ? figure : 0) : Number(divide(BigInt(figure) * BigInt(weigh(net)), BigInt(all)));
      return upTo(summed) - upTo(before);
    };
    const [asIs, taxed] = [(net: number) => net, (net: number) => taxOf(net, group.rate)];
    const { base, tax, houseBase, houseTax } = group;
    return {
      ...group,
      base: part(base, asIs),
      tax: part(tax, taxed),
      houseBase: part(houseBase, asIs),
      houseTax: part(houseTax, taxed),
      day,
    };
  });
}

/** The VAT groups of an invoice by the day on which the tax arises; those whose lines all have the day of the document stay whole. */
export function arisingOn(vat: readonly BookedGroup[], lines: readonly InvoiceLine[], nets: readonly number[], day: string): Arising[] {
  return vat.flatMap((group) => {
    const days = new Map<string, number>();
    lines.forEach((line, i) => {
      if (line.vatCategory !== group.category || line.vatRate !== group.rate) return;
      const on = line.serviceTo ?? day;
      days.set(on, (days.get(on) ?? 0) + (nets[i] ?? 0));
    });
    const [only] = days.keys();
    return days.size > 1 ? byDay(group, days) : [{ ...group, day: only ?? day }];
  });
}

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

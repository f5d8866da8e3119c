import { toHouse } from './fx.ts';
import { type Currency, divide } from './scale.ts';
import { lineNet, type Taxed, type Totals, taxOf, totalsOf, type VatGroup } from './sums.ts';
import type { VatCategory } from './vat.ts';

/** A VAT group with its value in the house currency. */
export type BookedGroup = VatGroup & { houseBase: number; houseTax: number };
/**
 * The figures of a document in the smallest unit. `houseTax` is the tax of each group converted, not what the total leaves over (Art. 91 and
 * 230 of Directive 2006/112/EC): ledger, paper and BT-111 of an e-invoice have the same figure. `houseGross` is the total converted; what it
 * differs from the groups is booked as rounding.
 */
export type DocumentSums = Omit<Totals, 'vat'> & { vat: BookedGroup[]; houseTax: number; houseGross: number };

/** `rate`: units of the currency for one unit of the house currency, in millionths. */
type Money = { currency: Currency; rate: number };
type Numbered = Taxed & { id: string };
export type Credited = Taxed & { ofLine: string | null };
/** A posted credit note with its frozen figures. */
export type PostedCredit = { lines: readonly Credited[]; sums: DocumentSums };

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const keyOf = ({ category, rate }: { category: VatCategory; rate: number }): string => `${category}${rate}`;
const groupOf = ({ vatCategory, vatRate }: Taxed): string => `${vatCategory}${vatRate}`;

function summed(nets: number[], vat: BookedGroup[], houseGross: number): DocumentSums {
  const net = total(vat.map(({ base }) => base));
  const tax = total(vat.map((group) => group.tax));
  return { nets, vat, net, tax, gross: net + tax, houseTax: total(vat.map(({ houseTax }) => houseTax)), houseGross };
}

/** The figures of an invoice or bill. */
export function documentSums(lines: readonly Taxed[], { currency, rate }: Money): DocumentSums {
  const { nets, vat, gross } = totalsOf(lines, currency);
  const booked = vat.map((group) => ({
    ...group,
    houseBase: toHouse(group.base, currency, rate),
    houseTax: toHouse(group.tax, currency, rate),
  }));
  return summed(nets, booked, toHouse(gross, currency, rate));
}

/** The figures of a bill whose breakdown of VAT is stated by its e-invoice. */
export function statedSums(vat: readonly VatGroup[], { currency, rate }: Money): DocumentSums {
  const booked = vat.map((group) => ({
    ...group,
    houseBase: toHouse(group.base, currency, rate),
    houseTax: toHouse(group.tax, currency, rate),
  }));
  return summed([], booked, toHouse(total(vat.map(({ base, tax }) => base + tax)), currency, rate));
}

/**
 * The figures of a credit note, so that an invoice and all its credit notes come to exactly zero: the net of a line is the rounded amount of
 * everything credited of it so far, less what earlier credit notes credited. The one that completes a line, a VAT group or the invoice takes
 * what rests of it. Never below zero.
 * @param of the invoice with its figures
 * @param earlier all credit notes of it that are posted
 */
export function creditSums(
  lines: readonly Credited[],
  of: { lines: readonly Numbered[]; sums: DocumentSums },
  earlier: readonly PostedCredit[],
  { currency, rate }: Money,
): DocumentSums {
  const taken = new Map<string, { qty: number; net: number }>();
  const take = (id: string | null, qty: number, net: number): void => {
    const known = taken.get(id ?? '') ?? { qty: 0, net: 0 };
    taken.set(id ?? '', { qty: known.qty + qty, net: known.net + net });
  };
  for (const credit of earlier) credit.lines.forEach((line, i) => take(line.ofLine, line.qty, credit.sums.nets[i] ?? 0));
  const nets = lines.map((line) => {
    const before = taken.get(line.ofLine ?? '') ?? { qty: 0, net: 0 };
    const net = Math.max(0, lineNet({ ...line, qty: before.qty + line.qty }, currency) - before.net);
    take(line.ofLine, line.qty, net);
    return net;
  });
  const isDone = (line: Numbered): boolean => (taken.get(line.id)?.qty ?? 0) >= line.qty;
  const vat = totalsOf(lines, currency).vat.map((drawn): BookedGroup => {
    const key = keyOf(drawn);
    const same = (group: VatGroup): boolean => keyOf(group) === key;
    const whole = of.sums.vat.find(same);
    const past = earlier.flatMap(({ sums }) => sums.vat.filter(same));
    const before = (figure: 'base' | 'tax' | 'houseBase' | 'houseTax'): number => total(past.map((group) => group[figure]));
    const done = of.lines.filter((line) => groupOf(line) === key).every(isDone);
    const base = total(nets.filter((_, i) => groupOf(lines[i] as Taxed) === key));
    const upTo = before('base') + base;
    const taxed = taxOf(upTo, drawn.rate);
    const rest = (figure: 'tax' | 'houseBase' | 'houseTax', soFar: number): number =>
      Math.max(0, (done && whole ? whole[figure] : soFar) - before(figure));
    const tax = rest('tax', taxed);
    return {
      category: drawn.category,
      rate: drawn.rate,
      base,
      tax,
      houseBase: rest('houseBase', toHouse(upTo, currency, rate)),
      houseTax: rest('houseTax', toHouse(before('tax') + tax, currency, rate)),
    };
  });
  const gross = total(vat.map(({ base, tax }) => base + tax));
  const past = (figure: 'gross' | 'houseGross'): number => total(earlier.map(({ sums }) => sums[figure]));
  const soFar = of.lines.every(isDone) ? of.sums.houseGross : toHouse(past('gross') + gross, currency, rate);
  return summed(nets, vat, soFar - past('houseGross'));
}

/**
 * The figures that remain when only `amount` of a document is approved: every figure is cut in the same proportion. They are cut one after
 * the other from what is cut so far, so that they add up to `amount` exactly.
 */
export function cutSums(of: DocumentSums, amount: number, { currency, rate }: Money): DocumentSums {
  let [whole, cut] = [0, 0];
  const next = (figure: number): number => {
    whole += figure;
    const before = cut;
    cut = Number(divide(BigInt(whole) * BigInt(amount), BigInt(of.gross)));
    return cut - before;
  };
  const vat = of.vat.map((group): BookedGroup => {
    const [base, tax] = [next(group.base), next(group.tax)];
    return { ...group, base, tax, houseBase: toHouse(base, currency, rate), houseTax: toHouse(tax, currency, rate) };
  });
  return summed(of.nets, vat, toHouse(amount, currency, rate));
}

import type { BillLine } from '#contract/money/bills';
import { MAX_LINES } from '#contract/money/lines';
import type { ReceivedAllowance, ReceivedInvoice, ReceivedLine } from '#contract/money/received-invoice';
import { type Currency, PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';
import { lineNet, totalsOf, type VatGroup } from '#contract/money/sums';
import type { VatCategory } from '#contract/money/vat';
import type { OrderedLine } from '../bill-order.ts';
import { isVatCategory } from './check-sums.ts';

/**
 * The lines of the bill. Each has exactly the net amount that the file states, and the lines of a group of VAT add up to its base. Where that
 * is not possible, one line stands for each group.
 */

const ONE = 10 ** QTY_SCALE;
const PER_CENT = 100;
const TEXT = 200;
const PRICE_PER_CENT = 10 ** (PRICE_SCALE - 2);

/** The stated groups as they are booked; null if one of them cannot be. */
export function statedVat({ vat }: ReceivedInvoice): VatGroup[] | null {
  const groups = vat.map(({ category, rate, base, tax }) => ({ category, rate: category === 'S' ? rate : 0, base, tax }));
  const isFine = groups.every(
    ({ category, rate, base, tax }) => isVatCategory(category) && base >= 0 && tax >= 0 && (category === 'S' ? rate > 0 : tax === 0),
  );
  return isFine && groups.length > 0 ? (groups as VatGroup[]) : null;
}

type Vat = { vatCategory: VatCategory; vatRate: number };
const blank = {
  note: '',
  unit: '',
  discount: 0,
  ofLine: null,
  orderNo: '',
  ordered: null,
  orderedPrice: null,
  received: null,
  charge: null,
};
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT).trim();
const single = (text: string, net: number, vat: Vat): BillLine => ({
  ...blank,
  ...vat,
  id: crypto.randomUUID(),
  text: plain(text) || '–',
  qty: ONE,
  unitPrice: net * PRICE_PER_CENT,
});

/** Number of a text at a scale; null if it has more digits, is not above zero, or is too large. */
function whole(text: string, scale: number, most: number): number | null {
  const [, left = '', right = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (left === '' || right.length > scale || left.length > 11) return null;
  const value = Number(left + right.padEnd(scale, '0'));
  return value > 0 && value <= most ? value : null;
}

/** Quantity and price as stated, if they give the net amount; the price that the net amount stands for; else once the net amount. */
function lineOf(line: ReceivedLine, currency: Currency): BillLine | null {
  if (!isVatCategory(line.category) || line.net < 0) return null;
  const vat = { vatCategory: line.category, vatRate: line.category === 'S' ? (line.rate ?? 0) : 0 };
  const text = [line.name || line.description, line.sellerItem].filter(Boolean).join(' · ');
  const note = plain([line.note, line.name ? line.description : ''].filter(Boolean).join(' · '));
  const once = { ...single(text, line.net, vat), note };
  const qty = whole(line.qty, QTY_SCALE, 10_000_000_000);
  if (qty === null || line.net === 0) return once;
  const price = line.baseQty === '' || line.baseQty === '1' ? whole(line.price, PRICE_SCALE, 100_000_000_000) : null;
  const [allowance, ...others] = line.allowances;
  const discount = allowance && others.length === 0 && !allowance.isCharge ? (allowance.percent ?? 0) : 0;
  const even = Math.round((line.net * PRICE_PER_CENT * ONE) / qty);
  for (const given of [
    { unitPrice: price, discount },
    { unitPrice: price, discount: 0 },
    { unitPrice: even, discount: 0 },
  ]) {
    const { unitPrice } = given;
    if (unitPrice === null || given.discount > 100 * PER_CENT || given.discount < 0) continue;
    if (lineNet({ qty, unitPrice, discount: given.discount }, currency) === line.net)
      return { ...once, qty, unitPrice, discount: given.discount };
  }
  return { ...once, note: plain([`${line.qty} × ${line.price}`, note].filter(Boolean).join(' · ')) };
}

const chargeOf = (one: ReceivedAllowance): BillLine | null =>
  one.isCharge && one.amount >= 0 && isVatCategory(one.category)
    ? single(one.reason || one.reasonCode, one.amount, { vatCategory: one.category, vatRate: one.category === 'S' ? (one.rate ?? 0) : 0 })
    : null;

const keyOf = ({ category, rate }: Pick<VatGroup, 'category' | 'rate'>): string => `${category} ${rate}`;
/** Whether lines have the stated base in each group of VAT. */
export function hasBases(lines: readonly BillLine[], vat: readonly VatGroup[], currency: Currency): boolean {
  const drawn = new Map(totalsOf(lines, currency).vat.map((group) => [keyOf(group), group.base]));
  const stated = vat.filter(({ base }) => base !== 0);
  return (
    stated.every((group) => drawn.get(keyOf(group)) === group.base) && [...drawn].filter(([, base]) => base !== 0).length === stated.length
  );
}

/**
 * Gives each line the line of the order with the same item: by the number of the item, by the line of the order (BT-132), else by the same
 * words, because packaging and services have no number.
 */
function withOrder(lines: BillLine[], received: readonly ReceivedLine[], order: readonly OrderedLine[]): BillLine[] {
  const free = new Set(order);
  return lines.map((line, i) => {
    const from = received[i];
    if (!from) return line;
    const items = [from.buyerItem, from.sellerItem, from.standardItem].filter(Boolean).map((one) => one.toLowerCase());
    const found =
      [...free].find(({ line: { sku } }) => sku !== '' && items.includes(sku.toLowerCase())) ??
      [...free].find((one) => from.orderLine !== '' && order.indexOf(one) + 1 === Number(from.orderLine)) ??
      [...free].find((one) => plain(one.line.text).toLowerCase() === plain(from.name || from.description).toLowerCase());
    if (!found) return line;
    free.delete(found);
    return { ...line, ofLine: found.line.id };
  });
}

/** @param order the lines of the order that is billed */
export function billLines(
  document: ReceivedInvoice,
  vat: readonly VatGroup[],
  currency: Currency,
  order: readonly OrderedLine[] = [],
): { lines: BillLine[]; isCombined: boolean } {
  // More than a bill can have are combined, so they need not be calculated.
  const received = document.lines.length <= MAX_LINES ? document.lines.map((line) => lineOf(line, currency)) : [null];
  const all = [...received, ...document.allowances.map(chargeOf)];
  const lines = all.filter((line) => line !== null);
  if (lines.length > 0 && lines.length === all.length && lines.length <= MAX_LINES && hasBases(lines, vat, currency))
    return { lines: withOrder(lines, document.lines, order), isCombined: false };
  const combined = vat
    .filter(({ base }) => base > 0)
    .map(({ category, rate, base }) => single(`${document.no} · ${rate / PER_CENT} %`, base, { vatCategory: category, vatRate: rate }));
  return { lines: combined, isCombined: true };
}

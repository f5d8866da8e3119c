import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from './scale.ts';

/** A line of a bill with the ordered and received quantities (three-way match). Null: nothing to compare with. */
export type Matched = {
  qty: number;
  unitPrice: number;
  ordered: number | null;
  orderedPrice: number | null;
  received: number | null;
};
export const DIFFERENCES = ['moreThanOrdered', 'moreThanReceived', 'dearer', 'cheaper', 'notOrdered', 'notReceived'] as const;
export type Difference = {
  kind: (typeof DIFFERENCES)[number];
  /** Billed and expected values, in thousandths or ten-thousandths depending on the kind. */
  billed: number;
  expected: number;
  /** Value of the difference in the smallest unit. Negative is in our favour. */
  worth: number;
};

/** Whether a line charges more than was received. A line without a receipt, such as a service, cannot be compared. */
export const isAboveReceipt = ({ qty, received }: Pick<Matched, 'qty' | 'received'>): boolean => received !== null && qty > received;

/** Differences between a bill line and its order and receipt. A lower quantity is not a difference; a price differs in both directions. */
export function matchLine({ qty, unitPrice, ordered, orderedPrice, received }: Matched, currency: Currency): Difference[] {
  const worth = (pieces: number, price: number): number =>
    Number(divide(BigInt(pieces) * BigInt(price) * tenTo(EXPONENTS[currency]), tenTo(QTY_SCALE + PRICE_SCALE)));
  const found: Difference[] = [];
  const add = (kind: Difference['kind'], billed: number, expected: number, cost: number) =>
    found.push({ kind, billed, expected, worth: cost });
  if (ordered === null) return found;
  if (ordered === 0) add('notOrdered', qty, 0, worth(qty, unitPrice));
  else if (qty > ordered) add('moreThanOrdered', qty, ordered, worth(qty - ordered, unitPrice));
  if (received === 0) add('notReceived', qty, 0, worth(qty, unitPrice));
  else if (received !== null && qty > received) add('moreThanReceived', qty, received, worth(qty - received, unitPrice));
  if (orderedPrice !== null && unitPrice !== orderedPrice)
    add(unitPrice > orderedPrice ? 'dearer' : 'cheaper', unitPrice, orderedPrice, worth(qty, unitPrice - orderedPrice));
  return found;
}

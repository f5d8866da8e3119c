import { type Currency, divide, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from './scale.ts';

/** A line of a bill beside what was ordered and what came (three-way match). Null: there is nothing to compare with. */
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
  /** What the bill says, and what it should say; thousandths or ten-thousandths as the kind has it. */
  billed: number;
  expected: number;
  /** What the difference costs, in the smallest unit; below zero is in our favour. */
  worth: number;
};

/** Whether a line asks for more than was received. A line without a receipt, such as a service, cannot be compared. */
export const isAboveReceipt = ({ qty, received }: Pick<Matched, 'qty' | 'received'>): boolean => received !== null && qty > received;

/** What a bill's line says differently from order and receipt. Quantities may stay below; a price differs in both directions. */
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

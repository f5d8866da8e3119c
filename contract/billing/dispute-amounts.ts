import { type Currency, EXPONENTS, PRICE_SCALE, QTY_SCALE, tenTo } from '../money/scale.ts';
import { lineNet, taxOf } from '../money/sums.ts';

/** A net amount with VAT. @param rate in hundredths of a per cent */
export const grossOf = (net: number, rate: number): number => net + taxOf(net, rate);

type Line = { unitPrice: number; discount: number };
/**
 * The quantity of a line, in thousandths, that is worth an amount: rounded down, or up where it would come to less. Lines with a discount are
 * credited at their reduced price.
 */
export function creditQuantity({ unitPrice, discount }: Line, amount: number, currency: Currency): number {
  const price = BigInt(unitPrice) * BigInt(10_000 - discount);
  if (price <= 0n) return 0;
  const scaled = BigInt(amount) * tenTo(PRICE_SCALE - EXPONENTS[currency] + QTY_SCALE) * 10_000n;
  let qty = Number(scaled / price);
  while (lineNet({ qty, unitPrice, discount }, currency) < amount) qty += 1;
  return qty;
}

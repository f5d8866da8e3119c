import type { CellSpec } from '#contract/core/mask';
import { CHARGES } from '#contract/money/bills';
import { PRICE_SCALE, QTY_SCALE } from '#contract/money/scale';

/** Freight or surcharge. */
export const CHARGE = {
  kind: 'choice',
  label: 'bills.lines.charge',
  options: CHARGES.map((value) => ({ value, label: `bills.charges.${value}` })),
  width: 110,
} as const;

/** What a line is compared with: what was ordered and received. */
export const orderColumns: Record<string, CellSpec> = {
  orderNo: { kind: 'text', label: 'bills.lines.orderNo', maxLength: 30, width: 110 },
  ordered: { kind: 'decimal', label: 'bills.lines.ordered', scale: QTY_SCALE, min: 0, width: 90 },
  orderedPrice: { kind: 'decimal', label: 'bills.lines.orderedPrice', scale: PRICE_SCALE, min: 0, width: 100 },
  received: { kind: 'decimal', label: 'bills.lines.received', scale: QTY_SCALE, min: 0, width: 90 },
  charge: CHARGE,
};

/** A purchase order as it goes: written, ordered, arriving, closed. */
export const PURCHASE_STATUSES = ['draft', 'ordered', 'partlyReceived', 'received', 'closed', 'cancelled'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
type Facts = { orderedAt: string | null; cancelledAt: string | null; closedAt: string | null; pieces: number; received: number };

/** `closed` is an order of which no more is expected, though not all of it came. */
export function purchaseStatus({ orderedAt, cancelledAt, closedAt, pieces, received }: Facts): PurchaseStatus {
  if (cancelledAt) return 'cancelled';
  if (!orderedAt) return 'draft';
  if (pieces > 0 && received >= pieces) return 'received';
  if (closedAt) return 'closed';
  return received > 0 ? 'partlyReceived' : 'ordered';
}

/** Pieces that the dock expects: whole ones, of lines that name an item. */
export const expectedPieces = (lines: readonly { sku: string; qty: number }[]): number =>
  lines.reduce((sum, { sku, qty }) => sum + (sku === '' ? 0 : Math.floor(qty / 1000)), 0);

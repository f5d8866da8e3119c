/** States of a purchase order. */
export const PURCHASE_STATUSES = ['draft', 'ordered', 'partlyReceived', 'received', 'closed', 'cancelled'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
type Facts = { orderedAt: string | null; cancelledAt: string | null; closedAt: string | null; pieces: number; received: number };

/** `closed`: nothing more is expected although not everything was received. */
export function purchaseStatus({ orderedAt, cancelledAt, closedAt, pieces, received }: Facts): PurchaseStatus {
  if (cancelledAt) return 'cancelled';
  if (!orderedAt) return 'draft';
  if (pieces > 0 && received >= pieces) return 'received';
  if (closedAt) return 'closed';
  return received > 0 ? 'partlyReceived' : 'ordered';
}

/** Pieces expected at the dock: whole pieces of lines with an item. */
export const expectedPieces = (lines: readonly { sku: string; qty: number }[]): number =>
  lines.reduce((sum, { sku, qty }) => sum + (sku === '' ? 0 : Math.floor(qty / 1000)), 0);

import type { LastOrdered } from '#contract/trade/purchase-orders';
import { asText, type Row } from '../../../core/mask/kinds/kind.ts';

/** The call that tells what is known of an item at a supplier. */
export const knownAddress = (supplierId: string, itemId: string): string =>
  `/v0/purchaseOrders/known?${new URLSearchParams({ supplierId, itemId })}`;

/**
 * Cells of a line for an item.
 * @param currency of the order; a last price in another one is not taken
 */
export function lineOf(item: Row, currency: string, known: LastOrdered | null): Row {
  const last = known?.last ?? null;
  return {
    sku: asText(item['sku']),
    text: asText(item['name']),
    ...(known?.supplierCode ? { supplierCode: known.supplierCode } : {}),
    ...(last ? { unit: last.unit, vatCategory: last.vatCategory, vatRate: last.vatRate } : {}),
    ...(last && last.currency === currency ? { unitPrice: last.unitPrice } : {}),
  };
}

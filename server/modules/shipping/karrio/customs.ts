import { majorOf } from '#contract/core/currency';
import { houseToday } from '#contract/core/house-day';
import type { Declaration } from '../adapter.ts';
import { declarable } from '../declarable.ts';

/** What is declared to the customs through a Karrio gateway. */

const TITLE = 200;

/** @throws CarrierError `refused` with the SKUs whose customs data are missing */
export function customsAt(declaration: Declaration): object {
  const { incoterm, invoice } = declaration;
  const { goods, currency } = declarable(declaration);
  return {
    content_type: 'merchandise',
    incoterm,
    commercial_invoice: true,
    invoice,
    invoice_date: houseToday(),
    duty: {
      paid_by: incoterm === 'DDP' ? 'sender' : 'recipient',
      currency,
      declared_value: majorOf(
        goods.reduce((sum, { value, qty }) => sum + value * qty, 0),
        currency,
      ),
    },
    commodities: goods.map(({ sku, title, qty, weight, hsCode, origin, value }) => ({
      sku,
      title: title.slice(0, TITLE),
      quantity: qty,
      // Without a weight of the item the weight of the parcel stands for it.
      weight: (weight ?? 0) / 1000,
      weight_unit: 'KG',
      hs_code: hsCode,
      origin_country: origin,
      value_amount: majorOf(value, currency),
      value_currency: currency,
    })),
  };
}

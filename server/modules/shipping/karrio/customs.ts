import { majorOf } from '#contract/core/currency';
import { houseToday } from '#contract/core/house-day';
import type { Declaration, DeclaredGoods } from '../adapter.ts';
import { refusal } from '../services-at.ts';

/** What is declared to the customs through a Karrio gateway. */

const TITLE = 200;
/** Without these the customs stop a parcel. An item without a weight is left to its parcel's weight. */
const isComplete = ({ hsCode, origin, value }: DeclaredGoods): boolean => hsCode !== '' && origin !== '' && value !== null && value > 0;

/** @throws CarrierError `refused` with the SKUs whose customs data are missing */
export function customsAt({ goods, incoterm, invoice }: Declaration): object {
  if (goods.length === 0) throw refusal('customsGoods');
  const incomplete = goods.filter((one) => !isComplete(one));
  if (incomplete.length > 0) throw refusal('customsData', incomplete.map(({ sku }) => sku).join(', '));
  const currencies = new Set(goods.map(({ currency }) => currency));
  if (currencies.size > 1) throw refusal('customsCurrency', [...currencies].join(', '));
  const [currency = ''] = currencies;
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
        goods.reduce((sum, { value, qty }) => sum + (value ?? 0) * qty, 0),
        currency,
      ),
    },
    commodities: goods.map(({ sku, title, qty, weight, hsCode, origin, value }) => ({
      sku,
      title: title.slice(0, TITLE),
      quantity: qty,
      weight: (weight ?? 0) / 1000,
      weight_unit: 'KG',
      hs_code: hsCode,
      origin_country: origin,
      value_amount: majorOf(value ?? 0, currency),
      value_currency: currency,
    })),
  };
}

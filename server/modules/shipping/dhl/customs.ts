import { majorOf } from '#contract/core/currency';
import type { Declaration } from '../adapter.ts';
import { alpha3 } from '../alpha-3.ts';
import type { Connection } from '../connections.ts';
import { declarable } from '../declarable.ts';
import { nameAt, refusal } from '../services-at.ts';

/** What is declared to the customs of a parcel that DHL carries out of the customs union. */

const TITLE = 256;
/** Kinds of goods that DHL takes in a parcel. */
const MOST = 99;
const REFERENCE = 35;

/**
 * DHL prints it on the CN23 and tells it to the customs. Every sum is in one currency.
 * @throws CarrierError `refused` with the SKUs whose customs data are missing
 */
export function customsAt(connection: Connection, declaration: Declaration): object {
  const { goods, currency } = declarable(declaration);
  if (goods.length > MOST) throw refusal('customsMany', String(MOST));
  const unweighed = goods.filter(({ weight }) => !weight);
  if (unweighed.length > 0) throw refusal('customsWeight', unweighed.map(({ sku }) => sku).join(', '));
  const exporter = nameAt(connection, 'eori');
  return {
    exportType: 'COMMERCIAL_GOODS',
    invoiceNo: declaration.invoice.slice(0, REFERENCE),
    // Orders do not say what the recipient paid for the carriage.
    postalCharges: { currency, value: 0 },
    ...(exporter ? { shipperCustomsRef: exporter.slice(0, REFERENCE) } : {}),
    items: goods.map(({ sku, title, qty, weight, hsCode, origin, value }) => ({
      itemDescription: (title || sku).slice(0, TITLE),
      countryOfOrigin: originOf(origin, sku),
      hsCode,
      packagedQuantity: qty,
      itemValue: { currency, value: majorOf(value, currency) },
      itemWeight: { uom: 'g', value: weight },
    })),
  };
}

/** @throws CarrierError `refused` if the country does not exist */
function originOf(two: string, sku: string): string {
  const three = alpha3(two);
  if (!three) throw refusal('customsData', sku);
  return three;
}

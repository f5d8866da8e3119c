import { majorOf, minorDigits } from '#contract/core/currency';
import { houseToday } from '#contract/core/house-day';
import type { Declaration } from '../adapter.ts';
import { alpha3 } from '../alpha-3.ts';
import type { Connection } from '../connections.ts';
import { declarable } from '../declarable.ts';
import { linesOf } from '../lines-of.ts';
import { nameAt, refusal } from '../services-at.ts';
import { type Party, wrong } from './party.ts';

/** The commercial invoice of a parcel that UPS carries out of the customs union. UPS draws it, tells it to the customs and returns it as PDF. */

/** Kinds of goods that UPS prints on an invoice. */
const MOST = 50;
const LINE = 35;
const LINES = 3;
const REFERENCE = 35;
const DESCRIPTION = 50;
const INVOICE = '01';
const PIECES = 'PCS';
const DUTIES = '02';

/** What UPS calls an EORI number: of the sender, for the customs, printed on the papers. */
const EORI = {
  IDNumberCustomerRole: '06',
  IDNumberEncryptionIndicator: '0',
  IDNumberPurposeCode: '02',
  IDNumberTypeCode: '0002',
  IncludeIDNumberOnShippingBrokerageDocs: '01',
};
const SENDER = '20';

export type CustomsParts = {
  /** Parts of the shipment. */
  shipment: { Description: string; GlobalTaxInformation?: object };
  /** How duties are paid. Without it the recipient pays them. */
  charges: object[];
  forms: object;
};

/** UPS clears no parcel without the telephone numbers of both sides. @throws CarrierError */
function demandPhones(from: Party, to: Party): void {
  if (!to.Phone) throw wrong('noPhone', 'phone');
  if (!from.Phone) throw refusal('noSenderPhone');
}

/**
 * Every sum is in one currency.
 * @throws CarrierError `refused` with the SKUs whose customs data are missing, `refusedAddress` without a telephone number
 */
export function customsAt(connection: Connection, declaration: Declaration, from: Party, to: Party): CustomsParts {
  const { goods, currency } = declarable(declaration);
  if (goods.length > MOST) throw refusal('customsMany', String(MOST));
  const nowhere = goods.filter(({ origin }) => !alpha3(origin));
  if (nowhere.length > 0) throw refusal('customsData', nowhere.map(({ sku }) => sku).join(', '));
  demandPhones(from, to);
  const { incoterm, invoice } = declaration;
  const exporter = nameAt(connection, 'eori');
  const titles = [...new Set(goods.map(({ title, sku }) => title || sku))].join(', ');
  return {
    shipment: {
      Description: titles.slice(0, DESCRIPTION).trim(),
      ...(exporter
        ? {
            GlobalTaxInformation: {
              AgentTaxIdentificationNumber: { AgentRole: SENDER, TaxIdentificationNumber: { IdentificationNumber: exporter, ...EORI } },
            },
          }
        : {}),
    },
    charges: incoterm === 'DDP' ? [{ Type: DUTIES, BillShipper: { AccountNumber: connection.account } }] : [],
    forms: {
      FormType: [INVOICE],
      InvoiceNumber: invoice.slice(0, REFERENCE),
      InvoiceDate: houseToday().replaceAll('-', ''),
      ReasonForExport: 'SALE',
      TermsOfShipment: incoterm,
      CurrencyCode: currency,
      Contacts: { SoldTo: { AttentionName: to.Name, ...to } },
      Product: goods.map(({ sku, title, qty, hsCode, origin, value }) => ({
        Description: linesOf(title || sku, LINE).slice(0, LINES),
        Unit: {
          Number: String(qty),
          UnitOfMeasurement: { Code: PIECES },
          Value: majorOf(value, currency).toFixed(minorDigits(currency)),
        },
        CommodityCode: hsCode,
        PartNumber: sku.slice(0, LINE),
        OriginCountryCode: origin,
      })),
    },
  };
}

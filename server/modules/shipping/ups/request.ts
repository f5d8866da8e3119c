import { majorOf, minorDigits } from '#contract/core/currency';
import { CarrierError, type LabelRequest } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { nameAt, refusal, refuseWithoutAmount, serviceAt } from '../services-at.ts';
import { customsAt } from './customs.ts';
import { partyAt } from './party.ts';

/** Our label request as a `ShipmentRequest` of UPS (Shipping v2409). All figures are texts. */

export const SHIPPER_NUMBER = /^[A-Z0-9]{6}$/i;
/** UPS Standard. */
const DEFAULT_SERVICE = '11';
/** Packaging of the customer, weight in kilograms and sizes in centimetres. */
const OWN_PACKAGING = '02';
/** A label of 4 by 6 inches. UPS draws GIF and printer languages, and no PDF. */
const STOCK = { Height: '6', Width: '4' };

/** Reference of a parcel and round at UPS, by which an unanswered purchase is found again. Each round has its own, else a voided label would be found. */
export const referenceAt = ({ reference, round }: Pick<LabelRequest, 'reference' | 'round'>): string =>
  round === 0 ? reference : `${reference.slice(0, 31)}-${round}`;

/** A service's code has two characters. */
function serviceCode(connection: Connection, service: string): string {
  const code = service === '' ? (nameAt(connection, '') ?? DEFAULT_SERVICE) : serviceAt(connection, service);
  if (!/^\w{2}$/.test(code)) throw refusal('notAService', code);
  return code;
}

const CASH = '1';
const moneyAt = (amount: number, CurrencyCode: string): object => ({
  CurrencyCode,
  MonetaryValue: majorOf(amount, CurrencyCode).toFixed(minorDigits(CurrencyCode)),
});
const centimetres = (millimetres: number): string => String(Math.ceil(millimetres / 10));

/** @throws CarrierError `refused`, `refusedAddress`, `misconfigured` for what UPS would refuse or print cut off */
export function shipmentOf(connection: Connection, request: LabelRequest): object {
  const { consignor, consignee, weight, sizes, extras, retour, service, currency } = request;
  const { cashOnDelivery, insurance } = request.amounts;
  const { account } = connection;
  if (!SHIPPER_NUMBER.test(account)) throw new CarrierError({ kind: 'misconfigured', message: 'shipperNumber' });
  refuseWithoutAmount(extras);
  const [other] = extras;
  if (other) throw other === 'preferredDay' ? refusal('needsDay') : refusal('noService', other);
  if (retour) throw refusal('noService', 'retour');
  const isAbroad = consignor.country !== consignee.country || request.customs !== null;
  const [from, to] = [partyAt(consignor, isAbroad), partyAt(consignee, isAbroad)];
  const customs = request.customs ? customsAt(connection, request.customs, from, to) : null;
  // Within the Union UPS collects for a shipment, not for a package.
  const COD = cashOnDelivery === null ? null : { CODFundsCode: CASH, CODAmount: moneyAt(cashOnDelivery, currency) };
  return {
    ShipmentRequest: {
      Request: { RequestOption: 'nonvalidate' },
      Shipment: {
        ...customs?.shipment,
        Shipper: { ...from, ShipperNumber: account },
        ShipTo: to,
        ShipFrom: from,
        PaymentInformation: { ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: account } }, ...(customs?.charges ?? [])] },
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'X' },
        Service: { Code: serviceCode(connection, service) },
        ...(COD || customs
          ? { ShipmentServiceOptions: { ...(COD ? { COD } : {}), ...(customs ? { InternationalForms: customs.forms } : {}) } }
          : {}),
        Package: [
          {
            Packaging: { Code: OWN_PACKAGING },
            PackageWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: String(Math.max(0.1, Math.ceil(weight / 100) / 10)) },
            ...(sizes
              ? {
                  Dimensions: {
                    UnitOfMeasurement: { Code: 'CM' },
                    Length: centimetres(sizes.length),
                    Width: centimetres(sizes.width),
                    Height: centimetres(sizes.height),
                  },
                }
              : {}),
            ...(insurance === null ? {} : { PackageServiceOptions: { DeclaredValue: moneyAt(insurance, currency) } }),
            ReferenceNumber: [{ Value: referenceAt(request) }],
          },
        ],
      },
      LabelSpecification: { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: STOCK },
    },
  };
}

const recovery = (wanted: object): object => ({
  LabelRecoveryRequest: {
    Request: {},
    LabelSpecification: { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: STOCK },
    ...wanted,
  },
});
/** Asks for the label of the shipment that has our reference. */
export const recoveryOf = ({ account }: Connection, request: LabelRequest): object =>
  recovery({ ReferenceValues: { ReferenceNumber: { Value: referenceAt(request) }, ShipperNumber: account } });
/** Asks for the label of a tracking number. */
export const recoveryOfNumber = (number: string): object => recovery({ TrackingNumber: number });

import { majorOf, minorDigits } from '#contract/core/currency';
import { CarrierError, type LabelRequest } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { nameAt, refusal, refuseWithoutAmount, serviceAt } from '../services-at.ts';
import { customsAt } from './customs.ts';
import { partyAt } from './party.ts';

/** Our label request as a `ShipmentRequest` of UPS (Shipping v2409). All figures are texts. */

export const SHIPPER_NUMBER = /^[A-Z0-9]{6}$/i;
/** UPS Standard. */
export const DEFAULT_SERVICE = '11';
/** Packaging of the customer, weight in kilograms and sizes in centimetres. */
export const OWN_PACKAGING = '02';
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
export const moneyAt = (amount: number, CurrencyCode: string): object => ({
  CurrencyCode,
  MonetaryValue: majorOf(amount, CurrencyCode).toFixed(minorDigits(CurrencyCode)),
});
const centimetres = (millimetres: number): string => String(Math.ceil(millimetres / 10));

/** Rating requires the descriptions, Shipping does not. */
const KILOGRAMS = { Code: 'KGS', Description: 'Kilograms' };
const CENTIMETRES = { Code: 'CM', Description: 'Centimetres' };
type Parcel = Pick<LabelRequest, 'weight' | 'sizes' | 'amounts' | 'currency'>;
/** Weight, sizes and declared value of the package. */
export const packageAt = ({ weight, sizes, amounts: { insurance }, currency }: Parcel): object => ({
  PackageWeight: { UnitOfMeasurement: KILOGRAMS, Weight: String(Math.max(0.1, Math.ceil(weight / 100) / 10)) },
  ...(sizes
    ? {
        Dimensions: {
          UnitOfMeasurement: CENTIMETRES,
          Length: centimetres(sizes.length),
          Width: centimetres(sizes.width),
          Height: centimetres(sizes.height),
        },
      }
    : {}),
  ...(insurance === null ? {} : { PackageServiceOptions: { DeclaredValue: moneyAt(insurance, currency) } }),
});
/** Within the Union UPS collects for a shipment, not for a package. */
export const collectionAt = ({ amounts: { cashOnDelivery }, currency }: Pick<Parcel, 'amounts' | 'currency'>): object =>
  cashOnDelivery === null ? {} : { COD: { CODFundsCode: CASH, CODAmount: moneyAt(cashOnDelivery, currency) } };

/** @throws CarrierError `refused` for what UPS does not do for us, `misconfigured` */
export function refuseUnsold({ account }: Connection, { extras, retour }: Pick<LabelRequest, 'extras' | 'retour'>): void {
  if (!SHIPPER_NUMBER.test(account)) throw new CarrierError({ kind: 'misconfigured', message: 'shipperNumber' });
  refuseWithoutAmount(extras);
  const [other] = extras;
  if (other) throw other === 'preferredDay' ? refusal('needsDay') : refusal('noService', other);
  if (retour) throw refusal('noService', 'retour');
}

/** @throws CarrierError `refused`, `refusedAddress`, `misconfigured` for what UPS would refuse or print cut off */
export function shipmentOf(connection: Connection, request: LabelRequest): object {
  const { consignor, consignee, service } = request;
  const { account } = connection;
  refuseUnsold(connection, request);
  const isAbroad = consignor.country !== consignee.country || request.customs !== null;
  const [from, to] = [partyAt(consignor, isAbroad), partyAt(consignee, isAbroad)];
  const customs = request.customs ? customsAt(connection, request.customs, from, to) : null;
  const options = { ...collectionAt(request), ...(customs ? { InternationalForms: customs.forms } : {}) };
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
        ...(Object.keys(options).length > 0 ? { ShipmentServiceOptions: options } : {}),
        Package: [{ Packaging: { Code: OWN_PACKAGING }, ...packageAt(request), ReferenceNumber: [{ Value: referenceAt(request) }] }],
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

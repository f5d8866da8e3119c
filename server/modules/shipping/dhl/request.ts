import { majorOf } from '#contract/core/currency';
import { houseToday } from '#contract/core/house-day';
import { CarrierError, type LabelRequest } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { nameAt, refusal, refuseWithoutAmount, serviceAt } from '../services-at.ts';
import { consigneeAt, houseAt } from './address.ts';
import { customsAt } from './customs.ts';

/** Our label request as an order of DHL Parcel DE Shipping. */

/** Whoever has no group of users of his own at DHL uses this one. */
export const PROFILE = 'STANDARD_GRUPPENPROFIL';
/** A product, and the billing number where it differs from the account's. */
const PRODUCT = /^(V\d{2}[A-Z]{2,4})(?:[ /]+(\w{10}\d{2}\w{2}))?$/;
/** Customer number (10), product number (2), participation (2). */
export const BILLING_NUMBER = /^(\w{10})\d{2}(\w{2})$/;
const HOME = 'DE';
const DEFAULT_PRODUCT = 'V01PAK';
/** What is sent abroad instead of a product that DHL carries within Germany only. */
const ABROAD: Record<string, string> = { V01PAK: 'V53WPAK', V62KP: 'V66WPI', V62WP: 'V66WPI' };
const RETURN_PRODUCT = '07';
/** Delivery services that are a switch at DHL. The others need an amount or a day. */
const SWITCHES: Record<string, string> = { namedPerson: 'namedPersonOnly', noNeighbour: 'noNeighbourDelivery', bulky: 'bulkyGoods' };

/** The billing number of a product: digits 11 and 12 are the product's own. @throws CarrierError `misconfigured` if the account is none */
function billingNumber({ account }: Connection, digits: string): string {
  const [, customer, participation] = BILLING_NUMBER.exec(account) ?? [];
  if (customer === undefined) throw new CarrierError({ kind: 'misconfigured', message: 'billingNumber' });
  return `${customer}${digits}${participation}`;
}

type Product = { product: string; billingNumber: string };
/** @throws CarrierError `refused` if the service has no product at DHL */
export function productAt(connection: Connection, service: string, isAbroad: boolean): Product {
  const named = service === '' ? (nameAt(connection, '') ?? DEFAULT_PRODUCT) : serviceAt(connection, service);
  const [, home = '', ownNumber] = PRODUCT.exec(named) ?? [];
  if (home === '') throw refusal('notAProduct', named);
  const product = (isAbroad && ABROAD[home]) || home;
  if (product === home) return { product, billingNumber: ownNumber ?? billingNumber(connection, product.slice(1, 3)) };
  const own = connection.services.map(({ theirs }) => PRODUCT.exec(theirs)).find((found) => found?.[1] === product)?.[2];
  return { product, billingNumber: own ?? billingNumber(connection, product.slice(1, 3)) };
}

/**
 * DHL pays what it collects to the account that its reference names, and to the default account if there is no such reference. Euros only.
 * @throws CarrierError `refused`
 */
function amountsAt(connection: Connection, { amounts: { cashOnDelivery, insurance }, currency, reference }: LabelRequest): object {
  if (cashOnDelivery !== null && currency !== 'EUR') throw refusal('onlyEuro', currency);
  const accountReference = nameAt(connection, 'cashOnDelivery') ?? connection.account;
  return {
    ...(cashOnDelivery === null
      ? {}
      : { cashOnDelivery: { amount: { currency, value: majorOf(cashOnDelivery, currency) }, accountReference, transferNote1: reference } }),
    ...(insurance === null ? {} : { additionalInsurance: { currency, value: majorOf(insurance, currency) } }),
  };
}

/** @throws CarrierError `refused` for what DHL carries out only with an amount or a day */
function servicesAt(connection: Connection, request: LabelRequest): object {
  const { extras, retour, consignor, consignee, reference, customs } = request;
  refuseWithoutAmount(extras);
  const other = extras.find((extra) => !(extra in SWITCHES));
  if (other) throw other === 'preferredDay' ? refusal('needsDay') : refusal('noService', other);
  const switches = {
    ...Object.fromEntries(extras.map((extra) => [SWITCHES[extra], true])),
    ...amountsAt(connection, request),
    // The sender pays the duties. Within Germany DHL has no such service.
    ...(customs?.incoterm === 'DDP' && consignee.country !== HOME ? { postalDeliveryDutyPaid: true } : {}),
  };
  if (!retour) return switches;
  const named = nameAt(connection, 'retour');
  if (named !== undefined && !BILLING_NUMBER.test(named)) throw refusal('noReturnAccount');
  const number = named ?? billingNumber(connection, RETURN_PRODUCT);
  return { ...switches, dhlRetoure: { billingNumber: number, refNo: reference, returnAddress: houseAt(consignor) } };
}

/**
 * The body of an order of one shipment.
 * @throws CarrierError `refused`, `refusedAddress`, `misconfigured` for what DHL would refuse or print cut off
 */
export function orderOf(connection: Connection, request: LabelRequest): object {
  const { consignor, consignee, weight, sizes, reference, service, customs } = request;
  const isAbroad = consignee.country !== HOME;
  const services = servicesAt(connection, request);
  return {
    profile: PROFILE,
    shipments: [
      {
        ...productAt(connection, service, isAbroad),
        refNo: reference,
        shipDate: houseToday(),
        shipper: houseAt({ ...consignor, phone: '' }),
        consignee: consigneeAt(consignee),
        details: { weight: { uom: 'g', value: weight }, ...(sizes ? { dim: { uom: 'mm', ...sizes } } : {}) },
        ...(Object.keys(services).length > 0 ? { services } : {}),
        ...(customs ? { customs: customsAt(connection, customs) } : {}),
      },
    ],
  };
}

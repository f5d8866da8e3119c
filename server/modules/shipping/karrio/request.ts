import { majorOf } from '#contract/core/currency';
import type { Address } from '#contract/core/fields';
import { AMOUNT_SERVICES } from '#contract/orders/amounts';
import type { LabelRequest, RateRequest } from '../adapter.ts';
import type { Connection } from '../connections.ts';
import { refuseWithoutAmount, serviceAt, soldServices } from '../services-at.ts';
import { customsAt } from './customs.ts';

/** Our label request as Karrio's `ShipmentData`: addresses, one parcel, service, options. */

const given = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value ? [[key, value]] : [])));

/** With a second line the first is the company and the second the person; else the first is the person. */
export const addressAt = (address: Address): object =>
  given({
    company_name: address.name2 ? address.name1 : '',
    person_name: (address.name2 || address.name1).slice(0, 100),
    address_line1: address.streetName,
    street_number: address.streetNumber,
    address_line2: address.addition,
    postal_code: address.zip,
    city: address.city.slice(0, 50),
    country_code: address.country,
    phone_number: address.phone,
    email: address.email,
  });

/**
 * Delivery services and the return label as options of the carrier. What has no name there is refused, never left out.
 * @throws CarrierError `refused`
 */
function optionsAt(connection: Connection, { extras, retour, amounts, currency }: Omit<RateRequest, 'value'>): Record<string, unknown> {
  refuseWithoutAmount(extras);
  const switches = [...extras, ...(retour ? ['retour'] : [])].map((ours) => [serviceAt(connection, ours), true]);
  const sums = AMOUNT_SERVICES.flatMap((ours) => {
    const amount = amounts[ours];
    return amount === null ? [] : [[serviceAt(connection, ours), majorOf(amount, currency)]];
  });
  return { currency, ...Object.fromEntries([...switches, ...sums]) };
}

const CENTIMETRES = 10;
const parcelAt = ({ weight, sizes, reference }: Pick<LabelRequest, 'weight' | 'sizes' | 'reference'>): object => {
  const side = (millimetres: number): number => millimetres / CENTIMETRES;
  return {
    weight: weight / 1000,
    weight_unit: 'KG',
    ...(sizes ? { length: side(sizes.length), width: side(sizes.width), height: side(sizes.height), dimension_unit: 'CM' } : {}),
    reference_number: reference,
  };
};

/** The body of a draft. `services` makes a draft; `service` would buy at once. */
export function draftAt(connection: Connection, request: LabelRequest): object {
  const { consignor, consignee, reference, parcelId, round, service, isReturn, customs } = request;
  return {
    reference,
    services: [serviceAt(connection, service)],
    carrier_ids: [connection.account],
    label_type: connection.labelFormat.toUpperCase(),
    shipper: addressAt(consignor),
    recipient: addressAt(consignee),
    parcels: [parcelAt(request)],
    options: optionsAt(connection, request),
    ...(customs ? { customs: customsAt(customs) } : {}),
    ...(isReturn ? { is_return: true } : {}),
    metadata: { kontor_parcel: parcelId, kontor_round: String(round) },
  };
}

/** The body of a question for prices. It asks one connection only: the gateway may have others that this carrier does not mean. */
export const rateRequestAt = (connection: Connection, request: RateRequest): object => ({
  reference: request.reference,
  shipper: addressAt(request.consignor),
  recipient: addressAt(request.consignee),
  parcels: [parcelAt(request)],
  services: soldServices(connection).map(({ theirs }) => theirs),
  carrier_ids: [connection.account],
  options: optionsAt(connection, request),
});

import type { Address } from '#contract/core/fields';
import { labelReason } from '#contract/orders/reasons';
import { CarrierError } from '../adapter.ts';
import { linesOf } from '../lines-of.ts';
import { countryAt, stateAt } from './country-parts.ts';

/** Our addresses as UPS takes them in shipments, rates and pick-ups. */

const LINE = 35;
const CITY = 30;
const PHONE = 15;

export const wrong = (reason: Parameters<typeof labelReason>[0], ...fields: (keyof Address)[]): CarrierError =>
  new CarrierError({ kind: 'refusedAddress', message: labelReason(reason), fields });

/** UPS takes digits only: `+49 (0)40 123` is `4940123`. */
export const phoneAt = ({ phone }: Pick<Address, 'phone'>): string => phone.replace('(0)', '').replaceAll(/\D/g, '');

/** Postal code, country and state. */
export function placeAt(address: Address): Record<string, string> {
  const state = stateAt(address);
  return {
    City: address.city,
    ...(state ? { StateProvinceCode: state } : {}),
    ...(address.zip ? { PostalCode: address.zip.replaceAll(/[\s-]/g, '').slice(0, 9) } : {}),
    CountryCode: countryAt(address),
  };
}

export type Party = {
  Name: string;
  AttentionName?: string;
  Phone?: { Number: string };
  Address: Record<string, string | string[]>;
};

/**
 * Name, person and address. A second name is the person; what a long first name leaves over stands in the address.
 * @param isAbroad UPS requires a person then: without a second name it is the first
 * @throws CarrierError `refusedAddress` if it does not fit the label
 */
export function partyAt(address: Address, isAbroad: boolean): Party {
  const [Name = '', ...rest] = linesOf(address.name1, LINE);
  const [person, ...others] = linesOf(address.name2, LINE);
  const AttentionName = person ?? (isAbroad ? Name : undefined);
  const AddressLine = [
    ...rest,
    ...others,
    ...linesOf(`${address.streetName} ${address.streetNumber}`, LINE),
    ...linesOf(address.addition, LINE),
  ];
  if (AddressLine.length > 3) throw wrong('longLines', 'name1', 'streetName', 'addition');
  if (address.city.length > CITY) throw wrong('longCity', 'city');
  const phone = phoneAt(address).slice(0, PHONE);
  return {
    Name,
    ...(AttentionName ? { AttentionName } : {}),
    ...(phone ? { Phone: { Number: phone } } : {}),
    Address: { AddressLine, ...placeAt(address) },
  };
}

import type { Address } from '#contract/core/fields';
import { type LabelRefusal, labelReason } from '#contract/orders/reasons';
import { CarrierError } from '../adapter.ts';
import { alpha3 } from '../alpha-3.ts';
import { linesOf } from '../lines-of.ts';

/** Our addresses as DHL Parcel DE Shipping (version 2) takes them: a house, a parcel locker, a post office or a box. */

const LINE = 50;
const CITY = 40;
const HOUSE_LINE = 60;
const EMAIL = 80;
const HOME = 'DE';

const wrong = (reason: LabelRefusal, ...fields: (keyof Address)[]): CarrierError =>
  new CarrierError({ kind: 'refusedAddress', message: labelReason(reason), fields });

const country = ({ country: two }: Address): string => {
  const three = alpha3(two);
  if (!three) throw wrong('customs', 'country');
  return three;
};
const cityOf = ({ city }: Address): string => {
  if (city.length > CITY) throw wrong('longCity', 'city');
  return city;
};
const given = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value ? [[key, value]] : [])));

/**
 * A house with its street. Within Germany the addition is a line of the name, because DHL prints additions abroad only.
 * @throws CarrierError `refusedAddress` if it does not fit the label
 */
export function houseAt(address: Address): object {
  const isHome = address.country === HOME;
  const [name1 = '', name2, name3, ...more] = [
    ...linesOf(address.name1, LINE),
    ...linesOf(address.name2, LINE),
    ...(isHome ? linesOf(address.addition, LINE) : []),
  ];
  if (more.length > 0) throw wrong('longName', 'name1', 'name2');
  const addressStreet = `${address.streetName} ${address.streetNumber}`.trim();
  if (addressStreet.length > LINE) throw wrong('longStreet', 'streetName');
  return given({
    name1,
    name2,
    name3,
    addressStreet,
    additionalAddressInformation1: isHome ? '' : address.addition.slice(0, HOUSE_LINE),
    postalCode: address.zip,
    city: cityOf(address),
    country: country(address),
    email: address.email.length <= EMAIL ? address.email : '',
    // Within Germany DHL takes no telephone number.
    phone: isHome ? '' : address.phone.slice(0, 20),
  });
}

const LOCKER = /packstation|locker/i;
const OFFICE = /postfiliale|paketshop/i;
const BOX = /postfach|p\.? ?o\.? ?box/i;
const POST_NUMBER = /(?<!\d)\d{6,10}(?!\d)/;

/** The recipient's post number (Postnummer), which people write into the second name or the addition. */
const postNumberOf = ({ name2, addition }: Address): string | undefined => POST_NUMBER.exec(`${addition} ${name2}`)?.[0];
/** The number of a locker, an office or a box, in the street or as house number. */
function placeOf({ streetName, streetNumber }: Address, least: number, most: number): number {
  const number = Number(/\d+/.exec(`${streetNumber} ${streetName}`)?.[0] ?? Number.NaN);
  if (!(number >= least && number <= most)) throw wrong('noPlace', 'streetNumber', 'streetName');
  return number;
}

/**
 * The recipient. Lockers, post offices and boxes exist for Germany only.
 * @throws CarrierError `refusedAddress`
 */
export function consigneeAt(address: Address): object {
  const { streetName, name1, zip: postalCode, email } = address;
  if (address.country !== HOME) return houseAt(address);
  const place = { city: cityOf(address), postalCode, country: country(address) };
  const [name = '', second] = linesOf(name1, LINE);
  const postNumber = postNumberOf(address);
  if (LOCKER.test(streetName)) {
    if (!postNumber) throw wrong('postNumber', 'addition');
    return { name, lockerID: placeOf(address, 100, 999), postNumber, ...place };
  }
  if (OFFICE.test(streetName)) {
    if (!postNumber && !email) throw wrong('postNumber', 'addition', 'email');
    return { name, retailID: placeOf(address, 401, 999), ...place, ...given({ postNumber, email }) };
  }
  if (BOX.test(streetName)) return { ...given({ name1: name, name2: second }), poBoxID: placeOf(address, 1, 99_999_999), ...place };
  return houseAt(address);
}

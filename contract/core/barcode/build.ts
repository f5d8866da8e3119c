import { gs1CheckDigit, mod3736, postCheckDigit } from './check-digits.ts';

/** Pads one part of a number with leading zeros. @throws RangeError if it is not numeric or has more than `length` digits */
function part(name: string, value: string, length: number): string {
  if (!/^\d+$/.test(value) || value.length > length) throw new RangeError(`${name} has 1 to ${length} digits`);
  return value.padStart(length, '0');
}

/**
 * Builds the SSCC of a pallet or parcel: extension digit, GS1 company prefix, serial number padded so that both have sixteen digits,
 * check digit.
 * @throws RangeError if the prefix does not have 4 to 12 digits or the serial number is too long
 */
export function sscc(extension: string, companyPrefix: string, serial: string): string {
  if (!/^\d{4,12}$/.test(companyPrefix)) throw new RangeError('a company prefix has 4 to 12 digits');
  const body = part('extension', extension, 1) + companyPrefix + part('serial', serial, 16 - companyPrefix.length);
  return body + gs1CheckDigit(body);
}

/**
 * Builds a Deutsche Post Identcode of twelve digits: parcel centre of origin, customer, serial number. @throws RangeError for a part
 * that is too long
 */
export function identcode(centre: string, customer: string, serial: string): string {
  const body = part('centre', centre, 2) + part('customer', customer, 3) + part('serial', serial, 6);
  return body + postCheckDigit(body);
}

/**
 * Builds a Deutsche Post Leitcode of fourteen digits for routing: postcode, street, house, product. @throws RangeError for a part that
 * is too long
 */
export function leitcode(plz: string, street: string, house: string, product: string): string {
  const body = part('plz', plz, 5) + part('street', street, 3) + part('house', house, 3) + part('product', product, 2);
  return body + postCheckDigit(body);
}

/**
 * Builds DPD's routing barcode. `code` is the 28 characters encoded in the bars; `text` is the text below, including the check character,
 * which is not encoded.
 * @param number the parcel number without check character; @param country ISO 3166 numeric
 * @throws RangeError for a part that is too long
 */
export function dpdBarcode(plz: string, number: string, service: string, country: string): { code: string; text: string } {
  const body = part('plz', plz, 7) + part('number', number, 14) + part('service', service, 3) + part('country', country, 3);
  return { code: `%${body}`, text: body + mod3736(body) };
}

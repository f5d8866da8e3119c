import { gs1CheckDigit, mod3736, postCheckDigit } from './check-digits.ts';

/** Digits of one part of a number, filled with zeros from the left. @throws RangeError for anything else than up to `length` digits */
function part(name: string, value: string, length: number): string {
  if (!/^\d+$/.test(value) || value.length > length) throw new RangeError(`${name} has 1 to ${length} digits`);
  return value.padStart(length, '0');
}

/**
 * A pallet's or parcel's number: extension digit, GS1 company prefix, serial number filled to sixteen digits with the prefix, check digit.
 * @throws RangeError for a prefix of other than 4 to 12 digits, and for a serial number that does not fit beside it
 */
export function sscc(extension: string, companyPrefix: string, serial: string): string {
  if (!/^\d{4,12}$/.test(companyPrefix)) throw new RangeError('a company prefix has 4 to 12 digits');
  const body = part('extension', extension, 1) + companyPrefix + part('serial', serial, 16 - companyPrefix.length);
  return body + gs1CheckDigit(body);
}

/** Twelve digits: parcel centre of origin, customer, serial number. @throws RangeError for a part that is too long */
export function identcode(centre: string, customer: string, serial: string): string {
  const body = part('centre', centre, 2) + part('customer', customer, 3) + part('serial', serial, 6);
  return body + postCheckDigit(body);
}

/** Fourteen digits that route a parcel: postcode, street, house, product. @throws RangeError for a part that is too long */
export function leitcode(plz: string, street: string, house: string, product: string): string {
  const body = part('plz', plz, 5) + part('street', street, 3) + part('house', house, 3) + part('product', product, 2);
  return body + postCheckDigit(body);
}

/**
 * DPD's routing barcode. `code` are the 28 characters in the bars; `text` stands below, with the check character the bars do not hold.
 * @param number the parcel number without check character; @param country ISO 3166 numeric
 * @throws RangeError for a part that is too long
 */
export function dpdBarcode(plz: string, number: string, service: string, country: string): { code: string; text: string } {
  const body = part('plz', plz, 7) + part('number', number, 14) + part('service', service, 3) + part('country', country, 3);
  return { code: `%${body}`, text: body + mod3736(body) };
}

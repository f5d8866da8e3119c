/** Check digits of goods, pallets, parcels and containers (labels.md, 1.1 and 1.4). Input is as printed: no spaces, upper case. */
const ALNUM = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Sum of digits times weights from the left. The weights repeat. */
const weighted = (digits: string, weights: readonly number[]): number =>
  Array.from(digits, Number).reduce((sum, digit, i) => sum + digit * (weights[i % weights.length] ?? 0), 0);

/** GS1 modulo 10 with weights 3, 1, 3, 1 … from the right. `body` is the number without check digit. */
export function gs1CheckDigit(body: string): string {
  const sum = weighted(Array.from(body).toReversed().join(''), [3, 1]);
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the GS1 check digit. Accepts any length from two digits. */
export const gs1Checks = (digits: string): boolean => /^\d{2,}$/.test(digits) && gs1CheckDigit(digits.slice(0, -1)) === digits.slice(-1);

/** GTIN-8, -12, -13 and -14 by their length (GS1 General Specifications, section 7.9). */
const GTIN = /^(\d{8}|\d{12,14})$/;
export const isGtin = (code: string): boolean => GTIN.test(code) && gs1Checks(code);
/** As long as a GTIN, with a check digit that is wrong: mistyped or misread. */
export const isWrongGtin = (code: string): boolean => GTIN.test(code) && !gs1Checks(code);
const gs1Of =
  (length: number) =>
  (code: string): boolean =>
    code.length === length && gs1Checks(code);
/** Numbers with a GS1 check digit: GLN (place or party), GSIN (shipment), DHL parcel number (an SSCC with its identifier), Hermes. */
export const isGln = gs1Of(13);
export const isGsin = gs1Of(17);
export const isDhl20 = (code: string): boolean => code.startsWith('00') && gs1Of(20)(code);
export const isHermes = gs1Of(14);
export const isSscc = (code: string): boolean => /^\d{18}$/.test(code) && gs1Checks(code);

/**
 * Letters and international mail of the Universal Postal Union (S10). Any two letters are accepted as country, because the list changes.
 */
export function isS10(code: string): boolean {
  const [, body, check] = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(code) ?? [];
  if (body === undefined) return false;
  const rest = 11 - (weighted(body, [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return check === String(rest === 10 ? 0 : rest === 11 ? 5 : rest);
}

/** UPS 1Z: a letter counts as its ASCII code minus 63; every second character is doubled. */
export function isUps(code: string): boolean {
  const [, body, check] = /^1Z([0-9A-Z]{15})(\d)$/.exec(code) ?? [];
  if (body === undefined) return false;
  const values = Array.from(body, (c) => (/\d/.test(c) ? Number(c) : (c.charCodeAt(0) - 63) % 10));
  const sum = values.reduce((total, value, i) => total + value * (i % 2 === 0 ? 1 : 2), 0);
  return check === String((10 - (sum % 10)) % 10);
}

/** ISO 7064 mod 37,36 over digits and capitals. */
export function mod3736(body: string): string {
  let check = 36;
  for (const c of body) {
    check += ALNUM.indexOf(c);
    if (check > 36) check -= 36;
    check *= 2;
    if (check > 36) check -= 37;
  }
  return ALNUM[(37 - check) % 36] ?? '';
}

/** DPD: 14 characters of the parcel number or 27 of the barcode, followed by the check character. */
export const isDpd = (code: string): boolean =>
  /^(?:[0-9A-Z]{15}|[0-9A-Z]{28})$/.test(code) && mod3736(code.slice(0, -1)) === code.slice(-1);

/** Freight containers (ISO 6346): letters have the values 10 to 38 without multiples of eleven; weights are powers of two. */
export function isContainer(code: string): boolean {
  const [, body, check] = /^([A-Z]{4}\d{6})(\d)$/.exec(code) ?? [];
  if (body === undefined) return false;
  const value = (c: string): number => {
    const plain = ALNUM.indexOf(c);
    return plain < 10 ? plain : plain + Math.floor((plain - 1) / 10);
  };
  const sum = Array.from(body).reduce((total, c, i) => total + value(c) * 2 ** i, 0);
  return check === String((sum % 11) % 10);
}

/** Any text followed by its ISO 7064 mod 37,36 check character. */
export const checks3736 = (code: string): boolean => /^[0-9A-Z]{2,}$/.test(code) && mod3736(code.slice(0, -1)) === code.slice(-1);

/** Check digit of Identcode and Leitcode, weights 4 and 9 from the left. `body` is the number without check digit. */
export const postCheckDigit = (body: string): string => String((10 - (weighted(body, [4, 9]) % 10)) % 10);
const postChecks = (code: string): boolean => postCheckDigit(code.slice(0, -1)) === code.slice(-1);
export const isIdentcode = (code: string): boolean => /^\d{12}$/.test(code) && postChecks(code);
export const isLeitcode = (code: string): boolean => /^\d{14}$/.test(code) && postChecks(code);

/** DHL Express air waybill of ten or eleven digits: the last digit is the preceding number modulo 7. */
export const isAirWaybill = (code: string): boolean => /^\d{10,11}$/.test(code) && Number(code.slice(0, -1)) % 7 === Number(code.slice(-1));

/** DHL licence plates have no published check digit. They are recognized by their format (labels.md, 1.4). */
export const isLicencePlate = (code: string): boolean => /^(?:JJD\d{10,20}|JVGL\d{8,18}|3S[0-9A-Z]{8,18})$/.test(code);

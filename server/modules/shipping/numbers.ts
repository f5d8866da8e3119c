import { gs1CheckDigit, isS10, isUps } from '#contract/core/barcode/check-digits';

/** Finds the check digit that makes the number valid. */
const checked = (numbers: (digit: string) => string, valid: (code: string) => boolean): string => {
  const digit = Array.from('0123456789').find((one) => valid(numbers(one)));
  if (digit === undefined) throw new Error(`no check digit fits ${numbers('?')}`);
  return numbers(digit);
};
const digits = (serial: number, length: number): string => String(serial).padStart(length, '0').slice(-length);

/**
 * Tracking numbers in the carriers' formats (labels.md 1). DPD's check character is printed after the 14 digits and is not part of the
 * number.
 */
const BY_CARRIER: Record<string, (serial: number) => string> = {
  DHL: (serial) => {
    const body = `340434${digits(serial, 11)}`;
    return `00${body}${gs1CheckDigit(body)}`;
  },
  UPS: (serial) => checked((digit) => `1ZKNTR0168${digits(serial, 7)}${digit}`, isUps),
  DPD: (serial) => `0198${digits(serial, 10)}`,
};
const POSTAL = (serial: number): string => checked((digit) => `RK${digits(serial, 8)}${digit}DE`, isS10);

/** The tracking number of the carrier's `serial`-th parcel. Carriers without a format of their own use the postal one (S10). */
export const trackingNumber = (carrier: string, serial: number): string => (BY_CARRIER[carrier] ?? POSTAL)(serial);

/**
 * Our reference of a parcel at a carrier: its number with 8 to 35 characters of A–Z, 0–9 and hyphen, as DHL (`refNo`) and UPS want it.
 * @example referenceOf('P-42') === 'P-000042'
 */
export function referenceOf(parcelNo: string): string {
  const plain = parcelNo.toUpperCase().replace(/[^A-Z0-9-]/g, '');
  const [, head = '', number = ''] = /^(.*?)(\d*)$/.exec(plain) ?? [];
  return `${head}${number.padStart(Math.max(0, 8 - head.length), '0')}`.slice(-35);
}

/** What a payer writes or scans so that a payment finds its invoice. */

/** Remainder of a text with letters as 10 to 35 by 97 (ISO 7064 MOD 97-10). */
const mod97 = (text: string): number =>
  Array.from(text, (sign) => String(Number.parseInt(sign, 36)))
    .join('')
    .split('')
    .reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** Check digits of ISO 11649 over the letters and digits of a number: `E-2026-00001` is `RF…E202600001`. Empty if it is too long. */
export function creditorReference(no: string): string {
  const plain = no.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  if (plain === '' || plain.length > 21) return '';
  return `RF${String(98 - mod97(`${plain}RF00`)).padStart(2, '0')}${plain}`;
}

export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1;

/** What the transfer of several documents names: their numbers, which the bank's reader finds, or else one number that stands for all. */
export function sharedReference(numbers: readonly string[], forAll: string): string {
  const [only] = numbers;
  if (only !== undefined && numbers.length === 1) return creditorReference(only) || only;
  const all = numbers.join(', ');
  return all === '' || all.length > MOST_PURPOSE ? forAll : all;
}

type Transfer = {
  iban: string;
  bic: string;
  holder: string;
  /** Cents */
  amount: number;
  /** A creditor reference, or else words, which stand in the field for words. */
  reference: string;
};

/** Bytes that a code may hold, and characters of a name (EPC069-12, version 2). */
const MOST_BYTES = 331;
const MOST_NAME = 70;
/** Characters of the purpose of a SEPA credit transfer. */
const MOST_PURPOSE = 140;
const MOST_AMOUNT = 99_999_999_999;

/**
 * The contents of an EPC QR code: a SEPA credit transfer that a banking app fills in (EPC069-12, version 002, UTF-8).
 * @returns empty if the transfer cannot be written so
 */
export function epcCode({ iban, bic, holder, amount, reference }: Transfer): string {
  if (iban === '' || holder === '' || amount < 1 || amount > MOST_AMOUNT) return '';
  const name = Array.from(holder).slice(0, MOST_NAME).join('').trim();
  const sum = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  const purpose = reference === '' || isCreditorReference(reference) ? [reference] : ['', reference];
  const text = ['BCD', '002', '1', 'SCT', bic, name, iban, sum, '', ...purpose].join('\n');
  return new TextEncoder().encode(text).length > MOST_BYTES ? '' : text;
}

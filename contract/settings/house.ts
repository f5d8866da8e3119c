import { ibanHolds } from '../parties/party.ts';
import { vatIdFault } from '../parties/vat-id.ts';

/** The house as the law names it, and its bank accounts. Stored as the settings `house.*`. */

/** One text each. Besides them there are `house.name`, `house.vatId`, `house.bank` and `house.address.<part>`. */
export const LEGAL_KEYS = [
  'house.legalName',
  'house.registerCourt',
  'house.registerNo',
  'house.managers',
  'house.taxNo',
  'house.contact.name',
  'house.contact.phone',
  'house.contact.email',
] as const;
/** A list: one account a row. */
export const ACCOUNTS_KEY = 'house.accounts';

/** True: whoever makes a billing run does not approve it. */
export const TWO_PEOPLE_KEY = 'billing.twoPeople';

export type HouseAccount = { currency: string; iban: string; bic: string; holder: string };

/** Reads `EUR; DE02120300000000202051; BYLADEM1001; Holder`. BIC and holder may be empty. Null if it is none. */
export function readAccount(row: string): HouseAccount | null {
  const [currency = '', iban = '', bic = '', holder = ''] = row.split(';').map((part) => part.trim());
  const account = { currency: currency.toUpperCase(), iban: iban.toUpperCase().replaceAll(/\s/g, ''), bic: bic.toUpperCase(), holder };
  const isWhole =
    /^[A-Z]{3}$/.test(account.currency) &&
    /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account.iban) &&
    ibanHolds(account.iban) &&
    /^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/.test(account.bic);
  return isWhole ? account : null;
}

/** The rule that a setting of the house breaks, or null. */
export function houseFault(key: string, value: unknown): string | null {
  if (key === ACCOUNTS_KEY) {
    const rows = Array.isArray(value) ? value : [value];
    return rows.every((row) => row === '' || (typeof row === 'string' && readAccount(row) !== null)) ? null : 'houseAccount';
  }
  if (key === TWO_PEOPLE_KEY) return typeof value === 'boolean' ? null : 'yesOrNo';
  if (key === 'house.vatId' && typeof value === 'string' && value !== '') {
    const fault = vatIdFault(value);
    return fault === null ? null : fault === 'shape' ? 'vatIdShape' : 'vatIdCheckDigit';
  }
  return null;
}

/** An account as printed: `IBAN DE02 1203 0000 0000 2020 51 · BIC BYLADEM1001`. */
export const bankText = ({ iban, bic }: HouseAccount): string =>
  [`IBAN ${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, bic === '' ? '' : `BIC ${bic}`].filter(Boolean).join(' · ');

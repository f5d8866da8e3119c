import type { Address } from './fields.ts';

/** What a carrier would refuse at label time, found when the order comes in (peers: "house number missing"). */
export type AddressFault = { path: keyof Address; rule: 'required' | 'zip' | 'houseNumber' | 'tooLong' };

/** Postal codes as the countries write them; a country that is not named here is not checked. */
const ZIP: Record<string, RegExp> = {
  AT: /^\d{4}$/,
  AR: /^([A-Z]\d{4}[A-Z]{3}|\d{4})$/i,
  BE: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  CH: /^\d{4}$/,
  CN: /^\d{6}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  IT: /^\d{5}$/,
  LU: /^\d{4}$/,
  MX: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  NO: /^\d{4}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  US: /^\d{5}(-\d{4})?$/,
};
/** Countries without postal codes for the whole land. */
const WITHOUT_ZIP = ['IE', 'HK', 'AE', 'QA', 'PA'];
/** Where carriers refuse a street without a house number of its own. */
const NUMBERED = ['AT', 'BE', 'CH', 'DE', 'DK', 'NL', 'PL'];
/** DHL Parcel DE, DPD and UPS print 50 characters of a name and street at most. */
const LINE = 50;

/** Names, street, place and country that a parcel needs. Empty means that it can go. */
export function addressFaults(address: Address): AddressFault[] {
  const faults: AddressFault[] = [];
  for (const path of ['name1', 'streetName', 'city', 'country'] as const) if (address[path] === '') faults.push({ path, rule: 'required' });
  for (const path of ['name1', 'name2', 'streetName'] as const) if (address[path].length > LINE) faults.push({ path, rule: 'tooLong' });
  const zip = ZIP[address.country];
  if (address.zip === '' ? zip && !WITHOUT_ZIP.includes(address.country) : zip && !zip.test(address.zip))
    faults.push({ path: 'zip', rule: address.zip === '' ? 'required' : 'zip' });
  if (NUMBERED.includes(address.country) && address.streetName !== '' && address.streetNumber === '' && !isStation(address))
    faults.push({ path: 'streetNumber', rule: 'houseNumber' });
  return faults;
}

/** Lockers and post-office boxes have a number of their own kind in the name of the street. */
const isStation = ({ streetName }: Address): boolean => /packstation|postfiliale|postfach|p\.? ?o\.? ?box|locker/i.test(streetName);

const NUMBER_LAST = /^(.*\D)[\s,]+(\d+\s?[a-z]?(?:\s?[-/]\s?\d+\s?[a-z]?)?)$/i;
const NUMBER_FIRST = /^(\d+\s?[a-z]?(?:\s?[-/]\s?\d+)?)[\s,]+(\D.*)$/i;

/** A street as shops hold it, in one line, into name and number: "Kirchgasse 6", "59 rue de l'Abbaye". Nothing is lost where no number is found. */
export function splitStreet(line: string): { streetName: string; streetNumber: string } {
  const text = line.trim().replace(/\s+/g, ' ');
  const last = NUMBER_LAST.exec(text);
  if (last) return { streetName: (last[1] ?? '').replace(/[\s,]+$/, ''), streetNumber: last[2] ?? '' };
  const first = NUMBER_FIRST.exec(text);
  if (first) return { streetName: first[2] ?? '', streetNumber: first[1] ?? '' };
  return { streetName: text, streetNumber: '' };
}

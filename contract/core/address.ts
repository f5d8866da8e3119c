import type { Address } from './fields.ts';

/** Address faults for which a carrier would refuse the label, such as a missing house number. Checked when the order comes in. */
export type AddressFault = { path: keyof Address; rule: 'required' | 'zip' | 'houseNumber' | 'tooLong' };

/** Postal code formats by country. Countries that are not listed are not checked. */
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
/** Countries without a nationwide postal code system. */
const WITHOUT_ZIP = ['IE', 'HK', 'AE', 'QA', 'PA'];
/** Countries where carriers refuse a street without a house number. */
const NUMBERED = ['AT', 'BE', 'CH', 'DE', 'DK', 'NL', 'PL'];
/** DHL Parcel DE, DPD and UPS print at most 50 characters of a name or street. */
const LINE = 50;

/** Checks the name, street, city and country of a parcel's address. An empty result means that it can be shipped. */
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

/** Parcel lockers and post-office boxes have their number in the street name. */
const isStation = ({ streetName }: Address): boolean => /packstation|postfiliale|postfach|p\.? ?o\.? ?box|locker/i.test(streetName);

/** A house number with its letter or range: `6`, `12 a`, `12-14`, `5/3/12`, `#65-98`. Longer numbers are not house numbers. */
const NUMBER = String.raw`#?\s?\d{1,6}(?:\s?[a-zA-Z](?![\p{L}\d]))?(?:\s?[-–/+]\s?\d{1,6}(?:\s?[a-zA-Z](?![\p{L}\d]))?)*(?: ?(?:bis|ter|quater)(?!\p{L}))?`;
/** The space before the number may be missing ("Hauptstr.5", "Hauptstraße5"). "Q7" and "A4" are street names. */
const NUMBER_LAST = new RegExp(String.raw`^(.*[^\d\s#].*?)(?<![-–/+])(?:[\s,]+|(?<=[\p{Ll}.])(?=\d))(${NUMBER})$`, 'u');
const NUMBER_FIRST = new RegExp(
  String.raw`^(\d{1,6}[a-zA-Z]?(?:\s?[-–/]\s?\d{1,6}[a-zA-Z]?(?=[\s,]))?(?: ?(?:bis|ter|quater)(?!\p{L}))?)[\s,]+(?:[-–]\s*)?(\S*\p{L}.*)$`,
  'u',
);
/** A house number followed by a district or a part of the house. Text after a `#` number is not part of the street name. */
const NUMBER_INSIDE = new RegExp(String.raw`^(.*\S)[\s,]+(#\s?\d[\d\p{L}]*(?:-\d[\d\p{L}]*)?)[\s,]+(.+)$`, 'u');
/** A part of the house (suite, floor), whose number must not be taken for the house number. */
const PART_OF_HOUSE =
  /^(.*\d.*?)[\s,]+((?:suite|ste\.?|apt\.?|apartment|unit|flat|floor|fl\.|room|piso|apto\.?|planta|puerta|andar|bloco|conj\.?|bât\.?|bâtiment|appt\.?|esc\.?|etage|étage|\d+\.? ?(?:og|stock|etage|étage)|og|stiege|top|hinterhaus|vorderhaus|hhs\.?|c\/o)(?![\p{L}]).*)$/iu;
/** Countries that write the house number before the street. */
const NUMBERED_FIRST = ['US', 'CA', 'GB', 'IE', 'FR', 'LU', 'AU', 'NZ'];

export type StreetParts = { streetName: string; streetNumber: string; addition: string };

/**
 * Splits a street line into name, number and addition (part of the house). If no number is found or it is ambiguous, the whole line
 * becomes the name, so no text is lost. `country` decides between two numbers: "350 Highway 7".
 */
export function splitStreet(line: string, country = ''): StreetParts {
  const text = line.trim().replace(/\s+/g, ' ');
  const [, house = text, part = ''] = PART_OF_HOUSE.exec(text) ?? [];
  const inside = part === '' ? NUMBER_INSIDE.exec(house) : null;
  if (inside) return { streetName: trimmed(inside[1]), streetNumber: inside[2] ?? '', addition: inside[3] ?? '' };
  const last = NUMBER_LAST.exec(house);
  const first = NUMBER_FIRST.exec(house);
  if (first && (!last || NUMBERED_FIRST.includes(country)))
    return { streetName: first[2] ?? '', streetNumber: first[1] ?? '', addition: part };
  if (last) return { streetName: trimmed(last[1]), streetNumber: last[2] ?? '', addition: part };
  return { streetName: text, streetNumber: '', addition: '' };
}

const trimmed = (text = ''): string => text.replace(/[\s,]+$/, '');

/** Removes the country letters before a postal code, as in older files ("S-958 22"), if the rest is a valid postal code. */
export function plainZip(zip: string, country: string): string {
  const text = zip.trim();
  const form = ZIP[country];
  if (!form || form.test(text)) return text;
  const bare = text.replace(/^[A-Z]{1,3}[- ]+/i, '');
  return form.test(bare) ? bare : text;
}

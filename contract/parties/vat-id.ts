/**
 * Format and check digits of VAT ids by country. Sources: the European Commission's VIES pages on the structure of VAT numbers,
 * and each country's published rule for its check digits. Only VIES knows whether a number is in use.
 */

const digits = (text: string): number[] => Array.from(text, Number);
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(text[i] ?? 0), 0);
const last = (text: string): number => Number(text.at(-1));
/** Remainder of a decimal number of any length. */
const mod = (text: string, by: number): number => digits(text).reduce((rest, digit) => (rest * 10 + digit) % by, 0);

/** Checks ISO 7064 MOD 11,10 with the check digit at the end. */
function mod1110(text: string): boolean {
  let product = 10;
  for (const digit of digits(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === last(text);
}

function luhn(text: string): boolean {
  const sum = digits(text)
    .toReversed()
    .reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE';
function spanish(text: string): boolean {
  const person = /^([XYZ\d])(\d{7})([A-Z])$/.exec(text);
  if (person) {
    const [, first = '', rest = '', letter] = person;
    const front = 'XYZ'.includes(first) ? String('XYZ'.indexOf(first)) : first;
    return SPANISH[mod(front + rest, 23)] === letter;
  }
  const body = text.slice(1, 8);
  const sum = digits(body).reduce((all, digit, i) => all + (i % 2 === 1 ? digit : ((digit * 2) % 10) + (digit > 4 ? 1 : 0)), 0);
  const check = (10 - (sum % 10)) % 10;
  return text[8] === String(check) || text[8] === 'JABCDEFGHI'[check];
}

const CYPRIOT = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
const cypriot = (text: string): boolean => {
  const sum = digits(text.slice(0, 8)).reduce((all, digit, i) => all + (i % 2 === 0 ? (CYPRIOT[digit] ?? 0) : digit), 0);
  return String.fromCodePoint(65 + (sum % 26)) === text[8];
};

const IRISH = 'WABCDEFGHIJKLMNOPQRSTUV';
function irish(text: string): boolean {
  const extra = text.length === 9 ? 9 * IRISH.indexOf(text[8] ?? '') : 0;
  return IRISH[(weighted(text, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === text[7];
}

/** Companies use the older rule of nine digits. Since 2020 all use ISO 7064 MOD 97-10 over the whole number, with letters as 10 to 35. */
function dutch(text: string): boolean {
  const old = weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(text[8]);
  const spelt = Array.from(`NL${text}`, (char) => String(Number.parseInt(char, 36))).join('');
  return old || mod(spelt, 97) === 1;
}

function lithuanian(text: string): boolean {
  const body = text.slice(0, -1);
  const round = (from: number): number => digits(body).reduce((sum, digit, i) => sum + digit * (((i + from) % 9) + 1), 0) % 11;
  const first = round(0);
  return (first === 10 ? round(2) % 10 : first) === last(text);
}

function bulgarian(text: string): boolean {
  if (text.length === 10) return true;
  const first = weighted(text, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  return (first === 10 ? (weighted(text, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first) === last(text);
}

/** Keys with letters are of the newer type, whose rule is not fully published. They are accepted. */
function french(text: string): boolean {
  const [key, siren] = [text.slice(0, 2), text.slice(2)];
  if (!/^\d{2}$/.test(key)) return true;
  return Number(key) === (12 + 3 * mod(siren, 97)) % 97;
}

function british(text: string): boolean {
  if (text.length !== 9 && text.length !== 12) return true;
  const sum = weighted(text, [8, 7, 6, 5, 4, 3, 2]) + Number(text.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

const austrian = (text: string): boolean => {
  const sum = digits(text.slice(1, 8)).reduce((all, digit, i) => all + (i % 2 === 0 ? digit : ((digit * 2) % 10) + (digit > 4 ? 1 : 0)), 0);
  return (96 - sum) % 10 === last(text);
};

const DOWN8 = [8, 7, 6, 5, 4, 3, 2];
type Rule = { shape: RegExp; ok: (number: string) => boolean };

/** Rules by prefix. Greece uses EL, Northern Ireland XI. */
const RULES: Record<string, Rule> = {
  AT: { shape: /^U\d{8}$/, ok: austrian },
  BE: { shape: /^[01]\d{9}$/, ok: (text) => 97 - mod(text.slice(0, 8), 97) === Number(text.slice(8)) },
  BG: { shape: /^\d{9,10}$/, ok: bulgarian },
  CHE: { shape: /^\d{9}(MWST|TVA|IVA)?$/, ok: (text) => (11 - (weighted(text, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(text[8]) },
  CY: { shape: /^\d{8}[A-Z]$/, ok: cypriot },
  CZ: { shape: /^\d{8,10}$/, ok: (text) => text.length > 8 || ((11 - (weighted(text, DOWN8) % 11)) % 10 || 0) === last(text) },
  DE: { shape: /^[1-9]\d{8}$/, ok: mod1110 },
  DK: { shape: /^[1-9]\d{7}$/, ok: (text) => weighted(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { shape: /^\d{9}$/, ok: (text) => weighted(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: { shape: /^\d{9}$/, ok: (text) => (weighted(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(text) },
  ES: { shape: /^([A-HJ-NP-SUVW]\d{7}[A-J\d]|[XYZ\d]\d{7}[A-Z])$/, ok: spanish },
  FI: { shape: /^\d{8}$/, ok: (text) => weighted(text, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: { shape: /^[A-HJ-NP-Z\d]{2}\d{9}$/, ok: french },
  GB: { shape: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/, ok: british },
  HR: { shape: /^\d{11}$/, ok: mod1110 },
  HU: { shape: /^\d{8}$/, ok: (text) => weighted(text, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { shape: /^\d{7}[A-W][A-I]?$/, ok: irish },
  IT: { shape: /^\d{11}$/, ok: luhn },
  LT: { shape: /^(\d{7}1\d|\d{10}1\d)$/, ok: lithuanian },
  LU: { shape: /^\d{8}$/, ok: (text) => mod(text.slice(0, 6), 89) === Number(text.slice(6)) },
  LV: { shape: /^\d{11}$/, ok: (text) => text[0] === '3' || weighted(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3 },
  MT: { shape: /^\d{8}$/, ok: (text) => 37 - (weighted(text, [3, 4, 6, 7, 8, 9]) % 37) === Number(text.slice(6)) },
  NL: { shape: /^\d{9}B\d{2}$/, ok: dutch },
  PL: { shape: /^\d{10}$/, ok: (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(text) },
  PT: { shape: /^[1-9]\d{8}$/, ok: (text) => ((11 - (weighted(text, [9, ...DOWN8]) % 11)) % 11) % 10 === last(text) },
  RO: {
    shape: /^\d{2,10}$/,
    ok: (text) => ((weighted(text.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(text),
  },
  SE: { shape: /^\d{10}\d{2}$/, ok: (text) => luhn(text.slice(0, 10)) },
  SI: {
    shape: /^[1-9]\d{7}$/,
    ok: (text) => 11 - (weighted(text, DOWN8) % 11) < 11 && (11 - (weighted(text, DOWN8) % 11)) % 10 === last(text),
  },
  SK: { shape: /^[1-9]\d{9}$/, ok: (text) => mod(text, 11) === 0 },
};
RULES['XI'] = RULES['GB'] as Rule;

/** Prefixes outside the European Union, which are not part of tax-free trade within it (Art. 138, 196 Directive 2006/112/EC). */
const OUTSIDE = new Set(['CHE', 'GB']);

/** The stored form: upper case, without blanks, dots, dashes and slashes. */
export const tidyVatId = (typed: string): string => typed.toUpperCase().replace(/[\s./-]/g, '');

const prefixOf = (tidy: string): string => (tidy.startsWith('CHE') ? 'CHE' : tidy.slice(0, 2));

export type VatIdFault = 'shape' | 'checkDigit';

/**
 * @param id with its prefix, as returned by `tidyVatId`
 * @returns the fault, or null; ids of countries without a rule are accepted
 */
export function vatIdFault(id: string): VatIdFault | null {
  const prefix = prefixOf(id);
  const rule = RULES[prefix];
  if (!rule) return /^[A-Z]{2}[A-Z0-9]{2,18}$/.test(id) ? null : 'shape';
  const number = id.slice(prefix.length);
  if (!rule.shape.test(number)) return 'shape';
  return rule.ok(number) ? null : 'checkDigit';
}

/** ISO 3166-1 country of a VAT id; null if unknown. */
export function vatIdCountry(id: string): string | null {
  const prefix = prefixOf(id);
  if (!RULES[prefix]) return null;
  return { CHE: 'CH', EL: 'GR', XI: 'GB' }[prefix] ?? prefix;
}

/** Countries of the Union as ISO 3166-1 codes. */
export const EU_COUNTRIES: ReadonlySet<string> = new Set(
  Object.keys(RULES)
    .filter((prefix) => !OUTSIDE.has(prefix) && prefix !== 'XI')
    .map((prefix) => (prefix === 'EL' ? 'GR' : prefix)),
);

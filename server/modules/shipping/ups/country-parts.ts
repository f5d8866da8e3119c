import type { Address } from '#contract/core/fields';

/** How UPS names countries, and the states that it requires. Our addresses have no field for a state: the postal code says which one it is. */

/** Parts of Spain outside the customs union have codes of their own at UPS, by the first two digits of their postal code. */
const OF_SPAIN: Readonly<Record<string, string>> = { '35': 'IC', '38': 'IC', '51': 'XC', '52': 'XL' };

type Place = Pick<Address, 'country' | 'zip'>;
export const countryAt = ({ country, zip }: Place): string => (country === 'ES' && OF_SPAIN[zip.trim().slice(0, 2)]) || country;

/** States of the USA by the first three digits of their postal codes (ZIP): the state and the last prefix of its range, in order. */
const STATES =
  'MA:027 RI:029 NH:038 ME:049 VT:054 MA:055 VT:059 CT:069 NJ:089 AE:098 NY:149 PA:196 DE:199 DC:200 VA:201 DC:205 MD:219 VA:246 WV:268 NC:289 ' +
  'SC:299 GA:319 FL:339 AA:340 FL:349 AL:369 TN:385 MS:397 GA:399 KY:427 OH:459 IN:479 MI:499 IA:528 WI:549 MN:567 SD:577 ND:588 MT:599 IL:629 MO:658 KS:679 ' +
  'NE:693 LA:714 AR:729 OK:732 TX:733 OK:749 TX:799 CO:816 WY:831 ID:838 UT:847 AZ:865 NM:884 TX:885 NV:898 CA:961 AP:966 HI:968 GU:969 OR:979 WA:994 AK:999';
const RANGES = STATES.split(' ').map((range) => range.split(':'));
/** The ranges of Puerto Rico and the Virgin Islands lie before those of the states. */
const FIRST_STATE = '010';

/** Provinces of Canada by the first letter of their postal codes. */
const PROVINCES: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};
const NUNAVUT = /^X0[ABC]/;

function stateOfUsa(zip: string): string | undefined {
  const prefix = zip.slice(0, 3);
  if (!/^\d{3}$/.test(prefix) || prefix < FIRST_STATE) return undefined;
  return RANGES.find(([, last = '']) => prefix <= last)?.[0];
}

/** @returns undefined for countries that need no state, and for postal codes that exist in no state */
export function stateAt({ country, zip }: Place): string | undefined {
  const code = zip.trim().toUpperCase();
  if (country === 'US') return stateOfUsa(code);
  if (country === 'CA') return NUNAVUT.test(code) ? 'NU' : PROVINCES[code.slice(0, 1)];
  return undefined;
}

/** Compares names of parties as banks and people write them. */

/** Legal forms and words that many names have. They are no evidence. */
const STOP = new Set(
  (
    'GMBH AG KG OHG GBR UG EK EG SE MBH CO COKG KGAA GESELLSCHAFT HAFTUNGSBESCHRAENKT MIT BESCHRAENKTER HAFTUNG EINGETRAGENER KAUFMANN ' +
    'LTD LIMITED LLC LLP INC CORP CORPORATION PLC COMPANY SARL SAS SA SASU EURL SRL SPA SL BV NV AB AS OY APS SPZOO ZOO SP DOO SRO ' +
    'UND AND ET THE DER DIE DAS FUER FOR VON OF DEUTSCHLAND GERMANY EUROPE INTERNATIONAL HOLDING GROUP GRUPPE'
  ).split(' '),
);

const UMLAUTS: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', ß: 'SS', ẞ: 'SS' };

/** The words of a name that say who it is. */
export const nameWords = (name: string): string[] =>
  name
    .toUpperCase()
    .replace(/[ÄÖÜßẞ]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !STOP.has(word));

/** Whether every word of the shorter name stands in the longer one. A bank cuts long names, so the last word may be cut to four letters. */
export const isSameName = (one: string, other: string): boolean => areSameWords(nameWords(one), nameWords(other));

/** The same of names whose words are known (`nameWords`). */
export function areSameWords(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === 0) return false;
  return short.every(
    (word, i) => long.includes(word) || (i === short.length - 1 && word.length >= 4 && long.some((whole) => whole.startsWith(word))),
  );
}

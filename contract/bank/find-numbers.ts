import { LETTER_PREFIX } from '../money/dunning-states.ts';
import { creditorReference } from '../money/remittance.ts';

/** Numbers of documents in the purpose of a payment, as people write them. */

/** Letters that are typed for digits. */
const asDigits = (text: string): string => text.replaceAll('O', '0');

/** A number without spaces and signs, with letters O as zeros: what two spellings of the same number have in common. */
export const plainNumber = (text: string): string => asDigits(text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''));

/** Circle, year, number: E-2026-00001, E 2026-1, E2026/00001, with O for 0. */
const OUR_NUMBER = /(?<![A-Z0-9])(EC|UC|E|U)[\s\-_/.:]{0,3}(2[0O]\d\d)[\s\-_/.:]{0,3}([0-9O]{1,7})(?![A-Z0-9])/g;
/** The same within a word that the bank ran together, only with all five digits. */
const RUN_TOGETHER = /(EC|UC|E|U)(2[0O]\d\d)([0-9O]{5})(?!\d)/g;
/** Further numbers of a list: “E-2026-00001, 00002 und 3”. */
const MORE = /^\s*(?:,|\/|\+|&|UND|AND|U\.)\s*([0-9O]{1,7})(?![A-Z0-9\-/.])/;
const DIGITS = 5;

const full = (circle: string, year: string, n: string): string =>
  plainNumber(`${circle}${year}${String(Number(asDigits(n))).padStart(DIGITS, '0')}`);

/** Our invoice numbers in a text, in the plain spelling, each once. */
export function findNumbers(text: string): string[] {
  const upper = text.toUpperCase();
  const found = new Set<string>();
  for (const match of upper.matchAll(OUR_NUMBER)) {
    const [whole, circle = '', year = '', n = ''] = match;
    found.add(full(circle, year, n));
    let rest = upper.slice(match.index + whole.length);
    for (let more = MORE.exec(rest); more; more = MORE.exec(rest)) {
      found.add(full(circle, year, more[1] ?? ''));
      rest = rest.slice(more[0].length);
    }
  }
  // Signs that a bank or a person put between the digits.
  for (const [, circle = '', year = '', n = ''] of upper.replace(/[^A-Z0-9]/g, '').matchAll(RUN_TOGETHER)) found.add(full(circle, year, n));
  return [...found];
}

const LETTER_NUMBER = new RegExp(`(?<![A-Z0-9])${LETTER_PREFIX.slice(0, -1)}[\\s\\-_/.:]{0,3}([0-9O]{4,9})(?![A-Z0-9])`, 'g');

/** Numbers of our dunning letters in a text, in the plain spelling, each once. */
export const findLetterNumbers = (text: string): string[] => [
  ...new Set([...text.toUpperCase().matchAll(LETTER_NUMBER)].map(([, n = '']) => plainNumber(LETTER_PREFIX + n))),
];

const REFERENCE = /RF\d\d[A-Z0-9]{1,21}/g;

/** The plain numbers that creditor references in these texts stand for; references with wrong check digits are none. */
export const findReferences = (...texts: string[]): string[] =>
  texts.flatMap((text) =>
    [...text.toUpperCase().replace(/\s/g, '').matchAll(REFERENCE)].flatMap(([found]) => {
      const body = found.slice(4);
      return creditorReference(body) === found ? [plainNumber(body)] : [];
    }),
  );

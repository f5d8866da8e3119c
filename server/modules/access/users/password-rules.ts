import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_FAULTS, type PasswordFault } from '#contract/access/session';
import { DomainError } from '../../../core/http/errors.ts';

/**
 * Refuses easily guessed passwords (NIST SP 800-63B 5.1.1.2: no composition rules). A password is split into parts. Parts that attackers
 * try as a whole (common passwords, names, dates, keyboard runs) count little; every other character counts one.
 */
const MIN_LENGTH = 8;
const ENOUGH = 6;
const COMMON_WORD = 2;
const PATTERN = 1;

/** Words of the product and the trade, and common passwords missing from the English list. */
const HOUSE_WORDS = `kontor warehouse lagerhaus lager logistik logistics shipping spedition versand pallet palette container
  passwort passwd willkommen geheim hallo hallowelt schatz schalke bayern borussia fussball hamburg berlin muenchen münchen frankfurt
  woaini woaini1314 wang1234 5201314 1314520 mima admin administrator changeme test login`.split(/\s+/);
const CALENDAR_WORDS = `january february march april may june july august september october november december
  januar februar märz maerz mai juni juli oktober dezember jan feb mar apr jun jul aug sep sept oct okt nov dec dez
  spring summer autumn fall winter frühling fruehling sommer herbst
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  春天 夏天 秋天 冬天 星期一 星期五`.split(/\s+/);
const ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1234567890',
  '1qaz2wsx3edc4rfv5tgb6zhn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'qweasdzxc',
  'qayxswedcvfr',
  'qazwsxedcrfv',
  'abcdefghijklmnopqrstuvwxyz',
  'abcd1234',
  'abc123',
];
const RUNS = [...ROWS, ...ROWS.map((row) => Array.from(row).toReversed().join(''))];

const LETTERS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '€': 'e',
  '+': 't',
};
const withLetters = (text: string): string => Array.from(text, (letter) => LETTERS[letter] ?? letter).join('');
/** `1` and `!` can also stand for `l`. */
const withOtherLetters = (text: string): string => withLetters(text.replace(/[1!]/g, 'l'));

const COMMON: ReadonlySet<string> = new Set([...dictionary['passwords-common'], ...HOUSE_WORDS]);
/** Only the first characters of longer passwords are evaluated. */
const LONGEST_CHECKED = 64;
const LONGEST_WORD = 40;
const SHORTEST_COMMON = 4;
const CALENDAR: ReadonlySet<string> = new Set(CALENDAR_WORDS);

export type Person = { account: string; name: string };

/** Parts of the name and e-mail address that an acquaintance would try: `max`, `manager`, `kontor`. */
function personalWords({ account, name }: Person): string[] {
  const words = `${name} ${account}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const whole = [name.replace(/\s/g, ''), account.split('@')[0] ?? ''].map((word) => word.toLowerCase());
  return [...new Set([...words, ...whole])].filter((word) => Array.from(word).length >= 3 || /\p{Script=Han}/u.test(word));
}

type Part = { length: number; worth: number; kind: PasswordFault | null };

/** Length of the pattern at the start of the text: keyboard runs, repeats, dates, years, consecutive punctuation. */
const PATTERNS: ((text: string) => number)[] = [
  (text) => longest(Math.min(text.length, 24), (length) => isRun(text.slice(0, length))),
  (text) => /^(.{1,5}?)\1{2,}/u.exec(text)?.[0].length ?? 0,
  (text) => /^\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})/.exec(text)?.[0].length ?? 0,
  (text) =>
    /^((0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19[4-9]\d|20[0-4]\d)|(19[4-9]\d|20[0-4]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))/.exec(text)?.[0]
      .length ?? 0,
  (text) => /^(19[4-9]\d|20[0-4]\d)([/-]\d\d)?/.exec(text)?.[0].length ?? 0,
  (text) => /^[^\p{L}\p{N}\s]{2,}/u.exec(text)?.[0].length ?? 0,
];

/** At least four neighbours on a keyboard or in the alphabet; three for digits, which often end a password. */
const isRun = (text: string): boolean => text.length >= (/^\d+$/.test(text) ? 3 : 4) && RUNS.some((run) => run.includes(text));

function longest(from: number, fits: (length: number) => boolean): number {
  for (let length = from; length > 1; length -= 1) if (fits(length)) return length;
  return 0;
}

function partsAt(text: string, at: number, personal: ReadonlySet<string>): Part[] {
  const rest = text.slice(at);
  const spellings = [rest, withLetters(rest), withOtherLetters(rest)];
  const parts: Part[] = PATTERNS.map((lengthOf) => ({ length: lengthOf(rest), worth: PATTERN, kind: 'pattern' }));
  // A repetition of earlier characters adds no strength.
  parts.push({
    length: longest(rest.length, (length) => length >= 3 && text.slice(0, at).includes(rest.slice(0, length))),
    worth: 0,
    kind: 'pattern',
  });
  for (let length = 1; length <= Math.min(rest.length, LONGEST_WORD); length += 1) {
    const words = spellings.map((spelling) => spelling.slice(0, length));
    if (words.some((word) => CALENDAR.has(word))) parts.push({ length, worth: PATTERN, kind: 'pattern' });
    if (words.some((word) => personal.has(word))) parts.push({ length, worth: PATTERN, kind: 'personal' });
    if (length >= SHORTEST_COMMON && words.some((word) => COMMON.has(word))) parts.push({ length, worth: COMMON_WORD, kind: 'common' });
  }
  return [...parts.filter((part) => part.length > 0), { length: 1, worth: 1, kind: null }];
}

type Cut = { worth: number; parts: Part[] };

/** The split with the lowest value, as a good attacker would guess it. */
function cheapest(text: string, personal: ReadonlySet<string>): Cut {
  const best: (Cut | undefined)[] = [{ worth: 0, parts: [] }];
  for (let at = 0; at < text.length; at += 1) {
    const before = best[at];
    if (!before) continue;
    for (const part of partsAt(text, at, personal)) {
      const worth = before.worth + part.worth;
      const known = best[at + part.length];
      if (!known || worth < known.worth) best[at + part.length] = { worth, parts: [...before.parts, part] };
    }
  }
  return best[text.length] ?? { worth: text.length, parts: [] };
}

/** The fault of a password; null if it is acceptable. */
export function passwordFault(password: string, person: Person): PasswordFault | null {
  const text = password.normalize('NFKC').toLowerCase();
  if (Array.from(text).length < MIN_LENGTH) return 'short';
  if ([text, withLetters(text), withOtherLetters(text)].some((one) => COMMON.has(one))) return 'common';
  const personal = new Set(personalWords(person));
  const { worth, parts } = cheapest(text.slice(0, LONGEST_CHECKED), personal);
  if (worth >= ENOUGH) return null;
  const letters = (kind: PasswordFault): number => parts.reduce((sum, part) => sum + (part.kind === kind ? part.length : 0), 0);
  const [main = 'pattern'] = [...PASSWORD_FAULTS].sort((x, y) => letters(y) - letters(x));
  return main === 'short' ? 'pattern' : main;
}

/** @throws DomainError PasswordWeak with what is wrong */
export function requireGoodPassword(password: string, person: Person): void {
  const fault = passwordFault(password, person);
  if (fault) throw new DomainError('PasswordWeak', fault);
}

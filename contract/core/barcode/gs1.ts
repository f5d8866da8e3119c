import { gs1Checks } from './check-digits.ts';

/** Separator after elements of variable length: FNC1 in the symbol, this character in the transmitted data. */
export const GS = '\u001d';

export type Gs1Element = { ai: string; value: string };
/** Why a text is not a valid GS1 message. `at` is a character offset without the symbology identifier. */
export type Gs1Fault = { fault: 'empty' | 'unknownAi' | 'format' | 'checkDigit' | 'date' | 'twice'; ai: string; at: number };
export type Gs1 = { ok: true; elements: Gs1Element[] } | ({ ok: false } & Gs1Fault);

type Rule = { form: RegExp; check?: 'digit' | 'date' };
/** Character set 82 for text elements (General Specifications, 7.11). */
const X = '[!"%&\'()*+,\\-./0-9:;<=>?A-Z_a-z]';
const text = (max: number): Rule => ({ form: new RegExp(`^${X}{1,${max}}$`) });
const digits = (min: number, max = min): Rule => ({ form: new RegExp(`^\\d{${min},${max}}$`) });
const checked = (length: number): Rule => ({ ...digits(length), check: 'digit' });
const date: Rule = { ...digits(6), check: 'date' };

/** Application identifiers (labels.md, 1.2). `n` as fourth character is the number of decimals. */
const RULES: Record<string, Rule> = {
  '00': checked(18),
  '01': checked(14),
  '02': checked(14),
  '10': text(20),
  '11': date,
  '12': date,
  '13': date,
  '15': date,
  '16': date,
  '17': date,
  '20': digits(2),
  '21': text(20),
  '22': text(20),
  '30': digits(1, 8),
  '37': digits(1, 8),
  '240': text(30),
  '241': text(30),
  '250': text(30),
  '251': text(30),
  ...Object.fromEntries(
    ['310', '311', '312', '313', '314', '315', '316', '320', '330', '331', '332', '333'].map((ai) => [`${ai}n`, digits(6)]),
  ),
  '400': text(30),
  '401': text(30),
  '402': checked(17),
  '403': text(30),
  ...Object.fromEntries(['410', '411', '412', '413', '414', '415', '416', '417'].map((ai) => [ai, checked(13)])),
  '420': text(20),
  '421': { form: new RegExp(`^\\d{3}${X}{1,9}$`) },
  '422': digits(3),
  '8008': { form: /^\d{8}(?:\d{2}){0,2}$/ },
  '90': text(30),
  ...Object.fromEntries(['91', '92', '93', '94', '95', '96', '97', '98', '99'].map((ai) => [ai, text(90)])),
};

/** Total lengths of elements without separator, by the first two digits of the identifier (General Specifications, figure 7.8.5-2). */
const FIXED: Record<string, number> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((two) => [two, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((two) => [two, 10])),
  '41': 16,
};

/** Whether an element has a fixed length and needs no separator. */
export const hasFixedLength = (ai: string): boolean => FIXED[ai.slice(0, 2)] !== undefined;

/** Symbology identifiers of GS1 data: GS1-128, GS1 DataMatrix, GS1 QR, DataBar and composite. */
const GS1_SYMBOLS = /^\](?:C1|d2|Q3|e0)/;

const ruleOf = (ai: string): Rule | undefined => RULES[ai] ?? (ai.length === 4 ? RULES[`${ai.slice(0, 3)}n`] : undefined);
const aiAt = (data: string, at: number): string | undefined =>
  [2, 3, 4]
    .map((length) => data.slice(at, at + length))
    .find((ai, i) => ai.length === i + 2 && /^\d+$/.test(ai) && ruleOf(ai) !== undefined);

const fail = (fault: Gs1Fault['fault'], ai: string, at: number): Gs1 => ({ ok: false, fault, ai, at });

/**
 * Reads a date as YYMMDD. Day 00 is the last day of the month. The year is between 49 before and 50 after `year` (General
 * Specifications, 7.12).
 * @returns YYYY-MM-DD, or null if the day does not exist
 */
export function gs1Date(value: string, year: number): string | null {
  const [yy, month, day] = [value.slice(0, 2), value.slice(2, 4), value.slice(4, 6)].map(Number);
  if (yy === undefined || month === undefined || day === undefined || month < 1 || month > 12) return null;
  const apart = yy - (year % 100);
  const full = year - (year % 100) + yy + (apart >= 51 ? -100 : apart <= -50 ? 100 : 0);
  const last = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (day > last) return null;
  return `${full}-${String(month).padStart(2, '0')}-${String(day === 0 ? last : day).padStart(2, '0')}`;
}

function faultOf(ai: string, value: string, known: readonly Gs1Element[]): Gs1Fault['fault'] | null {
  const rule = ruleOf(ai);
  if (!rule) return 'unknownAi';
  if (!rule.form.test(value)) return 'format';
  if (rule.check === 'digit' && !gs1Checks(value)) return 'checkDigit';
  // Any year works here: the century matters only for 29 February 2100.
  if (rule.check === 'date' && gs1Date(value, 2026) === null) return 'date';
  return known.some((element) => element.ai === ai && element.value !== value) ? 'twice' : null;
}

function parseJoined(data: string): Gs1 {
  const elements: Gs1Element[] = [];
  let at = 0;
  while (at < data.length) {
    // Some scanners also send a separator after a fixed length and at the end. It is ignored.
    if (data[at] === GS) {
      at += 1;
      continue;
    }
    const ai = aiAt(data, at);
    if (ai === undefined) return fail('unknownAi', data.slice(at, at + 2), at);
    const begin = at + ai.length;
    const fixed = FIXED[ai.slice(0, 2)];
    const separator = data.indexOf(GS, begin);
    const end = fixed === undefined ? (separator < 0 ? data.length : separator) : Math.min(at + fixed, data.length);
    const value = data.slice(begin, end);
    const fault = faultOf(ai, value, elements);
    if (fault) return fail(fault, ai, begin);
    elements.push({ ai, value });
    at = end;
  }
  return elements.length > 0 ? { ok: true, elements } : fail('empty', '', 0);
}

/**
 * Parses `(01)09501101530003(10)AB`, as printed below the bars and as people type it. Brackets without a known identifier belong to the
 * value.
 */
function parseBracketed(data: string): Gs1 {
  const marks = [...data.matchAll(/\((\d{2,4})\)/g)].filter(([, ai]) => ruleOf(ai ?? '') !== undefined);
  if (marks[0]?.index !== 0) return fail('unknownAi', /^\(([^)]*)/.exec(data)?.[1] ?? '', 0);
  const elements: Gs1Element[] = [];
  for (const [i, mark] of marks.entries()) {
    const ai = mark[1] ?? '';
    const begin = mark.index + mark[0].length;
    const value = data.slice(begin, marks[i + 1]?.index ?? data.length);
    const fault = faultOf(ai, value, elements);
    if (fault) return fail(fault, ai, begin);
    elements.push({ ai, value });
  }
  return { ok: true, elements };
}

/** Parses a GS1 Digital Link: keys are pairs in the path, other elements are query parameters. */
function parseLink(url: string): Gs1 {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#]+([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  const parts = path.split('/');
  const first = parts.findIndex((part, i) => (part === '01' || part === '00') && /^\d+$/.test(parts[i + 1] ?? ''));
  if (first < 0) return fail('unknownAi', '', 0);
  const pairs = parts.slice(first).flatMap((ai, i, all) => (i % 2 === 0 ? [[ai, all[i + 1] ?? '']] : []));
  const named = [...new URLSearchParams(query)].filter(([ai]) => /^\d+$/.test(ai));
  const elements: Gs1Element[] = [];
  for (const [ai = '', raw = ''] of [...pairs, ...named]) {
    // A link may contain a GTIN of 8 to 13 digits. Elsewhere it has fourteen.
    const value = ai === '01' ? raw.padStart(14, '0') : raw;
    const fault = faultOf(ai, value, elements);
    if (fault) return fail(fault, ai, 0);
    elements.push({ ai, value });
  }
  return { ok: true, elements };
}

/**
 * Parses a GS1 message in each of its forms: as scanned (with or without symbology identifier, U+001D for FNC1), in brackets, or as a
 * link. Rules about combined elements are not checked, because labels in use break them and the goods must still be booked.
 */
export function parseGs1(raw: string): Gs1 {
  const data = raw.replace(GS1_SYMBOLS, '');
  if (data.startsWith('(')) return parseBracketed(data);
  if (/^https?:/i.test(data)) return parseLink(data);
  return parseJoined(data);
}

/** Whether the scanner reports GS1 data by its symbology identifier. */
export const saysGs1 = (raw: string): boolean => GS1_SYMBOLS.test(raw);

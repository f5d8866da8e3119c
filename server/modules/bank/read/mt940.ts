import { MAX_STATEMENT_ENTRIES, RETURN_CODES, type ReadEntry, type ReadStatement } from '#contract/bank/statement';
import type { Currency } from '#contract/money/scale';
import type { Steps } from '../../../core/steps.ts';
import { BLANK, checkSums, dayOf, fail, knownCurrency, minorOf, referenceOf, tidy, tidyCode } from './fault.ts';

/** MT940 as German banks write it (SWIFT User Handbook, MT940; DFÜ agreement, annex 3, chapter 8 for field 86). */

type Field = { tag: string; line: number; text: string };

/** Whether a text is meant to be such a file. */
export const isMt940 = (text: string): boolean => /^[\s\S]{0,600}?(^|\n|\r):20:/.test(text) && /(^|\n|\r):25:/.test(text);

/** Lines and fields that are read in one step. */
const LINES_A_STEP = 50;

/** The fields of each message. A message ends with a line of one hyphen; a file that ends before it was cut. */
function* messagesOf(text: string): Steps<Field[][]> {
  const messages: Field[][] = [];
  let fields: Field[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (const [i, raw] of lines.entries()) {
    if (i % LINES_A_STEP === 0) yield;
    // Blocks 1 to 3 of SWIFT stand before the text block, whose lines begin behind `{4:`.
    const line = raw.replace(/^\{1:.*\{4:/, '');
    const [, tag, rest] = /^:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (/^-\}?\s*$/.test(line)) {
      if (fields.length > 0) messages.push(fields);
      fields = [];
    } else if (tag !== undefined) fields.push({ tag, line: i + 1, text: rest ?? '' });
    else if (last && line !== '') last.text += last.tag === '86' ? line : `\n${line}`;
    else if (line.trim() !== '' && line !== '{4:') fail('broken', { line: i + 1, text: line.slice(0, 40) });
  }
  if (fields.length > 0) fail('cut', { line: lines.length });
  return messages;
}

const CENTURY = 2000;
const yearOf = (two: string): number => CENTURY + Number(two);

/** `C261125EUR1234,56`: mark, day, currency, amount. */
function balanceOf({ text, line }: Field): { amount: number; day: string; currency: Currency } {
  const [, mark, year = '', month, day, code = '', amount = ''] =
    /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})(\d+,\d*)\s*$/.exec(text) ?? fail('amount', { line, text: text.slice(0, 40) });
  return {
    amount: (mark === 'C' ? 1 : -1) * minorOf(amount, ',', line),
    day: dayOf(yearOf(year), Number(month), Number(day), line, text),
    currency: knownCurrency(code, line),
  };
}

const BOOKING = /^(\d\d)(\d\d)(\d\d)(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([A-Z][A-Z0-9]{3})([^\n]*)/;
/** The amount of a conversion in the line below: /OCMT/USD1000,00/CHGS/EUR5,00/. */
const ORIGINAL = /\/OCMT\/([A-Z]{3})(\d+,\d*)/;
const CHARGES = /\/CHGS\/([A-Z]{3})(\d+,\d*)/;

function bookingOf({ text, line }: Field, currency: Currency): ReadEntry {
  const [, year = '', month = '', day = '', booked, mark = '', , amount = '', , references = ''] =
    BOOKING.exec(text) ?? fail(/^\d{6}(\d{4})?[A-Z]?\d/.test(text) ? 'mark' : 'amount', { line, text: text.slice(0, 40) });
  const valueOn = dayOf(yearOf(year), Number(month), Number(day), line, text);
  const bookedOn = booked ? bookingDay(valueOn, Number(booked.slice(0, 2)), Number(booked.slice(2)), line, text) : valueOn;
  // RC takes a credit back, so money goes out; RD takes a debit back.
  const sign = mark === 'C' || mark === 'RD' ? 1 : -1;
  const [, originalCurrency = '', original = ''] = ORIGINAL.exec(text) ?? [];
  const [, feeCurrency, fee = ''] = CHARGES.exec(text) ?? [];
  const isConverted = originalCurrency !== '' && originalCurrency !== currency;
  return {
    ...BLANK,
    line,
    bookedOn,
    valueOn,
    amount: sign * minorOf(amount, ',', line),
    originalAmount: isConverted ? minorOf(original, ',', line) : null,
    originalCurrency: isConverted ? originalCurrency : '',
    fee: feeCurrency === currency ? minorOf(fee, ',', line) || null : null,
    bankRef: referenceOf(references.includes('//') ? (references.split('//')[1] ?? '') : ''),
    isReturn: mark.startsWith('R'),
  };
}

/** The day of booking has no year. It is the one nearest to the value day, so 2 January of a booking for 31 December is in the next year. */
function bookingDay(valueOn: string, month: number, day: number, line: number, text: string): string {
  const year = Number(valueOn.slice(0, 4));
  const difference = month - Number(valueOn.slice(5, 7));
  const turned = difference > 6 ? year - 1 : difference < -6 ? year + 1 : year;
  return dayOf(turned, month, day, line, text);
}

/** Length of one piece of the purpose. A shorter one was ended by the bank. */
const PIECE = 27;
const TAGS = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|IBAN|BIC|PURP)\+/g;

const joined = (pieces: readonly string[]): string =>
  pieces.reduce((text, piece, i) => text + (i > 0 && (pieces[i - 1]?.length ?? 0) < PIECE ? ' ' : '') + piece, '');

/** The parts of a purpose by their tags; what stands before the first one, or a purpose without tags, is `SVWZ`. */
function tagged(purpose: string): Record<string, string> {
  const found: Record<string, string> = {};
  const marks = [...purpose.matchAll(TAGS)];
  const before = purpose.slice(0, marks[0]?.index ?? purpose.length);
  if (before.trim() !== '') found['SVWZ'] = before;
  marks.forEach((mark, i) => {
    const text = purpose.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? purpose.length);
    const tag = mark[1] ?? '';
    found[tag] = found[tag] === undefined ? text : `${found[tag]} ${text}`;
  });
  return found;
}

const IS_CREDITOR_REFERENCE = /^RF\d\d[A-Z0-9]{1,21}$/;

/** Field 86: `166?00GUTSCHRIFT?20EREF+…?30BIC?31IBAN?32Name`, or plain text. */
function informationOf(text: string): Partial<ReadEntry> {
  const [, code, rest = ''] = /^(\d{3})(\?[\s\S]*)$/.exec(text.trimStart()) ?? [];
  if (code === undefined) return { purpose: tidy(text) };
  const parts = new Map(
    rest
      .split('?')
      .slice(1)
      .map((part): [string, string] => [part.slice(0, 2), part.slice(2)]),
  );
  const numbers = [...Array.from({ length: 10 }, (_, i) => `2${i}`), '60', '61', '62', '63'];
  const tags = tagged(joined(numbers.flatMap((key) => parts.get(key) ?? [])));
  const purpose = tidy(tags['SVWZ'] ?? '');
  const isReference = IS_CREDITOR_REFERENCE.test(tidyCode(purpose));
  return {
    code,
    counterparty: tidy(joined([parts.get('32') ?? '', parts.get('33') ?? ''].filter(Boolean))) || tidy(tags['ABWA'] ?? ''),
    iban: tidyCode(parts.get('31') ?? tags['IBAN'] ?? ''),
    bic: tidyCode(parts.get('30') ?? tags['BIC'] ?? ''),
    endToEnd: referenceOf(tags['EREF'] ?? ''),
    mandate: referenceOf(tags['MREF'] ?? ''),
    reference: isReference ? tidyCode(purpose) : '',
    purpose: isReference ? '' : purpose || tidy(parts.get('00') ?? ''),
  };
}

function* statementOf(fields: Field[]): Steps<ReadStatement> {
  const line = fields[0]?.line ?? 1;
  const field = (...tags: string[]): Field | undefined => fields.find(({ tag }) => tags.includes(tag));
  const account = field('25', '25P')?.text.split('\n')[0] || fail('noAccount', { line });
  const [first, last] = [field('60F', '60M'), field('62F', '62M')];
  if (!first || !last) return fail('balanceMissing', { line });
  const [opening, closing] = [balanceOf(first), balanceOf(last)];
  const { currency } = opening;
  if (closing.currency !== currency) fail('currency', { line: last.line, text: closing.currency });
  const entries: ReadEntry[] = [];
  for (const [n, one] of fields.entries()) {
    if (n % LINES_A_STEP === 0) yield;
    const entry = entries.at(-1);
    if (one.tag === '61') entries.push(bookingOf(one, currency));
    else if (one.tag === '86' && entry && entry.code === '' && entry.purpose === '') {
      const information = informationOf(one.text);
      const isReturn = entry.isReturn || RETURN_CODES.includes(information.code ?? '');
      entries[entries.length - 1] = { ...entry, ...information, isReturn };
    }
  }
  checkSums(opening.amount, closing.amount, entries, last.line);
  const days = entries.map(({ bookedOn }) => bookedOn).sort();
  return {
    format: 'mt940',
    account: tidyCode(account),
    currency,
    number: field('28C', '28')?.text.trim() ?? '',
    fromOn: days[0] ?? opening.day,
    toOn: closing.day,
    opening: opening.amount,
    closing: closing.amount,
    entries,
  };
}

/** Reads all statements of a file. @throws StatementError with line and reason */
export function* readMt940(text: string): Steps<ReadStatement[]> {
  const statements: ReadStatement[] = [];
  for (const fields of yield* messagesOf(text)) statements.push(yield* statementOf(fields));
  if (statements.length === 0) fail('noStatement', { line: 1 });
  if (statements.reduce((sum, { entries }) => sum + entries.length, 0) > MAX_STATEMENT_ENTRIES) fail('tooMany', { line: 1 });
  return statements;
}

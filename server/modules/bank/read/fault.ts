import type { ReadEntry, StatementFault } from '#contract/bank/statement';
import { CURRENCIES } from '#contract/core/fields';
import type { Currency } from '#contract/money/scale';

/** A bank file that cannot be read. Nothing of such a file is stored. */
export class StatementError extends Error {
  readonly fault: StatementFault;
  readonly params: Record<string, string | number>;
  constructor(fault: StatementFault, params: Record<string, string | number> = {}) {
    super(`${fault} ${JSON.stringify(params)}`);
    this.fault = fault;
    this.params = params;
  }
}

export const fail = (fault: StatementFault, params: Record<string, string | number> = {}): never => {
  throw new StatementError(fault, params);
};

/** @throws StatementError `currency` if the house does not know it */
export const knownCurrency = (code: string, line: number): Currency =>
  CURRENCIES.find((one) => one === code) ?? fail('currency', { line, text: code.slice(0, 20) });

const DAYS_IN = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** A day of the calendar as YYYY-MM-DD. @throws StatementError `day` */
export function dayOf(year: number, month: number, day: number, line: number, text: string): string {
  const last = month === 2 && isLeap(year) ? 29 : (DAYS_IN[month - 1] ?? 0);
  if (!(year >= 1990 && year <= 2199 && day >= 1 && day <= last)) fail('day', { line, text: text.slice(0, 40) });
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A day as YYYY-MM-DD, with or without a time behind it. */
export function isoDay(text: string, line: number): string {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T.*|[Z+-].*)?$/.exec(text.trim()) ?? fail('day', { line, text: text.slice(0, 40) });
  return dayOf(Number(year), Number(month), Number(day), line, text);
}

/** Digits with at most two behind the sign, to the smallest unit. @throws StatementError `amount` or `decimals` */
export function minorOf(text: string, sign: '.' | ',', line: number): number {
  const [, whole, cents = ''] = /^(\d{1,13})(?:[.,](\d*))?$/.exec(text) ?? fail('amount', { line, text: text.slice(0, 40) });
  if (text.includes(sign === '.' ? ',' : '.')) fail('decimalSign', { line, text: text.slice(0, 40) });
  if (cents.length > 2) fail('decimals', { line, text: text.slice(0, 40) });
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

/** White space of any kind becomes one space. */
export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** An IBAN or a BIC without spaces, in capitals. */
export const tidyCode = (text: string): string => text.replace(/\s/g, '').toUpperCase();
/** References that say there is none. */
const NO_REFERENCE = /^(NOTPROVIDED|NOTPROVIDED\b.*|NONREF|NONE|N\/A|0+)$/i;
export const referenceOf = (text: string): string => (NO_REFERENCE.test(text.trim()) ? '' : tidy(text));

export const BLANK: ReadEntry = {
  line: 0,
  bookedOn: '',
  valueOn: '',
  amount: 0,
  originalAmount: null,
  originalCurrency: '',
  rate: '',
  fee: null,
  counterparty: '',
  iban: '',
  bic: '',
  endToEnd: '',
  mandate: '',
  reference: '',
  purpose: '',
  bankRef: '',
  code: '',
  batchIndex: 0,
  isReturn: false,
  returnReason: '',
};

const words = (amount: number): string => (amount / 100).toFixed(2);

/** The entries of a complete statement add up to the difference of its balances. @throws StatementError `sums` */
export function checkSums(opening: number, closing: number, entries: readonly ReadEntry[], line: number): void {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  if (opening + sum !== closing) fail('sums', { line, expected: words(closing - opening), found: words(sum) });
}

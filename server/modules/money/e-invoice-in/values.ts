import { withoutHidden } from '#contract/core/fields';
import { divide, tenTo } from '#contract/money/scale';
import { find, type Node } from '../../../core/read-xml.ts';
import { fail } from './fault.ts';

/** The values of elements of an e-invoice, as both syntaxes write them. */

const LONGEST = 2000;
/** A text without hidden characters; what is too long to be meant is cut. */
export const tidy = (given: string): string => withoutHidden(given.trim().slice(0, LONGEST)).trim();
/** The text of the element at this path. */
export const text = (node: Node | undefined, path: string): string => tidy(find(node, ...path.split('/'))?.text ?? '');

const NUMBER = /^([+-]?)(\d{1,15})(?:\.(\d{1,20}))?$/;

/** A decimal number at a scale, rounded half away from zero. @throws EInvoiceError `number` with its line */
export function scaled(node: Node, scale: number): number {
  const given = node.text.trim();
  const [, sign, whole = '0', part = ''] = NUMBER.exec(given) ?? fail('number', { line: node.line, text: given.slice(0, 40) });
  const digits = part.length;
  const exact = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  const value = digits <= scale ? exact * tenTo(scale - digits) : divide(exact, tenTo(digits - scale));
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < -BigInt(Number.MAX_SAFE_INTEGER))
    fail('number', { line: node.line, text: given.slice(0, 40) });
  return Number(value);
}
/** In hundredths; null where the element is missing or empty. */
export function hundredths(node: Node | undefined, path: string): number | null {
  const found = find(node, ...path.split('/'));
  return found && found.text.trim() !== '' ? scaled(found, 2) : null;
}
/** A quantity or a price as it was written, without zeros that mean nothing. @throws EInvoiceError `number` */
export function decimal(node: Node | undefined, path: string): string {
  const found = find(node, ...path.split('/'));
  const given = found?.text.trim() ?? '';
  if (!found || given === '') return '';
  const [, sign = '', whole = '', part = ''] = NUMBER.exec(given) ?? fail('number', { line: found.line, text: given.slice(0, 40) });
  const [left, right] = [whole.replace(/^0+(?=\d)/, ''), part.replace(/0+$/, '')];
  return `${sign === '-' ? '-' : ''}${left}${right === '' ? '' : `.${right}`}`;
}

const LAST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** A day as YYYY-MM-DD, of `20261103` or `2026-11-03` with or without a time zone. @throws EInvoiceError `day` with its line */
export function day(node: Node | undefined, path: string): string {
  const found = find(node, ...path.split('/'));
  const given = found?.text.trim() ?? '';
  if (!found || given === '') return '';
  const refuse = (): never => fail('day', { line: found.line, text: given.slice(0, 40) });
  const [, year = '', month = '', of = ''] = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T+Z-].*)?$/.exec(given) ?? refuse();
  const last = Number(month) === 2 && new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() !== 1 ? 28 : (LAST[Number(month) - 1] ?? 0);
  if (Number(year) < 1990 || Number(year) > 2199 || Number(of) < 1 || Number(of) > last) refuse();
  return `${year}-${month}-${of}`;
}

/** The text of a term without which there is no invoice. @throws EInvoiceError `missing` with the term */
export const required = (value: string, term: string, line: number): string => (value === '' ? fail('missing', { line, term }) : value);

/** The number of bytes that a base64 text stands for, without decoding it. */
export function base64Size(text: string): number {
  const digits = text.replaceAll(/[^A-Za-z0-9+/]/g, '').length;
  return Math.floor((digits * 3) / 4);
}

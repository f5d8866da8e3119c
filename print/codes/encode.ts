import { gs1CheckDigit, postCheckDigit } from '#contract/core/barcode/check-digits';
import { GS, hasFixedLength, parseGs1 } from '#contract/core/barcode/gs1';
import type { CodeType } from '#contract/printing/codes';
import { code39, ean8, ean13, fitsCode39, GUARDS, itf } from './bars.ts';
import { code128, gs1Code128, holdsCode128, isTooLong } from './code128.ts';
import { datamatrix } from './datamatrix.ts';
import { qr } from './qr.ts';

/**
 * One-dimensional symbol: widths in modules, a bar first. `long` are the indexes of guard bars that extend into the text (EAN/UPC). Quiet
 * zones in modules. `bearer` requests bars along the top and bottom (ITF-14). `text` is the human-readable text below (HRI).
 */
export type Bars = {
  kind: 'bars';
  widths: number[];
  long: readonly number[];
  bearer: boolean;
  quiet: { left: number; right: number };
  text: string;
};
/** Two-dimensional symbol: rows of 0/1, and the quiet zone on all four sides in modules. */
export type Matrix = { kind: 'matrix'; rows: Uint8Array[]; quiet: number; text: string };
export type CodeFault = 'empty' | 'characters' | 'length' | 'checkDigit' | 'tooLong' | 'gs1';
export type Encoded = { ok: true; symbol: Bars | Matrix } | { ok: false; fault: CodeFault };

/** Maximum characters of GS1-128, including separators (General Specifications, 5.4.4). */
const GS1_128_MAX = 48;

const fail = (fault: CodeFault): Encoded => ({ ok: false, fault });
/** Quiet zones of labels.md, 1.3; UPC-A has 9 on both sides (General Specifications, 5.2.3). */
const bars = (widths: number[], text: string, more: Partial<Bars> = {}): Encoded => ({
  ok: true,
  symbol: { kind: 'bars', widths, text, long: [], bearer: false, quiet: { left: 10, right: 10 }, ...more },
});
const matrix = (rows: Uint8Array[] | null, quiet: number, text: string): Encoded =>
  rows ? { ok: true, symbol: { kind: 'matrix', rows, quiet, text } } : fail('tooLong');

/** Control characters cannot be printed; a blank marks their position. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const readable = (text: string): string => text.replace(/[\x00-\x1f\x7f]/g, ' ');

/** A number of fixed length. A missing check digit is added, a wrong one is refused. */
const numbered =
  (length: number, checkDigit: (body: string) => string, draw: (digits: string) => Encoded) =>
  (text: string): Encoded => {
    if (!/^\d+$/.test(text)) return fail('characters');
    if (text.length !== length && text.length !== length - 1) return fail('length');
    const body = text.slice(0, length - 1);
    const digits = body + checkDigit(body);
    return text.length === length && text !== digits ? fail('checkDigit') : draw(digits);
  };

/**
 * GS1 elements joined in the given order. A separator is only written after an element of variable length that is not the last (General
 * Specifications, 7.8). gs1Association checks which elements may be combined on a label.
 */
const elements =
  (draw: (data: string, text: string) => Encoded) =>
  (text: string): Encoded => {
    const message = parseGs1(text);
    if (!message.ok) return fail(message.fault === 'empty' || message.fault === 'checkDigit' ? message.fault : 'gs1');
    const last = message.elements.length - 1;
    const data = message.elements.map(({ ai, value }, i) => ai + value + (i < last && !hasFixedLength(ai) ? GS : '')).join('');
    return draw(data, message.elements.map(({ ai, value }) => `(${ai})${value}`).join(''));
  };

/** Formats numbers of Deutsche Post in groups. */
const grouped = (digits: string, form: RegExp, shape: string): string => digits.replace(form, shape);

const ENCODERS: Record<CodeType, (text: string) => Encoded> = {
  'gs1-128': elements((data, text) => (data.length > GS1_128_MAX ? fail('tooLong') : bars(gs1Code128(data), text))),
  code128: (text) => (!holdsCode128(text) ? fail('characters') : isTooLong(text) ? fail('tooLong') : bars(code128(text), readable(text))),
  code39: (text) => (fitsCode39(text) ? bars(code39(text), text) : fail('characters')),
  ean13: numbered(13, gs1CheckDigit, (digits) => bars(ean13(digits), digits, { long: GUARDS.ean13, quiet: { left: 11, right: 7 } })),
  ean8: numbered(8, gs1CheckDigit, (digits) => bars(ean8(digits), digits, { long: GUARDS.ean8, quiet: { left: 7, right: 7 } })),
  // UPC-A is an EAN-13 that begins with zero.
  upca: numbered(12, gs1CheckDigit, (digits) => bars(ean13(`0${digits}`), digits, { long: GUARDS.upca, quiet: { left: 9, right: 9 } })),
  itf14: numbered(14, gs1CheckDigit, (digits) => bars(itf(digits), digits, { bearer: true })),
  identcode: numbered(12, postCheckDigit, (digits) => bars(itf(digits), grouped(digits, /^(..)(...)(...)(...)(.)$/, '$1.$2 $3.$4 $5'))),
  leitcode: numbered(14, postCheckDigit, (digits) => bars(itf(digits), grouped(digits, /^(.{5})(...)(...)(..)(.)$/, '$1.$2.$3.$4 $5'))),
  datamatrix: (text) => matrix(datamatrix(text), 1, readable(text)),
  'gs1-datamatrix': elements((data, text) => matrix(datamatrix(data, true), 1, text)),
  // A SEPA transfer has level M (EPC069-12, 4).
  qr: (text) => matrix(qr(text, 'M', false, text.startsWith('BCD\n')), 4, readable(text)),
  // Level M, as the General Specifications require for GS1 QR.
  'gs1-qr': elements((data, text) => matrix(qr(data, 'M', true), 4, text)),
};

/**
 * Encodes any symbol that we print. GS1 types take elements in brackets, `(00)…(10)…`; other types take the text as it is. A missing check
 * digit of EAN, UPC, ITF-14, Identcode and Leitcode is added, a wrong one is refused.
 */
export const encode = (type: CodeType, text: string): Encoded => (text === '' ? fail('empty') : ENCODERS[type](text));

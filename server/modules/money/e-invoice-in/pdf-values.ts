import { fail } from './fault.ts';

/** Reads the values that a PDF is made of (ISO 32000-1, 7.3). The file is a text of bytes (latin1). */

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
export class PdfRef {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}
export type PdfDict = Map<string, PdfValue>;
export type PdfValue = null | boolean | number | string | PdfName | PdfRef | PdfValue[] | PdfDict;

const MAX_DEPTH = 50;
const MAX_TEXT = 65_536;
/** Characters of a file that are read, some of them several times. */
const MAX_WORK = 300_000_000;
const SPACE = '\0\t\n\f\r ';
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![A-Za-z0-9])/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const HEX = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y;
const WORD = /[A-Za-z]+/y;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;
export const nameOf = (value: PdfValue | undefined): string => (value instanceof PdfName ? value.name : '');
export const numberOf = (value: PdfValue | undefined): number | null => (typeof value === 'number' ? value : null);

/** What reading one file may still cost: a small file can name a large object again and again. */
export class PdfWork {
  private left = MAX_WORK;
  /** @throws EInvoiceError `pdfTooLarge` */
  spend(characters: number): void {
    this.left -= characters;
    if (this.left < 0) fail('pdfTooLarge');
  }
}

/** A place in the file from which values are read one after the other. */
export class PdfReader {
  readonly source: string;
  private readonly work: PdfWork;
  at: number;
  constructor(source: string, at: number, work: PdfWork) {
    this.source = source;
    this.at = at;
    this.work = work;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at += found[0].length;
    return found;
  }
  /** White space and comments. */
  skipSpace(): void {
    const { source } = this;
    const start = this.at;
    for (let isComment = false; this.at < source.length; this.at++) {
      const char = source[this.at] ?? '';
      if (char === '%') isComment = true;
      else if (char === '\n' || char === '\r') isComment = false;
      else if (!isComment && !SPACE.includes(char)) break;
    }
    this.work.spend(this.at - start);
  }
  /** Takes this keyword, if it comes next. */
  keyword(word: string): boolean {
    this.skipSpace();
    if (!this.source.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** @throws EInvoiceError `pdfBroken`, `pdfTooLarge` */
  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) return fail('pdfBroken');
    this.skipSpace();
    this.work.spend(10);
    const { source } = this;
    const next = source[this.at] ?? '';
    if (source.startsWith('<<', this.at)) return this.dict(depth);
    if (next === '[') return this.array(depth);
    if (next === '(') return this.text();
    if (next === '/') return new PdfName((this.take(NAME)?.[1] ?? '').replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => charOf(hex)));
    if (next === '<') return fromHex((this.take(HEX) ?? fail('pdfBroken'))[1] ?? '');
    const reference = this.take(REFERENCE);
    if (reference) return new PdfRef(Number(reference[1]));
    const number = this.take(NUMBER);
    if (number) return Number(number[0]);
    const word = this.take(WORD)?.[0];
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : fail('pdfBroken');
  }

  private dict(depth: number): PdfDict {
    this.at += 2;
    const dict: PdfDict = new Map();
    for (;;) {
      if (this.keyword('>>')) return dict;
      const key = this.value(depth + 1);
      if (!(key instanceof PdfName)) fail('pdfBroken');
      dict.set(nameOf(key), this.value(depth + 1));
    }
  }

  private array(depth: number): PdfValue[] {
    this.at += 1;
    const values: PdfValue[] = [];
    for (;;) {
      if (this.keyword(']')) return values;
      values.push(this.value(depth + 1));
    }
  }

  /** A text in parentheses, which may hold balanced parentheses and escapes. */
  private text(): string {
    const { source } = this;
    let [open, found] = [0, ''];
    for (; this.at < source.length; this.at++) {
      const char = source[this.at] ?? '';
      if (found.length > MAX_TEXT) return fail('pdfBroken');
      if (char === '\\') {
        this.at += 1;
        const octal = /^[0-7]{1,3}/.exec(source.slice(this.at, this.at + 3))?.[0];
        if (octal) this.at += octal.length - 1;
        const escaped = source[this.at] ?? '';
        found += octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : (ESCAPES[escaped] ?? escaped);
        continue;
      }
      if (char === '(') open += 1;
      if (char === ')') open -= 1;
      if (open === 0) {
        this.at += 1;
        this.work.spend(found.length);
        return found;
      }
      if (char !== '(' || open > 1) found += char;
    }
    return fail('pdfBroken');
  }
}

const charOf = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
function fromHex(digits: string): string {
  const plain = digits.replaceAll(/[^0-9A-Fa-f]/g, '');
  return (plain.length % 2 === 1 ? `${plain}0` : plain).replaceAll(/../g, charOf);
}

/** A text of people: UTF-16 with its mark, UTF-8 with its mark, else one byte a character. */
export function wordsOf(value: PdfValue | undefined): string {
  if (typeof value !== 'string') return '';
  const bytes = Buffer.from(value, 'latin1');
  if (value.startsWith('\u00FE\u00FF')) return new TextDecoder('utf-16be').decode(bytes);
  if (value.startsWith('\u00EF\u00BB\u00BF')) return new TextDecoder('utf-8').decode(bytes);
  return value;
}

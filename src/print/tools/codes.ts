import type { CodeType } from '#contract/printing/codes';
import { type CodeFault, encode } from '#print/codes/encode';

/** One label: its code, and the texts above and below. */
export type CodeRow = { code: string; title: string; below: string };
export type RowFault = { row: number; code: string; fault: CodeFault };

/** Longer lists should be printed from the list of their area. */
export const MOST_ROWS = 5000;

export const rowOf = ([code = '', title = '', below = '']: readonly string[]): CodeRow => ({ code, title, below });

/** One label per line: code, title and text below, separated by tab or semicolon as copied from spreadsheets. Empty lines are skipped. */
export const parseList = (text: string): CodeRow[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.split(/\t|;/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map(rowOf);

/** Numbers are padded to `digits`. `step` may be negative. */
export type Series = { prefix: string; from: number; to: number; step: number; digits: number; suffix: string };

/** Codes from one number to another, both inclusive if the step reaches them. None if the step leads away. */
export function seriesOf({ prefix, from, to, step, digits, suffix }: Series): CodeRow[] {
  const count = step === 0 ? 0 : Math.min(MOST_ROWS + 1, Math.floor((to - from) / step) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const number = from + i * step;
    const code = `${prefix}${number < 0 ? '-' : ''}${String(Math.abs(number)).padStart(digits, '0')}${suffix}`;
    return { code, title: '', below: '' };
  });
}

/** Rows that this type of code can encode, and faults for the others. Rows are counted from 1. */
export function checkRows(rows: readonly CodeRow[], type: CodeType): { good: CodeRow[]; faults: RowFault[] } {
  const good: CodeRow[] = [];
  const faults: RowFault[] = [];
  for (const [i, row] of rows.slice(0, MOST_ROWS).entries()) {
    const made = encode(type, row.code);
    if (made.ok) good.push(row);
    else faults.push({ row: i + 1, code: row.code, fault: made.fault });
  }
  return { good, faults };
}

/** A code of each type, for the picture of a label before a code is typed. */
export const EXAMPLES: Readonly<Record<CodeType, string>> = {
  'gs1-128': '(01)04006381333931(10)A1',
  code128: '01-01-A',
  code39: '01-01-A',
  ean13: '4006381333931',
  ean8: '40170725',
  upca: '036000291452',
  itf14: '04006381333931',
  identcode: '563102430313',
  leitcode: '21348075016401',
  datamatrix: '01-01-A',
  'gs1-datamatrix': '(01)04006381333931(10)A1',
  qr: '01-01-A',
  'gs1-qr': '(01)04006381333931(10)A1',
};

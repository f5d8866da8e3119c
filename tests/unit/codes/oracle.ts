import bwipjs from 'bwip-js/node';
import type { CodeType } from '#contract/printing/codes';
import { type Bars, encode, type Matrix } from '#print/codes/encode';

/** Our symbol, or a failed test. */
export function symbol(type: CodeType, text: string): Bars | Matrix {
  const made = encode(type, text);
  if (!made.ok) throw new Error(`${type} ${JSON.stringify(text)}: ${made.fault}`);
  return made.symbol;
}

/** Widths, or rows joined to one string of 0 and 1. */
export const flat = (rows: readonly Uint8Array[]): string => rows.map((row) => Array.from(row).join('')).join('');
export const drawn = (type: CodeType, text: string): string => {
  const made = symbol(type, text);
  return made.kind === 'bars' ? made.widths.join('') : flat(made.rows);
};

/** What the independent encoder draws: bwip-js, a port of BWIPP. */
export function oracle(bcid: string, text: string, options: Record<string, unknown> = {}): string {
  const [made] = bwipjs.raw({ bcid, text, ...options } as Parameters<typeof bwipjs.raw>[0]) as unknown as {
    sbs?: number[];
    pixs?: number[];
  }[];
  return Array.from(made?.sbs ?? made?.pixs ?? []).join('');
}

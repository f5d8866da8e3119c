import type { INVOICE_KINDS } from './status.ts';

/** Currencies of invoices. Each has its own number circles. */
export const BILLED = ['EUR', 'USD'] as const;
export type Billed = (typeof BILLED)[number];

/** Number circles, without gaps within a year (§ 14 Abs. 4 Nr. 4 UStG requires unique numbers; P42 requires no gaps). */
const CIRCLES: Record<(typeof INVOICE_KINDS)[number], Record<Billed, string>> = {
  invoice: { EUR: 'E', USD: 'U' },
  creditNote: { EUR: 'EC', USD: 'UC' },
};
export const circleOf = (kind: (typeof INVOICE_KINDS)[number], currency: Billed): string => CIRCLES[kind][currency];

/** `E-2026-00001`: circle, year of issue, sequential number. */
export const numberOf = (circle: string, year: number, n: number): string => `${circle}-${year}-${String(n).padStart(5, '0')}`;

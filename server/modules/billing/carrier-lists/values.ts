import { type ListLayout, trackingKey } from '#contract/billing/carrier-costs';
import { fail } from './fault.ts';

/** Reads the values of a carrier's list. Each refusal names the line and the text. */

/** Where the parts of a day stand. */
const DAY: Record<ListLayout['day'], { pattern: RegExp; order: readonly ('y' | 'm' | 'd')[] }> = {
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})/, order: ['d', 'm', 'y'] },
  'DD.MM.YY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{2})(?!\d)/, order: ['d', 'm', 'y'] },
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{2})-(\d{2})/, order: ['y', 'm', 'd'] },
  YYYYMMDD: { pattern: /^(\d{4})(\d{2})(\d{2})/, order: ['y', 'm', 'd'] },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})/, order: ['d', 'm', 'y'] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})/, order: ['m', 'd', 'y'] },
};
/** A day may be followed by a time. */
const TIME = /^(?:[ T]\d{1,2}:\d{2}.*)?$/;

export function dayIn(text: string, form: ListLayout['day'], line: number): string {
  const { pattern, order } = DAY[form];
  const found = pattern.exec(text) ?? fail('day', { line, text: text.slice(0, 40) });
  const [whole, ...parts] = found;
  const part = (name: 'y' | 'm' | 'd'): number => Number(parts[order.indexOf(name)]);
  const year = part('y') < 100 ? 2000 + part('y') : part('y');
  const day = new Date(Date.UTC(year, part('m') - 1, part('d')));
  const isDay = year >= 1990 && year <= 2199 && day.getUTCMonth() === part('m') - 1 && day.getUTCDate() === part('d');
  if (!isDay || !TIME.test(text.slice(whole.length))) fail('day', { line, text: text.slice(0, 40) });
  return day.toISOString().slice(0, 10);
}

/**
 * A number with this many decimal places, as an integer. Thousands are grouped by three with the other sign, or not at all; more decimal
 * places than that must be zeros. Null: it is none.
 */
function scaled(text: string, { decimal }: Pick<ListLayout, 'decimal'>, places: number): number | null {
  const [sign, other] = decimal === 'comma' ? [',', '.'] : ['.', ','];
  const bare = text.replace(/\s|\u00a0|EUR|USD|CNY|GBP|€|kg|\bg$/gi, '').replace(/^\+/, '');
  const isNegative = /^-|-$/.test(bare);
  const digits = bare.replace(/^-|-$/, '');
  const grouped = new RegExp(`^\\d{1,3}(?:\\${other}\\d{3})+(?:\\${sign}\\d*)?$`);
  const plain = grouped.test(digits) ? digits.replaceAll(other, '') : digits;
  const [, whole, rest = ''] = new RegExp(`^(\\d{0,12})(?:\\${sign}(\\d*))?$`).exec(plain) ?? [];
  if (whole === undefined || whole + rest === '' || /[1-9]/.test(rest.slice(places))) return null;
  const value = Number(`${whole}${rest.slice(0, places).padEnd(places, '0')}`);
  return isNegative && value !== 0 ? -value : value;
}

/** In the smallest unit. An empty cell is 0. */
export const amountIn = (text: string, layout: ListLayout, line: number): number =>
  text === '' ? 0 : (scaled(text, layout, 2) ?? fail('amount', { line, text: text.slice(0, 40) }));

/** In grams, cut to whole ones. An empty cell or 0 is no weight. */
export function weightIn(text: string, layout: ListLayout, line: number): number | null {
  if (text === '') return null;
  const milligrams = scaled(text, layout, layout.weightUnit === 'kg' ? 6 : 3) ?? fail('weight', { line, text: text.slice(0, 40) });
  const grams = Math.trunc(milligrams / 1000);
  if (grams < 0 || grams > 100_000_000) fail('weight', { line, text: text.slice(0, 40) });
  return grams === 0 ? null : grams;
}

/** A spreadsheet that took the number for a quantity writes 3.40434E+17, and the digits are lost. */
const TRACKING = /^(?=.*\d)[0-9A-Z][0-9A-Z ./-]{6,40}$/i;
export function trackingIn(text: string, line: number): string {
  const plain = text.replace(/^'|^="|"$/g, '').trim();
  if (!TRACKING.test(plain) || trackingKey(plain).length < 5 || /^\d[.,]?\d*E\+?\d+$/i.test(plain))
    fail('tracking', { line, text: text.slice(0, 40) });
  return plain;
}

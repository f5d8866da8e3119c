import { parse } from 'csv-parse/sync';
import { type CsvColumn, type CsvProfile, MAX_STATEMENT_ENTRIES, type ReadEntry, type ReadStatement } from '#contract/bank/statement';
import type { Currency } from '#contract/money/scale';
import { mapInSteps, type Steps } from '../../../core/steps.ts';
import { BLANK, dayOf, fail, minorOf, referenceOf, tidy, tidyCode } from './fault.ts';

/** CSV files of a bank, laid out as its saved profile says. */

/** Where the parts of a day stand. */
const DAY: Record<CsvProfile['day'], { pattern: RegExp; order: readonly ('y' | 'm' | 'd')[] }> = {
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: ['d', 'm', 'y'] },
  'DD.MM.YY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{2})$/, order: ['d', 'm', 'y'] },
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{2})-(\d{2})$/, order: ['y', 'm', 'd'] },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ['d', 'm', 'y'] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ['m', 'd', 'y'] },
};

function csvDay(text: string, format: CsvProfile['day'], line: number): string {
  const { pattern, order } = DAY[format];
  const [, ...parts] = pattern.exec(text.trim()) ?? fail('day', { line, text: text.slice(0, 40) });
  const part = (name: 'y' | 'm' | 'd'): number => Number(parts[order.indexOf(name)]);
  const year = part('y');
  return dayOf(year < 100 ? 2000 + year : year, part('m'), part('d'), line, text);
}

/** `-1.234,56`, `1,234.56`, `1234,56 EUR`. Thousands are grouped by three with the other sign, or not at all. */
function csvAmount(text: string, sign: ',' | '.', line: number): number {
  const plain = text.replace(/\s|EUR|USD|CNY|GBP|€/g, '').replace(/^\+/, '');
  const isNegative = /^-|-$/.test(plain);
  const digits = plain.replace(/^-|-$/, '');
  const other = sign === ',' ? '.' : ',';
  const grouped = new RegExp(`^\\d{1,3}(?:\\${other}\\d{3})+(?:\\${sign}\\d*)?$`);
  const amount = minorOf(grouped.test(digits) ? digits.replaceAll(other, '') : digits, sign, line);
  return isNegative ? -amount : amount;
}

type Rows = { line: number; record: string[] }[];

function recordsOf(text: string, { separator, skip }: CsvProfile): Rows {
  try {
    const kept = text.split('\n').slice(skip).join('\n');
    const ends: number[] = [];
    const records = parse(kept, {
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
      on_record: (record: string[], { lines }) => {
        ends.push(lines + skip);
        return record;
      },
    });
    return records.map((record, i) => ({ record, line: ends[i] ?? 0 }));
  } catch (error) {
    return fail('broken', { line: 1, text: error instanceof Error ? error.message.slice(0, 120) : '' });
  }
}

const plain = (heading: string): string => heading.trim().toLowerCase();

/** The place of each column of the profile. @throws StatementError `columnMissing` with the heading that the file lacks */
function placesOf(heads: readonly string[], { columns, skip }: CsvProfile): Partial<Record<CsvColumn, number>> {
  const places: Partial<Record<CsvColumn, number>> = {};
  for (const [column, heading] of Object.entries(columns) as [CsvColumn, string][]) {
    if (heading === '') continue;
    const at = heads.findIndex((one) => plain(one) === plain(heading));
    if (at < 0) fail('columnMissing', { line: skip + 1, text: heading });
    places[column] = at;
  }
  if (places.bookedOn === undefined) fail('columnMissing', { line: skip + 1, text: 'bookedOn' });
  if (places.amount === undefined && (places.debit === undefined || places.credit === undefined))
    fail('columnMissing', { line: skip + 1, text: 'amount' });
  return places;
}

/**
 * Reads a file of one account. @param account the account it is read for, because most CSV files do not name theirs
 * @throws StatementError with line and reason
 */
export function* readCsv(text: string, profile: CsvProfile, account: { iban: string; currency: Currency }): Steps<ReadStatement[]> {
  // Without balances nothing else tells that the end is missing.
  if (!text.endsWith('\n')) fail('cut', { line: text.split('\n').length });
  const [head, ...rows] = recordsOf(text, profile);
  const places = placesOf(head?.record ?? [], profile);
  if (rows.length === 0) fail('noStatement', { line: 1 });
  if (rows.length > MAX_STATEMENT_ENTRIES) fail('tooMany', { line: 1 });
  const entries = yield* mapInSteps(rows, ({ line, record }): ReadEntry => {
    if (record.length !== head?.record.length) fail('columns', { line, expected: head?.record.length ?? 0, found: record.length });
    const at = (column: CsvColumn): string => record[places[column] ?? -1] ?? '';
    const amountIn = (column: CsvColumn): number => (at(column).trim() === '' ? 0 : csvAmount(at(column), profile.decimal, line));
    if (at('amount').trim() === '' && at('debit').trim() === '' && at('credit').trim() === '') fail('amount', { line, text: '' });
    const given = at('currency').trim();
    if (given !== '' && given !== account.currency) fail('currency', { line, text: given.slice(0, 20) });
    const bookedOn = csvDay(at('bookedOn'), profile.day, line);
    return {
      ...BLANK,
      line,
      bookedOn,
      valueOn: at('valueOn').trim() === '' ? bookedOn : csvDay(at('valueOn'), profile.day, line),
      amount: places.amount === undefined ? Math.abs(amountIn('credit')) - Math.abs(amountIn('debit')) : amountIn('amount'),
      counterparty: tidy(at('counterparty')),
      iban: tidyCode(at('iban')),
      bic: tidyCode(at('bic')),
      endToEnd: referenceOf(at('endToEnd')),
      mandate: referenceOf(at('mandate')),
      purpose: tidy(at('purpose')),
      bankRef: referenceOf(at('bankRef')),
    };
  });
  const balances = balancesOf(rows, places, profile, entries);
  const days = entries.map(({ bookedOn }) => bookedOn).sort();
  const [fromOn = '', toOn = ''] = [days[0], days.at(-1)];
  return [{ format: 'csv', account: '', currency: account.currency, number: '', fromOn, toOn, ...balances, entries }];
}

/** Balances from the column of balances, if there is one. Each row must follow from the one before, or from the one after it. */
function balancesOf(
  rows: Rows,
  places: Partial<Record<CsvColumn, number>>,
  { decimal }: CsvProfile,
  entries: readonly ReadEntry[],
): Pick<ReadStatement, 'opening' | 'closing'> {
  const { balance } = places;
  if (balance === undefined) return { opening: null, closing: null };
  const after = rows.map(({ line, record }) => csvAmount(record[balance] ?? '', decimal, line));
  const [first = 0, last = 0] = [after[0], after.at(-1)];
  const amount = (i: number): number => entries[i]?.amount ?? 0;
  const rising = after.every((one, i) => i === 0 || one === (after[i - 1] ?? 0) + amount(i));
  const falling = after.every((one, i) => i === after.length - 1 || one === (after[i + 1] ?? 0) + amount(i));
  if (rising) return { opening: first - amount(0), closing: last };
  if (falling) return { opening: last - amount(entries.length - 1), closing: first };
  const broken = after.findIndex((one, i) => i > 0 && one !== (after[i - 1] ?? 0) + amount(i));
  return fail('sums', { line: entries[broken]?.line ?? 1, expected: '', found: '' });
}

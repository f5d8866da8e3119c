import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line } from '../core/fields.ts';
import { CSV_COLUMNS, CSV_DAYS, CSV_DECIMALS, type CsvProfile } from './statement.ts';

/** A tab cannot be typed into a form, so separators have names. */
export const SEPARATOR_NAMES = ['semicolon', 'comma', 'tab'] as const;
export const DECIMAL_NAMES = ['comma', 'point'] as const;

const heading = () => Line(80).default('');

/** How the CSV files of a bank are laid out. Each column is named by its heading in the file; an empty one is not there. */
export const bankProfiles = defineArea({
  name: 'bankProfiles',
  fields: {
    name: Line(100, 1),
    separator: z.enum(SEPARATOR_NAMES).default('semicolon'),
    decimal: z.enum(DECIMAL_NAMES).default('comma'),
    day: z.enum(CSV_DAYS).default('DD.MM.YYYY'),
    /** Lines before the headings. */
    skip: z.int().min(0).max(50).default(0),
    bookedOn: Line(80, 1),
    valueOn: heading(),
    /** One column of signed amounts, or one of each side. */
    amount: heading(),
    debit: heading(),
    credit: heading(),
    currency: heading(),
    counterparty: heading(),
    iban: heading(),
    bic: heading(),
    endToEnd: heading(),
    mandate: heading(),
    purpose: heading(),
    bankRef: heading(),
    balance: heading(),
  },
  search: ['name'],
  title: ['name'],
});

const SEPARATORS = { semicolon: ';', comma: ',', tab: '\t' } as const;

type Row = {
  separator: (typeof SEPARATOR_NAMES)[number];
  decimal: (typeof DECIMAL_NAMES)[number];
  day: CsvProfile['day'];
  skip: number;
} & Record<(typeof CSV_COLUMNS)[number], string>;

/** The layout that a saved profile describes. */
export const layoutOf = (row: Row): CsvProfile => ({
  separator: SEPARATORS[row.separator],
  decimal: row.decimal === 'comma' ? CSV_DECIMALS[0] : CSV_DECIMALS[1],
  day: row.day,
  skip: row.skip,
  columns: Object.fromEntries(CSV_COLUMNS.flatMap((column) => (row[column] === '' ? [] : [[column, row[column]]]))),
});

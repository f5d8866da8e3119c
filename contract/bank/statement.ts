import type { Currency } from '../money/scale.ts';

/**
 * What every format of a bank file is read into. Amounts are integers in the smallest unit of the currency of the account, positive for money
 * that came in. Days are YYYY-MM-DD. Texts without content are empty.
 */
export const STATEMENT_FORMATS = ['camt.053', 'camt.052', 'camt.054', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];
/** Movements of the day and advices: shown, never stored, because they come again in the statement of the day. */
export const PREVIEW_FORMATS: readonly StatementFormat[] = ['camt.052', 'camt.054'];

export type ReadEntry = {
  /** Line of the file where the entry begins, from 1. */
  line: number;
  bookedOn: string;
  valueOn: string;
  amount: number;
  /** What was paid before the bank converted it, with the rate as the bank writes it. */
  originalAmount: number | null;
  originalCurrency: string;
  rate: string;
  /** Charges of the bank that `amount` already contains. */
  fee: number | null;
  counterparty: string;
  iban: string;
  bic: string;
  /** Reference of who ordered the payment, returned by the bank of the receiver. Of our own orders: the number of our payment. */
  endToEnd: string;
  mandate: string;
  /** Structured creditor reference (ISO 11649), such as RF18E202600001. */
  reference: string;
  purpose: string;
  /** Reference of the account servicing bank. */
  bankRef: string;
  /** Kind of movement: the German three-digit code (GVC), or domain, family and sub-family of ISO 20022. */
  code: string;
  /** Place within a collective entry, from 1; 0 for a single one. */
  batchIndex: number;
  isReturn: boolean;
  /** Reason of a return (ISO external code), such as AC04. */
  returnReason: string;
};

export type ReadStatement = {
  format: StatementFormat;
  /** IBAN, or bank code and account number as MT940 gives them. Empty: the file does not name its account. */
  account: string;
  currency: Currency;
  number: string;
  fromOn: string;
  toOn: string;
  /** Null where the format has no balances. */
  opening: number | null;
  closing: number | null;
  entries: ReadEntry[];
};

/** Why a file is refused, with the line in `params`. Texts: `bankStatements.faults`. */
export const STATEMENT_FAULTS = [
  'empty',
  'tooLarge',
  'unknownFormat',
  'broken',
  'cut',
  'doctype',
  'tooDeep',
  'tooMany',
  'encoding',
  'noStatement',
  'noAccount',
  'otherAccount',
  'currency',
  'amount',
  'decimals',
  'decimalSign',
  'mark',
  'day',
  'balanceMissing',
  'sums',
  'columns',
  'columnMissing',
  'profileMissing',
  'previewOnly',
  'otherSums',
  'alikeUndecided',
] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

/** Largest file and most entries that are read. */
export const MAX_STATEMENT_MB = 20;
export const MAX_STATEMENT_ENTRIES = 20_000;
/** Returned payments in German statements: returned direct debit, returned transfer. */
export const RETURN_CODES: readonly string[] = ['108', '109', '159'];

/** The columns of a CSV profile. `amount`, or `debit` and `credit`. */
export const CSV_COLUMNS = [
  'bookedOn',
  'valueOn',
  'amount',
  'debit',
  'credit',
  'currency',
  'counterparty',
  'iban',
  'bic',
  'endToEnd',
  'mandate',
  'purpose',
  'bankRef',
  'balance',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export const CSV_SEPARATORS = [';', ',', '\t'] as const;
export const CSV_DECIMALS = [',', '.'] as const;
export const CSV_DAYS = ['DD.MM.YYYY', 'DD.MM.YY', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
/** How the CSV files of a bank are laid out. `columns` gives the heading of each column that the bank has. */
export type CsvProfile = {
  separator: (typeof CSV_SEPARATORS)[number];
  decimal: (typeof CSV_DECIMALS)[number];
  day: (typeof CSV_DAYS)[number];
  /** Lines before the line with the headings. */
  skip: number;
  columns: Partial<Record<CsvColumn, string>>;
};

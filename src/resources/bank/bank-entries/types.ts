import type { Proposal } from '#contract/bank/proposal';
import type { Currency } from '#contract/money/scale';

/** Answers of the calls of the matching screen (server/modules/bank/bank-entries/routes.ts and bank-statements/routes.ts). */

export type DeskAccount = {
  id: string;
  name: string;
  iban: string;
  currency: Currency;
  lastOn: string | null;
  lastBalance: number | null;
  /** Balance in the books on the day of the last statement. */
  booked: number | null;
  undecided: number;
  automatic: number;
};
export type DeskEntry = {
  id: string;
  bookedOn: string;
  amount: number;
  currency: Currency;
  counterparty: string;
  iban: string;
  purpose: string;
  endToEnd: string;
  originalAmount: number | null;
  originalCurrency: string;
  isReturn: boolean;
  returnReason: string;
  proposals: Proposal[];
};
export type Desk = { accounts: DeskAccount[]; bankAccountId: string | null; entries: DeskEntry[] };

export type Candidate = {
  id: string;
  kind: 'invoice' | 'bill';
  no: string;
  partyKind: 'merchants' | 'customers' | 'suppliers' | 'carriers';
  partyId: string;
  party: string;
  day: string;
  currency: string;
  open: number;
};

export type ReadEntryStatus = 'new' | 'known' | 'alike';
export type ReadStatementAnswer = {
  bankAccountId: string;
  account: string;
  format: string;
  number: string;
  fromOn: string;
  toOn: string;
  currency: Currency;
  opening: number | null;
  closing: number | null;
  gap: number | null;
  isPreview: boolean;
  isStored: boolean;
  added: number;
  known: number;
  alike: number;
  entries: { line: number; bookedOn: string; amount: number; counterparty: string; purpose: string; status: ReadEntryStatus }[];
};
export type ReadFile = { fileName: string; statements: ReadStatementAnswer[] };

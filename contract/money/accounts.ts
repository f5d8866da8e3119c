import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Currency, Line, Minor } from '../core/fields.ts';

/** The purpose of an account. Postings find their account by purpose and currency, so each pair has one `standard` account. */
export const ACCOUNT_KINDS = [
  'bank',
  'cash',
  'clearing',
  'receivable',
  'payable',
  'equity',
  'revenue',
  'expense',
  'fee',
  'discount',
  'writeOff',
  'rounding',
  'vat',
  'inputVat',
  'fxDifference',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The accounts of the ledger. Each has one currency. */
export const accounts = defineArea({
  name: 'accounts',
  fields: {
    no: Line(20, 1),
    name: Line(100, 1),
    kind: z.enum(ACCOUNT_KINDS),
    currency: Currency.default('EUR'),
    /** The account that postings of its kind and currency use. */
    standard: z.boolean().default(false),
    active: z.boolean().default(true),
    /** Debit minus credit, in the account's currency and in the house currency at the rates of the booking days. */
    balance: Minor,
    base: Minor,
  },
  serverSet: ['balance', 'base'],
  search: ['no', 'name'],
  title: ['no', 'name'],
  retained: true,
});

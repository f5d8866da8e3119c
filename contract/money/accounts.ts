import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Currency, Line, Minor } from '../core/fields.ts';

/** What an account is for. Postings find theirs by purpose and currency, so each pair has one that is `standard`. */
export const ACCOUNT_KINDS = ['bank', 'cash', 'receivable', 'payable', 'revenue', 'expense', 'vat', 'inputVat', 'fxDifference'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The ledger's accounts; each holds one currency. */
export const accounts = defineArea({
  name: 'accounts',
  fields: {
    no: Line(20, 1),
    name: Line(100, 1),
    kind: z.enum(ACCOUNT_KINDS),
    currency: Currency.default('EUR'),
    /** The one that postings of its kind and currency use. */
    standard: z.boolean().default(false),
    active: z.boolean().default(true),
    /** Debit minus credit: in its currency, and in the house's at the rates of the days. */
    balance: Minor,
    base: Minor,
  },
  serverSet: ['balance', 'base'],
  search: ['no', 'name'],
  title: ['no', 'name'],
  retained: true,
});

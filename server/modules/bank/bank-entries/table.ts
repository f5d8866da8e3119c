import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ENTRY_STATES } from '#contract/bank/bank-entries';
import type { Proposal } from '#contract/bank/proposal';
import { CURRENCIES } from '#contract/core/fields';
import { baseColumns, instant } from '../../../core/db/columns.ts';

const plain = () => text().notNull().default('');

export const bankEntries = pgTable(
  'bank_entries',
  {
    ...baseColumns,
    bankAccountId: uuid().notNull(),
    statementId: uuid().notNull(),
    line: integer().notNull(),
    bookedOn: date({ mode: 'string' }).notNull(),
    valueOn: date({ mode: 'string' }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    originalAmount: bigint({ mode: 'number' }),
    originalCurrency: plain(),
    rate: plain(),
    fee: bigint({ mode: 'number' }),
    counterparty: plain(),
    iban: plain(),
    bic: plain(),
    endToEnd: plain(),
    mandate: plain(),
    reference: plain(),
    purpose: plain(),
    bankRef: plain(),
    code: plain(),
    batchIndex: integer().notNull().default(0),
    isReturn: boolean().notNull().default(false),
    returnReason: plain(),
    /** The same movement in any file of the account has the same key (server/modules/bank/entry-key.ts). */
    key: text().notNull(),
    state: text({ enum: ENTRY_STATES }).notNull().default('open'),
    automatic: boolean().notNull().default(false),
    /** What may have been paid, the best first, each with its evidence. */
    proposals: jsonb().$type<Proposal[]>().notNull().default([]),
    ignoredReason: plain(),
    bookedAt: instant(),
    bookedBy: uuid(),
  },
  (t) => [
    uniqueIndex('bank_entries_key').on(t.bankAccountId, t.key),
    index('bank_entries_day').on(t.bankAccountId, t.bookedOn, t.amount),
    index('bank_entries_statement').on(t.statementId),
    index('bank_entries_undecided').on(t.bankAccountId, t.bookedOn).where(sql`state in ('open', 'proposed')`),
    check('bank_entries_some', sql`amount <> 0`),
    check('bank_entries_ignored', sql`(state = 'ignored') = (ignored_reason <> '')`),
  ],
);

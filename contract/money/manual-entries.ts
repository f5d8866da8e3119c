import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Id, Instant, Line, Ref } from '../core/fields.ts';
import { Amount } from './amount.ts';

/** `opening`: balances taken over from other books. `manual`: what no document books. */
export const MANUAL_KINDS = ['manual', 'opening'] as const;
export const MANUAL_STATUSES = ['posted', 'reversed'] as const;
export const MAX_ENTRY_LINES = 200;

/** A line of an entry that a person types: either a debit or a credit, in the smallest unit of the entry's currency. */
export const ManualLine = z.strictObject({
  id: Id,
  accountId: Id,
  debit: Amount.nullable().default(null),
  credit: Amount.nullable().default(null),
  taxId: Id.nullable().default(null),
  text: Line(200).default(''),
  /** Titles of account and tax code when it was booked. Set by the server. */
  accountIdLabel: Line(200).nullish(),
  taxIdLabel: Line(200).nullish(),
});
export type ManualLine = z.infer<typeof ManualLine>;

/** Opening balances and manual entries. Booked when saved and never changed; a wrong one is reversed by an opposite entry. */
export const manualEntries = defineArea({
  name: 'manualEntries',
  fields: {
    no: Line(20).default(''),
    kind: z.enum(MANUAL_KINDS).default('manual'),
    bookedOn: CalendarDate,
    currency: Currency.default('EUR'),
    text: Line(200, 1),
    lines: z.array(ManualLine).max(MAX_ENTRY_LINES).default([]),
    /** The sum of the debits, equal to that of the credits. */
    total: Amount,
    status: z.enum(MANUAL_STATUSES),
    /** The entry in the ledger. */
    entryId: Id.nullable(),
    reversedAt: Instant.nullable(),
    reversedBy: Ref('users').nullable(),
    reason: Line(200),
  },
  serverSet: ['total', 'status', 'entryId', 'reversedAt', 'reversedBy', 'reason'],
  search: ['no', 'text'],
  title: ['no', 'text'],
  without: ['update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

/** Debits less credits of an entry: zero if it balances. */
export const differenceOf = (lines: readonly Pick<ManualLine, 'debit' | 'credit'>[]): number =>
  lines.reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);

import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Minor, Ref } from '../core/fields.ts';

/**
 * `open`: nothing fits. `proposed`: something fits. `booked`: booked as one. `split`: booked in parts. `ignored`: left in the clearing account
 * with a reason. server/modules/bank/entry-state.ts is the only writer.
 */
export const ENTRY_STATES = ['open', 'proposed', 'booked', 'split', 'ignored'] as const;

/** Movements of the bank accounts. What the bank said never changes; only what became of it does. */
export const bankEntries = defineArea({
  name: 'bankEntries',
  fields: {
    bankAccountId: Ref('bankAccounts'),
    statementId: Ref('bankStatements'),
    line: z.int(),
    bookedOn: CalendarDate,
    valueOn: CalendarDate,
    amount: Minor,
    currency: Currency,
    originalAmount: Minor.nullable(),
    originalCurrency: z.string(),
    rate: z.string(),
    fee: Minor.nullable(),
    counterparty: z.string(),
    iban: z.string(),
    bic: z.string(),
    endToEnd: z.string(),
    mandate: z.string(),
    reference: z.string(),
    purpose: z.string(),
    bankRef: z.string(),
    code: z.string(),
    batchIndex: z.int(),
    isReturn: z.boolean(),
    returnReason: z.string(),
    state: z.enum(ENTRY_STATES),
    /** Whether the best proposal is booked without asking. */
    automatic: z.boolean(),
    ignoredReason: z.string(),
    bookedAt: Instant.nullable(),
    bookedBy: Ref('users').nullable(),
  },
  serverSet: [
    'bankAccountId',
    'statementId',
    'line',
    'bookedOn',
    'valueOn',
    'amount',
    'currency',
    'originalAmount',
    'originalCurrency',
    'rate',
    'fee',
    'counterparty',
    'iban',
    'bic',
    'endToEnd',
    'mandate',
    'reference',
    'purpose',
    'bankRef',
    'code',
    'batchIndex',
    'isReturn',
    'returnReason',
    'state',
    'automatic',
    'ignoredReason',
    'bookedAt',
    'bookedBy',
  ],
  search: ['counterparty', 'iban', 'purpose', 'endToEnd'],
  title: ['bookedOn', 'counterparty'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

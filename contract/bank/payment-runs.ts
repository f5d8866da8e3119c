import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Instant, Line, Minor, Ref } from '../core/fields.ts';

/**
 * `draft`: proposed. `approved`: by a second person. `sent`: the file was written for the bank. `settled`: the statement showed every order.
 * server/modules/bank/payment-run.ts is the only writer.
 */
export const RUN_STATUSES = ['draft', 'approved', 'sent', 'settled', 'cancelled'] as const;

/** Payments of bills by one account on one day: one file for the bank (pain.001.001.09). */
export const paymentRuns = defineArea({
  name: 'paymentRuns',
  fields: {
    no: Line(20).default(''),
    bankAccountId: Ref('bankAccounts'),
    executeOn: CalendarDate,
    status: z.enum(RUN_STATUSES),
    /** Number and sum of its orders. */
    orders: z.int(),
    total: Minor,
    preparedBy: Ref('users').nullable(),
    approvedBy: Ref('users').nullable(),
    approvedAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    /** SHA-256 of the file. */
    checksum: z.string(),
  },
  serverSet: [
    'no',
    'bankAccountId',
    'executeOn',
    'status',
    'orders',
    'total',
    'preparedBy',
    'approvedBy',
    'approvedAt',
    'sentAt',
    'checksum',
  ],
  search: ['no'],
  title: ['no'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Instant, Line, Ref } from '../core/fields.ts';
import { Amount, Paid } from './amount.ts';
import { Rate } from './fx.ts';
import { PAYMENT_STATUSES } from './status.ts';

export const DIRECTIONS = ['in', 'out'] as const;

/**
 * Money received from or paid to one party. Booked when saved and never changed; a wrong payment is reversed. The part that is not
 * allocated to invoices or bills stays with the party.
 */
export const payments = defineArea({
  name: 'payments',
  fields: {
    no: Line(20).default(''),
    direction: z.enum(DIRECTIONS).default('in'),
    /** Exactly one of the four is set. */
    merchantId: Ref('merchants').nullable().default(null),
    customerId: Ref('customers').nullable().default(null),
    supplierId: Ref('suppliers').nullable().default(null),
    carrierId: Ref('carriers').nullable().default(null),
    paidOn: CalendarDate,
    methodId: Ref('paymentMethods').nullable().default(null),
    accountId: Ref('accounts'),
    currency: Currency.default('EUR'),
    amount: Paid,
    /** The amount in the account's currency, if it differs from the payment's: the result of the bank's conversion. */
    accountAmount: Paid.nullable().default(null),
    reference: Line(140).default(''),
    /** Units of the currency for one euro, as used for booking. */
    rate: Rate.nullable(),
    /** The part of `amount` that was not paid: charges, cash discount, a difference that was given up. */
    deducted: Amount,
    settled: Amount,
    open: Amount,
    status: z.enum(PAYMENT_STATUSES),
    reversedAt: Instant.nullable(),
    reason: Line(200),
  },
  serverSet: ['rate', 'deducted', 'settled', 'open', 'status', 'reversedAt', 'reason'],
  search: ['no', 'reference'],
  title: ['no'],
  without: ['update', 'delete', 'recover', 'purge'],
  retained: true,
});

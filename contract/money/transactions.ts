import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, Currency, Id, Minor, Ref } from '../core/fields.ts';
import { Amount } from './amount.ts';

export const SOURCES = ['invoice', 'creditNote', 'bill', 'payment', 'allocation', 'reversal', 'manual', 'bank'] as const;

/** The ledger: lines of entries, append-only. The lines of an entry add up to zero in each currency and in the house currency. */
export const transactions = defineArea({
  name: 'transactions',
  fields: {
    /** The entry of the line. */
    entryId: Id,
    bookedOn: CalendarDate,
    accountId: Ref('accounts'),
    currency: Currency,
    debit: Amount,
    credit: Amount,
    /** Debit minus credit in the house currency. An exchange difference has only this amount. */
    base: Minor,
    source: z.enum(SOURCES),
    /** Number of the invoice, bill or payment. */
    documentNo: z.string(),
    party: z.string(),
    text: z.string(),
    invoiceId: Ref('invoices').nullable(),
    billId: Ref('bills').nullable(),
    paymentId: Ref('payments').nullable(),
    manualId: Ref('manualEntries').nullable(),
    /** The entry that this one reverses. */
    reversesId: Id.nullable(),
    /** The tax code (contract/money/tax.ts), of lines of revenue, expense and tax. */
    taxCode: z.string(),
    /** Tax point: the day of the service, which decides the period of the VAT return. */
    taxOn: CalendarDate.nullable(),
    /** Number of the party in the books of the accountant: debtors from 10000, creditors from 70000. */
    partyAccount: z.string(),
    /** The batch in which the line was handed to the accountant. */
    batchId: Id.nullable(),
  },
  serverSet: [
    'entryId',
    'bookedOn',
    'accountId',
    'currency',
    'debit',
    'credit',
    'base',
    'source',
    'documentNo',
    'party',
    'text',
    'invoiceId',
    'billId',
    'paymentId',
    'manualId',
    'reversesId',
    'taxCode',
    'taxOn',
    'partyAccount',
    'batchId',
  ],
  search: ['documentNo', 'party', 'text'],
  title: ['documentNo', 'text'],
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

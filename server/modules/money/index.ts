// Public API of this module for other modules.
export { accountTitle } from './account-names.ts';
export { allocate } from './allocate-payment.ts';
export { readOrder } from './bill-order.ts';
export { creditedOf } from './credit-note.ts';
export { draftCredit, draftInvoice } from './draft-invoice.ts';
export { remindersOf } from './dunning/decide-overdue.ts';
export { lettersToPrint } from './dunning/read-run.ts';
export { type EntryLine, knownRate, postEntry, rateOn, reverseEntry, today } from './entry.ts';
export { currencyOptions, vatOptions } from './fields.ts';
export { paperOf } from './paper.ts';
export { paperLines } from './paper-lines.ts';
export { billedParty, billedTo, taxFor } from './party.ts';
export { reversePayment } from './payment.ts';
export { type Supplement, supplementInvoices } from './pdf.ts';
export { postInvoice } from './post-invoice.ts';
export { nextPaymentNo, recordPayment } from './record-payment.ts';
export { statementPaper, usualPeriod } from './statement.ts';
export { accountOf } from './tax-codes.ts';

import { daysOverdue } from './open.ts';

export const INVOICE_KINDS = ['invoice', 'creditNote'] as const;
export const INVOICE_STATUSES = ['draft', 'posted', 'partPaid', 'paid', 'reversed'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export type InvoiceFacts = {
  postedAt: string | null;
  gross: number;
  /** Total of payments, allocations and credit notes. */
  settled: number;
  /** The part settled by credit notes. */
  credited: number;
};

/** The status of an invoice or credit note. It is computed from facts and never set. */
export function invoiceStatus({ postedAt, gross, settled, credited }: InvoiceFacts): InvoiceStatus {
  if (postedAt === null) return 'draft';
  if (credited > 0 && credited === gross) return 'reversed';
  if (settled >= gross) return 'paid';
  return settled > 0 ? 'partPaid' : 'posted';
}

export const isOverdue = ({ dueDate, open }: { dueDate: string | null; open: number }, on: string): boolean =>
  dueDate !== null && open > 0 && daysOverdue(dueDate, on) > 0;

/** A credit lowers what the house owes for a bill of the same supplier or carrier. Its amounts are positive. */
export const BILL_KINDS = ['bill', 'credit'] as const;
export const BILL_STATUSES = ['entered', 'disputed', 'approved', 'partPaid', 'paid'] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];
export type BillFacts = { approvedAt: string | null; disputedAt: string | null; gross: number; settled: number };

/** A fully paid bill stays `paid`, even if it is disputed afterwards. */
export function billStatus({ approvedAt, disputedAt, gross, settled }: BillFacts): BillStatus {
  if (approvedAt !== null && settled >= gross) return 'paid';
  if (disputedAt !== null) return 'disputed';
  if (approvedAt === null) return 'entered';
  return settled > 0 ? 'partPaid' : 'approved';
}

export const PAYMENT_STATUSES = ['open', 'partAllocated', 'allocated', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export function paymentStatus({
  reversedAt,
  amount,
  settled,
}: {
  reversedAt: string | null;
  amount: number;
  settled: number;
}): PaymentStatus {
  if (reversedAt !== null) return 'reversed';
  if (settled >= amount) return 'allocated';
  return settled > 0 ? 'partAllocated' : 'open';
}

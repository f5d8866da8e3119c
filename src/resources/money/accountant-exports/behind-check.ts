import { monthDays } from '#contract/money/accountant-exports';
import type { MonthEndCheck } from '#contract/money/month-end';

const list = (path: string, filters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(Object.entries(filters).map(([key, value]) => [`f.${key}`, value]))}`;

/** The list behind a check of a month. */
export function behindCheck(key: MonthEndCheck, month: string): string {
  const { from, to } = monthDays(month);
  const booked = { 'bookedOn.gte': from, 'bookedOn.lte': to };
  const places: Record<MonthEndCheck, string> = {
    earlierOpen: list('/accounting/periods', { 'state.ne': 'closed', 'month.lt': from }),
    draftInvoices: list('/sales/invoices', { status: 'draft' }),
    enteredBills: list('/purchases/bills', { status: 'entered', 'billDate.lte': to }),
    disputedBills: list('/purchases/bills', { status: 'disputed', 'billDate.lte': to }),
    freePayments: list('/accounting/payment', { 'open.gt': '0', 'paidOn.lte': to }),
    clearing: list('/accounting/accounts', { kind: 'clearing' }),
    withoutCode: list('/accounting/transactions', { ...booked, taxCode: '' }),
    withoutBox: '/settings/tax',
    accountNumbers: '/accounting/accounts',
    sharedAccounts: '/settings/tax',
    notExported: list('/accounting/transactions', { ...booked, 'batchId.null': 'true' }),
  };
  return places[key];
}

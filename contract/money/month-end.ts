/**
 * What is looked at before a month is closed, in this order. `work`: it should be done first. `look`: worth a look, and often right.
 * `stop`: the export for the accountant would be wrong or impossible.
 */
export const MONTH_END_LEVELS = {
  earlierOpen: 'work',
  draftInvoices: 'work',
  enteredBills: 'work',
  disputedBills: 'look',
  freePayments: 'work',
  clearing: 'look',
  withoutCode: 'look',
  withoutBox: 'look',
  accountNumbers: 'stop',
  sharedAccounts: 'look',
  notExported: 'work',
} as const satisfies Record<string, 'work' | 'look' | 'stop'>;
export type MonthEndCheck = keyof typeof MONTH_END_LEVELS;
export const MONTH_END_CHECKS = Object.keys(MONTH_END_LEVELS) as MonthEndCheck[];

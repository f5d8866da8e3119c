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

/**
 * Why rounding costs something. `lines` and `vatGroups`: of the documents issued, which are booked as they are rounded. `currencies`: conversion
 * to euro. `suppliers`: bills that are rounded in another way than ours. `byHand`: entered on an account for rounding by a person.
 */
export const ROUNDING_CAUSES = ['lines', 'vatGroups', 'currencies', 'suppliers', 'byHand'] as const;
/** Digits of the cost of rounding behind the euro: parts of a cent add up. */
export const ROUNDING_SCALE = 4;
/** `count`: lines or groups that were rounded. */
export type RoundingCost = { cause: (typeof ROUNDING_CAUSES)[number]; amount: number; count: number };

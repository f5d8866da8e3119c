import type { AccountKind } from './accounts.ts';

/** Kinds of accounts that make the result of a period; all others are balances. */
export const RESULT_KINDS: readonly AccountKind[] = ['revenue', 'discount', 'expense', 'fee', 'writeOff', 'rounding', 'fxDifference'];
/** Result kinds that are shown as income. Their credits count as positive. */
export const INCOME_KINDS: readonly AccountKind[] = ['revenue', 'discount'];
/** Lines of an account statement that are sent at once, the oldest first. */
export const STATEMENT_LINES = 2000;

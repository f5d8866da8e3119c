import { z } from 'zod';
import { MAX_AMOUNT } from './scale.ts';

/**
 * Schemas of amounts, quantities and prices. The scales are in scale.ts, which can be imported without zod. Each bound names its own
 * rule, because people type 0.50 and a message such as "at least 1" would be wrong.
 */

/** An amount on a document. Never negative: the kind of the document gives the direction. */
export const Amount = z.int().min(0, 'notNegative').max(MAX_AMOUNT, 'amountTooBig');
/** A paid or allocated amount. Must be above zero. */
export const Paid = z.int().min(1, 'aboveZero').max(MAX_AMOUNT, 'amountTooBig');
/** Thousandths: 1.5 hours is 1500. Maximum ten million. */
export const Quantity = z.int().min(1, 'aboveZero').max(10_000_000_000, 'amountTooBig');
/** A counted quantity in thousandths. May be zero. */
export const Counted = z.int().min(0, 'notNegative').max(10_000_000_000, 'amountTooBig');
/** Ten-thousandths of a major unit. Maximum ten million. */
export const UnitPrice = z.int().min(0, 'notNegative').max(100_000_000_000, 'amountTooBig');
/** Hundredths of a per cent, like tax rates. */
export const Percent = z.int().min(0, 'notNegative').max(10_000, 'percentTooBig');

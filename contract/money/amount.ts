import { z } from 'zod';
import { MAX_AMOUNT } from './scale.ts';

/**
 * The schemas of amounts, quantities and prices; their scales stand in scale.ts, which a page can hold without zod. Each bound names its rule:
 * people type 0.50, so "at least 1" would tell them the wrong thing.
 */

/** An amount of a document: never below zero, because a document says by its kind which way money goes. */
export const Amount = z.int().min(0, 'notNegative').max(MAX_AMOUNT, 'amountTooBig');
/** What is paid or allocated: something. */
export const Paid = z.int().min(1, 'aboveZero').max(MAX_AMOUNT, 'amountTooBig');
/** Thousandths: 1.5 hours is 1500. At most ten million. */
export const Quantity = z.int().min(1, 'aboveZero').max(10_000_000_000, 'amountTooBig');
/** Thousandths that were counted: there may be none. */
export const Counted = z.int().min(0, 'notNegative').max(10_000_000_000, 'amountTooBig');
/** Ten-thousandths of a major unit. At most ten million. */
export const UnitPrice = z.int().min(0, 'notNegative').max(100_000_000_000, 'amountTooBig');
/** Hundredths of a per cent, as tax rates are. */
export const Percent = z.int().min(0, 'notNegative').max(10_000, 'percentTooBig');

import { z } from 'zod';
import { MAX_AMOUNT } from './scale.ts';

/** The schemas of amounts, quantities and prices; their scales stand in scale.ts, which a page can hold without zod. */

/** An amount of a document: never below zero, because a document says by its kind which way money goes. */
export const Amount = z.int().min(0).max(MAX_AMOUNT);
/** What is paid or allocated: something. */
export const Paid = z.int().min(1).max(MAX_AMOUNT);
/** Thousandths: 1.5 hours is 1500. At most ten million. */
export const Quantity = z.int().min(1).max(10_000_000_000);
/** Ten-thousandths of a major unit. At most ten million. */
export const UnitPrice = z.int().min(0).max(100_000_000_000);
/** Hundredths of a per cent, as tax rates are. */
export const Percent = z.int().min(0).max(10_000);

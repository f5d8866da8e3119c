import { z } from 'zod';
import { CalendarDate } from '../core/fields.ts';

/** Days of the house, both included. */
export const Period = z.strictObject({ from: CalendarDate, until: CalendarDate });
export type Period = z.infer<typeof Period>;

/** Orders that changed in a shop in a period: those that would be fetched, and those that are here. */
export const EarlierOrders = z.object({ missing: z.int(), known: z.int() });
export type EarlierOrders = z.infer<typeof EarlierOrders>;

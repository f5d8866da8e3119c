import { z } from 'zod';
import { BILLED } from '../money/circles.ts';

/** Months that the chart of a customer or merchant shows, the current one included. */
export const BILLED_MONTHS = 12;

/** What was invoiced in each of the last months less what was credited, in the smallest unit of one currency. `GET /v0/customers/:id/billed` */
export const Billed = z.array(
  z.object({
    currency: z.enum(BILLED),
    /** From the oldest to the current; `month` is YYYY-MM. */
    months: z.array(z.object({ month: z.string(), amount: z.int() })),
  }),
);
export type Billed = z.infer<typeof Billed>;

import { z } from 'zod';
import { CalendarDate, Id } from '../core/fields.ts';
import { BILLED } from './circles.ts';
import { LEFT_OUT } from './dunning-states.ts';

/**
 * Whether an overdue invoice is in the next dunning run. `reason` null: a reminder of this level is due. Otherwise why it is left out, and
 * until when or from when (`on`).
 */
export const Reminder = z.strictObject({ level: z.int(), reason: z.enum(LEFT_OUT).nullable(), on: CalendarDate.nullable() });
export type Reminder = z.infer<typeof Reminder>;
/** Of one invoice: also the open dunning run that it waits in. */
export const ReminderAnswer = Reminder.extend({ runId: Id.nullable() });
export type ReminderAnswer = z.infer<typeof ReminderAnswer>;

/**
 * What the reminder of an invoice says if it is sent now. Amounts in the smallest unit of `currency`; `total` is the sum of the four. `mailTo`
 * empty: the party has no e-mail address, so the letter waits to be printed.
 */
export const ReminderLetter = z.strictObject({
  level: z.int(),
  currency: z.enum(BILLED),
  due: z.int(),
  interest: z.int(),
  flatSum: z.int(),
  fee: z.int(),
  total: z.int(),
  payUntil: CalendarDate,
  mailTo: z.string(),
});
export type ReminderLetter = z.infer<typeof ReminderLetter>;

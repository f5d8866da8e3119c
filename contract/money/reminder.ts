import { z } from 'zod';
import { CalendarDate, Id } from '../core/fields.ts';
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

import { z } from 'zod';
import { CalendarDate, Id } from '../core/fields.ts';

/** Days that the flow of an item covers, today included. */
export const FLOW_DAYS = 90;

export const FlowQuery = z.strictObject({ itemId: Id });
/** Pieces of an item that came into stock and left it on each day, and the pieces on hand at its end. Moves within stock are left out. */
export const Flow = z.array(z.object({ day: CalendarDate, in: z.int(), out: z.int(), level: z.int() }));
export type Flow = z.infer<typeof Flow>;

import { z } from 'zod';

/** A column of a list, and what it is to the list. */
export const MaskColumn = z.strictObject({
  field: z.string(),
  width: z.int().min(40).max(800).optional(),
  pin: z.enum(['left', 'right']).optional(),
  /** What the rows are about beside their name, such as the subject of a ticket: it stays in narrow windows, after the status. */
  main: z.boolean().optional(),
  /** A party that gives way in narrow windows to what the list is worked off by: days that are due, or figures. */
  aside: z.boolean().optional(),
  /** A sentence, such as a reason: it takes up to two lines, and on a phone a paragraph of its own. */
  wraps: z.boolean().optional(),
  /** Absent: shown unless its value is the same in every row. */
  hidden: z.boolean().optional(),
  /** For people outside the house, instead of `hidden`: a merchant needs no column with their own name. */
  outside: z.enum(['shown', 'hidden']).optional(),
});

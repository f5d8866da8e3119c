import { z } from 'zod';
import { CalendarDate, Instant } from '../core/fields.ts';
import { WAITING_ROWS } from './station/waiting-units.ts';

const WaitingRow = z.object({
  /** Tells the rows apart. */
  id: z.string(),
  /** The number that is scanned, empty if the row has none. */
  code: z.string(),
  /** Merchant, carrier or title. */
  about: z.array(z.string()),
  /** How many pieces, parcels, orders or compartments are left to do; null if the worker must not know it. */
  left: z.int().nullable(),
  counted: z.enum(['pieces', 'parcels', 'orders', 'places']),
  /** The next cut-off. */
  dueAt: Instant.nullable(),
  /** The day on which it is expected. */
  day: CalendarDate.nullable(),
  arrived: z.boolean(),
  urgent: z.boolean(),
});
export type WaitingRow = z.infer<typeof WaitingRow>;

/** What waits at a station: `GET /v0/scan/waiting?profile=…`. Shown while nothing is open there, and never kept on the device. */
export const WaitingHere = z.object({
  total: z.int(),
  /** False if more wait than are counted. */
  exact: z.boolean(),
  /** The most urgent ones. */
  rows: z.array(WaitingRow).max(WAITING_ROWS),
});
export type WaitingHere = z.infer<typeof WaitingHere>;

import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { CalendarDate, FileId, Grams, Instant, Line, Ref } from '../core/fields.ts';

/** What the house orders from a carrier at the end of its day: that it comes, and a list of what it takes. */
export const PICKUP_KINDS = ['pickup', 'manifest'] as const;
export type PickupKind = (typeof PICKUP_KINDS)[number];
/**
 * `asked`: it was sent, or will be within a minute. `unclear`: nobody knows whether the carrier took it; a person finds out and says so.
 * `refused`: surely not ordered.
 */
export const PICKUP_STATES = ['asked', 'ordered', 'unclear', 'refused', 'cancelled'] as const;

export const Clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/);
const made = {
  kind: z.enum(PICKUP_KINDS),
  state: z.enum(PICKUP_STATES),
  carrierId: Ref('carriers'),
  day: CalendarDate,
  fromTime: Clock,
  untilTime: Clock,
  instruction: Line(50),
  /** Parcels that were reported, and their weight. */
  parcels: z.int(),
  weight: Grams,
  /** The carrier's number of it. */
  confirmation: Line(100),
  /** Numbers of parcels that a manifest was asked for and does not hold. */
  missing: z.string(),
  file: FileId.nullable(),
  /** What the carrier said. */
  message: z.string(),
  sentAt: Instant.nullable(),
};

/** Pick-ups and manifests. Rows are made by the end of day of a carrier. */
export const pickups = defineArea({
  name: 'pickups',
  fields: made,
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['confirmation', 'missing'],
  title: ['confirmation', 'day'],
  named: true,
  without: ['create', 'update', 'delete', 'recover', 'purge', 'import'],
  retained: true,
});

import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Grams, Instant, Line, Millimetres, Ref } from '../core/fields.ts';

/** How labels are bought: through a Karrio gateway, from DHL Parcel DE or UPS, from the simulated carrier, or not at all because others provide them. */
export const CARRIER_APIS = ['karrio', 'dhlParcelDe', 'ups', 'simulated', 'none'] as const;
/** The APIs that need credentials and can be checked. */
export const OUTSIDE_APIS = ['karrio', 'dhlParcelDe', 'ups'] as const satisfies readonly (typeof CARRIER_APIS)[number][];
/** Those of them that are called with one key; with a key, a user and a password; with the id and the secret of a client. */
export const KEY_APIS: readonly string[] = ['karrio'];
export const LOGIN_APIS: readonly string[] = ['dhlParcelDe'];
export const CLIENT_APIS: readonly string[] = ['ups'];
export const LABEL_FORMATS = ['zpl', 'pdf', 'png'] as const;
/**
 * What happens to a purchase of which nobody knows whether it was booked, after `settle` seconds: a person is asked, or it is bought again,
 * for carriers that bill only what they carried.
 */
export const UNCLEAR_POLICIES = ['ask', 'again'] as const;

/**
 * One of our services, or delivery services, and the carrier's name for it. Without `ours`: for orders without a service. A small product takes
 * less than the carrier does: its largest parcel by weight and by its longest, second and shortest side. Null or missing, as in services that were
 * entered before: as the carrier.
 */
export const CarrierService = z.strictObject({
  ours: Line(60),
  theirs: Line(100, 1),
  maxWeight: Grams.nullish(),
  maxLength: Millimetres.nullish(),
  maxSide: Millimetres.nullish(),
  maxShortest: Millimetres.nullish(),
});
export type CarrierService = z.infer<typeof CarrierService>;

const made = {
  /** Whether a key is stored. The key itself is never sent to a client. */
  hasCredentials: z.boolean(),
  /** Since when no labels are bought, because the carrier refused key or account, and the carrier's words. */
  pausedAt: Instant.nullable(),
  pauseReason: z.string(),
  /** Until when the carrier is left alone, because it was busy or could not be reached. */
  heldUntil: Instant.nullable(),
};

/** Carriers that collect parcels. `cutOff` is when the last vehicle leaves, in the storehouse's time zone. */
export const carriers = defineArea({
  name: 'carriers',
  fields: {
    code: Line(20, 1),
    name: Line(100, 1),
    api: z.enum(CARRIER_APIS).default('simulated'),
    cutOff: z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/)
      .default(''),
    /** URL of the tracking page. `{no}` is replaced by the tracking number. */
    trackingUrl: z
      .string()
      .max(300)
      .regex(/^(https:\/\/\S+)?$/)
      .default(''),
    /** The size of each parcel is required. */
    dimensions: z.boolean().default(false),
    maxWeight: Grams.nullable().default(null),
    /** Limits of a parcel's size, in millimetres: its longest side, each of the two others, and its longest side with its girth. Null: no limit. */
    maxLength: Millimetres.nullable().default(null),
    maxSide: Millimetres.nullable().default(null),
    maxGirth: Millimetres.nullable().default(null),
    storehouseId: Ref('storehouses').nullable().default(null),
    /** The supplier the house pays for this carrier, with bank account and payment terms. */
    supplierId: Ref('suppliers').nullable().default(null),
    active: z.boolean().default(true),
    /** Name of the connection at the gateway, the billing number at DHL, or the shipper number at UPS. */
    account: Line(100).default(''),
    services: z.array(CarrierService).max(50).default([]),
    labelFormat: z.enum(LABEL_FORMATS).default('zpl'),
    unclearPolicy: z.enum(UNCLEAR_POLICIES).default('ask'),
    /** Seconds after which the result of an unanswered purchase no longer changes. */
    settle: z.int().min(30).max(3600).default(300),
    ...made,
  },
  serverSet: Object.keys(made) as (keyof typeof made)[],
  search: ['code', 'name'],
  title: ['name'],
  named: true,
  shared: true,
});

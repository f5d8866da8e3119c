import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Grams, Line, Ref } from '../core/fields.ts';

/** The interface to a carrier: simulated, or none because others provide the labels. Real carriers will implement the same interface. */
export const CARRIER_APIS = ['simulated', 'none'] as const;

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
    storehouseId: Ref('storehouses').nullable().default(null),
    /** The supplier the house pays for this carrier, with bank account and payment terms. */
    supplierId: Ref('suppliers').nullable().default(null),
    active: z.boolean().default(true),
  },
  search: ['code', 'name'],
  title: ['name'],
  named: true,
  shared: true,
});

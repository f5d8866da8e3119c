import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Grams, Line, Ref } from '../core/fields.ts';

/** How we speak with a carrier: the simulated one of this house, or labels brought by others. Real ones follow in the same shape. */
export const CARRIER_APIS = ['simulated', 'none'] as const;

/** Who takes parcels away. `cutOff` is when the last vehicle leaves, by the clock of the storehouse. */
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
    /** The address of its tracking page; `{no}` stands for the tracking number. */
    trackingUrl: z
      .string()
      .max(300)
      .regex(/^(https:\/\/\S+)?$/)
      .default(''),
    /** Sizes of each parcel are asked for. */
    dimensions: z.boolean().default(false),
    maxWeight: Grams.nullable().default(null),
    storehouseId: Ref('storehouses').nullable().default(null),
    /** Whom the house pays for it: bank account and terms of payment stand there. */
    supplierId: Ref('suppliers').nullable().default(null),
    active: z.boolean().default(true),
  },
  search: ['code', 'name'],
  title: ['name'],
  named: true,
  shared: true,
});

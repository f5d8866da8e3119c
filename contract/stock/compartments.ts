import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Grams, Line, Ref } from '../core/fields.ts';

export const COMPARTMENT_KINDS = ['shelf', 'pallet', 'floor', 'dock', 'pack', 'cart', 'quarantine', 'returns'] as const;

/** One place for goods, with its own barcode. `pickOrder` is the pick sequence. */
export const compartments = defineArea({
  name: 'compartments',
  fields: {
    code: Line(40, 1),
    warehouseId: Ref('warehouses'),
    kind: z.enum(COMPARTMENT_KINDS).default('shelf'),
    zone: Line(20).default(''),
    aisle: Line(10).default(''),
    rack: Line(10).default(''),
    level: Line(10).default(''),
    slot: Line(10).default(''),
    merchantId: Ref('merchants').nullable().default(null),
    maxWeight: Grams.nullable().default(null),
    /** Litres. */
    maxVolume: z.int().min(0).max(1_000_000).nullable().default(null),
    pickOrder: z.int().min(0).max(10_000_000).default(0),
    blockedReason: Line(200).default(''),
  },
  search: ['code', 'zone'],
  title: ['code'],
  named: true,
});

/** Range of one part of a code: digits with leading zeros, or letters A to Z. The rules are in place-pattern.ts. */
const Range = z.strictObject({ from: z.string().max(4), to: z.string().max(4) });
export type PlaceRange = z.infer<typeof Range>;

/**
 * Creates compartments by pattern. `pattern` names the parts in braces; without it the code is aisle, rack, level and slot with hyphens.
 * Without a slot, each level is one compartment.
 */
export const GenerateCompartments = z.strictObject({
  warehouseId: z.uuid(),
  kind: z.enum(COMPARTMENT_KINDS).default('shelf'),
  zone: Line(20).default(''),
  pattern: z.string().max(60).optional(),
  aisle: Range,
  rack: Range,
  level: Range,
  slot: Range.nullable().default(null),
  maxWeight: Grams.nullable().default(null),
  /** True returns what would be created without creating it. */
  preview: z.boolean().default(false),
});
export type GenerateCompartments = z.infer<typeof GenerateCompartments>;
/** Compartments created by one call. It is one transaction, and larger warehouses are created aisle by aisle. */
export const MAX_GENERATED = 20_000;

/** Compartments of one aisle, in the order of their codes. `warehouseId` and `aisle` select them in the list. */
export const CompartmentAisle = z.object({
  warehouseId: z.uuid(),
  aisle: z.string(),
  places: z.int(),
  first: z.string(),
  last: z.string(),
});
export type CompartmentAisle = z.infer<typeof CompartmentAisle>;

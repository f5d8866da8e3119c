import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Currency, FileId, Grams, Line, Lines, Millimetres, Minor, Ref } from '../core/fields.ts';

/**
 * `logical`: a kit, never in stock. `mergedPackages`: one product in several cartons. `packedProduct`: its carton is the shipping box.
 * `shared`: owned by several merchants (specification, point 3).
 */
export const ITEM_KINDS = ['logical', 'physical', 'mergedPackages', 'packedProduct', 'shared'] as const;
/** Also cartons and bags of the house, whose code is scanned before a parcel is closed. */
export const STORED_KINDS = [...ITEM_KINDS, 'packaging'] as const;
/** `full`: every piece has a known serial number from receipt on. `outOnly`: the serial number is recorded on dispatch. */
export const SERIAL_MODES = ['none', 'outOnly', 'full'] as const;

/** How pieces are picked: one scan for each stop, or one for each piece, for items that look alike. */
export const PICK_SCANS = ['once', 'each'] as const;

export const items = defineArea({
  name: 'items',
  fields: {
    sku: Line(64, 1),
    name: Line(300, 1),
    /** Null: shared by all merchants. */
    merchantId: Ref('merchants').nullable().default(null),
    kind: z.enum(STORED_KINDS).default('physical'),
    /** The code on the piece. It is also stored as an alias, so that a scan finds it. */
    barcode: Line(64).default(''),
    category: Line(100).default(''),
    supplierId: Ref('suppliers').nullable().default(null),
    price: Minor.min(0).nullable().default(null),
    currency: Currency.default('EUR'),
    weight: Grams.nullable().default(null),
    length: Millimetres.nullable().default(null),
    width: Millimetres.nullable().default(null),
    height: Millimetres.nullable().default(null),
    serialMode: z.enum(SERIAL_MODES).default('none'),
    /** Pattern for serial numbers of this item: letters, digits, dash; `#` is any digit, `@` any letter, `*` any remainder. */
    serialPattern: z
      .string()
      .regex(/^[A-Za-z0-9#@*./-]*$/)
      .max(60)
      .default(''),
    pickScan: z.enum(PICK_SCANS).default('once'),
    lotMode: z.boolean().default(false),
    expires: z.boolean().default(false),
    minStock: z.int().min(0).max(10_000_000).nullable().default(null),
    hsCode: z
      .string()
      .regex(/^(\d{6,10})?$/)
      .default(''),
    origin: z
      .string()
      .regex(/^([A-Z]{2})?$/)
      .default(''),
    dangerous: z.boolean().default(false),
    unNumber: z
      .string()
      .regex(/^(UN\d{4})?$/)
      .default(''),
    image: FileId.nullable().default(null),
    remark: Lines(2000).default(''),
  },
  search: ['sku', 'name', 'barcode', 'category'],
  title: ['sku', 'name'],
  named: true,
  merchant: 'merchantId',
  sharedWhenNull: true,
});

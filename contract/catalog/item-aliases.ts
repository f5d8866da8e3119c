import { z } from 'zod';
import { defineArea } from '../core/area.ts';
import { Line, Ref } from '../core/fields.ts';

export const ALIAS_KINDS = ['ean', 'upc', 'asin', 'fnsku', 'merchantSku', 'supplierCode', 'gs1', 'other'] as const;

/** An additional code of an item. A code belongs to one item of a merchant. */
export const itemAliases = defineArea({
  name: 'itemAliases',
  fields: {
    code: Line(64, 1),
    kind: z.enum(ALIAS_KINDS).default('other'),
    itemId: Ref('items'),
    merchantId: Ref('merchants').nullable().default(null),
    /** Number of pieces the code stands for, for example the content of a carton. */
    pieces: z.int().min(1).max(100_000).default(1),
  },
  search: ['code'],
  title: ['code'],
  merchant: 'merchantId',
  sharedWhenNull: true,
});
